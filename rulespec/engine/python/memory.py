"""Where the cards can be, by all that one player heard: for each card and each moment, the places it may lie in."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events.chance import decided
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent
from rulespec.engine.events.motions import Motion, motions, shown
from rulespec.engine.options import HIDDEN
from rulespec.rules.material import Material

Places = int  # a set of places, a bit for each


class Memory(Protocol):
    """What one player has heard, and what he can know by it of every card, event by event."""

    @property
    def material(self) -> Material: ...  # what cards and places are called
    @property
    def heard(self) -> Sequence[RawEvent]: ...  # oldest first

    @property
    def may(self) -> Sequence[tuple[Places, ...]]:
        """The places where each card can have lain after each event, by what was heard before and since.

        As far as can be said of each card for itself, and of places that are full.
        """

    @property
    def sizes(self) -> Sequence[tuple[int, ...]]: ...  # how many cards lay in each place after each event

    @property
    def cuts(self) -> Sequence[int]:
        """The moments at which nothing hidden matters any more, neither a card nor what somebody chose."""

    def unsure(self, start: int, end: int, /) -> Sequence[int]:
        """The cards whose places he does not always know from one moment to another."""


@define(eq=False)
class BitMemory:
    """A memory in Python; it goes on from an earlier one of the same game, if there is one."""

    hearing: Hearing
    heard: Sequence[RawEvent]
    _earlier: "BitMemory | None" = None
    may: list[tuple[Places, ...]] = field(init=False)
    sizes: list[tuple[int, ...]] = field(init=False)
    so_far: list[tuple[Places, ...]] = field(init=False)  # by what was heard before alone

    def __attrs_post_init__(self) -> None:
        earlier, self._earlier = self._earlier, None
        if earlier is None:
            self.so_far, self.sizes = [], []
            self._remember(*self._at_first(self.heard[0]))
        else:
            self.so_far, self.sizes = earlier.so_far.copy(), earlier.sizes.copy()
        may, sizes = list(self.so_far[-1]), list(self.sizes[-1])
        for event in self.heard[len(self.sizes) :]:
            self._hear(event, may, sizes)
        self.may = self.so_far.copy()
        for moment in range(len(self.heard) - 1, 0, -1):
            if earlier is not None and moment < len(earlier.may) and self.may[moment] == earlier.may[moment]:
                here = self.may[moment]  # nothing that was heard since tells of what was before
                self.may[:moment] = [here if may is earlier.may[moment] else may for may in earlier.may[:moment]]
                break
            self._look_back(moment)

    @property
    def material(self) -> Material:
        """What cards and places are called."""
        return self.hearing.program.material

    def _hear(self, event: RawEvent, may: list[Places], sizes: list[int]) -> None:
        moved = motions(event)
        if moved:
            self._follow(moved, may, sizes)
        elif still := shown(event):
            for card, place, _ in still:
                if card != HIDDEN:
                    may[card] = 1 << place
        else:
            self.so_far.append(self.so_far[-1])
            self.sizes.append(self.sizes[-1])
            return
        self._conclude(may, sizes)
        self._remember(may, sizes)

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
        self.so_far.append(tuple(may))
        self.sizes.append(tuple(sizes))

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

    # ---- what is made of it

    def unsure(self, start: int, end: int, /) -> list[int]:
        """The cards whose places he does not always know from one moment to another."""
        different = {id(may): may for may in self.may[start : end + 1]}.values()
        return [card for card in range(len(self.may[0])) if any(may[card] & (may[card] - 1) for may in different)]

    @property
    def cuts(self) -> list[int]:
        """The moments at which nothing hidden matters any more, neither a card nor what somebody chose."""
        program, found, plain = self.hearing.program, list[int](), False
        for moment, (event, after) in enumerate(pairwise(map(k.read, self.heard))):
            plain = plain or isinstance(event, k.Begin | k.Round | k.Turn)  # what was chosen before is used no more
            if not plain:
                continue
            settled = self._is_settled(moment)
            plain = not _is_secret(event) and (settled or not program.is_tacit)
            asked = isinstance(after, k.Choose) or decided(after, program.material) is not None
            if plain and settled and moment and not isinstance(event, k.Choose) and asked:
                found.append(moment)
        return found

    def _is_settled(self, moment: int) -> bool:
        """Whether he knows where every card lay after an event, and in which order where there is one."""
        sizes, viewer = self.sizes[moment], self.hearing.viewer
        for size, place in zip(sizes, self.material.places, strict=True):
            if size > 1 and place.zone.ordered and viewer is not None and not place.seen_by(viewer):
                return False
        return not any(each & (each - 1) for each in self.may[moment])


def _is_secret(event: k.Event) -> bool:
    """Whether somebody chose something that he did not hear."""
    return isinstance(event, k.Commit) or (isinstance(event, k.Choose | k.Reveal) and HIDDEN in str(event.answer))


def _leading(places: Places, ways: dict[int, Places]) -> Places:
    """Where the ways from some places lead, or to where they lead back."""
    found = 0
    for place, others in ways.items():
        if places >> place & 1:
            found |= others
    return found
