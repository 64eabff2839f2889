"""A game that fails, and how it ranks among others that do."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.pending import Option, Over
from rulespec.experiments.failures.attempt import Attempt
from rulespec.experiments.failures.moves import Move, move
from rulespec.game.api import State


@frozen(eq=False, slots=False)
class FailingGame:
    """A game that fails at its end and not before: all attempts from the first to the last, and the moves between."""

    way: tuple[Attempt, ...]
    moves: tuple[Move, ...]

    @property
    def state(self) -> State:
        return self.way[-1].state

    @cached_property
    def decisions(self) -> int:
        """The number of answers that players gave."""
        return sum(not each.chance for each in self.moves)

    @cached_property
    def rank(self) -> tuple[int, ...]:
        """A better game has a lower rank, lexicographically: first it is shorter, then simpler.

        Answers of players, answers of chance, players; things chosen, the seat that begins, options before those taken.
        """
        things = sum(len(each.spots) or len(each.words) for each in self.moves if not each.chance)
        first = k.began(events(self.state.raw_log)[0]).first
        chances, players = len(self.moves) - self.decisions, self.state.players
        return self.decisions, chances, players, things, first, self._places(chance=False)

    @cached_property
    def luck(self) -> int:
        """How many outcomes of chance are listed before those that came: the fewer, the less remarkable."""
        return self._places(chance=True)

    def _places(self, *, chance: bool) -> int:
        pairs = zip(self.way, self.moves, strict=False)
        return sum(_place(here.state, each) for here, each in pairs if each.chance == chance)

    def answers(self) -> list[tuple[int, int]]:
        """Each answer of a player with the draws that follow it, as a range of moves."""
        asked = [at for at, each in enumerate(self.moves) if not each.chance]
        return [*pairwise((*asked, len(self.moves)))]

    def parts(self, *, rounds: bool) -> list[tuple[int, int]]:
        """Its rounds, or its turns, as ranges of moves; moves before the first are a part of their own."""
        begins = [0]
        for at, (before, here) in enumerate(pairwise(self.way[:-1]), start=1):
            new = {event[0] for event in events(here.state.raw_log, before.state.raw_log)}
            if k.ROUND in new or (not rounds and k.TURN in new):
                begins.append(at)
        return [*pairwise((*begins, len(self.moves)))]


def found(way: Sequence[Attempt], options: Sequence[Option]) -> FailingGame:
    """A game that fails, from its attempts and the option taken at each but the last."""
    return FailingGame(
        tuple(way), tuple([move(here.state, option) for here, option in zip(way, options, strict=False)])
    )


def _place(state: State, taken: Move) -> int:
    pending = state.pending
    assert not isinstance(pending, Over)
    return next(at for at, option in enumerate(pending.options) if option.text == taken.text)
