"""What a page can do with any rules, by clicking alone; and that no request of whatever shape breaks a session."""

import json
import re
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulespec
from palast.prompt.board import Board
from palast.prompt.called import Called
from palast.web import protocol as p
from palast.web.session import Session
from palast.web.sharing import Shared, sent
from palast.web.sitting import Sitting
from palast.web.table import Things
from palast.web.typescript import typescript
from rulespec import Decision, State, WorldsError
from rulespec.records import Record
from rulespec.wording import wording
from rulespec.wording.page import Page as Width
from tests.effort import draws_until, short_of, some, tried, until_seen
from tests.library import KNOWN_GAMES, ROOT, SHELF, drawn_file, ruleset
from tests.web.page import GAMES, MistakeError, Page

TOLD = {"run", "story", "answered", "endings"}  # what depends on how much was told at once
HOUSE = 'layer haus "A mistake"\n\nreplace action Zofe\n    choose scrap from own hnad\n    move scrap to discards\n'


def _lying(table: dict[str, Any]) -> dict[str, Any]:
    """What lies on a table and can be done, without how it was told."""
    return {name: value for name, value in table.items() if name not in TOLD}


def test_every_game_is_played_by_clicking() -> None:
    ended, clicked, several = 0, 0, 0
    games = some(GAMES, 8)
    for number, rules in enumerate(games):
        page = Page()
        page.new(rules, seed=str(number))
        table = page.play(0, Random(number))
        ended += table["outcome"] is not None
        clicked += page.asked["choose"]
        several += page.asked["choose"] > 2 * page.asked["answer"]
        assert page.story == page.ask("look", seat=0)["story"]
        assert page.story[-1]["what"] == "outcome"
    assert ended == len(games) and clicked > tried(500, 100) and several > 0


def test_the_end_of_a_round_names_whose_display_it_is_about() -> None:
    seen = Counter[str]()
    for number in draws_until(1, 20, lambda: short_of(seen, dict.fromkeys(("doubled", "complete"), tried(2, 1)))):
        page = Page()
        game = page.new("ksr", seats=["person", "random", "random"], seed=str(number))
        page.play(0, Random(number))
        for ending in page.endings.values():
            reason = {"round ends whisper": "doubled", "round ends six": "complete"}.get(ending["rule"])
            if reason is not None:
                persons = [game["cards"][card]["shows"]["person"] for card in ending["cards"]]
                assert len(set(persons)) == 6 if reason == "complete" else len(set(persons)) < len(persons)
                assert page.story[ending["step"]]["text"] == ending["why"] and len(ending["seats"]) == 1
                [tally] = ending["tally"]
                assert tally["said"] == "Points" and sum(tally["gained"]) == (1 if reason == "complete" else 2)
                seen[reason] += 1


def test_rule_files_that_nobody_has_thought_of_are_played_by_clicking() -> None:
    asked = Counter[str]()
    for number in draws_until(3, 200, lambda: short_of(asked, {"answer": 10, "choose": 20})):
        file = drawn_file(number)
        name, texts = file.rules.name, {file.rules.name: file.text}
        page = Page()
        assert page.ask("load", rules=name, texts=texts)["digest"] == file.rules.digest
        page.new(name, texts=texts, seed=str(number))
        over = page.play(0, Random(number))
        assert over["outcome"] and page.story == page.ask("look", seat=0)["story"]
        assert page.ask("replay", rules=name, texts=texts)["different"] is None
        page.ask("open", record=page.ask("keep", sure=True)["record"], texts=texts)
        assert page.ask("look", seat=0)["shares"] == over["shares"]
        asked.update(page.asked)


@pytest.mark.parametrize("rules", ["ksr", "mau-mau", "whist", "auction", "whispers", "fishing"])
def test_a_table_is_the_same_in_every_world_that_its_seat_cannot_tell_from_the_true_one(rules: str) -> None:
    seen, random = Counter[str](), Random(rules)
    for _ in draws_until(5, 200, lambda: short_of(seen, {"another world": 1})):
        state = ruleset(rules).begin(3, 0, random.random)
        while state.raws:
            state = state.advance(random.choice(state.pending.options), random.random)  # type: ignore[union-attr]
            if random.random() < 0.8:
                continue
            seat = random.randrange(3)
            try:
                world = state.view(seat).sample(random)
            except WorldsError:
                continue
            assert _table(rules, state, seat) == _table(rules, world, seat)
            seen["another world"] += state != world
            break


