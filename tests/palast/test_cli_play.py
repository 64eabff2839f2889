"""`palast play`: the story of a whole game."""

import re
from pathlib import Path

import pytest
from attrs import evolve

import palast
from palast.__main__ import main
from palast.prompt.board import Board
from palast.prompt.called import Called
from palast.telling import seen
from palast.telling import story as told_in_full
from rulespec import SPECTATOR, Ruleset
from rulespec.game.history import history
from rulespec.language.files import LANGUAGES
from rulespec.language.tree import declarations as d
from rulespec.records import Record
from rulespec.wording import wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from tests.effort import some, tried
from tests.library import ruleset

EXAMPLES = Path(__file__).parents[2] / "examples"
SPECS = [f"{name}{layer}" for name in palast.rulesets() for layer in ("", "+wertung")]
WIDE = Page(width=10_000)

WALTZ = """ruleset waltz "Three steps"
players 2
at most 3 turns
word step: left-foot, right-foot
counter steps of player
turn
    choose foot from step
    add 1 to own steps
game ends never: some player where own steps is 9
winners: players
"""

SEEN = """ruleset market "An open market"
players 2
at most 9 turns
word ware: salt, silk, tea
cards wares in stall
    1 of each ware
zone stall, in a row, seen by all
zone hand of player, seen by all
round
    move hand of players to stall
turn
    may
        choose good from stall
        move good to own hand
round ends out: stall is empty
game ends rich after round: some player where cards in own hand is at least 2
winners: players, with most cards in own hand
"""


def story(rules: Ruleset, players: int, seed: int) -> tuple[list[str], palast.Record]:
    """A random game and the lines that tell it, none of them folded."""
    record = palast.play(rules, [palast.random_agent(seed + seat) for seat in range(players)], seed=seed)
    narrator = Narrator(rules.game(players), WIDE, wording(rules, "en"), lambda: record.state)
    return [*narrator.tell(record.state.log), *narrator.outcome(record.result)], record


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["play", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("spec", some(SPECS, 3))
def test_every_end_of_a_round_names_its_rule_and_its_citations(spec: str, players: int) -> None:
    rules = ruleset(spec)
    for seed in range(tried(3, 1)):
        lines, record = story(rules, players, seed)
        ends = [line for line in lines if re.match(r"  \S.*\[round ends ", line)]
        assert len(ends) == sum(event.kind == "round ends" for event in record.state.log) > 0
        for line in ends:
            match = re.search(r"\[(round ends \w+), (00\d:[\w:, -]+)\]$", line)
            assert match is not None, line
            assert match[2] == ", ".join(map(str, rules.composed.entries[match[1]].cites))


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("spec", some(SPECS, 3))
def test_the_standings_told_last_are_those_of_the_table(spec: str, players: int) -> None:
    lines, record = story(ruleset(spec), players, 11)
    names = wording(record.rules, "en").names
    for label, name in [("Points", "points"), *([("Points noted", "noted")] if "wertung" in spec else [])]:
        last = [line for line in lines if line.startswith(f"    {label}: ")][-1]
        stands = re.findall(r"(\w+) (-?\d+)", last.partition(": ")[2])
        assert sorted(stands) == sorted(
            (names.seat(record.state.seat_name(seat)), str(record.state.counter(name, seat))) for seat in range(players)
        )


@pytest.mark.parametrize("spec", ["ksr", "review"])
def test_every_step_names_its_rule(spec: str) -> None:
    rules = ruleset(spec)
    lines, _ = story(rules, 4, 2)
    for line in lines:
        if re.match(r" {2,}\d* ?\S.* (moves|draws|exchanges|shows|chooses|is next)", line):
            assert re.search(r"\[(?:turn|next turn|round|action \w+), 00\d:.+\]$", line), line


def test_the_winner_stands_at_the_end_with_the_rule_that_says_so() -> None:
    rules = ruleset("ksr+wertung")
    lines, record = story(rules, 3, 1)
    names = wording(rules, "en").names
    assert lines[-1].startswith(
        " and ".join(names.seat(record.state.seat_name(seat)) for seat in record.result.winners)
    )
    assert lines[-1].endswith("[winners, 000:95-97, R6]")


def test_the_same_seed_tells_the_same_story(capsys: pytest.CaptureFixture[str]) -> None:
    one = told(capsys, "ksr", "--players", "4", "--seed", "7")
    assert one == told(capsys, "ksr", "--players", "4", "--seed", "7")
    assert one != told(capsys, "ksr", "--players", "4", "--seed", "8")


def test_a_seed_that_was_not_named_is_told_so_that_the_game_can_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "ksr")
    line = next(line for line in out.splitlines() if line.startswith("to repeat this game: "))
    again = told(capsys, "ksr", *line.removeprefix("to repeat this game: ").split())
    assert out.replace(f"{line}\n", "") == again


def test_who_began_belongs_to_repeating_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"to repeat this game: --players 3 --seed \d+ --first 2\n", told(capsys, "ksr", "--first", "grün"))


