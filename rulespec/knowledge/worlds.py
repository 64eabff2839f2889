"""Possible worlds: games that one player cannot tell from the one he plays, made of nothing but what he heard."""

import os
from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import islice, pairwise
from random import Random
from threading import RLock
from typing import Any
from weakref import WeakSet

from attrs import define, field, frozen

from rulespec.errors import WorldsError
from rulespec.knowledge.card_tracks import CardTracks
from rulespec.knowledge.guessing import Guessing
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.steps import Steps
from rulespec.rawstate import RawState
from rulespec.run.hearer import Listing, Step
from rulespec.run.randomly import Random as Draw
from rulespec.run.randomly import one_of
from rulespec.run.snapshot import Snapshot

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
    """A way through a stretch: where it led, with what happened there as its history."""

    snapshot: Snapshot
    cut: Cut | None  # where the next stretch begins


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with what was heard. They share what was found of them: whatever a game has been through,
    from a cut on all that are in one position can go on alike.
    """

    seen: Perspective
    _cuts: dict[tuple[int, Hashable, int], Cut] = field(factory=dict)
    _sampling: Any = field(factory=RLock)  # threads share a view: what one of them tries is not counted for another

    def __attrs_post_init__(self) -> None:
        _all.add(self)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.seen)

    def sample(self, random: Random, *, same_past: bool = False) -> RawState:
        """One of them, at random; those with the `same_past` share how they came to where the last stretch begins."""
        draw = self._numbers(random.getrandbits(64))
        with self._sampling:
            self.steps.tried = 0
            legs = (self._shared if same_past else None) or self._past(draw)
            legs = [*legs, self._leg(len(legs), legs[-1].cut if legs else None, draw)]
            return self.steps.state(legs[-1].snapshot.retold([leg.snapshot for leg in legs]))

    def all(self) -> Iterator[RawState]:
        """All of them, in a fixed order; there can be very many."""
        steps = Steps(self.seen, listing=True)
        whole = steps.comparison.stretch(0, steps.last, steps.is_now)
        for begun in steps.begun():
            found = _stepped(steps, begun) if whole is None else _listed(steps, whole.listing(*begun[:2]))
            for snapshot in found:
                steps.tried = 0
                yield steps.state(snapshot)

    def samples_anew(self) -> None:
        """After a fork, which copies no thread that could still be sampling."""
        self._sampling = RLock()

    @cached_property
    def _stretches(self) -> list[CardTracks]:
        """From one moment at which nothing hidden mattered to the next."""
        steps, memory = self.steps, self.steps.memory
        return [
            CardTracks(memory, start, end, steps.comparison.stretch(start, end, steps.is_now))
            for start, end in pairwise([0, *memory.cuts, steps.last])
        ]

    def _numbers(self, seed: int) -> Draw:
        return self.seen.game.engine.numbers(seed)

    def _past(self, draw: Draw) -> list[Leg]:
        """A game played through one stretch after the other, up to the last."""
        legs, cut = list[Leg](), None
        for index in range(len(self._stretches) - 1):
            legs.append(self._leg(index, cut, draw))
            cut = legs[-1].cut
        return legs

    @cached_property
    def _shared(self) -> list[Leg] | None:
        """A past that is the same whatever was sampled before; none, where these random numbers lead to none."""
        try:
            return self._past(self._numbers(0))
        except WorldsError:
            self.steps.tried = 0
            return None

    def _leg(self, index: int, cut: Cut | None, draw: Draw) -> Leg:
        """A game played on through a stretch: one of all ways that there are, or as it is guessed."""
        ends = self._first if cut is None else self._exhaustive(cut)
        return one_of(ends, draw) if ends else self._through(index, self._guessed(self._stretches[index], cut, draw))

    def _guessed(self, tracks: CardTracks, cut: Cut | None, draw: Draw) -> Step:
        for _ in range(BEGUN):
            begun = None if cut is None else cut.step
            found = Guessing(self.steps, tracks, begun, draw).found()
            if found is not None:
                return found
        raise self.steps.not_found()

    def _through(self, index: int, step: Step) -> Leg:
        snapshot, at, _ = step
        cut = None
        if index + 1 < len(self._stretches):
            known = index + 1, snapshot.standing, at
            cut = self._cuts.get(known) or Cut(index + 1, (snapshot.retold(()), at, ()))
            self._cuts[known] = cut
        return Leg(snapshot, cut)

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
        open_ = list(islice(begun, TRIED))
        if tracks.stretch is not None:
            tried, ends = tracks.stretch.ways(tuple([(snapshot, at) for snapshot, at, _ in open_]), TRIED, steps.left)
            steps.attempt(tried)
        else:
            ends = self._all_stepped(tracks.end, open_)
        return None if ends is None else [self._through(index, step) for step in ends]

    def _all_stepped(self, end: int, open_: list[Step]) -> list[Step] | None:
        """The same step by step."""
        steps, tried, found = self.steps, 0, list[Step]()
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
        return found


_all: WeakSet[Worlds] = WeakSet()


def _all_anew() -> None:
    for worlds in _all:
        worlds.samples_anew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_all_anew)


def _listed(steps: Steps, listing: Listing) -> Iterator[Snapshot]:
    """All games that agree, as an engine finds them."""
    while True:
        tried, found = listing.next(steps.left)
        steps.attempt(tried)
        if found is None:
            return
        yield found


def _stepped(steps: Steps, begun: Step) -> Iterator[Snapshot]:
    """The same step by step."""
    open_ = [iter([begun])]
    while open_:
        step = next(open_[-1], None)
        if step is None:
            open_.pop()
            continue
        if steps.is_at(step, steps.last):
            yield step[0]
        open_.append(steps.further(step))