def _table(rules: str, state: State, seat: int) -> p.Table:
    """What a seat is told of a state, the whole story included."""
    return Sitting.of(1, rules, {}, Record(state, seed=1), [p.PERSON] * state.players).table(seat)


def test_a_click_is_answered_by_what_is_new() -> None:
    page = Page()
    page.new("ksr", players=3, seed="3")
    table = page.table("look", seat=0)
    sizes, steps = [], []
    while table["outcome"] is None:
        if table["bots"]:
            table = page.table("bots", seat=0, answers=1)
        else:
            table = page.table("answer", seat=0, option=table["asked"]["options"][-1]["text"])
        sizes.append(page.bytes[-1])
        steps.append(len(table["story"]))
    third = len(sizes) // 3
    assert third > 20 and len(page.story) > 200
    assert max(sizes[-third:]) < 1.5 * max(sizes[:third])
    assert sum(steps) < len(page.story) and max(steps[-third:]) <= max(30, *steps[:third])


def test_a_player_whose_card_does_nothing_learns_why_after_the_answer() -> None:
    why, random = Counter[str](), Random(1)
    for seed in draws_until(1, 20, lambda: [] if why.total() >= 3 else ["a card that does nothing"]):
        page = Page()
        page.new("ksr", players=3, seed=str(seed))
        table = page.table("look", seat=0)
        while table["outcome"] is None:
            if table["bots"]:
                table = page.table("bots", seat=0, answers=20)
                continue
            table = page.table("answer", seat=0, option=page.any_answer(table["asked"], 0, random))
            for step in page.story[table["answered"] :]:
                if step["player"] == 0 and "does nothing, as" in step["text"]:
                    assert page.ask("explain", words=step["rule"])["lines"] and step["cites"]
                    why[step["rule"]] += 1


def test_what_a_bot_holds_is_not_shown_before_the_end() -> None:
    page = Page()
    page.new("ksr", seats=["person", "random", "person"], seed="1")
    assert page.ask("look", seat=2)["seat"] == 2
    assert page.ask("look")["asked"] is None
    for kind in ("look", "why", "undo", "hint"):
        with pytest.raises(MistakeError) as error:
            page.ask(kind, seat=1)
        assert error.value.code == "knowledge"
    watched = Page()
    watched.new("kuhn", seats=["random", "random"], seed="1")
    assert {share["hidden"] for share in watched.ask("look", seat=1)["shares"] if share["owner"] == 1} == {0}
    table = watched.table("bots", answers=100)
    assert table["outcome"]["returns"] and watched.ask("look", seat=0)["outcome"]


def test_an_answer_is_taken_back_as_far_as_nobody_has_learned_anything() -> None:
    page, random, taken = Page(), Random(2), Counter[str]()
    page.new("ksr", seats=["person"] * 3, seed="2")
    while (seat := page.ask("look")["waits"]) is not None and taken.total() < tried(40, 16):
        before = page.ask("look", seat=seat)
        option = random.choice(before["asked"]["options"])["text"]
        after = page.ask("answer", seat=seat, option=option)
        try:
            back = page.ask("undo", seat=seat)
        except MistakeError as mistake:
            assert after["undo"] == "refused"  # as the table has said
            taken[mistake.code] += 1
            continue
        assert after["undo"] == "possible"
        assert back["run"] > before["run"] and back["since"] == 0
        assert _lying(back) == _lying(before)
        assert page.ask("answer", seat=seat, option=option)["shares"] == after["shares"]  # the same luck
        taken["back"] += 1
    assert min(taken["back"], taken["refused"]) > tried(5, 2)
    page.new("ksr", seats=["person"] * 3, seed="2")
    assert [page.ask("look", seat=seat)["undo"] for seat in range(3)] == ["nothing"] * 3


