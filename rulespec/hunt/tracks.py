"""What the operations of a program have done, noted as they run: a twin of the program is watched, play is not."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, assert_never

from attrs import define, field

from rulespec.game import Game
from rulespec.plan import instructions as i
from rulespec.plan.instructions import past_jumps
from rulespec.plan.plan import Plan
from rulespec.run.machine import STOP, Machine, Operation

Mark = tuple[int, str]  # a place in the program, and how it went on there

BEGUN, RAN, THEN, ELSE = "begun", "ran", "then", "else"
ASKED, SETTLED, LAPSED = "asked", "settled", "lapsed"
TAKEN, DECLINED = "taken", "declined"
DID, DID_NOTHING = "did", "did nothing"


def entrance(plan: Plan, key: str) -> int | None:
    """Where a block begins; that of a reason to end does when it has come, and one that does nothing nowhere."""
    places = plan.blocks[key]
    comes = [pc for pc in places if isinstance(plan.code[pc], i.ReasonBegins)]
    return past_jumps(plan.code, (comes or places)[0]) if places else None


@define(eq=False)
class Tracks:
    """Which operations were done since `lately` was emptied, and in which way each went on."""

    lately: list[Mark] = field(factory=list)

    def tracked(self, game: Game) -> Game:
        """The same game, whose operations are noted here."""
        program = game.program
        code = [
            self._noting(pc, instruction, operation)
            for pc, (instruction, operation) in enumerate(zip(program.plan.code, program.code, strict=True))
        ]
        begins = {entrance(program.plan, key) for key in program.plan.blocks}
        for pc in (pc for pc in begins if pc is not None):
            code[pc] = self._running((pc, BEGUN), code[pc])
        return game.running(program.running(code))

    def _noting(self, pc: int, instruction: i.Instruction, operation: Operation) -> Operation:
        match instruction:
            case i.EndsIf(to=to):
                return self._going(operation, {to: (pc, THEN)}, (pc, ELSE))
            case i.Branch(otherwise=to) | i.EachNext(out=to):
                return self._going(operation, {to: (pc, ELSE)}, (pc, THEN))
            case i.Ask() | i.AskPart() | i.AskWhether():
                return self._asking(pc, instruction, operation)
            case i.Happen() | i.Together() | i.Draw() | i.TogetherEnds():
                return self._doing(pc, operation, attrgetter("log"))
            case i.Defer():
                return self._doing(pc, operation, attrgetter("together"))
            case i.ReasonBegins() | i.Return() | i.Stop() | i.RoundBegins() | i.TurnBegins():
                return self._running((pc, RAN), operation)
            case i.TurnEnds() | i.Jump() | i.EachBegins() | i.DrawBegins() | i.Perform() | i.Forget():
                return operation
            case i.TogetherBegins() | i.SkipLapsed() | i.Commit():
                return operation
            case _:
                assert_never(instruction)

    def _running(self, ran: Mark, operation: Operation) -> Operation:
        note = self.lately.append

        def runs(mc: Machine) -> int:
            note(ran)
            return operation(mc)

        return runs

    def _going(self, operation: Operation, marks: dict[int, Mark], usual: Mark) -> Operation:
        note = self.lately.append

        def goes(mc: Machine) -> int:
            to = operation(mc)
            note(marks.get(to, usual))
            return to

        return goes

    def _doing(self, pc: int, operation: Operation, shown: Callable[[Machine], Any]) -> Operation:
        """An operation that can do nothing; what it does is shown by the log, or by what waits for a close."""
        did, nothing, note = (pc, DID), (pc, DID_NOTHING), self.lately.append

        def does(mc: Machine) -> int:
            before = shown(mc)
            to = operation(mc)
            note(nothing if to != STOP and shown(mc) is before else did)
            return to

        return does

    def _asking(self, pc: int, instruction: i.Ask | i.AskPart | i.AskWhether, operation: Operation) -> Operation:
        asked, settled, lapsed, note = (pc, ASKED), (pc, SETTLED), (pc, LAPSED), self.lately.append
        secretly = instruction.unheard is not None and instruction.unheard.secretly
        settles = not isinstance(instruction, i.AskWhether) and instruction.choice.if_several

        def asks(mc: Machine) -> int:
            names = mc.names.copy() if settles else None
            to = operation(mc)
            if to == STOP:
                note(lapsed if secretly and mc.raws == [None] else asked)
            elif settles and (to != instruction.leave or mc.names != names):
                note(settled)
            else:
                note(lapsed)
            return to

        return asks
