"""What the page says of a game is in one language: all that is sent is read for words that only the other one has."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

import palast.prompt
from palast.verdict.words import LANGUAGES, Language
from palast.web.session import Session
from rulespec.language.tree.source import read
from rulespec.rules.texts.grammar.template import phrases
from rulespec.rules.texts.parser import ByNumber, Parts, parsed
from tests.effort import some, tried
from tests.library import KNOWN_GAMES, ROOT, SHELF, WITH_LAYERS
from tests.web.page import MistakeError, Page

PROMPT = Path(palast.prompt.__file__).parent
SAID = {
    "about", "against", "aim", "called", "does", "gone", "heading", "label", "names", "question", "said", "score_said",
    "shown", "then", "why",
}  # fmt: skip
RULES_OWN = {"small print", "sources"}  # parts of a sheet whose sentences are those of the rule file
RULESETS = (*WITH_LAYERS, *KNOWN_GAMES)
OWN_LAYERS = tuple(f"{path.parent.name}+{path.stem}" for path in sorted(SHELF.glob("*/*.rules")))
ANSWERS = tried(deep=400, quick=25)
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_QUOTED = re.compile(r"„[^“]*“|\"[^\"]*\"|“[^”]*”")  # names of the rules that have no forms


def house_rules() -> list[str]:
    """Each layer of the library on the first ruleset that it is for."""
    return [
        f"{file['tried_on'][0]}+{file['name']}"
        for file in Page().ask("library")["files"]
        if file["kind"] == "layer" and file["tried_on"] and not file["game"]
    ]


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def spoken(parts: Parts) -> Iterator[str]:
    """What a text says without the names in it."""
    for part in parts:
        match part:
            case str():
                yield part
            case ByNumber(one=one, other=other):
                yield from spoken(one)
                yield from spoken(other)
            case _:
                pass


@cache
def foreign(language: Language) -> frozenset[str]:
    """The words that phrases and texts have in the other language alone."""
    found = {each: set[str]() for each in LANGUAGES}
    for each in LANGUAGES:
        for phrase in (*phrases(each).values(), *phrases(each, PROMPT).values()):
            found[each] |= words(re.sub(r"\{[^}]*\}", " ", phrase.replace("<", " ").replace(">", " ")))
        for path in (*ROOT.glob(f"cards/*.{each}.texts"), *ROOT.glob(f"examples/**/*.{each}.texts")):
            there, problems = parsed(read(path))
            assert not problems
            for said in (
                *(part for text in there.texts for part in spoken(text.parts)),
                *(line.said for line in there.names),
            ):
                found[each] |= words(said)
    for file in Page().ask("library")["files"]:  # where nothing else is said, the English title is that of the file
        found["en"] |= words(file["title"])
    others = (found[each] for each in LANGUAGES if each != language)
    return frozenset(word for other in others for word in other - found[language] if len(word) > 1)


def texts(answer: Any, key: str = "") -> Iterator[str]:
    """All that people are told in an answer."""
    match answer:
        case dict():
            if answer.get("name") in RULES_OWN:
                return
            told = {"rule", "depth", "worked_out"} & answer.keys()  # else `text` is how the rules write it
            for name, value in answer.items():
                as_names = name in ("words", "lists") and isinstance(value, dict)
                is_title = name == "title" and "kind" not in answer  # of a file it is what the file says
                if is_title or (name == "text" and told):
                    yield value
                elif as_names:
                    yield from chain.from_iterable(texts(each, "said") for each in value.values())
                else:
                    yield from texts(value, name)
        case list():
            for each in answer:
                yield from texts(each, key)
        case str() if key in SAID:
            yield answer


def asked_of(rules: str, language: Language, seed: int, most: int = ANSWERS) -> Iterator[tuple[str, str]]:
    """All that is said in a random game and about its rules, each with what it was asked by."""
    session, dice = Session(), Random(seed)
    page = Page(session)
    page.ask("speak", language=language)
    yield from (("sheet", text) for text in texts(page.ask("sheet", rules=rules, against=rules.partition("+")[0])))
    yield from (("load", text) for text in texts(page.ask("load", rules=rules)))
    game = page.new(rules, seed=str(seed))
    yield from (("new", text) for text in texts(game))
    table = page.table("look", seat=0)
    for _ in range(most):
        yield from (("table", text) for text in texts(table))
        if table["outcome"] is not None:
            break
        asked = table["asked"]
        if asked is None:
            table = page.table("bots", seat=0)
            continue
        answers = [each["text"] for each in asked["options"] or asked["atoms"]]
        if dice.random() < 0.3:
            yield from (("why", text) for text in texts(page.ask("why", seat=0)))
            left_out = [game["cards"][card]["name"] for card in asked["left_out"]]
            for option in (dice.choice(answers), *left_out[:2]):
                yield from (("why option", text) for text in texts(page.ask("why", seat=0, option=option)))
            yield from (("explain", text) for text in texts(page.ask("explain", words=asked["rule"])))
        if dice.random() < 0.1:
            try:
                page.ask("undo", seat=0)
            except MistakeError as mistake:
                yield "undo", mistake.error["message"]
            table = page.ask("look", seat=0)
            page.run, page.story = table["run"], table["story"]
        table = page.table("answer", seat=0, option=page.any_answer(table["asked"], 0, dice))
    yield from (("why", text) for text in texts(page.ask("why", seat=0)))


def mixed(said: str, language: Language) -> set[str]:
    """The words of a text that only the other language has."""
    return words(_QUOTED.sub("", said)) & foreign(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_of_a_game_has_no_word_that_only_the_other_language_has(language: Language) -> None:
    read, wrong = Counter[str](), dict[tuple[str, str], set[str]]()
    start = LANGUAGES.index(language)
    rules = [*some(RULESETS, 7, start), *some([*house_rules(), *OWN_LAYERS], 4, start)]
    for number, each in enumerate(rules):
        for kind, text in asked_of(each, language, number):
            read[kind] += 1
            found = mixed(text, language)
            if found:
                wrong[each, text] = found
    assert len(foreign(language)) > 500
    assert not wrong, [*wrong.items()][:20]
    assert min(read[kind] for kind in ("table", "sheet", "load", "new", "why", "why option", "explain", "undo")) > 10
    assert read["table"] > tried(deep=20_000, quick=2_000)


def test_another_language_tells_all_anew_and_deals_nothing() -> None:
    page, dice = Page(), Random(5)
    game = page.new("ksr", seed="5")
    page.play(0, dice, most=20)
    here = page.ask("look", seat=0)
    there = page.ask("speak", language="de")["game"]
    told = page.ask("look", seat=0)
    assert there["run"] == game["run"] and [each["said"] for each in there["seats"]] == ["Rot", "Gelb", "Grün"]
    for part in ("shares", "values"):
        assert [each["key"] for each in told[part]] == [each["key"] for each in here[part]]
    assert [share["cards"] for share in told["shares"]] == [share["cards"] for share in here["shares"]]
    assert len(told["story"]) > 20 and {each["text"] for each in told["story"]}.isdisjoint(
        each["text"] for each in here["story"]
    )
    assert page.ask("speak", language="en")["game"] == game
    assert Page().ask("speak", language="de") == {"language": "de", "game": None}


def test_an_option_is_given_by_each_of_its_names_and_by_no_name_of_another() -> None:
    named, random = Counter[int](), Random(6)
    for language in LANGUAGES:
        page = Page()
        page.ask("speak", language=language)
        page.new("ksr", seats=["person"] * 3, seed="6")
        while (seat := page.ask("look")["waits"]) is not None and named.total() < tried(150, 20):
            options = page.ask("look", seat=seat)["asked"]["options"]
            names = [name.casefold() for option in options for name in option["names"]]
            assert len(names) == len({*names})
            option = random.choice(options)
            named[len(option["names"])] += 1
            record = page.ask("keep", sure=True)["record"]
            tables = []
            for name in (option["text"], random.choice([*option["names"], option["text"]])):
                page.ask("open", record=record, seats=["person"] * 3)
                tables.append(page.ask("answer", seat=seat, option=name)["shares"])
            assert tables[0] == tables[1]
    assert named[2] + named[3] > tried(20, 5)


def test_a_sheet_has_the_blocks_of_the_rules_and_marks_what_a_layer_changes() -> None:
    page = Page()
    page.ask("speak", language="de")
    whole = page.ask("sheet", rules="ksr+kanzler", against="ksr")
    assert [section["name"] for section in whole["sections"]][:2] == ["aim", "changes"] and whole["against"]
    entries = [entry for section in whole["sections"] for entry in section["entries"]]
    changed = {entry["key"] for entry in entries if entry["changed"]}
    assert "action Kanzler" in changed and "action Zofe" not in changed
    only = page.ask("sheet", rules="ksr+kanzler", against="ksr", only_changes=True)
    assert {entry["key"] for section in only["sections"] for entry in section["entries"]} == changed
    zofe = next(entry for entry in entries if entry["key"] == "action Zofe")
    assert zofe["label"] == "Zofe" and zofe["cites"] and zofe["worked_out"] and zofe["written"]


@pytest.mark.parametrize(
    "path",
    sorted([*ROOT.glob("[pr]*/**/*.phrases"), *ROOT.glob("web/src/words/*.json")]),
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_no_key_of_a_language_is_said_twice(path: Path) -> None:
    """As the later of the two would be taken silently."""
    keys = re.findall(r'^  "([^"]+)":' if path.suffix == ".json" else r"^([^#:\n]+):", path.read_text("utf-8"), re.M)
    assert len(keys) > 5 and [key for key, times in Counter(keys).items() if times > 1] == []