def test_a_bot_thinks_in_slices_and_answers_the_same_and_one_in_a_hurry_does_not_think() -> None:
    stories, slices = [], 0
    for within in (None, 0):
        page = Page()
        page.new("kuhn", seats=["ismcts:9", "rollouts:9"], seed="4")
        table = page.table("look")
        while table["outcome"] is None:
            before = len(page.story)
            table = page.table("bots", answers=1, within=within)
            slices += table["thought"] is not None
            assert within == 0 or table["thought"] is None
            assert table["thought"] is None or (0 < table["thought"] <= 1 and len(page.story) == before)
        stories.append(page.story)
    assert stories[0] == stories[1] and slices > 20
    page.new("ksr", seats=["person", "ismcts:400", "ismcts:400"], seed="4")
    table = page.table("look", seat=0)
    for _ in range(4):
        table = page.table("answer", seat=0, option=table["asked"]["options"][0]["text"])
        if table["bots"]:
            assert page.table("bots", seat=0, within=0)["thought"] is not None
            table = page.table("bots", seat=0, answers=1000, hurry=True)
        assert not table["bots"] and table["thought"] is None
    again = Page()
    again.ask("open", record=page.ask("keep", sure=True)["record"])
    assert again.ask("look", seat=0)["shares"] == table["shares"]


def test_a_hint_comes_in_slices_and_is_the_same() -> None:
    page = Page()
    page.new("ksr", seats=["person"] * 3, seed="5")
    seat = page.ask("look")["waits"]
    whole = page.ask("hint", seat=seat, playouts=60)
    done = [0.0]
    while done[-1] < 1:
        found = page.ask("hint", seat=seat, playouts=60, within=0)
        assert (found["worths"] == []) == (found["done"] < 1)
        done.append(found["done"])
    assert found == whole and len(done) > 10 and done == sorted(done)
    assert whole["games"] == 60 == sum(worth["playouts"] for worth in whole["worths"]) and whole["wins"]
    best = whole["worths"][0]["option"]
    assert best in page.ask("look", seat=seat)["asked"]["options"]
    assert page.ask("hint", seat=seat, playouts=60, enough=True)["worths"] == []
    for _ in done[3:]:  # fewer slices than it takes
        page.ask("hint", seat=seat, playouts=60, within=0)
    part = page.ask("hint", seat=seat, playouts=60, enough=True)
    assert part["done"] == 1 and 0 < part["games"] < 60
    page.ask("hint", seat=seat, playouts=60, within=0)  # left alone
    page.ask("answer", seat=seat, option=best["text"])
    other = page.ask("look")["waits"]
    assert page.ask("hint", seat=other, playouts=1)["done"] == 1


def test_a_card_that_is_not_offered_is_explained_and_a_search_hints() -> None:
    page = Page()
    game = page.new("ksr", seed="5", players=4)
    table, refused = page.table("look", seat=0), 0
    while table["outcome"] is None and refused < 3:
        asked = table["asked"]
        if asked is None:
            table = page.table("bots", seat=0)
            continue
        offered = {option["text"] for option in asked["options"]}
        [hand] = [share for share in table["shares"] if (share["zone"], share["owner"]) == ("hand", 0)]
        for card in hand["cards"]:
            name = game["cards"][card]["name"]
            [reason] = page.ask("why", seat=0, option=name)["reasons"]
            assert (reason["text"] == "That can be chosen.") == (name in offered) and reason["rule"]
            if offered & {game["cards"][each]["name"] for each in hand["cards"]}:
                assert (card in asked["left_out"]) == (name not in offered)
            refused += name not in offered
        table = page.table("answer", seat=0, option=asked["options"][0]["text"])
    assert refused >= 3
    page.new("kuhn", seed="1")
    page.ask("bots", seat=0, answers=1)
    worths = page.ask("hint", seat=0, playouts=30)["worths"]
    assert sum(worth["playouts"] for worth in worths) == 30
    assert page.ask("explain", words="winners")["lines"]


