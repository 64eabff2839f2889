"""Records: what is written can be read again, and what has been damaged in whatever way is found out, with its line."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import palast
from rulespec import Chance, IllegalAction, Over, RulesError, Ruleset, State, load
from rulespec.agents.play import play, random_agent
from rulespec.game.history import history
from rulespec.records import Comment, Record, RecordError, UnreadableRecord
from rulespec.testing import games
from tests.effort import some, tried
from tests.library import GAMES, GOOD, ROOT, read_otherwise, ruleset

KUHN, MAUMAU = GAMES["kuhn"], GAMES["mau-mau"]

HEAD = f"""rulespec record 1
rules kuhn.rules
digest {KUHN.digest}
players seat 0, seat 1
first seat 0
seed 7
"""
BET_AND_FOLD = f"""{HEAD}
set-up [bd32eb38]
    seat 0 draws: Jack
    seat 1 draws: Queen
turn 1 seat 0 [fd5bdfc2]
    seat 0 act: bet
turn 2 seat 1 [cf0250dc]
    seat 1 act: pass
result seat 0 wins: 1, -1 [4444851b]
"""
LINES = BET_AND_FOLD.splitlines()


def played(rules: Ruleset, players: int, seed: int, first: int = 0) -> Record:
    return play(rules, [random_agent(seat) for seat in range(players)], seed, first)


def stopped(record: Record, after: int) -> Record:
    """The game as it stood after so many answers."""
    states = [state for state, _ in history(record.state)]
    return evolve(record, state=states[min(after, len(states) - 1)])


def refused(text: str | bytes, rules: Ruleset = KUHN) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.parse(text if isinstance(text, str) else text.decode(), rules)
    return caught.value


def damaged(number: int, line: str | None) -> RecordError:
    """What reading says when a line, counted from 1, is another, or is gone."""
    lines = LINES.copy()
    lines[number - 1 : number] = [] if line is None else [line]
    return refused("\n".join(lines) + "\n")


# ---- what is written


def test_a_record_is_a_text_that_a_person_can_read() -> None:
    record = evolve(played(KUHN, 2, 7), spec="kuhn.rules")
    head, _, course = BET_AND_FOLD.replace("record 1", "record 2").partition("\n\n")
    assert record.brief == f"{head}\n\n{course}"
    assert str(record) == record.text
    files = record.text.removeprefix(f"{head}\n\n").removesuffix(f"\n\n{course}").split("\nfile ")
    assert [file.partition(" [")[0] for file in files] == ["file kuhn.rules", "kuhn.en.texts", "kuhn.de.texts"]


@pytest.mark.parametrize("name", some([*GAMES], 8))
def test_what_is_written_is_read_again_in_the_middle_of_anything(name: str) -> None:
    rules = GAMES[name]
    for players in {rules.players[0], rules.players[-1]}:
        record = played(rules, players, 5, first=players - 1)
        size = sum(1 for _ in history(record.state))
        for each in (record, *(stopped(record, after) for after in {0, 1, size // 3, size // 2, size - 1})):
            again = Record.parse(each.text, rules)
            assert again == each
            assert (again.state, again.seed, again.first, again.players) == (each.state, 5, players - 1, players)
            assert again.state.log == each.state.log
            assert evolve(again, spec=each.spec).text == each.text


@given(st.data())
def test_every_reached_state_can_be_kept(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(data.draw(games(data.draw(st.sampled_from([*GAMES.values()]))))))
    assert Record.parse(Record(state).text, state.rules).state == state


def test_a_finished_game_has_its_result_and_an_unfinished_one_says_so() -> None:
    record = played(KUHN, 2, 7)
    assert record.finished and record.result.winners == (0,)
    half = Record.parse(stopped(record, 3).text, KUHN)
    assert not half.finished
    assert half.text.splitlines()[-1].startswith("result unfinished [")
    with pytest.raises(ValueError, match="the game is not finished"):
        half.result  # noqa: B018
    over = half.state.apply("pass")
    assert isinstance(over.pending, Over)
    assert Record(over, seed=7) == record


WALTZ = """ruleset waltz "Three steps"
players 2
at most 3 turns
counter steps of player
turn: add 1 to own steps
game ends never: some player where own steps is 9
winners: players
"""


def test_the_winners_and_what_each_seat_gets_are_told_whoever_they_are(tmp_path: Path) -> None:
    def result(record: Record) -> str:
        return record.text.splitlines()[-1].rpartition(" [")[0]

    assert result(played(ruleset("ksr"), 3, 3)) == "result gelb wins: 0, 1, 0"
    shared = next(each for each in (played(ruleset("ksr"), 5, n) for n in range(99)) if len(each.result.winners) == 2)
    assert re.fullmatch(r"result \w+ and \w+ win: .*1/2.*", result(shared))
    (tmp_path / "waltz.rules").write_text(WALTZ, "utf-8")
    waltz = Record(load(tmp_path / "waltz.rules").new_game(2))
    assert result(waltz) == "result nobody wins: 0, 0"
    assert Record.parse(waltz.text, waltz.rules) == waltz


LAID = (
    ruleset("ksr").at(
        4,
        zones={
            ("hand", 1): ["Mundschenk rot", "Zofe rot"],
            ("display", 2): ["Zofe gelb", "Wächter gelb"],
            "open": ["Zofe"],
        },
        counters={("points", 3): 2, "played": 4},
        active=1,
    ),
    load(GOOD / "market.rules").at(3, counters={"wish": "silk", ("rival", 0): 2, ("rival", 2): 0}, active=2),
)


@pytest.mark.parametrize("state", LAID, ids=lambda state: state.rules.name)
def test_a_laid_position_stands_in_the_head_with_all_its_zones_counters_and_notes(state: State) -> None:
    random, number = Random(3), 0
    while not isinstance(state.pending, Over):
        if number in (0, 1, 2, 5, 20, 100):
            again = Record.parse(Record(state).text, state.rules)
            assert (again.state, again.state.position) == (state, state.position)
        state, number = state.apply(random.choice(state.pending.options)), number + 1
    assert Record.parse(Record(state).text, state.rules).state == state


def test_what_a_position_holds_is_written_as_it_is_called() -> None:
    lines = Record(LAID[0]).text.splitlines()
    assert "zone display of grün: Zofe gelb, Wächter gelb" in lines
    assert {"first gelb", "counter points of blau: 2", "counter played: 4", "zone open: Zofe"} < set(lines)
    noted = {line for line in Record(LAID[1]).text.splitlines() if line.startswith("note")}
    assert noted == {"note wish: silk", "note rival of seat 0: seat 2", "note rival of seat 2: seat 0"}


def test_comments_stay_where_they_were_written_or_stand_in_the_line_below() -> None:
    text = BET_AND_FOLD.replace("first seat 0", "first seat 0  # by lot").replace(
        "seat 0 act: bet", "seat 0 act: bet  # !"
    )
    text = "# our evening\n" + text.replace("turn 2", "    # he thought for long\nturn 2") + "# good night"
    record = Record.parse(text, KUHN)
    assert [each.text for each in record.comments] == [
        "our evening",
        "by lot",
        "!",
        "he thought for long",
        "good night",
    ]
    written = evolve(record, spec="kuhn.rules").brief
    assert Record.parse(written, KUHN) == record
    assert [line for line in written.splitlines() if "#" in line] == [
        "# our evening",
        "# by lot",
        "    seat 0 act: bet  # !",
        "    # he thought for long",
        "    # good night",
    ]
    assert record.state == Record.parse(BET_AND_FOLD, KUHN).state


def test_a_comment_may_stand_between_cards_that_are_drawn() -> None:
    game = played(MAUMAU, 2, 1)
    dealt = next(line for line in game.text.splitlines() if line.startswith("    seat 0 draws: "))
    commented = dealt.replace(", ", "\n    # lucky\n    seat 0 draws: ", 1)
    record = Record.parse(game.text.replace(dealt, commented), MAUMAU)
    assert record.state == game.state
    assert commented in record.text


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + BET_AND_FOLD,
        BET_AND_FOLD.replace("\n", "\r\n"),
        BET_AND_FOLD.replace("\n", "\n\n"),
        BET_AND_FOLD.replace("    ", ""),
        BET_AND_FOLD.replace("    ", "\t"),
        BET_AND_FOLD.replace(" draws:", ":").replace(" act:", ":"),
        BET_AND_FOLD.rstrip(),
        BET_AND_FOLD.replace("first seat 0\nseed 7", "seed 7\nfirst seat 0"),
    ],
    ids=["BOM", "CRLF", "empty lines", "not indented", "tabs", "short", "no last line end", "other order"],
)
def test_another_layout_is_the_same_game(text: str) -> None:
    assert Record.parse(text, KUHN) == Record.parse(BET_AND_FOLD, KUHN)


# ---- what is damaged


@pytest.mark.parametrize(
    ("number", "line", "at", "message"),
    [
        (1, "rulespec record 3", 1, "this record has format 3; this version reads formats up to 2"),
        (1, "rulespec record one", 1, "unknown format 'one'"),
        (1, '[Event "Casual game"]', 1, "this is not a game record: '[Event \"Casual game\"]'"),
        (1, None, 1, "this is not a game record: 'rules kuhn.rules'"),
        (3, "digest 0123456789abcdef", 3, "these are not the rules of this game: kuhn now has the digest"),
        (3, None, 5, "the header 'digest' is missing"),
        (5, "first seat 0\nfirst seat 1", 6, "'first' appears twice"),
        (4, "players Anna, Bert", 4, "kuhn cannot have these players: 'Anna, Bert'"),
        (4, "players seat 0, seat 1, seat 2", 4, "kuhn cannot have these players"),
        (5, "first seat 2", 5, "unknown player 'seat 2'"),
        (6, "seed seven", 6, "seed must be an integer, not 'seven'"),
        (6, "seeds 7", 6, "unknown header 'seeds'"),
        (6, "seed 8", 8, "lines 1 to 7 or this checksum has been changed"),
        (6, "zone pile Jack", 6, "cannot parse this zone"),
        (6, "zone pyle: Jack", 6, "this position is impossible: unknown zone 'pyle'"),
        (6, "zone pile: Ace", 6, "this position is impossible: unknown card 'Ace'"),
        (6, "zone pile: Jack", 6, "the position leaves out Queen, King"),
        (8, None, 8, "a heading is missing above this line; expected 'set-up [bd32eb38]'"),
        (9, None, 9, "'seat 1 draws' does not answer here; expected 'seat 0 draws: ...'"),
        (9, "    seat 0 draws: Jack, King", 9, "'King' is an extra draw"),
        (9, "    seat 0 draws: King", 9, "'King' is not what was recorded"),
        (9, "    seat 0 draws: Queen", 9, "'Queen' is not what was recorded"),
        (9, "    seat 0 draws: Queen\n    seat 1 draws: Jack", 11, "'seat 1 draws' does not answer here"),
        (10, "    seat 1 draws: Jack", 10, "illegal answer of seat 1: 'Jack' is not a possible outcome"),
        (11, "turn 2 seat 1 [fd5bdfc2]", 11, "'turn 2 seat 1' does not begin here; expected 'turn 1 seat 0"),
        (11, "turn 1 seat 0", 11, "the checksum is missing or incomplete"),
        (11, "turn 1 seat 0 [fd5b", 11, "the checksum is missing or incomplete"),
        (12, None, 12, "'turn 2 seat 1' does not begin here; expected 'seat 0 act: ...'"),
        (12, "    seat 0 act: pass", 12, "'pass' is not what was recorded"),
        (12, "    seat 0 act: raise", 12, "illegal answer of seat 0: 'raise' is not among the choices"),
        (12, "    seat 0 act", 12, "'seat 0 act' is neither a heading nor an answer"),
        (12, "    seat 1 act: bet", 12, "'seat 1 act' does not answer here"),
        (12, "    seat 0 card: bet", 12, "'seat 0 card' does not answer here"),
        (13, "turn 2 seat 1 [cf0250dd]", 13, "line 12 or this checksum has been changed"),
        (14, "    seat 1 act: bet", 14, "'bet' is not what was recorded"),
        (14, None, 14, "the game is not over"),
        (14, "    seat 1 act: pass\n    seat 0 act: pass", 15, "'seat 0 act' does not answer here; the game"),
        (15, "result seat 1 wins: -1, 1 [4444851b]", 15, "wrong result"),
        (15, "result seat 0 wins: 2, -2 [4444851b]", 15, "wrong result"),
        (15, "result unfinished [4444851b]", 15, "wrong result"),
        (15, "result seat 0 wins: 1, -1 [4444", 15, "the checksum is missing or incomplete"),
        (15, "result seat 0 wins: 1, -1 [4444851b]\nresult unfinished [4444851b]", 16, "unexpected line after"),
        (15, None, 14, "the record ends after this line, without a result"),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named_with_what_is_wrong_with_it(
    number: int, line: str | None, at: int, message: str
) -> None:
    error = damaged(number, line)
    assert error.line == at
    assert error.message.startswith(message)
    assert str(error).startswith(f"line {at}: {message}")


def test_a_refused_answer_names_the_rule_and_where_else_the_mistake_can_be() -> None:
    rules = ruleset("ksr")
    state = rules.at(3, zones={("hand", 0): ["Zofe rot", "Zofe gelb", "Wächter rot"], ("display", 0): ["Zofe grün"]})
    text = Record(state.apply("Wächter rot")).brief.replace("rot card: Wächter rot", "rot card: Zofe rot")
    error = refused(text, rules)
    assert "'Zofe rot' is excluded by 'preferring its person" in error.message
    assert error.message.endswith("[value playable (000:17-19, R3)]")
    assert error.remedy == "according to the checksum in line 13, it was: Wächter rot"
    (undone,) = [line for line in text.splitlines() if line.startswith("result")]
    assert refused(text.replace(undone, ""), rules).remedy.startswith("this line is wrong")


def test_the_remedy_of_a_cut_record_makes_it_whole_again() -> None:
    cut = "\n".join(LINES[:12])
    remedy = refused(cut).remedy
    whole = f"{cut}\n{remedy.partition('missing result: ')[2]}"
    assert Record.parse(whole, KUHN) == stopped(played(KUHN, 2, 7), 3)


BEGUN = BET_AND_FOLD.index("set-up")


def test_a_record_that_is_cut_off_anywhere_says_so() -> None:
    for size in range(len(BET_AND_FOLD) - 1):
        error = refused(BET_AND_FOLD[:size])
        assert error.line <= BET_AND_FOLD[:size].count("\n") + 1
        if size > BEGUN:
            assert "cut off" in str(error) or "ends after this line" in str(error)
            assert ("cut off" in error.remedy) <= (BET_AND_FOLD[size - 1] != "\n")


def test_what_is_left_of_a_record_is_read_once_its_remedies_were_followed() -> None:
    answered = set()
    for size in range(BEGUN, len(BET_AND_FOLD) - 1):
        left = BET_AND_FOLD[:size]
        error = refused(left)
        if "remove the line" in error.remedy:
            left = left[: left.rfind("\n") + 1]
            error = refused(left)
        last = error.remedy.partition("missing result: ")[2]
        read = Record.parse(f"{left.rstrip()}\n{last}\n", KUHN)
        answered.add(len(list(history(read.state))))
    assert len(answered) > 2


TEXTS = [
    (record.text, record)
    for record in (
        played(KUHN, 2, 7),
        stopped(played(MAUMAU, 3, 2), 30),
        stopped(played(ruleset("magier"), 3, 2), 60),
        played(load(GOOD / "scissors.rules"), 2, 1),
        Record(LAID[1]),
    )
]


@settings(max_examples=tried(600, 50))
@given(st.sampled_from(TEXTS), st.data())
def test_a_changed_byte_is_found_out_or_harmless(kept: tuple[str, Record], data: st.DataObject) -> None:
    text, record = kept
    content = bytearray(text.encode())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try_out(bytes(content), record)


@settings(max_examples=tried(600, 50))
@given(st.sampled_from(TEXTS), st.data())
def test_lines_that_are_gone_doubled_swapped_or_mixed_are_found_out(
    kept: tuple[str, Record], data: st.DataObject
) -> None:
    text, record = kept
    lines = text.splitlines()
    one, other = data.draw(st.tuples(*[st.integers(0, len(lines) - 1)] * 2))
    match data.draw(st.sampled_from(["gone", "doubled", "swapped", "mixed"])):
        case "gone":
            del lines[one]
        case "doubled":
            lines.insert(other, lines[one])
        case "swapped":
            lines[one], lines[other] = lines[other], lines[one]
        case "mixed":
            words = lines[one].split(" ")
            words[data.draw(st.integers(0, len(words) - 1))] = lines[other].split(" ")[-1]
            lines[one] = " ".join(words)
    try_out("\n".join(lines).encode(), record)


def try_out(content: bytes, record: Record) -> None:
    """Either it is refused, or it is the same game; nothing else can come of it."""
    try:
        again = Record.parse(content.decode(), record.rules)
    except (RecordError, UnicodeDecodeError):
        return
    assert (again.state, again.seed) == (record.state, record.seed)


@pytest.mark.parametrize("spec", ["ksr", "review+wertung"])
def test_an_answer_in_the_place_of_another_is_named_with_its_line_and_with_what_it_was(spec: str) -> None:
    record = played(ruleset(spec), 3, 4)
    lines, checked = record.text.splitlines(), 0
    for state, option in history(record.state):
        if isinstance(state.pending, Over | Chance) or len(state.pending.options) < 2 or checked == 40:
            continue
        lead = f"    {state.seat_name(state.pending.player)} {' and '.join(state.pending.binds)}: "
        other = next(each for each in state.pending.options if each != option)
        at = next((n for n, line in enumerate(lines) if line == f"{lead}{option.text}"), None)
        if at is not None:
            checked += 1
            error = refused("\n".join([*lines[:at], f"{lead}{other.text}", *lines[at + 1 :]]), record.rules)
            end = next(n for n, line in enumerate(lines[at:], at + 1) if line.endswith("]"))
            assert error.line == at + 1
            assert error.remedy == f"according to the checksum in line {end}, it was: {option.text}"
    assert checked == 40


def test_an_edit_that_shows_itself_only_later_is_named_where_it_is() -> None:
    rules = ruleset("ksr")
    state = rules.at(3, zones={("hand", 0): ["Zofe rot", "Zofe gelb", "Wächter rot"]})
    text = Record(state.apply("Zofe rot").apply("Zofe gelb")).text
    lines = text.replace("rot card: Zofe rot", "rot card: Wächter rot").splitlines()
    error = refused("\n".join(lines), rules)
    assert lines[error.line - 1] == "    rot card: Wächter rot"
    assert error.message == "'Wächter rot' is not what was recorded"
    assert error.remedy == f"according to the checksum in line {len(lines)}, it was: Zofe rot"


@pytest.mark.parametrize(
    "title",
    ["rulespec record", "rulespec record 1.1", "rulespec record 1 2", "rulespec record 01", "Rulespec record 1"],
)
def test_a_first_line_that_is_nearly_right_is_not_guessed_at(title: str) -> None:
    with pytest.raises(UnreadableRecord, match=r"^line 1: "):
        Record.parse(BET_AND_FOLD.replace("rulespec record 1", title), KUHN)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("counter stake of seat 0: much", "a counter must be an integer, not 'much'"),
        ("counter stake of seat 0: ٣", "a counter must be an integer, not '٣'"),
        ("counter stake: 1", "'stake' exists once per player"),
        ("zone pile: Jack, Jack", "Jack is in two places: 'pile' and 'pile'"),
        ("note rival: seat 0", "unknown note 'rival'"),
    ],
)
def test_a_position_that_cannot_be_has_a_remedy(line: str, message: str) -> None:
    error = damaged(6, line)
    assert error.line == 6
    assert error.message.startswith(f"this position is impossible: {message}")
    assert error.remedy.startswith(f"restore the original {line.partition(' ')[0]}")


def test_a_line_that_hardly_ends_is_refused_like_a_short_one() -> None:
    for number in (8, 9, 12, 15):
        long, short = (damaged(number, LINES[number - 1].replace(" ", " " * many + "x", 1)) for many in (100_000, 2))
        assert (long.line, long.remedy) == (short.line, short.remedy) == (number, short.remedy)


# ---- what cannot be written


@pytest.mark.parametrize("text", ["two\nlines", " space", "space ", "two\u2028lines", "cut\rhere", "e\u0301"])
def test_a_comment_is_one_line_as_it_will_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="a comment must be one line"):
        Comment(1, text)


def test_comments_have_a_place_in_the_game() -> None:
    game = played(KUHN, 2, 7)
    with pytest.raises(ValueError, match="which does not exist"):
        evolve(game, comments=[Comment(5, "afterwards")]).text  # noqa: B018
    with pytest.raises(ValueError, match="must be >= 0"):
        Comment(-1, "before")


def test_comments_are_kept_in_the_order_of_the_game() -> None:
    comments = [Comment(4, "late"), Comment(0, "head"), Comment(3, "below"), Comment(3, "beside", beside=True)]
    record = evolve(played(KUHN, 2, 7), comments=comments)
    assert [each.text for each in record.comments] == ["head", "beside", "below", "late"]
    assert Record.parse(record.text, KUHN) == record


def test_a_comment_beside_a_header_or_the_first_heading_stays_at_the_head() -> None:
    for line in ("seed 7", "set-up [bd32eb38]"):
        record = Record.parse(BET_AND_FOLD.replace(line, f"{line}  # hm"), KUHN)
        assert record.comments == (Comment(0, "hm"),)
        assert Record.parse(record.text, KUHN) == record


def test_a_record_knows_at_which_seat_a_person_sits() -> None:
    record = Record(KUHN.new_game(2), seed=3, human=1)
    text = record.text
    assert "human seat 1\n" in text
    assert Record.parse(text, record.rules) == record
    assert Record.parse(text, record.rules).human == 1
    for line, message in (
        ("human seat 0", "or this checksum has been changed"),
        ("human seat 7", "unknown player 'seat 7'"),
    ):
        with pytest.raises(RecordError, match=message):
            Record.parse(text.replace("human seat 1", line), record.rules)
    with pytest.raises(LookupError, match="seat must be from 0 to 1, not 2"):
        Record(record.state, human=2)


def test_a_seed_is_a_whole_number_of_any_size() -> None:
    for seed in ("7", 1.5, True):
        with pytest.raises(TypeError, match="'seed' must be an int"):
            Record(KUHN.new_game(2), seed=seed)  # type: ignore[arg-type]
    huge = Record(KUHN.new_game(2), seed=-(10**4000))
    assert Record.parse(huge.text, KUHN).seed == -(10**4000)


# ---- files


def test_a_record_is_kept_in_a_file_and_read_from_it(tmp_path: Path) -> None:
    record = played(KUHN, 2, 7)
    record.write(tmp_path / "evening.game")
    again = Record.read(tmp_path / "evening.game")
    assert again == record
    assert again.rules == KUHN


def test_rules_with_a_path_are_found_from_the_folder_of_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "rules" / "poker.rules").write_text((ROOT / "examples/games/kuhn.rules").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    record = played(load("rules/poker.rules"), 2, 7)
    file = tmp_path / "games" / "one.game"
    record.write("games/one.game")
    assert "rules ../rules/poker.rules\n" in file.read_text("utf-8")
    monkeypatch.chdir(ROOT)
    assert Record.read(file) == record
    Record.read(file).write(tmp_path / "two.game")
    assert "rules rules/poker.rules\n" in (tmp_path / "two.game").read_text("utf-8")


def test_rules_with_a_path_are_found_from_the_working_folder_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.game"
    file.write_text(BET_AND_FOLD.replace("kuhn.rules", "examples/games/kuhn.rules"), "utf-8")
    monkeypatch.chdir(ROOT)
    assert Record.read(file).rules == KUHN


def test_rules_that_are_not_found_say_where_they_were_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    file = tmp_path / "one.game"
    file.write_text(BET_AND_FOLD.replace("kuhn.rules", "house/poker.rules"), "utf-8")
    with pytest.raises(UnreadableRecord) as caught:
        Record.read(file)
    assert (caught.value.path, caught.value.line) == (str(file), 2)
    looked = f"'house/poker.rules' is not in {tmp_path} and {ROOT}, and not available as 'poker'"
    assert caught.value.message == f"cannot load its rules: unknown ruleset 'poker'; {looked}"


def test_rules_that_are_broken_make_a_record_unreadable(tmp_path: Path) -> None:
    (tmp_path / "kuhn.rules").write_text("ruleset kuhn\nplayers 2\n", "utf-8")
    (tmp_path / "one.game").write_text(BET_AND_FOLD, "utf-8")
    with pytest.raises(UnreadableRecord, match="cannot load its rules") as caught:
        Record.read(tmp_path / "one.game")
    assert isinstance(caught.value.__cause__ and caught.value.__cause__.__cause__, RulesError)


@pytest.mark.parametrize("spec", ["\x00", "x" * 5000 + ".rules", "/", "+", "a+b+c", ".", "/dev/null.rules"])
def test_what_no_rules_can_be_called_is_refused_like_any_other_name(spec: str) -> None:
    text = BET_AND_FOLD.replace("rules kuhn.rules", f"rules {spec}")
    with pytest.raises(UnreadableRecord, match="cannot load its rules"):
        Record.parse(text)


def test_rules_whose_name_no_line_can_hold_are_not_recorded() -> None:
    for spec in ("two\nlines.rules", "our #1.rules", "#1.rules", " kuhn.rules", "cafe\u0301.rules", "x" * 5000):
        with pytest.raises(ValueError, match="a record cannot contain the rules' name"):
            evolve(played(KUHN, 2, 7), spec=spec).text  # noqa: B018


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 0, "the record is empty"),
        (b"\n\n \n", 0, "the record is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe", 1, "byte 1 is not UTF-8: this is a damaged record, or none"),
        (b"\0\0\0\0", 1, "this is not a game record: '\ufffd\ufffd\ufffd\ufffd'"),
        (b"x" * 100_000, 1, f"this is not a game record: '{'x' * 60}…'"),
        (BET_AND_FOLD.encode().replace(b"bet", b"b\xe9t"), 12, "byte "),
        (BET_AND_FOLD.encode("utf-16"), 1, "byte 1 is not UTF-8"),
        ("rulespec record 1\n# café".encode()[:-1], 2, "the file ends in the middle of a character"),
    ],
    ids=["empty", "blank", "picture", "zeros", "long", "Latin-1", "UTF-16", "cut"],
)
def test_a_file_that_is_no_record_says_so(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    file = tmp_path / "one.game"
    file.write_bytes(content)
    with pytest.raises(UnreadableRecord) as caught:
        Record.read(file)
    assert (caught.value.path, caught.value.line) == (str(file), line)
    assert caught.value.message.startswith(message)


def test_a_folder_and_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "this is a folder|this is not a text file|cannot read the file"),
        (tmp_path / "no", "cannot read the file: No such file"),
        ("\0", r"\\x00: invalid file name"),
    ):
        with pytest.raises(UnreadableRecord, match=message):
            Record.read(path)


def test_a_file_that_one_may_not_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(
        path: Path, flags: int
    ) -> int:  # the administrator, who runs tests in containers, may read everything
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", forbidden)
    with pytest.raises(UnreadableRecord, match="cannot read the file: Permission denied"):
        Record.read(tmp_path / "one.game")


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "one.game"
    stopped(played(KUHN, 2, 7), 3).write(file)
    before = file.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        played(KUHN, 2, 7).write(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_of_several_who_begin_a_file_at_once_one_alone_has_it(tmp_path: Path) -> None:
    file, records = tmp_path / "one.game", [played(KUHN, 2, seed) for seed in range(8)]
    together, written = threading.Barrier(len(records)), []

    def begin(record: Record) -> None:
        together.wait()
        with suppress(FileExistsError):
            record.write(file, new=True)
            written.append(record)

    threads = [threading.Thread(target=begin, args=(record,)) for record in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(written) == 1
    assert Record.read(file, KUHN) == written[0]
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_file_replaces_no_link_to_nowhere(tmp_path: Path) -> None:
    link = tmp_path / "link.game"
    link.symlink_to(tmp_path / "nowhere.game")
    with pytest.raises(FileExistsError):
        played(KUHN, 2, 7).write(link, new=True)
    assert list(tmp_path.iterdir()) == [link]


def test_what_a_killed_process_left_is_gone_when_the_game_is_kept_again(tmp_path: Path) -> None:
    file = tmp_path / "one[1].game"
    left = {
        name: tmp_path / name for name in (".one[1].game.00.tmp", ".one[1].game.11.tmp", ".two.game.22.tmp", "x.tmp")
    }
    for name, path in left.items():
        path.write_text("half of it", "utf-8")
        if "11" not in name:  # that one is being written by somebody else
            os.utime(path, (1, 1))
    played(KUHN, 2, 7).write(file)
    assert not left[".one[1].game.00.tmp"].exists()
    assert sum(path.exists() for path in left.values()) == 3


def test_a_link_stays_a_link_and_permissions_stay_as_they_are(tmp_path: Path) -> None:
    file, link = tmp_path / "one.game", tmp_path / "link.game"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    played(KUHN, 2, 7).write(link)
    assert link.is_symlink()
    assert Record.read(file, KUHN) == played(KUHN, 2, 7)
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_killed_process_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "one.game"
    program = f"""
