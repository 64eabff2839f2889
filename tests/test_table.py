"""A table as a state machine: what fails is told by the shortest game, as answers by their texts that can be pasted."""

from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

import rulespec
from rulespec import Decision, Ruleset, State
from rulespec.game.history import history
from rulespec.records import Record
from rulespec.testing import Table
from tests.effort import some
from tests.library import ROOT, ruleset
from tests.planted import PLANTED

TRIED = settings(
    max_examples=100,
    derandomize=False,
    stateful_step_count=40,
    database=None,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)


def shown(table: type[Table], number: int = 0) -> tuple[AssertionError, list[str]]:
    """What the test of a table raises, and the program in its notes; chance in Hypothesis is as the number has it."""
    seed(number)(table)
    test = table.TestCase()
    test.settings = TRIED
    with pytest.raises(AssertionError) as failed:
        test.debug()
    told = "\n".join(failed.value.__notes__)
    return failed.value, told[: told.index("The record of this game")].splitlines()


def answers(program: list[str]) -> list[str]:
    """What is answered in it."""
    return [line.split("'")[1].split(": ")[1] for line in program if line.startswith("state.answer(")]


class Jacks(Table):
    ruleset = ruleset("mau-mau")
    players = 3

    @invariant()
    def no_two_are_laid(self) -> None:
        assert sum("Bube" in card.name for card in self.state.zone("stack")[1:]) < 2


class Debts(Table):
    players = 3

    @invariant()
    def nobody_has_any(self) -> None:
        assert min(self.state.counter("points", seat) for seat in range(3)) >= 0


def planted(path: Path, more: str) -> type[Table]:
    """With a fault that takes three persons."""
    path.write_text(PLANTED + more, "utf-8")

    class Planted(Debts):
        ruleset: ClassVar[Ruleset] = rulespec.load(f"ksr+{path}", library=(ROOT / "cards",))

    return Planted


SHORTEST: list[tuple[str, int]] = [
    ("Bube Bube", 0),
    *(("Zofe Wächter Hofnarr", number) for number in range(5)),
    ("Zofe Wächter Hofnarr, against the law", 0),
]


@pytest.mark.parametrize(("cards", "number"), some(SHORTEST, 1))
def test_what_fails_is_told_by_the_shortest_game(cards: str, number: int, tmp_path: Path) -> None:
    """Who lays a Bube wishes for a suit; who lays a Zofe puts a card aside, and the Wächter takes her back."""
    law = cards.endswith("law")
    if cards.startswith("Bube"):
        table: type[Table] = Jacks
    else:
        table = planted(tmp_path / "planted.rules", "" if law else "remove always points-stay\n")
    error, program = shown(table, number)
    assert law == str(error).startswith("always points-stay")
    told = answers(program)
    assert [text.split()[0] for text in told[::2]] == cards.split(",")[0].split() and len(told) == len(
        told[::2]
    ) * 2 - 1
    assert sum(line.startswith("state.begin(players=3, first=0, draws='") for line in program) == 1
    assert sum(" draw " in line and line.startswith("# ") for line in program) >= 3, "a line for each hand"


def test_what_is_shown_can_be_pasted_and_fails_again() -> None:
    _, program = shown(Jacks)
    *before, last = program[program.index("state = Jacks()") : program.index("state.teardown()")]
    names: dict[str, Any] = {"Jacks": Jacks}
    exec("\n".join(before), names)
    with pytest.raises(AssertionError):
        exec(last, names)


def test_the_record_of_what_is_shown_is_accepted() -> None:
    error, program = shown(Jacks)
    told = "\n".join(error.__notes__)
    record = told[told.index("rulespec record 2") : told.index("As a scenario")]
    state = Record.parse(record, ruleset("mau-mau")).state
    assert [option.text for here, option in history(state) if isinstance(here.pending, Decision)] == answers(program)


FALSE_LAW = """layer early
always few-laid after turn: cards in stack is at most 3
"""


def test_what_breaks_a_law_of_the_rules_is_told_by_the_shortest_game(tmp_path: Path) -> None:
    """Three cards are laid beside the one that was turned up."""
    path = tmp_path / "early.rules"
    path.write_text(FALSE_LAW, "utf-8")

    class Few(Table):
        ruleset: ClassVar[Ruleset] = rulespec.load(f"mau-mau+{path}", library=(ROOT / "examples/games",))

    error, program = shown(Few)
    assert str(error).startswith("always few-laid is violated: cards in stack is 4")
    assert len(answers(program)) == 3 and any("players=2, first=0" in line for line in program)
    assert "always few-laid" in error.__notes__[-1] and "early.rules:2" in error.__notes__[-1]


def test_what_a_table_remembers_is_that_of_one_game() -> None:
    class Counting(Table):
        ruleset = ruleset("mau-mau")
        looks = 0

        @invariant()
        def is_looked_at_four_times(self) -> None:
            self.looks += 1
            note(f"# looked at {self.looks} times")
            assert self.looks < 5

    _, program = shown(Counting)
    assert len(answers(program)) == 4
    assert [line for line in program if "# looked" in line] == [f"# looked at {times} times" for times in range(1, 6)]


def test_steps_of_others_are_left_to_hypothesis() -> None:
    class Counting(Table):
        ruleset = ruleset("kuhn")
        counted = 0

        @rule()
        def count(self) -> None:
            self.counted += 1
            assert self.counted < 3

    seed(0)(Counting)
    test = Counting.TestCase()
    test.settings = settings(TRIED, phases=[Phase.generate, Phase.shrink])
    with pytest.raises(AssertionError) as failed:
        test.debug()
    told = "\n".join(failed.value.__notes__).splitlines()
    assert told.count("state.count()") == 3 and not answers(told)


def test_nothing_is_raised_where_all_holds() -> None:
    class Fine(Table):
        ruleset = ruleset("kuhn")
        seen: ClassVar[set[State]] = set()

        @invariant()
        def is_seen(self) -> None:
            self.seen.add(self.state)

    test = Fine.TestCase()
    test.settings = settings(TRIED, max_examples=10)
    test.debug()
    assert len(Fine.seen) > 10


def test_hypothesis_itself_tells_answers_by_their_texts_too() -> None:
    with pytest.raises(AssertionError) as failed:
        run_state_machine_as_test(Jacks, settings=settings(TRIED, phases=[Phase.generate], derandomize=True))
    told = "\n".join(failed.value.__notes__)
    assert "state.answer(text='seat 0: " in told and "# seat 0: draw 5 from pile to own hand: " in told


def test_rules_are_not_taken_for_those_of_hypothesis() -> None:
    with pytest.raises(TypeError, match="'ruleset'"):
        type("Wrong", (Table,), {"rules": ruleset("mau-mau")})
