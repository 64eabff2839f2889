"""Turns from which the rest of a game fails again, if it starts from their position."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice

from attrs import frozen

from rulespec.engine.pending import Decision, Option, Over
from rulespec.experiments.failures.attempt import Attempt, Begin
from rulespec.experiments.failures.openings import Opening, openings
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.game.api import State
from rulespec.game.history import history
from rulespec.language.errors import IllegalAction

SHOWN = 12  # a game with more decisions of players is shown from a position that is laid out
TURNS = 10  # how many turns are tried as a beginning, the last ones first

Answers = Sequence[tuple[State, Option]]


def decided(state: State) -> int:
    """The number of decisions that players have made."""
    return sum(isinstance(here.pending, Decision) for here, _ in history(state))


def late(state: State, law: str) -> tuple[State, Broken] | None:
    """The end of a game that breaks a law, beginning with the last turn that still leads there; None if none does."""
    ending = Ending(state, law)
    return next(map(ending.broken, ending.enough()), None)


def late_attempt(state: State, begin: Begin) -> Attempt | None:
    """The end of a game that fails in any other way, as the attempt that fails; None if no late turn leads there."""
    way = list(history(state))

    def failing(opening: Opening) -> Attempt | None:
        return _failing(opening, way[opening.answered :], begin)

    last = next(filter(failing, _turns(state, way)[:TURNS]), None)
    return None if last is None else failing(_least(last, lambda each: failing(each) is not None))


@frozen(eq=False, slots=False)
class Ending:
    """The last answers of a game that failed, given again from set positions.

    `law` is the key of the law that is broken; without one, the failure is to reach the position of `state`.
    """

    state: State
    law: str | None

    @cached_property
    def way(self) -> Answers:
        """Every answer of the game, with the state in which it was given."""
        return list(history(self.state))

    def enough(self) -> Iterator[Opening]:
        """Turns from which the game fails again, the last ones first, each reduced to as few things as possible.

        The law still holds there; if it holds at the beginning of no turn, the positions are left complete.
        """
        turns, some = _turns(self.state, self.way), False
        for turn in islice(filter(self._holds, turns), TURNS):
            if self.fails(turn):
                some = True
                yield self.least(turn)
        if not some:
            yield from filter(self.fails, turns[:TURNS])

    def least(self, opening: Opening) -> Opening:
        """The opening reduced to the needs of the breach; without a law, all of it is needed."""
        return opening if self.law is None else _least(opening, lambda each: self._holds(each) and self.fails(each))

    def fails(self, opening: Opening) -> bool:
        """True if the remaining answers lead from there to the failure, and no sooner."""
        if self.law is not None:
            return self.broken(opening) is not None
        with suppress(ValueError, IllegalAction):
            here = opening.state
            for _, option in self.way[opening.answered :]:
                here = here.apply(option.text)
            return _lies_alike(here, self.state)
        return False

    def broken(self, opening: Opening) -> tuple[State, Broken] | None:
        """The state in which the last answer, and none before it, breaks the law; None if that is not so."""
        assert self.law is not None
        left = self.way[opening.answered :]
        with suppress(ValueError, IllegalAction):
            here = opening.state
            if LawWatch(here.game).look(here) is not None:
                return None  # such a position would be an error of the scenario
            watch = LawWatch(here.game, [self.law])
            for number, (_, option) in enumerate(left, start=1):
                here, broken = watch.apply(here, option.text)
                if broken is not None:
                    return (here, broken) if number == len(left) else None
        return None

    def _holds(self, opening: Opening) -> bool:
        """True if the law holds in a position: one that is broken already is not broken by later answers."""
        with suppress(ValueError):
            here = opening.state
            return self.law is None or LawWatch(here.game, [self.law]).holds(here)
        return False


def _turns(state: State, way: Answers) -> list[Opening]:
    """The turns in which an answer is still to come, the last one first."""
    return [each for each in reversed(openings(state)[1:]) if each.answered < len(way)]


def _least(opening: Opening, is_enough: Callable[[Opening], bool]) -> Opening:
    """The opening without each piece that it can do without, tried one by one."""
    for piece in opening.pieces:
        simpler = opening.without(piece)
        if simpler != opening and is_enough(simpler):
            opening = simpler
    return opening


def _failing(opening: Opening, left: Answers, begin: Begin) -> Attempt | None:
    """The attempt that fails with the last of the remaining answers, and not before; None if there is none."""
    with suppress(ValueError):
        attempt = begin(opening.state)
        for _, option in left:
            pending = attempt.state.pending
            if attempt.failed or isinstance(pending, Over):
                return None
            same = next((each for each in pending.options if each.text == option.text), None)
            if same is None:
                return None
            attempt = attempt.after(same)
        return attempt if attempt.failed else None
    return None


def _lies_alike(one: State, other: State) -> bool:
    """True if two tables are equal in everything that can be claimed of them."""
    same = one.position.zones == other.position.zones and one.position.variables == other.position.variables
    return same and (one.active, one.pending) == (other.active, other.pending)
