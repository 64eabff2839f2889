"""A table as a state machine of Hypothesis: a class to subclass with what must always hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from inspect import getmembers_static
from itertools import groupby
from typing import Any, ClassVar, TypeVar

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.stateful import INITIALIZE_RULE_MARKER, RULE_MARKER, TestCaseProperty, initialize, precondition, rule

from rulespec.engine.pending import Chance, Decision, Option
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.experiments.testing.games import counts
from rulespec.experiments.testing.playing import number_of
from rulespec.experiments.testing.retelling import BrokenLawError, Retold, shortest_of, told
from rulespec.game.api import State, View

T = TypeVar("T")

Opening = tuple[LawWatch, State, Broken | None]
Draws = int | str  # they follow from a number, or are listed; after those, the first of what can come is drawn


def _one_of(choices: "Callable[[Table], Sequence[T]]") -> st.SearchStrategy[T]:
    """One of what a table can choose from."""
    return st.runner().flatmap(lambda table: st.sampled_from(choices(table)))


class _TestCase(TestCaseProperty):
    """The test case of a Table: it shows the shortest game found, instead of what Hypothesis can make of the first."""

    def __get__(self, table: Any, kind: Any = None) -> Any:
        case: Any = super().__get__(table, kind)
        kind = kind or type(table)
        # steps of others can be left out by Hypothesis alone
        return _shortening(kind, case) if _steps(kind) == _steps(Table) else case


def _steps(kind: type) -> list[Any]:
    members = (member for _, member in getmembers_static(kind))
    return [each for each in members if hasattr(each, RULE_MARKER) or hasattr(each, INITIALIZE_RULE_MARKER)]


@cache
def _shortening(kind: "type[Table]", case: Any) -> Any:
    def run_test(self: Any) -> None:
        shortest_of(kind, self.settings)

    run_test.__dict__ |= vars(case.runTest)  # by which Hypothesis knows its tests
    return type(case)(case.__name__, (case,), {"runTest": run_test, "__qualname__": case.__qualname__})


class Table(Retold):
    """A state machine that plays the `ruleset` of a subclass; Hypothesis chooses each answer.

    Methods with `@invariant()` check each `state`, and the laws of the rules are checked automatically. `players` are
    the numbers of players to try (default: all). `TestCase` is the test, which shows the shortest failing game.
    """

    TestCase = _TestCase()
    _openings: ClassVar[dict[tuple[int, int], Opening]]

    def __init_subclass__(cls) -> None:
        if "rules" in cls.__dict__:
            raise TypeError(
                f"{cls.__name__}: the rules of a Table are called 'ruleset', as Hypothesis has 'rules' of its own"
            )
        super().__init_subclass__()
        cls._openings = {}  # not by the rules: those that differ in laws are equal

    def __init__(self) -> None:
        super().__init__()
        self._sit_down(counts(self.ruleset, self.players)[0], 0, 0)

    def view(self, seat: int) -> View:
        """The view of a player."""
        return self.state.view(seat)

    # ---- steps

    @initialize(
        players=_one_of(lambda table: table.script.players if table.script else counts(table.ruleset, table.players)),
        first=_one_of(lambda table: table.script.first if table.script else range(max(table.ruleset.players))),
        draws=_one_of(lambda table: table.script.draws if table.script else range(2**16)),
    )
    def begin(self, players: int, first: int, draws: Draws) -> None:
        """A game begins with one of the seats."""
        self._sit_down(players, first % players, draws)
        self._hold(self._broken)
        self._draw()

    @precondition(lambda table: isinstance(table.state.pending, Decision))
    @rule(text=_one_of(lambda table: table.texts))
    def answer(self, text: str) -> None:
        """A player answers, as in `seat 0: bet`."""
        decision = self.state.pending
        assert isinstance(decision, Decision)
        self._answers += 1
        self._apply(text.removeprefix(f"{self.state.seat_name(decision.player)}: "))
        self._draw()

    @precondition(lambda table: not isinstance(table.state.pending, Decision))
    @rule()
    def over(self) -> None:
        """The game has ended; nothing more happens."""

    # ---- inside

    @property
    def texts(self) -> Sequence[str]:
        """The possible answers, each with its seat."""
        if self.script is not None:
            return self.script.answers[self._answers : self._answers + 1]
        decision = self.state.pending
        assert isinstance(decision, Decision)
        return [told(self.state, option) for option in decision.options]

    def _sit_down(self, players: int, first: int, draws: Draws) -> None:
        self._watch, self.state, self._broken = self._opening(players, first)
        self._seed, self._listed = (0, iter(draws.split(", "))) if isinstance(draws, str) else (draws, iter(()))
        self._sites, self._answers = Counter[tuple[int, int]](), 0

    @classmethod
    def _opening(cls, players: int, first: int) -> Opening:
        """The beginning of a game; kept for speed, since a table sits down for each game that is tried."""
        if (players, first) not in cls._openings:
            watch = LawWatch(cls.ruleset.game(players))
            cls._openings[players, first] = (watch, *watch.begin(first))
        return cls._openings[players, first]

    def _draw(self) -> None:
        """Draws until somebody is asked, and tells what: in one line what is drawn by one question."""
        drawings: list[tuple[str, str]] = []
        try:
            while isinstance(chance := self.state.pending, Chance):
                drawn = self._drawn(chance)
                drawings.append((chance.prompt, drawn.text))
                self._apply(drawn)
        finally:
            for prompt, drawing in groupby(drawings, key=lambda each: each[0]):
                _tell(f"# {prompt}: {', '.join(text for _, text in drawing)}")

    def _drawn(self, chance: Chance) -> Option:
        site = (self.state.pc, self.state.own)
        self._sites[site] += 1
        listed = next(self._listed, None)
        after = chance.options[number_of(self._seed, *site, self._sites[site]) % len(chance.options)]
        return next((option for option in chance.options if option.text == listed), after)

    def _apply(self, answer: Option | str) -> None:
        self.state, broken = self._watch.apply(self.state, answer)
        self._hold(broken)

    def _hold(self, broken: Broken | None) -> None:
        if broken is not None:
            raise BrokenLawError(broken)


def _tell(line: str) -> None:
    if currently_in_test_context():  # elsewhere, somebody plays again what was shown
        note(line)