def test_a_card_that_makes_no_answer_beside_those_clicked_is_explained_by_what_leaves_it_out() -> None:
    page, random, told = Page(), Random(3), Counter[str]()
    while told.total() < tried(20, 8):
        game = page.new("ksr", seed=str(random.random())[2:], players=3)
        page.story.clear()
        table = page.table("look", seat=0)
        while table["outcome"] is None and told.total() < tried(20, 8):
            asked = table["asked"]
            if asked is None:
                table = page.table("bots", seat=0, answers=1000)
                continue
            if asked["rule"] == "action Mundschenk" and asked["fewest"] == 2:
                clicked = [random.choice(asked["atoms"])["key"]]
                following = {atom["card"] for atom in page.ask("choose", seat=0, clicked=clicked)["next"]}
                seen = [share for share in table["shares"] if share["zone"] == "display" or share["owner"] == 0]
                for card in (card for share in seen for card in share["cards"] if card is not None):
                    if card not in following and f"card {card}" not in clicked:
                        option = game["cards"][card]["name"]
                        [reason] = page.ask("why", seat=0, option=option, clicked=clicked)["reasons"]
                        assert reason["text"].endswith(".") and len(reason["text"]) < 300
                        told["left out" if reason["rule"] else "in no answer"] += 1
            table = page.table("answer", seat=0, option=random.choice(asked["options"])["text"])
    assert told["left out"] > tried(5, 2) and told["in no answer"] > 0


def test_a_record_goes_out_and_in_and_is_played_by_other_rules() -> None:
    page = Page()
    game = page.new("ksr", seats=["random", "person", "random"], seed="9")
    assert [seat["sits"] for seat in game["seats"]] == ["random", "person", "random"]
    page.play(1, Random(3), most=20)
    record = page.ask("keep", sure=True)["record"]
    other = Page()
    again = other.ask("open", record=record)
    assert [seat["sits"] for seat in again["seats"]] == ["random", "person", "random"]
    tables = [each.ask("look", seat=1) for each in (page, other)]
    assert _lying(tables[0]) == _lying(tables[1])
    assert page.play(1, Random(4))["outcome"] == other.play(1, Random(4))["outcome"]  # the same luck
    assert page.ask("replay", rules="ksr")["different"] is None
    found = page.ask("replay", rules="ksr+kanzler", record=page.ask("keep", sure=True)["record"])
    assert found["different"]["heading"]
    damaged = record.replace("players 3", "players 4").replace("draws", "drows")
    with pytest.raises(MistakeError, match="record"):
        other.ask("open", record=damaged)


def test_problems_stand_where_they_stand_in_the_text_that_was_sent() -> None:
    written = {"plain": HOUSE, "windows": HOUSE.replace("\n", "\r\n"), "marked": f"\ufeff# u\u0308ber\n{HOUSE}"}
    for text in written.values():
        [problem] = Page().ask("load", rules="ksr+haus", texts={"haus": text})["problems"]
        place = problem["place"]
        assert (problem["code"], place["file"], place["sent"], text[place["start"] : place["end"]]) == (
            "E020",
            "haus",
            True,
            "hnad",
        )
        assert "hand" in problem["remedy"]
    loaded = Page().ask("load", rules="ksr+haus", texts={"haus": HOUSE.replace("hnad", "hand")})
    assert (loaded["name"], loaded["players"]) == ("ksr+haus", [3, 4, 5])
    assert [each["code"] for each in loaded["problems"]] == ["W074"]  # the texts of the block are of other rules now


def test_layers_among_the_texts_lie_on_each_other_and_on_the_library() -> None:
    texts = {"eins": 'layer eins "One"\n', "zwei": 'layer zwei "Two" extends eins\n', "ksr": 'ruleset ksr "Another"\n'}
    page = Page()
    assert page.ask("load", rules="magier+zwei", texts=texts)["name"] == "magier+eins+zwei"
    assert page.ask("load", rules="ksr", texts=texts)["problems"][0]["place"]["sent"]  # the text, not the library's
    assert page.ask("load", rules="magier+zwei", texts=texts)["files"] == ["ksr", "magier", "eins", "zwei"]
    for rules in ("../cards/ksr", "/etc/passwd", "ksr+", "", "a b", "ksr.rules", "ksr+" * 60 + "ksr"):
        with pytest.raises(MistakeError) as error:
            page.ask("load", rules=rules)
        assert error.value.code == "name"


