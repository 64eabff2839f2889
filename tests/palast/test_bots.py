"""`palast play --bots`: who plays at the other seats, goes on after a break, and is asked for a hint."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import palast
from palast.__main__ import main
from palast.hint import hint
from palast.match import Match
from rulespec import Decision
from rulespec.records import Record, RecordError
from rulespec.wording import wording
from rulespec.wording.questions import option_text
from tests.effort import moments, some, tried
from tests.library import GAMES, ruleset
from tests.luck import LUCK
from tests.palast.test_cli_human import typed

ENGINES = sorted({palast.load("kuhn").engine, "python"})
BOTS = pytest.mark.parametrize("bots", ["rollouts:4", "ismcts:6", "random"])


def begun(name: str, bots: str, seed: int, human: int | None = 0) -> Record:
    return Record(GAMES[name].new_game(GAMES[name].players[0]), seed, bots=bots, human=human)


def answered(match: Match, dice: Random) -> Iterator[Record]:
    """The game after each answer of a person who takes anything."""
    match.go_on()
    while (asked := match.asked) is not None:
        yield match.record
        match.answer(dice.choice(asked.options))
        match.go_on()
    yield match.record


@BOTS
def test_a_game_that_was_interrupted_ends_as_if_it_had_not_been(bots: str) -> None:
    broken_off = 0
    for name in some(["leduc", "mau-mau", "scissors", "whist", "auction"], 3):
        *passed, end = answered(Match(begun(name, bots, 7)), Random(1))
        for number, record in enumerate(passed[: tried(50, 6)]):
            dice = Random(1)
            for before in passed[:number]:
                assert isinstance(before.state.pending, Decision)
                dice.choice(before.state.pending.options)
            match = Match(Record.parse(record.text, GAMES[name]))
            *_, other = answered(match, dice)
            assert other == end and other.bots == bots
            broken_off += 1
    assert broken_off > 8


@BOTS
def test_who_takes_an_answer_back_and_gives_it_again_meets_the_same_answers(bots: str) -> None:
    taken = 0
    for name, seed in product(("ksr", "mau-mau", "fishing"), range(3)):
        match, dice = Match(begun(name, bots, seed)), Random(seed)
        for _ in range(8):
            match.go_on()
            if (asked := match.asked) is None:
                break
            before, answer = match.record, dice.choice(asked.options)
            match.answer(answer)
            after = match.record
            if match.take_back() is None and match.record == before:
                match.answer(answer)
                match.go_on()
                other = Match(after)
                other.go_on()
                assert match.record == other.record
                taken += 1
    assert taken > 5


def test_a_record_remembers_who_the_bots_were() -> None:
    record = begun("kuhn", "ismcts:6", 1)
    assert "\nseed 1\nbots ismcts:6\n" in record.text
    assert Record.parse(record.text, ruleset("kuhn")).bots == "ismcts:6"
    assert "bots" not in evolve(record, bots=None).text
    for wrong, told in (
        (record.text.replace("ismcts:6", "ismcts:7"), "or this checksum has been changed"),
        (record.text.replace("ismcts:6", "two words"), "unknown agent 'two words'"),
        (record.text.replace("bots ismcts:6\n", ""), "or this checksum has been changed"),
    ):
        with pytest.raises(RecordError, match=told):
            Record.parse(wrong, ruleset("kuhn"))
    with pytest.raises(ValueError, match="bots must be the name of an agent"):
        evolve(record, bots="is mcts")


@BOTS
def test_a_record_names_the_engine_of_bots_that_sample(bots: str) -> None:
    """The same engine plays the same game again, and any engine verifies it and keeps the name of the first one."""
    for engine in ENGINES:
        rules = palast.load("leduc", engine=engine)
        matches = [Match(Record(rules.new_game(2), 5, bots=bots)) for _ in range(2)]
        for match in matches:
            match.go_on()
        one, same = (match.record.text for match in matches)
        assert one == same
        named = None if bots == "random" else engine
        assert re.findall(r"^engine (.+)$", one, re.MULTILINE) == ([named] if named else [])
        for other in ENGINES:
            again = Record.parse(one, palast.load("leduc", engine=other))
            assert again == matches[0].record and again.text == one and again.engine == named


def test_a_game_that_goes_on_with_another_engine_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    path, here = tmp_path / "a.game", palast.load("kuhn").engine
    there = next(each for each in ("python", "native") if each != here)
    said = f"The bots (ismcts:6) started with the {there} engine and continue with the {here} engine, so the seed"

    def told(*arguments: str) -> list[str]:
        assert main([*arguments, str(path)]) == 0
        return [line for line in capsys.readouterr().out.splitlines() if line.startswith("The bots")]

    for bots, engine, lines in (("ismcts:6", there, 1), ("ismcts:6", here, 0), (None, there, 0)):
        Record(ruleset("kuhn").new_game(2), 1, spec="kuhn", bots=bots, engine=engine).write(path)
        for arguments in (["replay"], ["play", "--resume"]):
            found = told(*arguments)
            assert len(found) == lines and all(line.startswith(said) for line in found)
        assert told("replay") == []  # of a game that is over


def test_a_repetition_is_offered_only_for_the_engine_that_the_bots_began_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    here = palast.load("kuhn").engine
    for engine in ("python", "native"):
        path = tmp_path / f"{engine}.game"
        Record(ruleset("kuhn").new_game(2), 1, spec="kuhn", human=0, bots="ismcts:6", engine=engine).write(path)
        typed(monkeypatch, iter(["1\n"] * 4))
        assert main(["play", "--resume", str(path)]) == 0
        assert ("to repeat this game" in capsys.readouterr().out) == (engine == here)


def test_an_engine_that_there_is_not_is_refused() -> None:
    record = begun("kuhn", "ismcts:6", 1)
    with pytest.raises(RecordError, match="unknown engine 'nativ'\n  did you mean 'native'"):
        Record.parse(record.text.replace(f"engine {record.engine}", "engine nativ"), ruleset("kuhn"))
    with pytest.raises(ValueError, match="engine must be one of native, python, not 'nativ'"):
        evolve(record, engine="nativ")


def test_bots_play_without_a_person_and_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for bots in ("random", "ismcts:30", "ismcts:30"):
        assert main(["play", "kuhn", "--seed", "4", "--bots", bots]) == 0
        told.append(capsys.readouterr().out)
    assert told[1] == told[2] and "2 players: Player 1, Player 2; bots ismcts:30; seed 4" in told[1]
    assert main(["play", "kuhn", "--seed", "4"]) == 0
    assert capsys.readouterr().out == told[0]


def test_a_game_goes_on_with_the_bots_that_it_was_begun_with_and_no_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = {"random": None, "ismcts:6": "ismcts:6", "rollouts:4": "rollouts:4"}
    goes_on = refused = 0
    for (number, begun_with), asked, seed in product(enumerate(said), said, (3, None)):
        file = tmp_path / f"{number}-{asked}-{seed}.game"
        record = Record(ruleset("kuhn").new_game(2), seed, spec="kuhn", bots=said[begun_with] if seed else None)
        record.write(file)
        status = main(["play", "--resume", str(file), "--bots", asked])
        told = capsys.readouterr()
        if seed is None or asked == begun_with:
            assert status == 0 and Record.read(file, palast.load).bots == said[asked]
            goes_on += 1
        else:
            others = "random players" if said[begun_with] is None else begun_with
            assert status == 2 and f"the other players of this game are {others}" in told.err
            assert Record.read(file, palast.load) == record
            refused += 1
    assert goes_on == 12 and refused == 6


def test_a_game_with_a_person_goes_on_with_the_same_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole.game", tmp_path / "broken.game"
    new = ["play", "mau-mau", "--seed", "5", "--human", "0", "--bots", "ismcts:10", "--record"]
    typed(monkeypatch, iter(["1\n"] * 400))
    assert main([*new, str(whole)]) == 0
    assert "--bots ismcts:10" in capsys.readouterr().out
    for at, line in enumerate(("1\n", "2\n", "1\n", "1\n")):
        typed(monkeypatch, iter([line if at != 1 else "1\n", "q\n"]))
        assert main([*new, str(broken)] if at == 0 else ["play", "--resume", str(broken)]) == 0
    typed(monkeypatch, iter(["1\n"] * 400))
    assert main(["play", "--resume", str(broken)]) == 0
    assert Record.read(whole, palast.load) == Record.read(broken, palast.load)


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ("imcts", "palast: --bots: unknown agent 'imcts'; did you mean 'ismcts'?\n"),
        (
            "ismcts:",
            "palast: --bots: 'ismcts:' needs a number of playouts after the colon, for example 'ismcts:400'\n",
        ),
        ("random:9", "palast: --bots: 'random' takes no number of playouts: write only 'random'\n"),
    ],
)
def test_bots_that_there_are_not_are_refused(bots: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "kuhn", "--bots", bots]) == 2
    assert capsys.readouterr().err == told


def test_other_bots_are_refused_where_a_game_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    begun("kuhn", "ismcts:6", 1).write(path)
    text = path.read_text("utf-8")
    assert main(["play", "--resume", str(path), "--bots", "random"]) == 2
    who = "the other players of this game are ismcts:6 and stay"
    assert capsys.readouterr().err == f"palast: {who}; leave out --bots\n"
    begun("kuhn", "newer:6", 1).write(path)
    assert main(["play", "--resume", str(path)]) == 2
    told = capsys.readouterr().err
    assert f"{path}, in the line 'bots newer:6': unknown agent 'newer'" in told
    begun("kuhn", "ismcts:6", 1).write(path)
    assert path.read_text("utf-8") == text


# ---- a hint


def test_a_hint_is_the_same_in_every_world_that_the_person_cannot_tell_apart() -> None:
    asked = others = 0
    for at, name in enumerate(("ksr", "mau-mau", "leduc", "goofspiel")):
        for _, state in moments(GAMES[name], tried(20, 3), at):
            if isinstance(decision := state.pending, Decision):
                view = state.view(decision.player)
                world = view.sample(Random(at))
                there = world.pending
                assert isinstance(there, Decision)
                words = wording(view.rules, "de")
                assert [*hint(words, view, decision)] == [*hint(words, world.view(there.player), there)]
                others += world.position != state.position
                asked += 1
    assert asked > 5 and others > 3


def test_a_hint_says_what_each_option_was_worth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["h\n", "hint\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "3", "--human", "0"]) == 0
    told = capsys.readouterr().out
    [one, other] = re.findall(r"Hint after 400 trial games: (.*)", told)
    assert one == other
    rows = re.findall(r"^ {6}(\S.*?) +(0\.\d\d|1\.00) in (\d+)$", told, re.MULTILINE)
    assert len(rows) == 12 and sum(int(games) for *_, games in rows) == 800
    assert rows[0][0] == one and max(int(games) for *_, games in rows) == int(rows[0][2])
    assert "winning alone counts 1" in told


def test_a_hint_says_if_there_is_only_one_thing_to_do() -> None:
    forced = 0
    for _, state in moments(GAMES["mau-mau"], 30):
        if isinstance(decision := state.pending, Decision) and len(decision.options) == 1:
            view, words = state.view(decision.player), wording(state.rules, "en")
            [told] = hint(words, view, decision)
            only = option_text(words, decision.options[0], decision, view)
            assert told == f"Only one option: {only}"
            forced += 1
    assert forced > 3


def test_a_hint_says_if_nothing_could_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulespec.agents.imagining.STEPS", 1)
    told = set[str]()
    for _, state in moments(GAMES["ksr"], 12):
        if isinstance(decision := state.pending, Decision) and len(decision.options) > 1:
            told |= {*hint(wording(state.rules, "en"), state.view(decision.player), decision)}
    assert told == {"No game fits your knowledge, so nothing could be tried."}


def test_bots_that_are_never_asked_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "luck.rules").write_text(LUCK, "utf-8")
    assert main(["play", str(tmp_path / "luck.rules"), "--bots", "ismcts", "--human", "0"]) == 0
    assert "bots ismcts" in capsys.readouterr().out
