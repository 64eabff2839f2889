"""A game that has been found to fail, with what makes it better than another."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from attrs import frozen

from rulespec.api import State
from rulespec.events import kinds as k
from rulespec.events.log import events
from rulespec.failures.attempt import Attempt
from rulespec.failures.moves import Move, move
from rulespec.pending import Option, Over

Size = tuple[int, int, int]


@frozen(eq=False, slots=False)
class Found:
    """A game that fails at its end, and nowhere before: all attempts on the way, and the moves between them."""

    way: tuple[Attempt, ...]
    moves: tuple[Move, ...]

    @property
    def state(self) -> State:
        return self.way[-1].state

    @cached_property
    def decisions(self) -> int:
        """How often players have answered."""
        return sum(not each.chance for each in self.moves)

    @cached_property
    def size(self) -> Size:
        """What a shorter game has less of: answers of players, answers of chance, players."""
        return self.decisions, len(self.moves) - self.decisions, self.state.players

    @cached_property
    def complexity(self) -> tuple[int, int, int]:
        """What a simpler game has less of: things chosen, seats before who begins, options before those taken."""
        things = sum(len(each.spots) or len(each.words) for each in self.moves if not each.chance)
        return things, k.began(events(self.state.raw_log)[0]).first, self._places(chance=False)

    @cached_property
    def luck(self) -> int:
        """How many outcomes of chance come before those that came."""
        return self._places(chance=True)

    def _places(self, *, chance: bool) -> int:
        pairs = zip(self.way, self.moves, strict=False)
        return sum(_place(here.state, each) for here, each in pairs if each.chance == chance)

    def better_than(self, other: "Found") -> bool:
        return (self.size, self.complexity) < (other.size, other.complexity)

    def plainer_than(self, other: "Found") -> bool:
        """Whether it is as good, and chance does less that is remarkable."""
        return (self.size, self.complexity, self.luck) < (other.size, other.complexity, other.luck)

    def answers(self) -> list[tuple[int, int]]:
        """Each answer of a player, with what chance decides after it."""
        asked = [at for at, each in enumerate(self.moves) if not each.chance]
        return [*pairwise((*asked, len(self.moves)))]

    def parts(self, *, rounds: bool) -> list[tuple[int, int]]:
        """Its rounds, or its turns: from which move to which. What comes before the first is a part of its own."""
        begins, before = [0], None
        for at, here in enumerate(self.way[:-1]):
            state = here.state
            if before is not None:
                new = {event[0] for event in events(state.raw_log, before.raw_log)}
                if k.ROUND in new or (not rounds and k.TURN in new):
                    begins.append(at)
            before = state
        return [*pairwise((*begins, len(self.moves)))]


def found(way: Sequence[Attempt], options: Sequence[Option]) -> Found:
    """A game that fails, with what was answered at each attempt but the last."""
    return Found(tuple(way), tuple([move(here.state, option) for here, option in zip(way, options, strict=False)]))


def _place(state: State, taken: Move) -> int:
    pending = state.pending
    assert not isinstance(pending, Over)
    return next(at for at, option in enumerate(pending.options) if option.text == taken.text)