def test_an_editor_is_told_what_stands_where() -> None:
    page, text = Page(), HOUSE.replace("\n", "\r\n")
    said = page.ask("assist", text=text, name="haus", on="ksr", offset=text.index("hnad") + 1)
    [problem] = said["problems"]
    assert text[problem["start"] : problem["end"]] == "hnad"
    [fix] = problem["fixes"]
    mended = text[: fix["start"]] + fix["text"] + text[fix["end"] :]
    assert [each["code"] for each in page.ask("load", rules="ksr+haus", texts={"haus": mended})["problems"]] == ["W074"]
    assert "hand" in [each["text"] for each in said["completions"]]
    assert said["ends"][-1] == len(text) and len(said["ends"]) == len(said["kinds"])
    written = dict(zip([text[a:b] for a, b in pairwise([0, *said["ends"]])], said["kinds"], strict=True))
    assert (written["replace"], written["Zofe"], written["discards"]) == ("keyword", "action", "zone")
    at = page.ask("assist", text=mended, name="haus", on="ksr", offset=mended.index("discards") + 1)
    assert at["problems"] == [] and at["hover"]["name"] == "discards"
    texts = {"mehr": 'layer mehr "More"\n\nadd zone corner of player, seen by owner\n'}
    laid = {"text": HOUSE.replace("hnad", "corner"), "name": "haus", "on": "ksr+mehr"}
    assert page.ask("assist", **laid, texts=texts)["problems"] == []
    assert page.ask("assist", **laid)["problems"]


def test_what_is_asked_for_first_is_offered_before_the_rest() -> None:
    seen = Counter[str]()
    for rules, kinds in (("liars-dice", ("number", "word")), ("go-fish", ("seat", "word"))):
        page = Page()
        page.ask("new", rules=rules, players=3, seats=["person"] * 3)
        told = [atom["key"].split()[0] for atom in page.ask("look", seat=0)["asked"]["atoms"]]
        assert told == sorted(told, key=kinds.index) and {*told} == {*kinds}
        seen.update(told)
    assert seen["number"] == 15 and seen["seat"] == 2


LAYERS = """ruleset layers "Who has laid which number"
players 2
at most 20 turns
numbers rank: 1 to 8
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone bin, seen by all
note layer of rank: player
set-up
    players: draw 4 from pile to own hand
turn
    choose card from own hand
    move card to bin
    set layer of rank of card to active
game ends out: every player where own hand is empty
winners: players, where layer of 8 is self
"""


def test_of_notes_for_each_word_of_a_list_those_are_shown_that_there_are() -> None:
    dice, shown = Random(1), Counter[int]()
    state = rulespec.load("layers", texts={"layers": LAYERS}).begin(2, 0, dice.random)
    while isinstance(state.pending, Decision):
        view, called = state.view(0), Called(wording(state.rules, "en"), state.game)
        there = [word for word in range(1, 9) if view.note("layer", None, word) is not None]
        page = [value.name for value in Things(state.game).values(view) if value.name.startswith("layer")]
        prompt = re.findall(r"Layer (\d+)", " ".join(Board(called, view, Width(1000)).lines()))
        assert page == [f"layer of {word}" for word in there] and [*map(int, prompt)] == there
        shown[len(there)] += 1
        state = state.advance(dice.choice(state.pending.options), dice.random)
    assert len(shown) > 3, "also with some of them"


