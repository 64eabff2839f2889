"""What is sent in an address arrives as it was; whatever else stands there is refused."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palast.web.failing import PageError
from palast.web.sharing import INFLATED, LONGEST, Shared, received, sent
from rulespec import Ruleset, load
from rulespec.records import Record
from tests.effort import DEEP, some
from tests.library import ROOT
from tests.web.page import MistakeError, Page

POKER = (ROOT / "examples/games/kuhn.rules").read_text("utf-8")
_NAMES = st.from_regex(r"[a-zäöü][a-z0-9-]{0,8}", fullmatch=True)
_SENT = st.builds(
    Shared,
    st.lists(_NAMES, min_size=1, max_size=3).map("+".join),
    st.dictionaries(_NAMES, st.text(st.characters(exclude_categories=["Cs"])), max_size=3),
    st.none() | st.integers(0, 9),
    st.none() | st.lists(st.text("abc:0"), max_size=4),
    st.none() | st.text(st.characters(exclude_categories=["Cs"])),
)


def _fragment(data: Any, *, text: str | None = None) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    said = (json.dumps(data) if text is None else text).encode()
    return urlsafe_b64encode(squeeze.compress(said) + squeeze.flush()).decode().rstrip("=")


@settings(max_examples=1000 if DEEP else 30)
@given(_SENT)
def test_what_is_sent_arrives(what: Shared) -> None:
    fragment = sent(what)
    assert fragment.isascii() and fragment.replace("-", "").replace("_", "").isalnum()
    assert received(fragment) == received(f"#{fragment}") == what


@settings(max_examples=2000 if DEEP else 50)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda some: urlsafe_b64encode(some).decode()))
def test_anything_else_is_refused_and_nothing_worse(text: str) -> None:
    with pytest.raises(PageError) as error:
        received(text)
    assert error.value.code == "fragment" and error.value.message and error.value.remedy


def test_a_fragment_with_one_letter_changed_says_the_same_or_is_read_or_is_refused() -> None:
    fragment, random = sent(Shared("ksr+haus", {"haus": 'layer haus "x"\n' * 5}, 3, ["person"], None)), Random(1)
    refused = 0
    for _ in range(300):
        at = random.randrange(len(fragment))
        changed = fragment[:at] + random.choice("abcXYZ019-_") + fragment[at + 1 :]
        try:
            assert isinstance(received(changed), Shared)
        except PageError:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize(
    "fragment",
    [
        _fragment({}), _fragment([]), _fragment(1), _fragment({"version": 2, "rules": "ksr"}),
        _fragment({"version": True}), _fragment({"version": 1}), _fragment({"version": 1, "rules": "x", "script": "x"}),
        _fragment(None, text="[" * 100_000), _fragment(None, text='"' + " " * (INFLATED + 1) + '"'),
        _fragment(None, text='\\"' * 499_000), _fragment(None, text=" " * 50_000_000), "A" * (LONGEST + 1),
        "%%%", "é", "", _fragment({"version": 1})[:-4],
        _fragment({"version": 1, **attrs.asdict(Shared("../../etc", {}, None, None, None))}),
        _fragment({"version": 1, **attrs.asdict(Shared("ksr", {"a/b": ""}, None, None, None))}),
        _fragment({"version": 1, "rules": "ksr", "texts": [], "players": None, "seats": None, "record": None}),
        _fragment({"version": 1, "rules": "ksr", "texts": {}, "players": 3.5, "seats": None, "record": None}),
        _fragment({"version": 1, "rules": "ksr", "texts": {}, "players": 3, "seats": "person", "record": None}),
    ],
)  # fmt: skip
def test_hostile_fragments_are_refused(fragment: str) -> None:
    with pytest.raises(MistakeError) as error:
        Page().ask("receive", fragment=fragment)
    assert error.value.code == "fragment"


def test_the_deal_is_sent_when_the_game_is_over_or_the_sender_is_sure() -> None:
    page = Page()
    page.new("ksr", seed="4")
    page.play(0, Random(1), most=5)
    rules_only = page.ask("receive", fragment=page.ask("send", rules="ksr", players=3)["fragment"])
    assert (rules_only["rules"], rules_only["players"], rules_only["record"]) == ("ksr", 3, None)
    with pytest.raises(MistakeError) as error:
        page.ask("send", rules="ksr", deal=True)
    assert error.value.code == "knowledge"
    sure = page.ask("receive", fragment=page.ask("send", rules="ksr", deal=True, sure=True)["fragment"])
    assert Page().ask("open", record=sure["record"], seats=sure["seats"])["seats"][0]["sits"] == "person"
    page.play(0, Random(1))
    over = page.ask("receive", fragment=page.ask("send", rules="ksr", deal=True)["fragment"])
    kept = page.ask("keep", sure=True)["record"]
    assert len(over["record"]) < len(kept)
    assert Record.parse(over["record"], nowhere) == Record.parse(kept, nowhere)


def nowhere(spec: str) -> Ruleset:
    """A loader that finds no rules."""
    raise ValueError(spec)


def test_a_game_in_an_address_is_played_by_the_rules_of_its_sender() -> None:
    page = Page()
    page.new("kuhn", texts={"kuhn": POKER}, seed="4")
    page.play(0, Random(1), most=1)
    deal = page.ask("receive", fragment=page.ask("send", rules="kuhn", deal=True, sure=True)["fragment"])
    other = POKER.replace("add 1 to own stake", "add 2 to own stake")
    for text in (POKER, other):
        there = Page()
        assert there.ask("open", record=deal["record"], seats=deal["seats"], texts={"kuhn": text})["name"] == "kuhn"
        kept = Record.parse(there.ask("keep", sure=True)["record"], nowhere)
        assert kept.rules == load("kuhn", texts={"kuhn": POKER}) != load("kuhn", texts={"kuhn": other})


def test_an_address_of_any_choice_in_the_settings_opens_again() -> None:
    page, opened = Page(), Counter[str]()
    shelves = page.ask("library")
    bots = ["person", *shelves["bots"]]
    layers = [file for file in shelves["files"] if file["kind"] == "layer"]
    rulesets = [file for file in shelves["files"] if file["kind"] == "ruleset"]
    for file in (*some(rulesets, 6), *some(layers, 6)):
        base = next(iter([*file["tried_on"], file["game"] or "ksr"]))
        rules = file["name"] if file["kind"] == "ruleset" else f"{base}+{file['name']}"
        for number, players in some([*enumerate(page.ask("load", rules=rules)["players"])], 3):
            for seats in (None, [bots[(number + seat) % len(bots)] for seat in range(players)]):
                fragment = page.ask("send", rules=rules, players=players, seats=seats)["fragment"]
                there = page.ask("receive", fragment=fragment)
                assert (there["rules"], there["players"], there["seats"]) == (rules, players, seats)
                opened.update([file["kind"], *(seats or ["nobody"])])
    assert opened.keys() == {"ruleset", "layer", "nobody", *bots}
    for bot in bots:
        page.new("kuhn", seats=["person", bot], seed="1")
        there = page.ask("receive", fragment=page.ask("send", rules="kuhn", deal=True, sure=True)["fragment"])
        for seats in (there["seats"], ["person", bot]):
            sits = page.ask("open", record=there["record"], seats=seats)["seats"]
            assert sits[0]["sits"] == "person" and sits[1]["sits"] != "usual"


def test_what_is_too_long_for_an_address_is_not_sent() -> None:
    noise = "".join(Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=200_000))
    with pytest.raises(MistakeError) as error:
        Page().ask("send", rules="haus", texts={"haus": noise})
    assert error.value.code == "fragment"


HAUS = 'layer haus "The house"\n\nno word\n'


@pytest.mark.parametrize(
    ("rules", "texts", "base", "layers", "name", "replaces", "lacking"),
    [
        ("ksr", {}, "ksr", [], "", False, []),
        ("ksr+wertung", {}, "ksr", ["wertung"], "", False, []),
        ("ksr+wertung+haus", {"haus": HAUS}, "ksr", ["wertung"], "haus", False, []),
        ("mine+wertung", {"mine": "ruleset mine\n"}, "", ["wertung"], "mine", False, []),
        ("ksr", {"ksr": "ruleset ksr\n"}, "", [], "ksr", True, []),
        ("ksr+wertung+kanzler", {"wertung": "layer wertung\n"}, "ksr", ["wertung", "kanzler"], "wertung", True, []),
        ("hearts+openspiel", {}, "hearts", ["openspiel"], "", False, []),
        ("hearts+openspiel", {"openspiel": "layer openspiel\n"}, "hearts", ["openspiel"], "openspiel", True, []),
        ("hearts+omnibus", {"hearts": "ruleset hearts\n"}, "", ["omnibus"], "hearts", True, []),
        ("kuhn+openspiel", {}, "kuhn", ["openspiel"], "", False, ["openspiel"]),
        ("mars+venus+own", {"own": "nonsense"}, "mars", ["venus"], "own", False, ["mars", "venus"]),
    ],
)
def test_what_arrives_is_told_as_a_page_has_it(
    rules: str, texts: dict[str, str], base: str, layers: list[str], name: str, replaces: bool, lacking: list[str]
) -> None:
    page = Page()
    told = page.ask("receive", fragment=sent(Shared(rules, texts, None, None, None)))
    assert (told["base"], told["layers"], told["name"]) == (base, layers, name)
    assert (told["replaces"], told["lacking"], told["text"]) == (replaces, lacking, "".join(texts.values()))
    laid = page.ask("lay", text=told["text"], base=told["base"] or "ksr", layers=told["layers"])
    assert (laid["rules"], laid["name"]) == (rules, name)  # so that a page that takes it has what was sent


@pytest.mark.parametrize(
    "what",
    [
        Shared("ksr", {"haus": HAUS}, None, None, None),
        Shared("ksr+haus", {"haus": "layer other\n"}, None, None, None),
        Shared("ksr+haus+other", {"haus": HAUS, "other": HAUS}, None, None, None),
        Shared("ksr+haus", {f"haus{n}": HAUS for n in range(5000)}, None, None, None),
        Shared("ksr", {}, 10**9, None, None),
        Shared("ksr", {}, 0, None, None),
        Shared("ksr", {}, 3, ["<img src=x>"], None),
        Shared("ksr", {}, 3, ["person"] * 9999, None),
    ],
)
def test_what_no_page_sends_is_refused(what: Shared) -> None:
    with pytest.raises(MistakeError) as error:
        Page().ask("receive", fragment=sent(what))
    assert error.value.code in ("fragment", "request", "name")
    assert error.value.error["message"] and error.value.error["remedy"]


def test_what_is_read_before_it_is_used_hides_nothing() -> None:
    text = 'layer haus "The \u202eesuoh"\n# \u2066\n'
    told = Page().ask("receive", fragment=sent(Shared("ksr+haus", {"haus": text}, None, None, None)))
    assert (told["text"], told["title"]) == (text, "The \\u202eesuoh")
    assert told["shown"].splitlines() == ['layer haus "The \\u202eesuoh"', "# \\u2066"]


def test_a_file_is_a_record_or_a_rule_or_neither() -> None:
    page = Page()
    page.new("ksr+wertung", seed="4", seats=["random"] * 3)
    page.ask("bots", answers=10)
    kept = page.ask("keep", sure=True)
    assert (kept["name"], kept["finished"], kept["seats"]) == ("ksr+wertung.game", False, ["random"] * 3)
    game = page.ask("recognize", text=f"\n{kept['record']}")["game"]
    assert game["rules"] == "ksr+wertung" and len(game["players"]) == 3
    assert game["turns"] > 0 and not game["finished"]
    rule = page.ask("recognize", text='layer haus "House"\n\ntried on ksr, magier\n')
    assert (rule["game"], rule["name"], rule["file"], rule["tried_on"]) == (None, "haus", "layer", ["ksr", "magier"])
    assert page.ask("recognize", text="ruleset x\nnonsense")["file"] == "ruleset"
    for neither in ("", "Dear diary", "<html>", "\x00\x01", "rulespec", "{}"):
        told = page.ask("recognize", text=neither)
        assert (told["game"], told["file"]) == (None, ""), neither
    assert page.ask("recognize", text="rulespec record 99\nplayers \u202e")["game"]["players"] == ["\\u202e"]


def test_a_recorded_game_is_shown_again_move_by_move_and_no_further() -> None:
    page = Page()
    page.new("ksr", seed="4", seats=["person", "random", "random"])
    table = page.play(0, Random(1), most=6)
    kept = page.ask("keep", sure=True)
    assert kept["after"] is None and not kept["finished"]
    again = Page()
    game = again.ask("open", record=kept["record"], after=0)
    assert {seat["sits"] for seat in game["seats"]} == {"recorded"}
    afters = [0]
    seen = again.table("look", seat=0)
    while seen["bots"]:
        seen = again.table("bots", seat=0, answers=1)
        shown = again.ask("keep", sure=True)
        assert shown["record"] == kept["record"] and shown["seats"] is None
        afters.append(shown["after"])
    assert len(afters) > 6 and afters == sorted({*afters})
    assert seen["shares"] == table["shares"] and seen["waits"] == table["waits"]
    with pytest.raises(MistakeError):
        again.ask("answer", seat=0, option="anything")
    half = Page()
    half.ask("open", record=kept["record"], after=afters[3])
    assert half.ask("keep", sure=True)["after"] == afters[3]
    for wrong in (-1, afters[-1] + 99):
        with pytest.raises(MistakeError) as error:
            half.ask("open", record=kept["record"], after=wrong)
        assert error.value.code == "request"
    sent_on = again.ask("receive", fragment=again.ask("send", rules="ksr", deal=True, sure=True)["fragment"])
    assert Record.parse(sent_on["record"], nowhere) == Record.parse(kept["record"], nowhere)
    assert sent_on["game"]["seats"] == ["person", "random", "random"]


def test_a_difference_is_shown_where_it_is() -> None:
    page = Page()
    page.new("ksr", seed="9", seats=["random"] * 3)
    while not page.table("bots", seat=0, answers=20)["outcome"]:
        pass
    record = page.ask("keep", sure=True)["record"]
    found = page.ask("replay", rules="ksr+kanzler", sure=True)["different"]
    page.ask("open", record=record, after=found["after"])
    there = page.ask("keep", sure=True)
    assert there["record"] == record and there["after"] >= found["after"] > 0
    assert page.ask("replay", rules="ksr")["different"] is None
