"""Snapshots: where a game stands, as whatever plays it keeps it."""

from collections.abc import Hashable, Sequence
from typing import Protocol

from rulespec.events.log import Log
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.options import RawAnswer
from rulespec.run.asked import Outcome
from rulespec.run.machine import Machine
from rulespec.run.position import Position, thawed
from rulespec.run.randomly import Random

Numbers = Random | int  # what gives numbers in [0, 1), or the seed of a `random.Random` whose numbers they are


class Snapshot(Protocol):
    """Where a game stands, as an engine keeps it."""

    @property
    def position(self) -> Position: ...  # everything that decides how the game can go on
    @property
    def variables(self) -> tuple[int | None, ...]: ...  # counters and notes
    @property
    def where(self) -> tuple[int, ...]: ...  # the place of each card
    @property
    def log(self) -> Log: ...  # everything that happened, the newest first
    @property
    def turns(self) -> int: ...  # how many have begun
    @property
    def dirty(self) -> int: ...  # what has changed since the reasons to end were looked at
    @property
    def pc(self) -> int: ...  # the place in the plan
    @property
    def own(self) -> int: ...  # who acts, or is asked
    @property
    def active(self) -> int: ...  # whose turn it is
    @property
    def stage(self) -> tuple[int, ...] | None: ...  # the cards of a set that were named so far, one by one
    @property
    def is_together(self) -> bool: ...  # whether answers wait until all have given theirs
    @property
    def raws(self) -> tuple[RawAnswer, ...]: ...  # what can be answered
    @property
    def options(self) -> tuple[Option, ...]: ...  # the same, as people read it
    @property
    def pending(self) -> Decision | Chance | Over: ...  # what the game waits for

    def next(self, raw: RawAnswer, random: Random | None = None, /) -> "Snapshot":
        """The snapshot after an answer and, with `random`, all draws that follow."""

    def take(self, option: object, random: Random | None = None, /) -> "Snapshot | None":
        """The snapshot after one of its options; None if this very object is none of them."""

    def playout(self, seats: tuple[Numbers, ...], random: Numbers, /) -> "Snapshot":
        """The snapshot at the end of the game: each seat takes any answer, by its own numbers; chance has others."""

    def outcome(self) -> "Outcome":
        """How the game has ended."""

    @property
    def standing(self) -> Hashable:
        """One value for the position: equal if and only if that is."""

    def retold(self, told: "Sequence[Snapshot]", /) -> "Snapshot":
        """The same with the histories of some snapshots, one after another, in place of its own."""

    def exchanged(self, one: int, other: int, slots: frozenset[int], /) -> "Snapshot":
        """The same, but that two cards lie in each other's place, and have each other's names in some slots.

        Where nobody is asked then as it stands, nothing can be answered.
        """

    def failing(self, laws: "list[LookedAt]", /) -> int:
        """The first of some laws that is not the case, by its number; -1 if there is none."""


LookedAt = tuple[int, Snapshot | None]  # a law of the plan, and the earlier snapshot that it compares with, if it does


def machine_at(snapshot: Snapshot) -> Machine:
    """A machine that stands as a snapshot does, and can go its own way."""
    return thawed(snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty)
