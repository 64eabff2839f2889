"""Possible worlds: games that one player cannot tell from the one he plays, made of nothing but what he heard."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from random import Random

from attrs import define, field, frozen

from rulespec.errors import WorldsError
from rulespec.events.log import RawEvent, events, log_of
from rulespec.knowledge.card_tracks import CardTracks
from rulespec.knowledge.guessing import Guessing
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.steps import Steps
from rulespec.rawstate import RawState
from rulespec.run.position import Position
from rulespec.run.snapshot import Snapshot, Step

MAX_UNLOCATED_CARDS = 6  # beyond that, exhaustive search is skipped
TRIED = 400  # answers at most, where everything is tried
BEGUN = 5  # times, before a sample is given up


@frozen(eq=False)
class Cut:
    """Where a stretch begins: all that decides how a game goes on from there, whatever has led to it."""

    index: int  # of the stretch
    step: Step  # a game that goes on from there, and whose log begins there
    exhausted: dict[str, tuple[list["Leg"] | None, int]] = field(factory=dict)


@frozen(eq=False)
class Leg:
    """A way through a stretch: what happened there, oldest first, and where it led."""

    events: list[RawEvent]
    snapshot: Snapshot
    cut: Cut | None  # where the next stretch begins


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with what was heard. They share what was found of them: whatever a game has been through,
    from a cut on all that are in one position can go on alike.
    """

    seen: Perspective
    _cuts: dict[tuple[int, Position, int], Cut] = field(factory=dict)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.seen)

    def sample(self, random: Random, *, same_past: bool = False) -> RawState:
        """One of them, at random; those with the `same_past` share how they came to where the last stretch begins."""
        self.steps.tried = 0
        legs = (self._shared if same_past else None) or self._past(random)
        legs = [*legs, self._leg(len(legs), legs[-1].cut if legs else None, random)]
        told = chain.from_iterable(leg.events for leg in legs)
        return self.steps.state(legs[-1].snapshot.retold(log_of(told)))

    def all(self) -> Iterator[RawState]:
        """All of them, in a fixed order; there can be very many."""
        steps = Steps(self.seen, listing=True)
        open_ = [steps.begun()]
        while open_:
            step = next(open_[-1], None)
            if step is None:
                open_.pop()
                continue
            if steps.is_at(step, steps.last):
                steps.tried = 0
                yield steps.state(step[0])
            open_.append(steps.further(step))

    @cached_property
    def _stretches(self) -> list[CardTracks]:
        """From one moment at which nothing hidden mattered to the next."""
        memory, engine = self.steps.memory, self.seen.game.engine
        cuts = memory.cuts
        return [CardTracks(engine, memory, *ends) for ends in zip([0, *cuts], [*cuts, self.steps.last], strict=True)]

    def _past(self, random: Random) -> list[Leg]:
        """A game played through one stretch after the other, up to the last."""
        legs, cut = list[Leg](), None
        for index in range(len(self._stretches) - 1):
            legs.append(self._leg(index, cut, random))
            cut = legs[-1].cut
        return legs

    @cached_property
    def _shared(self) -> list[Leg] | None:
        """A past that is the same whatever was sampled before; none, where these random numbers lead to none."""
        try:
            return self._past(Random(0))
        except WorldsError:
            self.steps.tried = 0
            return None

    def _leg(self, index: int, cut: Cut | None, random: Random) -> Leg:
        """A game played on through a stretch: one of all ways that there are, or as it is guessed."""
        ends = self._first if cut is None else self._exhaustive(cut)
        return random.choice(ends) if ends else self._through(index, self._guessed(self._stretches[index], cut, random))

    def _guessed(self, tracks: CardTracks, cut: Cut | None, random: Random) -> Step:
        for _ in range(BEGUN):
            begun = None if cut is None else cut.step
            found = Guessing(self.steps, tracks, begun, random).found()
            if found is not None:
                return found
        raise self.steps.not_found()

    def _through(self, index: int, step: Step) -> Leg:
        snapshot, at, _ = step
        told, cut = events(snapshot.log), None
        if index + 1 < len(self._stretches):
            new = Cut(index + 1, (snapshot.retold(None), at, ()))
            cut = self._cuts.setdefault((index + 1, snapshot.position, at), new)
        return Leg(told, snapshot, cut)

    # ---- trying everything

    @cached_property
    def _first(self) -> list[Leg] | None:
        return self._all_through(0, self.steps.begun())

    def _exhaustive(self, cut: Cut) -> list[Leg] | None:
        """All ways from a cut through its stretch; None where there is too much to try."""
        if "found" not in cut.exhausted:
            tried = self.steps.tried
            found = self._all_through(cut.index, iter([cut.step]))
            cut.exhausted["found"] = found, self.steps.tried - tried
        elif cut.exhausted["found"][1]:
            self.steps.attempt(cut.exhausted["found"][1])  # a sample is the same, whatever was sampled before
        return cut.exhausted["found"][0]

    def _all_through(self, index: int, begun: Iterator[Step]) -> list[Leg] | None:
        tracks, steps = self._stretches[index], self.steps
        if len(tracks.unsure) > MAX_UNLOCATED_CARDS:
            return None
        end = tracks.end
        open_, tried, found = list(islice(begun, TRIED)), 0, list[Step]()
        while open_:
            further: list[Step] = []
            for step in open_:
                tried += 1
                if tried + len(further) >= TRIED:
                    return None
                if steps.is_at(step, end):
                    found.append(step)
                if step[1] <= end or end == steps.last:
                    further += steps.further(step)
            open_ = further
        return [self._through(index, step) for step in found]
