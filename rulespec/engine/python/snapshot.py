"""Snapshots: where a game stands, as whatever plays it keeps it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from rulespec.engine.events.log import Log, RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.asked import Outcome
from rulespec.engine.python.budget import metered
from rulespec.engine.python.coupled import Keys
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position, thawed
from rulespec.engine.python.program import Asking, ChanceNode, Program
from rulespec.engine.python.randomly import Random

Trace = tuple[list[int], list[tuple[int, tuple[int, ...]]], list[int]]  # of a game: see `Snapshot.playout`
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
    def spent(self) -> int: ...  # how many steps the game was charged, see `plan/prices.py`
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

    def playout(self, seats: tuple[Numbers, ...], random: Numbers, trace: Trace | None = None, /) -> "Snapshot":
        """The snapshot at the end of the game: each seat takes any answer, by its own numbers; chance has others.

        A trace is filled with how many answers there were whenever somebody was asked, and with the scores as they
        stood when somebody first was and then whenever they had changed, each with its turn; with none where the rules
        declare none. Its last list has the numbers, from 0, of the answers that go on with a choice, bit by bit.
        """

    def coupled(self, keys: Keys, seed: int, trace: Trace | None = None, /) -> "Snapshot":
        """The same, with chance and all seats decided by keys; the seed is a number of 64 bits."""

    def outcome(self) -> "Outcome":
        """How the game has ended."""

    def scores(self) -> tuple[int, ...] | None:
        """How the score of each seat stands; None where the rules declare none."""

    def happened(self, kinds: int, /) -> list[RawEvent]:
        """The events of some kinds, each a bit of a number, oldest first."""

    def turns_from(self, kinds: int, groups: tuple[int, ...], /) -> tuple[int, ...]:
        """Of each group of origins, in how many turns something came from one: events of some kinds, each a bit.

        By origin there is the number of its group, or -1; `kinds` all have an origin as their first field.
        """

    @property
    def standing(self) -> Hashable:
        """One value for the position: equal if and only if that is."""

    def retold(self, told: "Sequence[Snapshot]", /) -> "Snapshot":
        """The same with the histories of some snapshots, one after another, in place of its own."""

    def failing(self, laws: "list[LookedAt]", /) -> int:
        """The first of some laws that is not the case, by its number; -1 if there is none."""


Circumstances = dict[int, tuple[int, ...]]  # what only a moment tells, by number
LookedAt = tuple[int, Snapshot | None, Circumstances, Circumstances]
"""A law of the plan, the earlier snapshot that it compares with, if it does; the circumstances of now and of then."""


def traced(trace: Trace, snapshot: Snapshot, asks: Mapping[int, Asking | ChanceNode]) -> None:
    """Goes on with the trace of a game where somebody is asked, or at its end."""
    options, scores, going_on = trace
    if snapshot.raws:
        ask = asks[snapshot.pc]
        if isinstance(ask, Asking) and ask.is_begun(snapshot.stage):
            going_on.append(len(options))
        options.append(len(snapshot.raws))
    now = snapshot.scores()
    if now is not None and (not scores or scores[-1][1] != now):
        scores.append((snapshot.turns, now))


def machine_at(snapshot: Snapshot, program: Program) -> Machine:
    """A machine that stands as a snapshot does, and can go its own way."""
    mc = thawed(snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty, snapshot.spent)
    return metered(program, mc)