def test_the_prompt_shows_no_zone_for_bookkeeping_either() -> None:
    shown = Counter[bool]()
    for name in some([*KNOWN_GAMES], 6):
        dice = Random(1)
        state = ruleset(name).begin(ruleset(name).players[0], 0, dice.random)
        while state.turns < 8 and isinstance(state.pending, Decision):
            state = state.advance(dice.choice(state.pending.options), dice.random)
        called = Called(wording(state.rules, "en"), state.game)
        table = "\n".join(Board(called, state.view(0), Width(1000)).lines())
        shares = [share for share in Things(state.game).shares(state.view(0)) if share.cards or share.hidden]
        for quiet in (False, True):
            zones = {called.label(share.zone.split()[0]) for share in shares if share.quiet is quiet}
            shown_here = {zone for zone in zones if re.search(rf"(^ +|·  ){zone}( |$)", table, re.MULTILINE)}
            assert shown_here == (set() if quiet else zones)
            shown[quiet] += len(zones)
    assert shown[False] > tried(30, 10) and shown[True] > tried(2, 0)


def test_the_library_is_told_by_a_glance() -> None:
    files = Page().ask("library")["files"]
    told = {each["name"]: each for each in files if each["players"]}
    assert {"ksr", "magier", "review", "kuhn", "mau-mau"} <= told.keys()
    for name, each in told.items():
        assert each["players"] == [*ruleset(name).players] and each["title"] == ruleset(name).title
    assert "ksr" in next(each["tried_on"] for each in files if each["name"] == "kanzler")


def test_layers_that_games_have_for_themselves_are_told_apart_by_the_game_and_lie_on_its_text_too() -> None:
    page = Page()
    files = page.ask("library")["files"]
    texts = {each["name"]: each["text"] for each in files if each["shelf"] == "games"}
    own = {(each["game"], each["name"]): each["text"] for each in files if each["game"]}
    assert own.keys() == {(path.parent.name, path.stem) for path in SHELF.glob("*/*.rules")}
    assert Counter(name for _, name in own)["openspiel"] == 10
    for (game, name), text in some([*own.items()], 3):
        told = page.ask("load", rules=f"{game}+{name}")
        assert (told["files"][0], told["files"][-1], told["problems"]) == (game, name, [])
        written = page.ask("load", rules=f"{game}+{name}", texts={game: texts[game], name: text})
        assert {**written, "problems": []} == told, "both texts are as in the library, and are found beside each other"
        assert {each["code"][0] for each in written["problems"]} <= {"W"}


def test_a_layer_that_a_game_has_for_itself_is_extended_and_completed_where_a_text_lies_on_that_game() -> None:
    page, text = Page(), 'layer mine "Mine" extends stick-the-dealer\n'
    for on, found in (("euchre", True), ("euchre+farmers-hand", True), ("kuhn", False)):
        told = page.ask("assist", text=text, name="mine", on=on, offset=text.index("stick"))
        assert (told["problems"] == []) is found
        assert ("stick-the-dealer" in [each["text"] for each in told["completions"]]) is found
    assert page.ask("load", rules="euchre+mine", texts={"mine": text})["files"] == [
        "euchre", "stick-the-dealer", "mine",
    ]  # fmt: skip


TRIED = """layer haus "Two"
always poor: every player where own chips is less than 2
always small: cards in pile is at most 3

scenario folded "Who folds loses his chip"
    given
        stake of players: 1
        hand of seat 0: Jack
        hand of seat 1: King
    when
        seat 0 act: bet
        seat 1 act: pass
    then
        chips of seat 0: 1

scenario rich "A King wins nothing"
    given
        stake of players: 1
        hand of seat 0: Jack
        hand of seat 1: King
        chips of seat 0: -1
        chips of seat 1: 1
    when
        seat 0 act: bet
        seat 1 act: bet
    then
        chips of seat 1: 1
"""


def test_scenarios_and_laws_are_tried_in_slices_and_what_fails_is_opened() -> None:
    page, texts, tried, slices = Page(), {"haus": TRIED}, [], 1
    progress = page.ask("test", rules="kuhn+haus", texts=texts, games=20)
    while not progress["over"]:
        tried += progress["tried"]
        slices += 1
        progress = page.ask("more")
    told = {each["name"]: each for each in [*tried, *progress["tried"]]}
    assert {name: told[name]["holds"] for name in ("folded", "rich", "poor", "small")} == {
        "folded": True, "rich": False, "poor": False, "small": True,
    }  # fmt: skip
    assert slices > 20 and told["small"]["times"] > 20
    for name in ("rich", "poor"):
        place, story = told[name]["place"], told[name]["story"]
        assert TRIED[place["start"] : place["end"]].split()[1].strip(":") == name and "It fails here" in story[-1]
        game = page.ask("open", record=told[name]["record"], texts=texts, seats=["person"] * 2)
        assert game["rules"] == "kuhn+haus"
        values = page.ask("look", seat=0)["values"]
        assert max(each["value"] for each in values if each["name"] == "chips") > 1


