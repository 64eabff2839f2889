"""Operations that are watched: they do the same, and somebody looks at the machine, or it is noted what they did."""

from collections.abc import Callable

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.machine import STOP, Machine, Operation
from rulespec.engine.python.waiting import Answer
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.choices import ALWAYS

Note = tuple[int, int, int]  # an instruction, where it led (`STOP` where it asks), and of these bits what it did:
TOLD, WAITS = 1, 2  # it has told something; something waits for a close, or no longer does
SETTLED, LAPSED = 4, 8  # a question has answered itself; it was asked, though there was nothing to choose
LESS = 16  # there were fewer cards than were wanted

Looks = Callable[[Machine], object]


def looked_at_before(operation: Operation, look: Looks) -> Operation:
    def looks(mc: Machine) -> int:
        look(mc)
        return operation(mc)

    return looks


def looked_at_after(operation: Operation, look: Looks) -> Operation:
    """An operation that is looked at when it has told something."""

    def looks(mc: Machine) -> int:
        log = mc.log
        to = operation(mc)
        if mc.log is not log:
            look(mc)
        return to

    return looks


def answer_looked_at(answer: Answer, look: Looks) -> Answer:
    def looks(mc: Machine, raw: RawAnswer) -> int:
        to = answer(mc, raw)
        look(mc)
        return to

    return looks


def noted(pc: int, instruction: i.Instruction, operation: Operation, notes: list[Note]) -> Operation:
    """An operation that is noted when it is done."""
    settles = isinstance(instruction, i.Ask | i.AskPart) and instruction.choice.asked != ALWAYS

    def notes_it(mc: Machine) -> int:
        log, together, names = mc.log, mc.together, mc.names.copy() if settles else None
        mc.fell_short = False
        to = operation(mc)
        did = TOLD if mc.log is not log else 0
        did |= WAITS if mc.together is not together else 0
        did |= SETTLED if settles and to != STOP and mc.names != names else 0
        did |= LAPSED if to == STOP and mc.raws == [None] else 0
        did |= LESS if mc.fell_short else 0
        notes.append((pc, to, did))
        return to

    return notes_it