from rulespec import load
from rulespec.agents.play import play, random_agent
rules = load({str(ROOT / "examples/games/kuhn.rules")!r})
records = [play(rules, [random_agent(1), random_agent(2)], seed) for seed in (7, 8)]
records[0].write({str(file)!r})
print("ready", flush=True)
while True:
    for record in records:
        record.write({str(file)!r})
"""
    possible = [play(KUHN, [random_agent(1), random_agent(2)], seed) for seed in (7, 8)]
    for pause in some((0.05, 0.08), 1):
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert Record.read(file) in possible


# ---- what can be done with a record


SWAP = ruleset("ksr").at(
    3, zones={("hand", 0): ["Zauberer rot", "Zofe rot"], ("hand", 1): ["Zofe gelb", "Hofnarr rot"]}
)


def test_a_record_can_be_taken_back_as_far_as_undo_goes() -> None:
    before = Record(SWAP.apply("Zauberer rot"), seed=4)
    record = evolve(before, state=before.state.apply("gelb"))
    assert record.undo() == record.undo(0) == before
    with pytest.raises(IllegalAction, match="gelb has seen Zauberer rot"):
        before.undo()
    with pytest.raises(IllegalAction, match="no decision to undo"):
        record.undo(1)


def test_comments_on_what_is_taken_back_go_with_it() -> None:
    text = Record(SWAP.apply("Zauberer rot").apply("gelb")).text
    text = text.replace("Zauberer rot\n", "Zauberer rot  # !\n").replace("partner: gelb", "partner: gelb  # ?!")
    record = Record.parse(text, SWAP.rules)
    assert [each.text for each in record.comments] == ["!", "?!"]
    assert [each.text for each in record.undo().comments] == ["!"]


@pytest.mark.parametrize("name", some([*GAMES], 8))
def test_under_its_own_rules_a_game_goes_as_it_went(name: str) -> None:
    rules = GAMES[name]
    record = played(rules, rules.players[0], 3)
    found = record.under(rules)
    assert (found.different, found.illegal) == (None, None)


def test_an_answer_that_other_rules_do_not_offer_is_named_with_the_rule() -> None:
    rules = ruleset("magier")
    state = rules.at(3, zones={("hand", 0): ["Zofe rot", "Magier rot"], ("display", 0): ["Zofe grün"]})
    found = Record(state.apply("Zofe rot")).under(ruleset("ksr"))
    assert found.different is not None and found.illegal is not None
    assert found.different.recorded == "rot can answer 'Zofe rot' [turn (000:11-14, 001:51)]"
    assert (found.illegal.heading, found.illegal.answer) == ("turn 1 rot", "rot card: Zofe rot")
    assert found.illegal.other.endswith("[value playable (000:17-19, R3)]")


def test_renamed_words_are_the_same_cards() -> None:
    state = ruleset("ksr").at(3, zones={("hand", 0): ["Hofmarschall rot"]}, active=0).apply("Hofmarschall rot")
    found = Record(state).under(ruleset("magier"))
    assert found.different is None
    offer = ruleset("ksr").at(3, zones={("hand", 0): ["Zauberer rot", "Zofe gelb"], ("display", 0): ["Zauberer grün"]})
    asked = Record(offer).under(ruleset("magier")).different
    assert asked is not None
    assert asked.recorded.startswith("'Zauberer rot' is excluded by")
    assert asked.other.startswith("rot can answer 'Magier rot'")


def test_what_happens_otherwise_is_told_with_the_rule_that_makes_it_happen() -> None:
    found = played(ruleset("ksr"), 3, 3).under(ruleset("ksr+wertung"))
    assert found.different is not None
    assert found.different.other.endswith("[after round noting (000:92-94)]")
    assert found.illegal is None


def test_other_citations_alone_are_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "cited.rules"
    file.write_text("layer cited\ncite turn (000:1)\ncite action Zofe (000:2)\n", "utf-8")
    cited = ruleset(f"ksr+{file}")
    found = played(ruleset("ksr"), 3, 3).under(cited)
    assert found.different is None


def test_another_order_of_choosing_is_a_difference() -> None:
    zones = {("hand", 0): ["Magier rot", "Zofe rot"], ("hand", 1): ["Zofe gelb"]}
    state = ruleset("magier").at(3, zones=zones)
    for answer in ("Magier rot", "gelb", "1", "Zofe rot"):
        state = state.apply(answer)
    found = Record(state).under(read_otherwise("magier", "gleichzeitig"))
    assert found.different is not None
    assert found.different.answer == "rot mine: Zofe rot"
    assert found.different.other.startswith("rot commits to Zofe rot")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (ruleset("mau-mau"), "mau-mau lacks cards of ksr: Hofmarschall braun 1, Hofmarschall braun 2"),
        (KUHN, "kuhn does not allow 3 players"),
    ],
    ids=["cards", "players"],
)
def test_rules_without_any_of_the_cards_or_for_others_are_refused(rules: Ruleset, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        played(ruleset("ksr"), 3, 3).under(rules)


def test_rules_for_other_cards_take_a_game_as_far_as_they_have_them() -> None:
    seen = Counter[str]()
    for base, other in (("ksr", "review"), ("review", "ksr"), ("ksr", "ksr+kanzler"), ("ksr+kanzler", "ksr")):
        for seed in range(tried(3, 1)):
            found = played(ruleset(base), 3, seed).under(ruleset(other))
            assert found.different is not None and found.illegal is not None
            seen["drawn" if "is not a possible outcome" in found.different.other else "done"] += 1
    assert seen["drawn"] and seen["done"]


# ---- the page about it


def test_the_record_that_the_manual_shows_is_the_one_that_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    (shown,) = re.findall(r"^```record\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    read = Record.parse(re.sub(r"^(?:file |\|).*\n", "", shown, flags=re.MULTILINE), palast.load)
    assert shown == re.sub(r"^(file .*\n\|.*\n)(?:\|.*\n)+", r"\1| ...\n", read.text, flags=re.MULTILINE)
