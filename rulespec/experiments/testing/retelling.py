"""A Table that fails is told again by the shortest game that makes it fail.

Hypothesis plays until something fails. What it would do to shorten that, without knowing what the steps mean, is left
out: `shortest_attempt` leaves out rounds, turns and answers, and Hypothesis plays what is left, and shows it.
"""

from contextlib import suppress
from functools import cached_property
from inspect import getmembers_static
from typing import Any, ClassVar

from attrs import evolve, field, frozen
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.stateful import INVARIANT_MARKER, RuleBasedStateMachine, run_state_machine_as_test

from rulespec.engine.pending import Chance, Decision, Option
from rulespec.experiments.failures import EFFORT, Failure, shortest_attempt
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.experiments.testing.failing import failure, pasted, raised_at, unshrunk
from rulespec.experiments.testing.games import Players, counts
from rulespec.game.api import Ruleset, State
from rulespec.game.history import begun, history


class BrokenLawError(AssertionError):
    """A law of the rules does not hold at a table."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(str(broken))
        self.broken = broken


@frozen
class Script:
    """A game to play again: the one way in which it begins, and all answers, with whose they are."""

    players: tuple[int]
    first: tuple[int]
    draws: tuple[str]
    answers: tuple[str, ...]


class Retold(RuleBasedStateMachine):
    """A state machine of which each run is a game; with a script, one in which nothing is left to choose."""

    ruleset: ClassVar[Ruleset]  # `rules` are something else to Hypothesis
    players: ClassVar[Players] = None
    state: State
    script: Script | None = None


def script_of(state: State) -> Script:
    """The game that led to a state."""
    draws: list[str] = []
    answers: list[str] = []
    for here, option in history(state):
        if isinstance(here.pending, Decision):
            answers.append(told(here, option))
        else:
            draws.append(option.text)
    return Script((state.players,), (begun(state).first,), (", ".join(draws),), tuple(answers))


def told(state: State, option: Option) -> str:
    """An answer, with whose it is."""
    assert isinstance(state.pending, Decision)
    return f"{state.seat_name(state.pending.player)}: {option.text}"


def shortest_of(kind: type[Retold], how: settings) -> None:
    """Runs a Table as a test; where it fails, it raises what the shortest game raises, with that game in its notes."""
    tables: list[Retold] = []
    first = unshrunk(how, report_multiple_bugs=False)
    try:
        run_state_machine_as_test(_kept(kind, tables), settings=first)
    except HypothesisException:
        raise
    except Exception as error:
        found = _shortest(kind, tables[-1].state, error, how)
        raised = None if found is None else _retold(kind, found, how)
        if raised is None:  # it is not the game alone that makes it fail
            run_state_machine_as_test(kind, settings=how)
            raise
    else:
        return
    raise raised from None


def _kept(kind: type[Retold], tables: list[Retold]) -> type[Retold]:
    """The same in the eyes of Hypothesis, which keeps the table at which the last game was played."""

    def sits_down(table: Retold) -> None:
        kind.__init__(table)
        tables[:] = [table]

    make: Any = type(kind)
    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    kept: type[Retold] = make(kind.__name__, (kind,), {"__init__": sits_down, **names})
    return kept


def _retold(kind: type[Retold], found: State, how: settings) -> Exception | None:
    """What is raised by this game, as Hypothesis tells it."""
    script = script_of(found)

    def sits_down() -> Retold:
        table = kind()
        table.script = script
        return table

    table: Any = sits_down
    try:
        run_state_machine_as_test(table, settings=_once(how, stateful_step_count=len(script.answers) + 1))
    except Exception as error:
        broken = error.broken if isinstance(error, BrokenLawError) else None
        shown = Failure(broken.problem, found) if broken else failure(kind.__name__, error, found)
        error.add_note(pasted(shown))
        return error
    return None


def _once(how: settings, **others: Any) -> settings:
    return settings(
        how, phases=[Phase.generate], max_examples=1, database=None, derandomize=True, print_blob=False, **others
    )


# ---- making it short


def _shortest(kind: type[Retold], state: State, error: Exception, how: settings) -> State | None:
    """The last state of the shortest game that fails alike; None if it is not the game that makes it fail."""
    failing = _Failing(kind, _origin(error))
    watches: dict[int, LawWatch] = {}

    def begin(first: State) -> _Played:
        watch = watches.setdefault(first.players, LawWatch(first.rules.game(first.players)))
        begins, broken = watch.begin(begun(first).first)
        return _Played(failing, watch, (begins,), broken)

    shortest: list[State] = []

    @_once(how)
    @given(st.none())  # so that invariants can `note` things
    def search(_: None) -> None:
        with suppress(ValueError):  # another time it holds
            shortest.append(shortest_attempt(state, begin, effort=EFFORT).state)

    search()
    return shortest[-1] if shortest else None


def _origin(error: Exception) -> object:
    return error.broken.key if isinstance(error, BrokenLawError) else raised_at(error)


@frozen(eq=False, slots=False)
class _Failing:
    """What is looked for: a table of this kind at which an error of this origin is raised."""

    kind: type[Retold]
    origin: object

    @cached_property
    def counts(self) -> frozenset[int]:
        """The numbers of players that may play."""
        return frozenset(counts(self.kind.ruleset, self.kind.players))

    @cached_property
    def invariants(self) -> list[Any]:
        members = (member for _, member in getmembers_static(self.kind))
        return [getattr(each, INVARIANT_MARKER) for each in members if hasattr(each, INVARIANT_MARKER)]

    def raised(self, states: tuple[State, ...]) -> Exception | None:
        """What the invariants raise at a new table, at which these states come one after the other."""
        if not self.invariants:
            return None
        table = self.kind()
        try:
            for table.state in states:
                for invariant in self.invariants:
                    if all(applies(table) for applies in invariant.preconditions):
                        invariant.function(table)
        except Exception as error:
            return error
        finally:
            table.teardown()
        return None


@frozen(eq=False)
class _Played:
    """A game that is played at a table, up to where something fails."""

    failing: _Failing
    watch: LawWatch
    states: tuple[State, ...]
    broken: Broken | None
    before: Exception | None = None  # raised on the way
    error: Exception | None = field(init=False)

    @error.default
    def _error(self) -> Exception | None:
        if self.before is not None:
            return self.before
        if self.broken is not None:
            return BrokenLawError(self.broken)
        if isinstance(self.state.pending, Chance):  # the cards are drawn before anybody looks
            return None
        return self.failing.raised(tuple(state for state in self.states if not isinstance(state.pending, Chance)))

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def failed(self) -> bool:
        if self.error is None or self.state.players not in self.failing.counts:
            return False
        return _origin(self.error) == self.failing.origin

    def after(self, option: Option) -> "_Played":
        state, broken = self.watch.apply(self.state, option)
        return evolve(self, states=(*self.states, state), broken=broken, before=self.error)
