"""The machine that runs a program between two questions: a state thawed, changed and frozen again."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import define, field

from rulespec.engine.events.log import Log, RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.language.tree.limits import QUESTION

STOP = -1  # what an operation answers when it has to ask

Operation = Callable[["Machine"], int]
NO_CIRCUMSTANCES: Mapping[int, tuple[int, ...]] = MappingProxyType({})


class OutOfBudget(Exception):
    """A running machine has used up its budget; with the instruction that it was carrying out."""


@define(slots=True, eq=False)
class Machine:
    """A state taken apart. What an operation does to it decides where the program goes on."""

    zones: list[tuple[int, ...]]
    variables: list[int | None]
    names: list[Any]
    where: list[int]
    active: int
    next: int | None
    own: int
    direction: int = 1  # in which turns go round: 1 leftwards, -1 rightwards
    watching: bool = False
    together: tuple[tuple[int, Any], ...] | None = None
    stage: tuple[int, ...] | None = None
    pc: int = 0
    stack: tuple[Any, ...] = ()
    log: Log = None
    turns: int = 0
    dirty: int = 0
    raws: list[RawAnswer] | None = None
    random: Callable[[], float] | None = None
    singly: bool = False  # whether every draw is an operation of its own, as somebody watches
    circumstances: Mapping[int, tuple[int, ...]] = NO_CIRCUMSTANCES  # by number, while a law is looked at
    given: dict[int, Any] = field(factory=dict)  # by register, what is kept there while a term is worked out
    fell_short: bool = False  # whether there were fewer cards than were wanted, since somebody last looked
    earlier: "Machine | None" = None  # the table of the time before, while a law is looked at
    known: dict[int, Any] | None = None  # named values that were worked out, as long as the table stays as it is
    left: int = QUESTION  # steps that it may still be charged before the next question
    spent: int = 0  # how many the game was charged before
    exceeds: Callable[[], Exception] = OutOfBudget  # what is raised when nothing is left

    def run(self, code: list[Operation], costs: list[int], pc: int) -> None:
        """Goes on until somebody has to be asked, or the game is over."""
        known: dict[int, Any] = {}
        self.known = known
        try:
            while pc >= 0:
                left = self.left = self.left - costs[pc]
                if left < 0:
                    raise OutOfBudget
                if known:
                    known.clear()
                pc = code[pc](self)
        except OutOfBudget as error:
            raise OutOfBudget(pc) from error
        self.known = None

    def forget(self) -> None:
        """The table has changed, or is to be looked at in another way."""
        if self.known:
            self.known.clear()

    def charge(self, steps: int) -> None:
        """Charges it for steps, at the prices of `plan/prices.py`."""
        self.left -= steps
        if self.left < 0:
            raise self.exceeds()

    def twin(self) -> "Machine":
        """One in the same place, which goes its own way; field by field, as `evolve` takes four times as long."""
        return Machine(
            self.zones.copy(), self.variables.copy(), self.names.copy(), self.where.copy(), self.active, self.next,
            self.own, self.direction, self.watching, self.together, self.stage, self.pc, self.stack, self.log,
            self.turns, self.dirty, self.raws, self.random, left=self.left, spent=self.spent, exceeds=self.exceeds,
        )  # fmt: skip

    def note(self, event: RawEvent) -> None:
        self.log = (event, self.log)