def test_the_types_of_the_page_are_those_of_the_protocol() -> None:
    assert (ROOT / "web" / "src" / "protocol.ts").read_text("utf-8") == typescript()


# ---- whatever is asked

_ANY = st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=8) | st.lists(st.integers(), max_size=2)


@pytest.mark.parametrize(
    ("text", "layers", "name", "on", "rules"),
    [
        ("", ["kanzler"], "", "ksr+kanzler", "ksr+kanzler"),
        ('# mine\n\nlayer mine "Mine"\n', ["kanzler"], "mine", "ksr+kanzler", "ksr+kanzler+mine"),
        ("layer kanzler\nnonsense\n", ["kanzler", "wertung"], "kanzler", "ksr", "ksr+kanzler+wertung"),
        ("ruleset mine\nnonsense\n", ["kanzler"], "mine", "", "mine+kanzler"),
        ("scenarios mine extends ksr\n", [], "mine", "ksr", "ksr+mine"),
        ("layer\n", [], "own", "ksr", "ksr+own"),
        ("scenario\n" * 3, [], "own", "ksr", "ksr+own"),
        (f"layer {'x' * 500}\n", [], "own", "ksr", "ksr+own"),
        ("layer a\nlayer b\n", [], "a", "ksr", "ksr+a"),
    ],
)
def test_a_text_says_itself_what_rules_it_belongs_to(
    text: str, layers: list[str], name: str, on: str, rules: str
) -> None:
    laid = Page().ask("lay", text=text, base="ksr", layers=layers)
    assert (laid["name"], laid["on"], laid["rules"]) == (name, on, rules)


def test_loaded_rules_say_who_plays_them() -> None:
    loaded = Page().ask("load", rules="ksr")
    assert list(map(len, loaded["seats"])) == loaded["players"] == [3, 4, 5]
    assert loaded["seats"][0][0] == ruleset("ksr").game(3).seat_name(0)


_SAID = st.sampled_from(["kuhn", "kuhn", "kuhn", "kuhn+haus", "haus", "..", "card 1", "seat 1", "word bet", "bet"])
_RECORD = Record(ruleset("kuhn").begin(2, 0, Random(1).random), spec="kuhn").text
_FRAGMENT = sent(Shared("kuhn", {}, 2, None, _RECORD))
_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "rules": st.just("kuhn") | _SAID,
    "texts": st.just({}) | st.just({"haus": HOUSE}),
    "variant": st.just("kuhn") | st.just("kuhn") | _SAID,
    "text": st.just(HOUSE) | st.text(max_size=30),
    "on": st.just("kuhn") | _SAID,
    "base": st.just("kuhn") | _SAID,
    "what": st.sampled_from(get_args(p.Draftable)),
    "layers": st.just([]) | st.lists(_SAID, max_size=2),
    "name": st.just("haus") | _SAID,
    "first": st.integers(0, 2),
    "seat": st.just(0) | st.integers(0, 1) | st.integers(-1, 3) | st.none(),
    "seats": st.none()
    | st.just(["person", "random"])
    | st.lists(st.sampled_from(["person", "random", "ismcts:2", "ismcts:9999", ""]), max_size=3),
    "players": st.none() | st.just(2) | st.integers(2, 3),
    "seed": st.none() | st.integers(0, 3) | st.sampled_from(["1", "-1", "x", "9" * 101]),
    "games": st.just(1) | st.integers(-1, 1),
    "seconds": st.just(1) | st.integers(-1, 1),
    "playouts": st.integers(-1, 3),
    "within": st.none() | st.integers(-1, 1),
    "answers": st.integers(-1, 5),
    "after": st.none() | st.integers(-1, 3),
    "run": st.integers(0, 3),
    "language": st.sampled_from(["en", "de"]),
    "against": st.none() | st.just("kuhn"),
    "since": st.integers(-1, 9),
    "record": st.sampled_from([_RECORD, _RECORD, _RECORD[:-9], "x"]),
    "fragment": st.just(_FRAGMENT) | st.text(max_size=10),
    "option": st.sampled_from(["bet", "bet", "pass", "King"]),
    "clicked": st.lists(_SAID, max_size=2),
    "hurry": st.booleans(),
    "sure": st.booleans(),
    "enough": st.booleans(),
}


