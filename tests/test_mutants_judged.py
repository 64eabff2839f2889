"""What becomes of rules that are changed in small ways: what notices it, and what does not."""

from collections.abc import Callable
from pathlib import Path

import pytest

import rulespec
from palast import Ruleset
from rulespec.experiments.mutation import Alike, Judged, Killed, Mutant, MutantReport, Survives, mutants, mutants_of
from rulespec.experiments.mutation.judge import Judge
from tests.nim import NIM

WHOLE = "always whole: cards in heap plus cards in taken of players is 9\n"
UNTRUE = "always untrue: cards in heap is at least 1\n"
GAMES = 30

Nim = Callable[..., Ruleset]


@pytest.fixture
def nim(tmp_path: Path) -> Nim:
    """The game of nim, with more in its file."""

    def written(*more: str) -> Ruleset:
        path = tmp_path / f"nim{len(list(tmp_path.iterdir()))}.rules"
        path.write_text(NIM + "".join(more), "utf-8")
        return rulespec.load(path)

    return written


def of(report: MutantReport, change: str) -> Judged:
    """The one mutant with this change."""
    [found] = [each for each in report.judged if each.mutant.change == change]
    return found


def test_a_law_kills_the_mutants_that_break_it(nim: Nim) -> None:
    bare, lawful = mutants(nim(), games=GAMES), mutants(nim(WHOLE), games=GAMES)
    killed = [each for each in lawful.judged if isinstance(each.verdict, Killed)]
    assert {each.mutant.change for each in killed} == {"9 of stick -> 8 of stick", "9 of stick -> 10 of stick"}
    assert {each.verdict.by for each in killed if isinstance(each.verdict, Killed)} == {"always whole"}
    assert lawful.killers == {"always whole": 2}
    assert len(bare.judged) == len(lawful.judged) > 15
    assert len(bare.survivors) == len(lawful.survivors) + 2


def test_what_no_game_shows_is_listed_as_such(nim: Nim) -> None:
    report = mutants(nim(), games=GAMES)
    alike = {each.mutant.change for each in report.alike}
    assert "at most 30 turns -> at most 31 turns" in alike
    assert "game ends over: heap is empty -> game ends over after turn: heap is empty" in alike
    assert all(each.verdict == Alike(GAMES) for each in report.alike)


def test_a_survivor_shows_the_shortest_game_on_which_it_differs(nim: Nim) -> None:
    report = mutants(nim(), games=GAMES)
    verdict = of(report, "winners: other players -> winners: players").verdict
    assert isinstance(verdict, Survives)
    parted = verdict.differences.parted
    assert parted is not None
    assert parted.parting.what == "result"
    assert parted.state.turns == 3  # nine sticks, three at a time
    off = of(
        report, "choose n from 1 to smaller of 3 and cards in heap -> choose n from 1 to smaller of 4 and cards in heap"
    )
    assert isinstance(off.verdict, Survives)
    assert off.verdict.differences.parted is not None
    assert off.verdict.differences.parted.state.turns == 1


def test_a_law_that_does_not_hold_by_the_rules_themselves_kills_nothing(nim: Nim) -> None:
    report = mutants(nim(WHOLE, UNTRUE), games=GAMES)
    assert report.wrong == ("always untrue",)
    assert set(report.killers) == {"always whole"}


def test_rules_that_are_not_changed_are_never_killed(nim: Nim) -> None:
    for rules in (nim(WHOLE, UNTRUE), rulespec.load("kuhn", library=Path("examples/games"))):
        changed = next(mutants_of(rules))
        same = Mutant(
            changed.what, changed.key, changed.layer, changed.at, (), (), rules.composed, rules.resolved.listed
        )
        assert Judge(rules, GAMES, 0).verdict(same) == Alike(GAMES)


def test_the_same_is_found_again_and_time_that_is_over_is_told(nim: Nim) -> None:
    rules = nim(WHOLE)
    one, other = (mutants(rules, games=GAMES, seed=4) for _ in range(2))
    assert one.judged == other.judged
    cut = mutants(rules, games=GAMES, seconds=0)
    assert cut.judged == ()
    assert cut.left == len(list(mutants_of(rules)))
    assert f"out of time with {cut.left} left" in str(cut)


def test_progress_is_told_of_each_mutant(nim: Nim) -> None:
    told: list[tuple[int, int, Judged | None]] = []
    report = mutants(nim(), games=3, progress=lambda *each: told.append(each))
    assert [done for done, _, _ in told] == list(range(1, len(told) + 1))
    assert {total for _, total, _ in told} == {len(told)}
    assert tuple(each for _, _, each in told if each) == report.judged


def test_what_was_judged_until_it_was_interrupted_is_told(nim: Nim) -> None:
    def interrupts(done: int, of: int, judged: Judged | None) -> None:
        if done == 5:
            raise KeyboardInterrupt

    rules = nim(WHOLE)
    whole, report = mutants(rules, games=3), mutants(rules, games=3, progress=interrupts)
    assert report.interrupted and not whole.interrupted
    assert report.judged and report.judged == whole.judged[: len(report.judged)]
    assert report.left == len(list(mutants_of(rules))) - 5
    assert str(report).endswith(f"; interrupted with {report.left} left")