def test_the_fewest_players_play_if_nobody_says_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert "3 players: Red, Yellow, Green; seed 1\n" in told(capsys, "review", "--seed", "1")


@pytest.mark.parametrize("first", ["2", "grün"])
def test_who_begins_can_be_named(capsys: pytest.CaptureFixture[str], first: str) -> None:
    out = told(capsys, "ksr", "--seed", "1", "--first", first)
    assert re.search(r"^ +1 Green plays ", out, re.MULTILINE)


def test_kuhn_poker_is_told_without_rounds_and_with_what_each_seat_gets(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, str(EXAMPLES / "games/kuhn.rules"), "--seed", "3")
    assert "Round" not in out
    returns = re.search(r"What each gets: Player \d: (-?\d), Player \d: (-?\d)\. +\[returns\]", out)
    assert returns is not None
    assert int(returns[1]) == -int(returns[2]) != 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_mau_mau_is_told_to_its_end(capsys: pytest.CaptureFixture[str], players: int) -> None:
    out = told(capsys, str(EXAMPLES / "games/mau-mau.rules"), "--players", str(players), "--seed", "4")
    assert re.search(r"Player \d has laid the last card! +\[game ends out\]\n", out)
    assert re.search(r"Player \d wins\. +\[winners\]\n", out)


def test_a_game_that_comes_to_its_limit_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "waltz.rules"
    file.write_text(WALTZ, "utf-8")
    out = told(capsys, str(file), "--seed", "0")
    assert re.search(r"  After 3 turns the game is over, and nobody wins\. +\[limit\]\n", out)
    assert "    Steps: Player 1: 2, Player 2: 1.\n\nNobody wins.\n" in out


def test_a_file_that_nobody_has_seen_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "market.rules"
    file.write_text(SEEN, "utf-8")
    out = told(capsys, str(file), "--seed", "2")
    assert re.search(r"Player \d moves the card \w+ from the stall to their hand\. +\[turn\]", out)
    assert re.search(r"The round ends because the stall is empty\. +\[round ends out\]", out)
    assert re.search(r"\n  Hand  Player 1: [\w ,]+(  ·  Player 2: [\w ,]+)?\n$", out) and "Stall" not in out


def test_the_table_at_the_end_shows_what_everybody_sees_and_nothing_else() -> None:
    _, record = story(ruleset("ksr"), 3, 3)
    called = Called(wording(record.rules, "de"), record.state.game)
    lines = [*Board(called, record.state.view(SPECTATOR), WIDE).cards()]
    assert [line.split()[0] for line in lines[:3]] == ["Hand", "Auslage", "Königsreihe"]
    hidden = {called.card(card) for seat in range(3) for card in record.state.zone("hand", seat)}
    assert not any(card in "\n".join(lines[1:]) for card in hidden)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["ksr", "durak", "skat", "market", "cribbage", "euchre"])