@st.composite
def _requests(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Requests of all kinds, most of whose fields are what they should be."""
    requests = []
    for class_ in draw(st.permutations(get_args(p.Request) * tried(3, 1))):
        request = {"kind": class_.kind}
        for each in attrs.fields(class_):
            if each.default is attrs.NOTHING or draw(st.booleans()):
                fitting = draw(st.integers(0, 15)) > 0
                request[each.name] = draw(_BY_NAME.get(each.name, _SAID) if fitting else _ANY)
        requests.append(request)
    return requests


_REACHED: Counter[str] = Counter()


@settings(max_examples=tried(300, 3))
@given(_requests())
def _requests_do_not_break_it(requests: list[dict[str, Any]]) -> None:
    session = Session()
    for number, request in enumerate(requests):
        if number % 10 == 0:
            session.ask(json.dumps({"kind": "new", "rules": "kuhn", "seats": ["person", "person"]}))
        answer = json.loads(session.ask(json.dumps(request)))
        assert len(answer) == 1
        if "error" in answer:
            assert answer["error"]["code"] != "bug" and answer["error"]["message"], (request, answer)
            _REACHED[f"error {answer['error']['code']}"] += 1
        else:
            _REACHED[request["kind"]] += 1
    page = Page(session)  # which goes on, whatever was asked
    page.new("kuhn", seats=["person", "person"])
    before = page.ask("look", seat=0)
    page.ask("answer", seat=0, option="bet")
    assert page.ask("undo", seat=0)["shares"] == before["shares"]


def test_no_request_breaks_a_session() -> None:
    _REACHED.clear()
    wanted = {class_.kind for class_ in get_args(p.Request)} - {"undo"}
    wanted |= {f"error {code}" for code in ("request", "name", "rules", "record", "fragment")}
    until_seen(_requests_do_not_break_it, lambda: wanted - _REACHED.keys())


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", '{"kind": 1}', '{"kind": "kind"}', '{"kind": "look", "seat": 1e999}', "[" * 100_000,
        '{"kind": "look", "seat": NaN}', '{"a":' * 50_000, '{"kind": "why", "seat": ' + "9" * 5000 + "}", '"\\ud800"',
        '{"kind": "explain", "words": "\\ud800"}', '{"kind": "load", "rules": "ksr", "texts": {"ksr": 1}}',
        '{"kind": "library", "more": 1}', "\x00", '{"kind": "look", "seat": true}', "{" * 9, "x" * 5_000_000,
        '\\"' * 500_000, '"\\' * 500_000, '"' * 500_001,
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(text: str) -> None:
    error = json.loads(Session().ask(text))["error"]
    assert error["code"] == "request" and error["message"]


def test_a_session_goes_on_after_a_mistake() -> None:
    page = Page()
    page.new("kuhn", seed="1")
    before = page.ask("look", seat=0)
    for kind, fields in (
        ("answer", {"seat": 0, "option": "raise"}), ("new", {"rules": "kuhn", "players": 9}),
        ("new", {"rules": "unknown"}), ("open", {"record": "nonsense"}), ("bots", {"answers": -1}),
        ("new", {"rules": "kuhn", "seats": ["person", "ismcts:1000"]}), ("undo", {"seat": 0}),
    ):  # fmt: skip
        with pytest.raises(MistakeError):
            page.ask(kind, **fields)
    assert page.ask("look", seat=0) == before
