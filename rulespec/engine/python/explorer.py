"""Many games that an engine plays by itself, counting what happens in them; and how what it counts is numbered."""

from typing import Any, Protocol

from attrs import frozen

from rulespec.engine.python.machine import STOP
from rulespec.engine.python.randomly import Random
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.watched import Note
from rulespec.language.tree import declarations as d
from rulespec.plan.nodes import instructions as i
from rulespec.plan.plan import Plan

LEADS, DEEDS, LEVELS, MUCH = 3, 32, 32, 5_000  # as `engine/native/machine/coverage.h` has them
OUTCOMES = LEADS * DEEDS
ELSEWHERE = -2  # where an instruction leads that leads neither there nor to a question
BY_LIMIT, STUCK, WITHOUT_WINNER = -1, -2, -3  # ends of games, among marks
MOMENTS: dict[d.Moment, int] = {
    "after each effect": 1, "after turn": 2, "after round": 4, "when asked": 8, "after game": 16, "asked or over": 24,
}  # fmt: skip


Way = list[int]


@frozen
class ExploredLaw:
    """A law to look at: its number in the plan, and what it reads, as bits of places and variables."""

    number: int
    reads: int


class Counts(Protocol):
    """What was counted in games."""

    def counts(self) -> bytes:
        """How often each mark was met, as words of 64 bits."""

    def plain(self) -> bytes:
        """The same in the games that are `counted`."""

    def looked(self) -> tuple[int, ...]:
        """How often each law was looked at."""

    def broken(self) -> tuple[int, ...]:
        """How many of the games that are `counted` broke each law."""

    def written(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How often what each effect wrote on a counter or note was read, and how often it was overwritten before."""

    def taken(self, pc: int, raw: Any, /) -> int | None:
        """How often an answer was given at a place; None if too many others are counted."""

    def tally(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the games `counted` were like, with how many of all ended and whether any had a winner; who won."""


class Explorer(Counts, Protocol):
    """Plays games of random players, and keeps the states at which something happened for the first time."""

    def games(
        self,
        start: Snapshot,
        opening: Snapshot | None,
        numbers: Random,
        decisions: int,
        longest: int,
        habits: bool,
        nears: bool,
        counted: bool,
        /,
    ) -> tuple[tuple[int, int, int, int], list[tuple[Snapshot, tuple[int, ...]]], list[tuple[int, Snapshot]]]:
        """Plays from a snapshot until so many decisions were made, or as much was done as in so many.

        Laws that compare begin with the table of `opening`. Players answer by `habits`, or all alike. It gives how many
        games, decisions and unfinished games there were, with how much the machine did in them (instructions, terms,
        members of sets); the snapshots with the marks that are new there; and the laws that were broken, each with a
        snapshot.
        """  # fmt: skip

    def visits(
        self, starts: tuple[Snapshot, ...], positions: int, bytes: int, hopeful: int, /
    ) -> tuple[int, int, bool, bool, list[tuple[Way, tuple[int, ...]]], list[tuple[int, Way]]]:
        """Goes through all positions that can be reached from some, if there are not more than so many.

        If they take more than a `hopeful` number of bytes, it is given up where many are left to go on from.
        It gives how many there are, how many games end, whether these are all, whether none of them comes again, and
        the ways on which marks were met for the first time, and laws broken: the number of a start, and of each answer.
        """


def effort(decisions: int, work: int) -> int:
    """How many decisions those count as in which so much was done: about as many for the time that they take."""
    return max(decisions, work // MUCH)


def led(plan: Plan) -> list[int]:
    """For each instruction where it leads in the case that is told apart, or -1."""
    found = []
    for instruction in plan.code:
        match instruction:
            case i.EndsIf(to=where) | i.Branch(otherwise=where) | i.EachNext(out=where) | i.WordsNext(out=where):
                found.append(where)
            case i.Ask(leave=where) | i.AskPart(leave=where) | i.AskWhether(leave=where):
                found.append(where)
            case _:
                found.append(-1)
    return found


def note_of(mark: int, leads: list[int]) -> Note | None:
    """What a mark notes of an instruction; None if it is about something else."""
    pc, outcome = divmod(mark, OUTCOMES)
    if pc >= len(leads):
        return None
    lead, did = divmod(outcome, DEEDS)
    return pc, (ELSEWHERE, leads[pc], STOP)[lead], did
