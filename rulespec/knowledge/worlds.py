"""Possible worlds: the games that a player cannot tell from the true one, derived from what this player heard."""

import os
from bisect import bisect
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import accumulate, islice, pairwise
from math import exp, log
from random import Random
from threading import RLock
from typing import Any, TypeVar
from weakref import WeakSet

from attrs import define, field, frozen

from rulespec.engine.python.hearer import HeardStep, Listing, WeightedStep
from rulespec.engine.python.randomly import Random as Draw
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.rawstate import RawState
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.sampling import Part, Sampling
from rulespec.knowledge.steps import Steps
from rulespec.language.errors import BudgetExceededError, WorldsError

Found = TypeVar("Found")
MAX_UNLOCATED_CARDS = 12  # with more unsure cards, no list is tried before sampling
TRIED = 1_000  # games at most in a list that is tried before sampling
TRIED_BEFORE = 60  # the same for an earlier part of the game
LISTED = 20_000  # games at most in a list after sampling has failed
JOINED = 300  # events at most of successive stretches without unsure cards that are searched as one
PASTS = 3  # games through an earlier stretch, shared by all samples: nothing hidden now depends on them


@define(eq=False)
class Cut:
    """The beginning of a stretch: everything that decides how a game can go on."""

    index: int  # of the stretch
    step: HeardStep | None  # a game that waits there, with a log that begins there; None before the first event
    ways: dict[int, "Continuations | None"] = field(factory=dict)  # all ways through the stretch, by `most`
    sampled: "Continuations | None" = None  # some of them, if it is not the last stretch


@frozen(eq=False)
class Leg:
    """A way through a stretch: its last snapshot, with the events of the stretch as history."""

    snapshot: Snapshot
    cut: Cut | None  # where the next stretch begins


