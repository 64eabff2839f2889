"""Possible worlds: the games that one player cannot tell from the true one, derived from what he heard alone."""

import os
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import islice, pairwise, takewhile
from random import Random
from threading import RLock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from attrs import define, field, frozen

from rulespec.errors import WorldsError
from rulespec.knowledge.card_tracks import CardTracks
from rulespec.knowledge.exclusions import Exclusions
from rulespec.knowledge.guessing import GUESSES, Guessing
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.steps import Steps
from rulespec.rawstate import RawState
from rulespec.run.hearer import HeardStep, Listing
from rulespec.run.randomly import Random as Draw
from rulespec.run.randomly import one_of
from rulespec.run.snapshot import Snapshot

Found = TypeVar("Found")
World = TypeVar("World", bound=RawState)
MAX_UNLOCATED_CARDS = 6  # with more, exhaustive search is not tried before guessing
TRIED = 400  # the bound of games for an exhaustive search that comes first, or once the first guesses have failed
LISTED = 20_000  # for one after all guesses have failed
SLIGHT = 8_000  # steps to repair a guess for an imagined world, and as many for one that nearly agrees
PLAIN = 3  # guesses before it is learned what the rules exclude
BEGUN = 5  # searches with exclusions, and as many without, before guessing is given up


@define(eq=False)
class Cut:
    """The beginning of a stretch: everything that decides how a game goes on from there, whatever led to it."""

    index: int  # of the stretch
    step: HeardStep | None  # a game that goes on from there, with a log that begins there; None before the first event
    ways: dict[int, list["Leg"] | None] = field(factory=dict)  # all ways through the stretch, by the bound of games
    informed: tuple[CardTracks, bool] | None = None  # see `Exclusions`


@frozen(eq=False)
class Leg:
    """A way through a stretch: its last snapshot, with the events of the stretch as history."""

    snapshot: Snapshot
    cut: Cut | None  # where the next stretch begins


