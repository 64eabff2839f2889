"""What an engine says of what somebody hears, and how it looks for games that agree with it."""

from collections.abc import Callable, Hashable
from typing import Protocol

from rulespec.engine.events.heard import Heard
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.memory import Memory
from rulespec.engine.python.randomly import Random
from rulespec.engine.python.snapshot import Snapshot

Masked = tuple[tuple[RawEvent, int], ...]  # events of which a player did not hear all, each with its moment
HeardStep = tuple[
    Snapshot, int, Masked
]  # a game, how many events he has heard, and the latest of them that were masked


class Hearer(Protocol):
    """A player, or a spectator, who hears of games what he may hear."""

    def key(self, snapshot: Snapshot, /) -> Hashable:
        """One value for all that he has heard in a game: equal if and only if the same was heard."""

    def heard(self, snapshot: Snapshot, /) -> Heard:
        """All that he has heard in a game."""

    def heard_since(self, snapshot: Snapshot, since: Snapshot, earlier: Heard, /) -> Heard | None:
        """The same, going on from an earlier time; None if the game has not gone on from there."""

    def heard_alike(self, snapshot: Snapshot, heard: Heard, /) -> Heard:
        """All that he has heard in a game in which he heard the same as in another."""

    def memory(self, snapshot: Snapshot, earlier: Memory | None = None, /) -> Memory:
        """What he has heard in a game; it goes on from what he remembers of the game until some time ago."""

    def recalled(self, heard: tuple[RawEvent, ...], /) -> Memory:
        """The same, of a game of which nothing is there but what he has heard."""

    def comparison(self, memory: Memory, /) -> "Comparison":
        """What he has heard, with which games are compared."""


class Comparison(Protocol):
    """What a player has heard, with which games are compared that are played on."""

    def begun(self, snapshot: Snapshot, /) -> HeardStep | None:
        """A game that has begun; None if he would have heard something else of it."""

    def after(self, snapshot: Snapshot, at: int, raw: RawAnswer, /) -> HeardStep | None:
        """A game of which he has heard so much, after an answer; None if he would have heard something else."""

    def stretch(self, start: int, end: int, is_now: "Callable[[Snapshot], bool]", /) -> "Stretch | None":
        """The events after moment `start`, up to moment `end`; None where ways through it are looked for step by step.

        `is_now` says whether a game waits for what the player knows that it waits for.
        """


WeightedStep = tuple[HeardStep, float]  # with the logarithm of its weight


class Listing(Protocol):
    """All games that agree with what was heard, one after another."""

    def next(self, left: int, /) -> tuple[int, Snapshot | None]:
        """How many steps were tried, and the next game; None if there is none, or if more was tried than was left."""


class Stretch(Protocol):
    """A part of what was heard, in which an engine looks for ways itself.

    It gives up where more steps are tried than are left.
    """

    def sample(
        self,
        snapshot: Snapshot,
        at: int,
        count: int,
        draw: Random,
        unsure: tuple[int, ...],
        left: int,
        moves: int,
        effort: int,
        begin: "Callable[[tuple[int, ...], tuple[int, ...]], HeardStep | None] | None",
        lying: tuple[int, ...],
        order: tuple[int, ...],
        /,
    ) -> tuple[int, int, list[HeardStep]]:
        """Random games through it that go on from one in which so many events have come true; see `Sampling`.

        Where cards lie hidden at first, `begin` makes a game by the place of each of them, and by their order. Gives
        the number of steps tried, the number of events that came true at most, and the games: fewer than `count` if
        they take more steps than are left.
        """

    def ways(
        self, begun: tuple[tuple[Snapshot, int], ...], most: int, left: int, /
    ) -> tuple[int, list[WeightedStep] | None]:
        """How many steps were tried, and all ways through it; None where there is too much to try; see `Worlds`."""

    def listing(self, snapshot: Snapshot, at: int, /) -> Listing:
        """All games through it that go on from one in which so many events have come true, in the order of `Worlds`."""