@frozen(eq=False)
class Continuations:
    """Ways through a stretch with their probabilities if chance and all players decide uniformly."""

    legs: list[Leg]
    shares: list[float]  # cumulative

    @classmethod
    def of(cls, weighted: list[tuple[Leg, float]]) -> "Continuations":
        """Continuations with the logarithms of their weights."""
        most = max((weight for _, weight in weighted), default=0.0)
        return cls([leg for leg, _ in weighted], list(accumulate([exp(weight - most) for _, weight in weighted])))

    def drawn(self, draw: Draw) -> Leg:
        """A random one."""
        return self.legs[min(bisect(self.shares, draw() * self.shares[-1]), len(self.legs) - 1)]


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with what was heard, sampled stretch by stretch.

    A stretch ends at a cut: a moment at which nothing hidden matters any more. Games that reach a cut in equal
    positions have the same continuations, which are memoised.
    """

    seen: Perspective
    _cuts: dict[tuple[int, Hashable, int], Cut] = field(factory=dict)
    _sampling: Any = field(factory=RLock)  # a lock: threads may share a view, and effort is counted per sample

    def __attrs_post_init__(self) -> None:
        _all.add(self)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.seen)

    def sample(self, random: Random, *, same_past: bool = False) -> RawState:
        """A random world; worlds with the `same_past` share their history up to the last stretch."""
        return self._sampled(random, 1, None, same_past=same_past)[0]

    def several(self, random: Random, count: int, most: int) -> list[RawState]:
        """Up to `count` worlds with the same past, found in `most` steps; a `WorldsError` if there is none.

        Each is near the one before it in a Markov chain, so it takes fewer steps than a sample of its own.
        """
        return self._sampled(random, count, most, same_past=True)

    def _sampled(self, random: Random, count: int, most: int | None, *, same_past: bool) -> list[RawState]:
        draw = self._numbers(random.getrandbits(64))
        with self._sampling:
            self.steps.tried, self.steps.furthest, self.steps.most = 0, 0, most
            past = (self._shared if same_past else None) or self._past(draw)
            ways = ([*past, leg] for leg in self._legs(self._cut_after(past), draw, count))
            return [self.steps.state(way[-1].snapshot.retold([leg.snapshot for leg in way])) for way in ways]

    def all(self, most: int | None = None) -> Iterator[RawState]:
        """All worlds in a fixed order; there can be very many. `most` is the number of steps for all, if given."""
        steps = Steps(self.seen, listing=True)
        steps.most = most
        whole = steps.comparison.stretch(0, steps.last, steps.is_now)
        for begun in steps.begun():
            found = _stepped(steps, begun) if whole is None else _listed(steps, whole.listing(*begun[:2]))
            for snapshot in found:
                steps.tried = steps.tried if most else 0
                yield steps.state(snapshot)

    def samples_anew(self) -> None:
        """Replaces the lock in a forked process, as a thread of the parent may hold it."""
        self._sampling = RLock()

    @cached_property
    def _stretches(self) -> list[Part]:
        """The stretches between cuts; short ones without unsure cards are joined."""
        steps, found = self.steps, list[tuple[int, int, tuple[int, ...]]]()
        for start, end in pairwise([0, *steps.memory.cuts, steps.last]):
            unsure = tuple(steps.memory.unsure(start, end))
            if found and not unsure and not found[-1][2] and end - found[-1][0] <= JOINED:
                start = found.pop()[0]
            found.append((start, end, unsure))
        return [Part(end, unsure, steps.comparison.stretch(start, end, steps.is_now)) for start, end, unsure in found]

    def _numbers(self, seed: int) -> Draw:
        return self.seen.game.engine.numbers(seed)

    def _past(self, draw: Draw) -> list[Leg]:
        """Random legs through all stretches but the last."""
        legs = list[Leg]()
        for _ in range(len(self._stretches) - 1):
            legs += self._legs(self._cut_after(legs), draw, 1)
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

    def _legs(self, cut: Cut, draw: Draw, count: int) -> list[Leg]:
        """Up to `count` random ways through a stretch: from the list of all if they are few."""
        part = self._stretches[cut.index]
        is_last = part.end == self.steps.last
        most = TRIED if is_last or not part.unsure else TRIED_BEFORE
        ways = cut.sampled or (self._ways(cut, most) if len(part.unsure) <= MAX_UNLOCATED_CARDS else None)
        if ways is None:
            numbers, number = (draw, count) if is_last else (self._numbers(cut.index), PASTS)
            found = self._searched(lambda: Sampling(self.steps, part, cut.step, numbers).found(number))
            legs = [self._through(cut.index, each) for each in found or ()]
            if legs and is_last:
                return legs
            ways = cut.sampled = Continuations.of([(leg, 0.0) for leg in legs]) if legs else self._ways(cut, LISTED)
        if not ways:
            raise self.steps.not_found()
        return [ways.drawn(draw) for _ in range(count)]

    def _searched(self, search: Callable[[], Found | None]) -> Found | None:
        """The result of a search; None if it exceeds the effort, or a game stops."""
        try:
            return search()
        except (WorldsError, BudgetExceededError):
            return None

    def _through(self, index: int, step: HeardStep) -> Leg:
        snapshot, at, _ = step
        cut = None
        if index + 1 < len(self._stretches):
            known = index + 1, snapshot.standing, at
            cut = self._cuts.get(known) or Cut(index + 1, (snapshot.retold(()), at, ()))
            self._cuts[known] = cut
        return Leg(snapshot, cut)

    # ---- exhaustive search

    def _ways(self, cut: Cut, most: int) -> Continuations | None:
        """All ways; None if that takes more than `most` games. It does not count as effort."""
        if most not in cut.ways:
            steps = self.steps
            begun = steps.begun() if cut.step is None else iter([cut.step])
            tried, steps.tried = steps.tried, 0
            try:
                cut.ways[most] = self._searched(lambda: self._all_through(cut.index, begun, most))
            except MemoryError:  # more than a search gets
                cut.ways[most] = None
            steps.tried = tried
        return cut.ways[most]

    def _all_through(self, index: int, begun: Iterator[HeardStep], most: int) -> Continuations | None:
        part, steps = self._stretches[index], self.steps
        open_ = list(islice(begun, most))
        if len(open_) == most:
            return None
        if part.stretch is not None:
            tried, ends = part.stretch.ways(tuple([(snapshot, at) for snapshot, at, _ in open_]), most, steps.left)
            steps.attempt(tried)
        else:
            ends = self._all_stepped(part.end, open_, most)
        return (
            None if ends is None else Continuations.of([(self._through(index, step), weight) for step, weight in ends])
        )

    def _all_stepped(self, end: int, begun: list[HeardStep], most: int) -> list[WeightedStep] | None:
        """Python fallback of `Stretch.ways`."""
        steps, tried, found = self.steps, 0, list[WeightedStep]()
        open_ = [(step, 0.0) for step in begun]
        while open_:
            further = list[WeightedStep]()
            for step, weight in open_:
                tried += 1
                if tried + len(further) >= most:
                    return None
                if steps.is_at(step, end):
                    found.append((step, weight))
                if step[1] <= end or end == steps.last:
                    further += [(each, weight - log(len(step[0].raws))) for each in steps.further(step)]
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
