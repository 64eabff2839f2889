"""A random way through a part of what a player heard."""

from attrs import define, field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.python.hearer import HeardStep, Stretch
from rulespec.engine.python.randomly import Random, shuffled
from rulespec.knowledge.chain import Chain
from rulespec.knowledge.steps import Steps

FEW_CARDS = 12  # unsure cards of a small part, for which the native engine makes more random changes
MANY_MOVES = 2_000, 20_000  # random changes at most, and about how many steps they take in all
MOVES = 1_000, 600


@frozen(eq=False)
class Part:
    """A part of what a player heard, up to the moment `end`."""

    end: int
    unsure: tuple[int, ...]  # the cards whose places the player does not always know
    stretch: Stretch | None  # None on the Python engine


@define(eq=False)
class Sampling:
    """A search for games through a part, from the beginning or from the step `begun`."""

    steps: Steps
    part: Part
    begun: HeardStep | None
    draw: Random
    _lying: tuple[int, ...] = field(init=False, default=())
    _order: tuple[int, ...] = field(init=False, default=())

    def found(self, count: int) -> list[HeardStep]:
        """The ends of `count` games, each near the one before it; fewer if they exceed the budget."""
        first, steps, unsure = self._first(), self.steps, self.part.unsure
        if first is None:
            return []
        is_small = len(unsure) <= FEW_CARDS and count == 1 and self.part.stretch is not None
        moves, effort = MANY_MOVES if is_small else MOVES
        if self.part.end < steps.last:  # the current position does not depend on earlier parts
            effort = 0
        if self.part.stretch is None:
            chain = Chain(steps, self.part.end, unsure, self.draw, moves, effort, first, self._lying, self._order)
            return [end for _ in range(count) if steps.left > 0 and (end := chain.found()) is not None]
        begin = self._begin if self._lying else None
        tried, steps.furthest, ends = self.part.stretch.sample(
            first[0], first[1], count, self.draw, unsure, steps.left, moves, effort, begin, self._lying, self._order
        )
        steps.tried += tried
        return ends

    def _first(self) -> HeardStep | None:
        """The step that the chain begins with."""
        if self.begun is not None:
            return self.begun
        zones = k.began(self.steps.memory.heard[0]).zones
        if zones is None:
            return self._begin((), ())
        for _ in range(100):
            self._lay()
            first = self._begin(self._lying, self._order)
            if first is not None:
                return first
        return None

    def _begin(self, lying: tuple[int, ...], order: tuple[int, ...]) -> HeardStep | None:
        return self.steps.begin(self.steps.beginning(lying, order))

    def _lay(self) -> None:
        """Gives each card a place where it can have been at the beginning: a random bipartite matching."""
        may, sizes = self.steps.memory.may[0], self.steps.memory.sizes[0]
        rooms = [place for place, size in enumerate(sizes) for _ in range(size)]
        rooms = shuffled(rooms, self.draw)
        held = list[int | None]([None] * len(rooms))

        def lays(card: int, reached: set[int]) -> bool:
            for room, place in enumerate(rooms):
                if may[card] >> place & 1 and room not in reached:
                    reached.add(room)
                    other = held[room]
                    if other is None or lays(other, reached):
                        held[room] = card
                        return True
            return False

        order = shuffled(list(range(len(may))), self.draw)
        for card in order:
            lays(card, set())
        where = {card: rooms[room] for room, card in enumerate(held) if card is not None}
        self._lying = tuple([where[card] for card in range(len(may))])
        self._order = tuple(order)