@frozen(eq=False)
class Imagined(Generic[World]):
    """A world that took few steps to find; None if they did not lead to any."""

    world: World | None
    exact: bool  # whether all that he heard could have happened in it
    steps: int


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with what was heard, sampled stretch by stretch and memoised at the cuts in between.

    From a cut on, games in equal positions have the same continuations, whatever led to it.
    """

    seen: Perspective
    _cuts: dict[tuple[int, Hashable, int], Cut] = field(factory=dict)
    _sampling: Any = field(factory=RLock)  # since threads may share a view, and effort is counted per sample

    def __attrs_post_init__(self) -> None:
        _all.add(self)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.seen)

    def sample(self, random: Random, *, same_past: bool = False) -> RawState:
        """A random world; worlds with the `same_past` share their history up to the last stretch."""
        draw = self._numbers(random.getrandbits(64))
        with self._sampling:
            self.steps.tried = 0
            legs = (self._shared if same_past else None) or self._past(draw)
            legs = [*legs, self._leg(self._cut_after(legs), draw)]
            return self.steps.state(legs[-1].snapshot.retold([leg.snapshot for leg in legs]))

    def imagine(self, random: Random) -> Imagined[RawState]:
        """A world by a bounded number of steps: nearly one if none is found that agrees with all that he heard."""
        draw = self._numbers(random.getrandbits(64))
        with self._sampling:
            self.steps.tried = 0
            try:
                legs, past = self._imagined_past
                leg, now = self._imagined(self._cut_after(legs), draw)
            except WorldsError:
                return Imagined(None, False, self.steps.tried)
            legs = [*legs, leg]
            snapshot = legs[-1].snapshot.retold([leg.snapshot for leg in legs])
            return Imagined(self.steps.state(snapshot), past and now, self.steps.tried)

    def all(self) -> Iterator[RawState]:
        """All worlds in a fixed order; there can be very many."""
        steps = Steps(self.seen, listing=True)
        whole = steps.comparison.stretch(0, steps.last, steps.is_now)
        for begun in steps.begun():
            found = _stepped(steps, begun) if whole is None else _listed(steps, whole.listing(*begun[:2]))
            for snapshot in found:
                steps.tried = 0
                yield steps.state(snapshot)

    def samples_anew(self) -> None:
        """Replaces the lock after a fork of the process, in which no other thread can hold it."""
        self._sampling = RLock()

    @cached_property
    def _stretches(self) -> list[CardTracks]:
        """The stretches between the moments at which nothing hidden matters."""
        return [self._stretch(start, end) for start, end in pairwise([0, *self.steps.memory.cuts, self.steps.last])]

    def _stretch(self, start: int, end: int) -> CardTracks:
        steps = self.steps
        stretch = steps.comparison.stretch(start, end, steps.is_now)
        return CardTracks(steps.memory, start, end, stretch, steps.program.waiting_moves)

    def _numbers(self, seed: int) -> Draw:
        return self.seen.game.engine.numbers(seed)

    def _past(self, draw: Draw) -> list[Leg]:
        """Random legs through all stretches but the last."""
        legs = list[Leg]()
        for _ in range(len(self._stretches) - 1):
            legs.append(self._leg(self._cut_after(legs), draw))
        return legs

    @cached_property
    def _beginning(self) -> Cut:
        return Cut(0, None)

    def _cut_after(self, legs: list[Leg]) -> Cut:
        return (legs[-1].cut if legs else None) or self._beginning

    @cached_property
    def _shared(self) -> list[Leg] | None:
        """A past that does not depend on previous samples; None if the search for it fails."""
        try:
            return self._past(self._numbers(0))
        except WorldsError:
            self.steps.tried = 0
            return None

    def _leg(self, cut: Cut, draw: Draw) -> Leg:
        """Extends a game through a stretch: any of its continuations if they are few, else a guess."""
        plain, begun = self._stretches[cut.index], cut.step
        if ends := self._few(cut):
            return one_of(ends, draw)
        found = self._searched(lambda: Guessing(self.steps, plain, begun, draw).guessed(PLAIN))
        if found is None and not (ends := self._ways(cut, TRIED)):
            informed, comes_true = self._informed(cut)
            if comes_true:
                found = self._searched(lambda: Guessing(self.steps, informed, begun, draw).guessed())
            else:
                ends = self._ways(cut, LISTED)
            if found is None and not ends:
                each = [informed] * BEGUN + [plain] * BEGUN
                tries = (Guessing(self.steps, tracks, begun, draw).found() for tracks in each)
                found = self._searched(lambda: next(filter(None, tries), None))
        if found is not None:
            return self._through(cut.index, found)
        if ends := ends or self._ways(cut, LISTED):
            return one_of(ends, draw)
        raise self.steps.not_found(LISTED)

    @cached_property
    def _imagined_past(self) -> tuple[list[Leg], bool]:
        """Legs through all stretches but the last, and whether they agree with all that was heard there.

        They go on from those of an earlier view, which late in a game saves most of the time.
        """
        made, draw, legs, each = self.seen.known.made, self._numbers(0), list[Leg](), list[bool]()
        ends = [stretch.end for stretch in self._stretches[:-1]]
        known, found, agrees = made.get("imagined past", ([], [], []))
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(known, ends, strict=False))))
        for number in range(len(ends)):
            if number < same:
                leg, exact = Leg(found[number].snapshot, Cut(number + 1, found[number].cut.step)), agrees[number]
            else:
                leg, exact = self._imagined_once(self._cut_after(legs), draw)
            legs, each = [*legs, leg], [*each, exact]
        kept = [Leg(leg.snapshot, Cut(at, leg.cut.step if leg.cut else None)) for at, leg in enumerate(legs, 1)]
        made["imagined past"] = ends, kept, each  # without what is learned, which would hold this view for ever
        return legs, all(each)

    def _imagined_once(self, cut: Cut, draw: Draw) -> tuple[Leg, bool]:
        """As `_imagined`, by more steps if need be, as nothing can be imagined without a past."""
        for _ in range(BEGUN):
            try:
                return self._imagined(cut, draw)
            except WorldsError:
                continue
        return self._leg(cut, draw), True

    def _imagined(self, cut: Cut, draw: Draw) -> tuple[Leg, bool]:
        """As `_leg`, by few steps, and whether it agrees with all that was heard."""
        if ends := self._few(cut):
            return one_of(ends, draw), True
        guessing = Guessing(self.steps, self._respecting(cut), cut.step, draw)
        first = GUESSES if cut.informed else PLAIN
        found, exact = self._within(self.steps.left, lambda: guessing.guessed(first)), True
        if found is None and cut.informed is None:
            if self._informed(cut)[1]:
                guessing = Guessing(self.steps, self._respecting(cut), cut.step, draw)
            found = self._within(self.steps.left, guessing.guessed)
        found = found or self._within(SLIGHT, lambda: guessing.repaired(strictly=True))
        if found is None:
            found, exact = guessing.nearly or self._within(SLIGHT, lambda: guessing.repaired(strictly=False)), False
        if found is None:
            raise self.steps.not_found(0)
        return self._through(cut.index, found), exact

    def _respecting(self, cut: Cut) -> CardTracks:
        """A stretch whose guesses respect what was learned of its exclusions, if guesses came true by that."""
        return cut.informed[0] if cut.informed is not None and cut.informed[1] else self._stretches[cut.index]

    def _within(self, most: int, search: Callable[[], Found | None]) -> Found | None:
        """The result of a search that may take so many steps."""
        steps = self.steps
        steps.most = limit = steps.tried + most
        found = self._searched(search)
        steps.most, steps.tried = None, min(steps.tried, limit)  # engines notice differently by how much it is exceeded
        return found

    def _searched(self, search: Callable[[], Found | None]) -> Found | None:
        """The result of a search; None if it exceeds the effort, or the memory that a search gets."""
        try:
            return search()
        except (WorldsError, MemoryError):
            return None

    def _informed(self, cut: Cut) -> tuple[CardTracks, bool]:
        """A stretch whose guesses respect what the rules exclude, and whether a guess came true while learning that."""
        if cut.informed is None:
            plain = self._stretches[cut.index]
            exclusions = Exclusions(self.steps, self._stretch(plain.start, plain.end), cut.step, self._numbers(0))
            comes_true = exclusions.learn()
            cut.informed = exclusions.tracks if exclusions.leave_a_guess() else plain, comes_true
        return cut.informed

    def _through(self, index: int, step: HeardStep) -> Leg:
        snapshot, at, _ = step
        cut = None
        if index + 1 < len(self._stretches):
            known = index + 1, snapshot.standing, at
            cut = self._cuts.get(known) or Cut(index + 1, (snapshot.retold(()), at, ()))
            self._cuts[known] = cut
        return Leg(snapshot, cut)

    # ---- exhaustive search

    def _few(self, cut: Cut) -> list[Leg] | None:
        """All ways through the stretch of a cut, if they are few or guesses would not be uniform."""
        tracks = self._stretches[cut.index]
        if tracks.mixes_rows:
            return self._ways(cut, LISTED)
        return None if len(tracks.unsure) > MAX_UNLOCATED_CARDS else self._ways(cut, TRIED)

    def _ways(self, cut: Cut, most: int) -> list[Leg] | None:
        """All ways; None if that takes more than `most` games. It does not count as effort."""
        if most not in cut.ways:
            steps = self.steps
            begun = steps.begun() if cut.step is None else iter([cut.step])
            tried, steps.tried = steps.tried, 0
            cut.ways[most] = self._searched(lambda: self._all_through(cut.index, begun, most))
            steps.tried = tried
        return cut.ways[most]

    def _all_through(self, index: int, begun: Iterator[HeardStep], most: int) -> list[Leg] | None:
        tracks, steps = self._stretches[index], self.steps
        open_ = list(islice(begun, most))
        if len(open_) == most:
            return None
        if tracks.stretch is not None:
            tried, ends = tracks.stretch.ways(tuple([(snapshot, at) for snapshot, at, _ in open_]), most, steps.left)
            steps.attempt(tried)
        else:
            ends = self._all_stepped(tracks.end, open_, most)
        return None if ends is None else [self._through(index, step) for step in ends]

    def _all_stepped(self, end: int, open_: list[HeardStep], most: int) -> list[HeardStep] | None:
        """Python fallback of `Stretch.ways`."""
        steps, tried, found = self.steps, 0, list[HeardStep]()
        while open_:
            further: list[HeardStep] = []
            for step in open_:
                tried += 1
                if tried + len(further) >= most:
                    return None
                if steps.is_at(step, end):
                    found.append(step)
                if step[1] <= end or end == steps.last:
                    further += steps.further(step)
            open_ = further
        return found


_all: WeakSet[Worlds] = WeakSet()


def _all_anew() -> None:
    for worlds in _all:
        worlds.samples_anew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_all_anew)


def _listed(steps: Steps, listing: Listing) -> Iterator[Snapshot]:
    """All games that agree, as the engine lists them."""
    while True:
        tried, found = listing.next(steps.left)
        steps.attempt(tried)
        if found is None:
            return
        yield found


def _stepped(steps: Steps, begun: HeardStep) -> Iterator[Snapshot]:
    """Python fallback of `_listed`: a depth-first search."""
    open_ = [iter([begun])]
    while open_:
        step = next(open_[-1], None)
        if step is None:
            open_.pop()
            continue
        if steps.is_at(step, steps.last):
            yield step[0]
        open_.append(steps.further(step))
