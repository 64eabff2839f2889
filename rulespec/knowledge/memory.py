"""Where the cards can be, by all that one player heard: for each card and each moment, the places it may lie in."""

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from rulespec.events import kinds as k
from rulespec.events.log import RawEvent
from rulespec.events.motions import Motion, motions, shown
from rulespec.material import Material
from rulespec.plan.options import HIDDEN

Places = int  # a set of places, a bit for each


@define(eq=False)
class Memory:
    """What one player can know of every card, event by event.

    `may[i]` has the places where each card can have lain after event i, by what was heard before and since, as far as
    can be said of each card for itself and of places that are full; `sizes[i]` how many cards lay where.
    """

    material: Material
    heard: Sequence[RawEvent]
    may: list[tuple[Places, ...]] = field(factory=list)
    sizes: list[tuple[int, ...]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        may, sizes = self._at_first(self.heard[0])
        self._remember(may, sizes)
        for event in self.heard[1:]:
            moved = motions(event)
            if moved:
                self._follow(moved, may, sizes)
            elif still := shown(event):
                for card, place, _ in still:
                    if card != HIDDEN:
                        may[card] = 1 << place
            else:
                self._same()
                continue
            self._conclude(may, sizes)
            self._remember(may, sizes)
        for moment in range(len(self.heard) - 1, 0, -1):
            self._look_back(moment)

    def _at_first(self, event: RawEvent) -> tuple[list[Places], list[int]]:
        zones, places = k.began(event).zones, len(self.material.places)
        if zones is None:
            sizes = [self.material.start.count(place) for place in range(places)]
            return [1 << place for place in self.material.start], sizes
        hidden = sum(1 << place for place, cards in enumerate(zones) if HIDDEN in cards)
        may = [hidden] * len(self.material.cards)
        for place, cards in enumerate(zones):
            for card in cards:
                if card != HIDDEN:
                    may[card] = 1 << place
        sizes = [len(cards) for cards in zones]
        self._conclude(may, sizes)
        return may, sizes

    def _remember(self, may: list[Places], sizes: list[int]) -> None:
        self.may.append(tuple(may))
        self.sizes.append(tuple(sizes))

    def _same(self) -> None:
        self.may.append(self.may[-1])
        self.sizes.append(self.sizes[-1])

    def _follow(self, moved: tuple[Motion, ...], may: list[Places], sizes: list[int]) -> None:
        """What the motions of one event, all at the same time, make possible."""
        named = {card for card, _, _ in moved if card != HIDDEN}
        left = sizes.copy()
        targets: dict[int, Places] = {}
        leaving: dict[int, int] = {}
        for card, source, to in moved:
            sizes[source] -= 1
            sizes[to] += 1
            if card != HIDDEN:
                left[source] -= 1
                may[card] = 1 << to
            else:
                targets[source] = targets.get(source, 0) | 1 << to
                leaving[source] = leaving.get(source, 0) + 1
        if not targets:
            return
        emptied = sum(1 << source for source, count in leaving.items() if count == left[source])
        went = {places: places & ~emptied | _leading(places, targets) for places in set(may)}
        may[:] = [places if card in named else went[places] for card, places in enumerate(may)]

    def _look_back(self, moment: int) -> None:
        """What is known after an event tells where the cards lay before it."""
        after, before = self.may[moment], list(self.may[moment - 1])
        moved = motions(self.heard[moment])
        if not moved:  # what is known after it was so before, and is no less than what was known then
            self.may[moment - 1] = after
            return
        named = {card: source for card, source, _ in moved if card != HIDDEN}
        sources: dict[int, Places] = {}  # for each place, from where unseen cards came
        for card, source, to in moved:
            if card == HIDDEN:
                sources[to] = sources.get(to, 0) | 1 << source
        came = {places: places | _leading(places, sources) for places in set(after)}
        for card, places in enumerate(after):
            before[card] &= 1 << named[card] if card in named else came[places]
        self._conclude(before, list(self.sizes[moment - 1]))
        self.may[moment - 1] = tuple(before)

    def _conclude(self, may: list[Places], sizes: list[int]) -> None:
        """A place that is full of cards known to lie there holds no other."""
        while True:
            lying = Counter(may)
            full = sum([1 << place for place, count in enumerate(sizes) if lying.get(1 << place, 0) == count])
            less = {places: places & ~full for places in lying if places & (places - 1) and places & full}
            if not less:
                return
            may[:] = [less.get(places, places) for places in may]

    def is_settled(self, moment: int) -> bool:
        """Whether he knows where every card lay after an event."""
        return not any(each & (each - 1) for each in self.may[moment])


def _leading(places: Places, ways: dict[int, Places]) -> Places:
    """Where the ways from some places lead, or to where they lead back."""
    found = 0
    for place, others in ways.items():
        if places >> place & 1:
            found |= others
    return found
