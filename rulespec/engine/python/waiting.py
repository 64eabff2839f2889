"""Where a program waits for an answer, of a player or of chance."""

from collections.abc import Callable

from attrs import field, frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.machine import STOP, Machine
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.plan.nodes.choices import Query, Unheard

Answer = Callable[[Machine, RawAnswer], int]  # takes an answer, and gives the place to go on at


@frozen(eq=False)
class Waiting:
    """Where an operation waits for the answer of the subject; `bit` where that is one part of what is chosen."""

    query: Query
    answer: Answer = field(repr=False)
    choice: Choice | None = None
    bit: Bit | None = None
    unheard: Unheard | None = None
    optional: bool = False  # whether it can be declined


@frozen(eq=False)
class WaitingForChance:
    """Where an operation waits for what chance decides."""

    query: Query
    answer: Answer = field(repr=False)


def stop(mc: Machine, pc: int, raws: list[RawAnswer] | None = None) -> int:
    """Waits at a place for an answer."""
    mc.pc, mc.raws = pc, raws
    return STOP
