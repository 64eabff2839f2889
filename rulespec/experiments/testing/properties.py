"""Properties of games as tests: what does not hold is shown by the shortest game found, not by the one that was drawn.

Hypothesis shrinks what it drew, without knowing what it means; `shortest_attempt` leaves out turns and answers.
"""

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from attrs import define, evolve, field, frozen
from hypothesis import HealthCheck, given, settings

from rulespec.engine.pending import Option
from rulespec.experiments.failures import EFFORT, shortest_attempt
from rulespec.experiments.testing.failing import failure, pasted, raised_at, unshrunk
from rulespec.experiments.testing.games import Players, counts, games
from rulespec.game.api import Ruleset, State

Look = Callable[[tuple[State, ...]], object]  # raises if the property does not hold
Test = Callable[..., None]


def every_game(
    rules: Ruleset, players: Players = None, *, how: settings | None = None, effort: int = EFFORT
) -> Callable[[Test], Test]:
    """Turns a function into a test of a property of games; its last argument is the list of states of a game so far.

    Games can be cut anywhere, so the property must hold at every state. If it fails, the error comes from the shortest
    game found, which is in the notes of the error; `effort` is as in `shortest`.
    """
    how = how or settings(deadline=None, suppress_health_check=(HealthCheck.too_slow,))
    how = unshrunk(how)

    def decorated(test: Test) -> Test:
        *_, game = inspect.signature(test).parameters
        search = _Search(test.__name__, frozenset(counts(rules, players)), effort)

        @wraps(test)
        def looked_at(*args: Any, **given: Any) -> None:
            states = given.pop(game)
            search.look(partial(_look, test, game, args, given), states)

        drawn = how(given(**{game: games(rules, players)})(looked_at))

        @wraps(drawn, updated=())
        def found(*args: Any, **given: Any) -> None:
            search.shown = search.raised = None
            try:
                drawn(*args, **given)
            except Exception as error:
                if error is not search.raised or search.shown is None:
                    raise
                shown = search.shown
            else:
                return
            raise shown from None

        return found

    return decorated


def _look(test: Test, game: str, args: tuple[Any, ...], given: dict[str, Any], states: tuple[State, ...]) -> None:
    test(*args, **given, **{game: states})


@define
class _Search:
    """The first game that a test fails for; made short while Hypothesis runs the test, which may `note` things."""

    name: str
    counts: frozenset[int]
    effort: int
    raised: Exception | None = None  # by the last game that Hypothesis drew
    shown: Exception | None = None  # by the shortest

    def look(self, look: Look, states: tuple[State, ...]) -> None:
        try:
            look(states)
        except Exception as error:
            self.raised = error
            if self.shown is None and not type(error).__module__.startswith("hypothesis."):
                self.shown = self._shortest(look, states, error)
            raise

    def _shortest(self, look: Look, states: tuple[State, ...], error: Exception) -> Exception | None:
        """What the shortest game raises, with that game in its notes; None if it does not fail again."""
        judged = _Judged(look, self.counts, raised_at(error), _first(look, states, raised_at(error)))

        def begin(first: State) -> _Judged:
            return evolve(judged, states=(first,))

        try:
            found = shortest_attempt(judged.state, begin, effort=self.effort)
        except ValueError:  # another time it holds
            return None
        assert isinstance(found, _Judged) and found.error is not None
        told = failure(self.name, found.error, found.state)
        found.error.add_note(f"{told.narrated}\n\n{pasted(told)}")
        return found.error


def _first(look: Look, states: tuple[State, ...], origin: object) -> tuple[State, ...]:
    """The states up to one at which it fails and before which it did not: looked for by halves."""
    before, fails = 0, len(states)
    while fails - before > 1:
        half = (before + fails) // 2
        if _raised(look, states[:half], origin) is None:
            before = half
        else:
            fails = half
    return states[:fails]


def _raised(look: Look, states: tuple[State, ...], origin: object) -> Exception | None:
    """The error of this origin that is raised, if it is."""
    try:
        look(states)
    except Exception as error:
        return error if raised_at(error) == origin else None
    return None


@frozen(eq=False)
class _Judged:
    """A game of which all states so far are judged together: it fails where the same error comes from the same line."""

    look: Look
    counts: frozenset[int]  # of players, that the property is about
    origin: object
    states: tuple[State, ...]
    error: Exception | None = field(init=False)

    @error.default
    def _error(self) -> Exception | None:
        return _raised(self.look, self.states, self.origin) if self.state.players in self.counts else None

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def failed(self) -> bool:
        return self.error is not None

    def after(self, option: Option) -> "_Judged":
        return evolve(self, states=(*self.states, self.state.apply(option)))