def test_the_table_at_the_end_has_no_name_of_the_rules(name: str, language: str, tmp_path: Path) -> None:
    if name == "market":
        (tmp_path / "market.rules").write_text(SEEN, "utf-8")
        name = str(tmp_path / "market.rules")
    rules = palast.load(name) if name.endswith(".rules") else ruleset(name)
    words, players = wording(rules, language), rules.players[0]
    record = palast.play(rules, [palast.random_agent(seat) for seat in range(players)], seed=5)
    called = Called(words, record.state.game)
    zones = {called.label(zone.name) for zone in rules.composed.of(d.Zone)}
    hidden = {called.label(each.name) for each in rules.composed.of(d.Zone) if each.bookkeeping}
    for lines in (told_in_full(record, WIDE, words), seen(record, 0, WIDE, words)):
        *_, end = "\n".join(lines).split("\n\n")
        parts = {part for line in end.split("\n") for part in re.split(r"  ·  |  +", line)}
        labels = {part.removesuffix(re.sub(r"\D", "", part)).strip() for part in parts}
        assert labels & zones and not labels & hidden
        assert not re.search(r"seat \d|\b0 (cards|Karten)\b|: -$|  -$", end, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ksr", "--players", "6"], "ksr needs 3 to 5 players, not 6"),
        (["ksr", "--players", "0"], "ksr needs 3 to 5 players, not 0"),
        ([str(EXAMPLES / "games/kuhn.rules"), "--players", "3"], "kuhn needs 2 players, not 3"),
        (["ksr", "--first", "3"], "unknown seat '3'; available: 0 to 2, or rot, gelb, grün"),
        (["ksr", "--human", "blau"], "unknown seat 'blau'; available: 0 to 2, or rot, gelb, grün"),
        ([str(EXAMPLES / "games/kuhn.rules"), "--human", "-"], "unknown seat '-'; available: 0 to 1"),
        (["kser"], "did you mean 'ksr'?"),
        (["wertung"], "'wertung' is a layer"),
        (["ksr", "--seed", "seven"], "--seed: 'seven' is not a whole number"),
        ([], "missing RULES or --resume"),
        (["--human"], "missing RULES or --resume"),
        (["--human", "1"], "missing RULES or --resume"),
    ],
)
def test_bad_usage_says_what_is_possible(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_the_exchange_of_open_cards_tells_what_was_chosen_for_it_to_those_who_did_not_hear_that() -> None:
    zones = {("hand", 0): ["Mundschenk rot"], ("display", 1): ["Zofe gelb"], ("display", 2): ["Hofnarr grün"]}
    state = ruleset("ksr").at(players=3, zones=zones, counters={"played": 2})
    state = state.apply("Mundschenk rot").apply("Zofe gelb, Hofnarr grün")
    for seat in range(3):
        lines = list(Narrator(state.game, WIDE, wording(state.rules, "en"), hearer=seat).tell(state.view(seat).log))
        exchanges = [line.split("[")[0].strip() for line in lines if "action Mundschenk" in line]
        who = "You exchange" if seat == 0 else "Red exchanges"
        one, other = [
            "your display" if seat == at else f"the display of {of}" for at, of in ((1, "Yellow"), (2, "Green"))
        ]
        assert exchanges == [f"{who} the yellow Zofe from {one} for the green Hofnarr from {other}."]


# ---- keeping a game


def test_a_recorded_game_is_the_game_that_python_plays_with_the_same_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules, file = ruleset("ksr"), tmp_path / "a.game"
    told(capsys, "ksr", "--seed", "7", "--first", "grün", "--record", str(file))
    agents = [palast.random_agent((7 << 8) + seat + 1) for seat in range(3)]
    assert Record.read(file, palast.load) == palast.play(rules, agents, seed=7, first=2)
    assert "rules ksr\n" in file.read_text("utf-8")


@pytest.mark.parametrize(
    "spec", ["ksr", "review+wertung", str(EXAMPLES / "games/kuhn.rules"), str(EXAMPLES / "games/mau-mau.rules")]
)
def test_a_resumed_game_ends_as_if_it_had_never_been_interrupted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, spec: str
) -> None:
    file = tmp_path / "a.game"
    out = told(capsys, spec, "--seed", "7", "--record", str(file))
    whole = Record.read(file, palast.load)
    states = [state for state, _ in history(whole.state)]
    for after in some([0, 1, len(states) - 1, len(states) // 2], 2, start=1):
        evolve(whole, state=states[after]).write(file)
        assert told(capsys, "--resume", str(file)) == out
        assert Record.read(file, palast.load) == whole


def test_a_resumed_game_can_go_on_in_another_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = stopped("ksr", tmp_path / "a.game")
    told(capsys, "--resume", str(tmp_path / "a.game"), "--record", str(tmp_path / "b.game"))
    assert Record.read(tmp_path / "a.game", palast.load) == record
    assert Record.read(tmp_path / "b.game", palast.load).finished


def test_a_record_without_a_seed_gets_one_when_it_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    Record(ruleset("ksr").at(3, zones={("hand", 0): ["Zofe rot"]}), spec="ksr").write(file)
    out = told(capsys, "ksr", "--resume", str(file))
    assert f"seed {Record.read(file, palast.load).seed}\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ksr", "--record", "there.game"], "there.game already exists"),
        (["ksr", "--record", "a.game"], "or continue the game in it: palast play --resume a.game"),
        (["--resume", "a.game", "--record", "there.game"], "there.game already exists"),
        (["ksr", "--record", "no/folder/a.game"], "cannot save the game in no/folder/a.game: No such file"),
        (["--resume", "over.game"], "this game is over; to watch it: palast replay over.game"),
        (["--resume", "a.game", "--seed", "3"], "--seed is fixed by the saved game; leave it out"),
        (["--resume", "a.game", "--players", "3"], "--players is fixed by the saved game; leave it out"),
        (["--resume", "a.game", "--first", "0"], "--first is fixed by the saved game; leave it out"),
        (["--resume", "there.game"], "there.game:1: this is not a game record: 'my diary'"),
        (["--resume", "nowhere.game"], "nowhere.game: cannot read the file: No such file"),
        (["--resume", "a.game", "--human", "blau"], "unknown seat 'blau'"),
    ],
)
def test_no_file_is_overwritten_but_by_the_game_that_it_holds(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    stopped("ksr", Path("a.game"))
    rules = ruleset("ksr")
    evolve(palast.play(rules, [palast.random_agent(1)] * 3), spec="ksr").write("over.game")
    Path("there.game").write_text("my diary", "utf-8")
    before = {path: path.read_bytes() for path in Path().iterdir()}
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_a_game_of_other_rules_is_not_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    stopped("ksr", tmp_path / "a.game")
    assert main(["play", "magier", "--resume", str(tmp_path / "a.game")]) == 1
    assert "these are not the rules of this game: magier now has the digest" in capsys.readouterr().err


def stopped(spec: str, file: Path) -> Record:
    """A game that was interrupted after forty answers, in a file."""
    record = palast.play(ruleset(spec), [palast.random_agent(seat) for seat in range(3)], seed=1)
    states = [state for state, _ in history(record.state)]
    record = evolve(record, state=states[40], spec=spec)
    record.write(file)
    return record
