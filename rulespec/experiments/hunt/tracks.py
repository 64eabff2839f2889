"""Traces of the instructions that ran, with the outcome of each."""

from collections.abc import Iterator
from functools import cached_property

from attrs import define, field

from rulespec.engine.game import Game
from rulespec.engine.python import watched as r
from rulespec.engine.python.machine import STOP
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.choices import ALWAYS
from rulespec.plan.nodes.instructions import past_jumps
from rulespec.plan.plan import Plan

Mark = tuple[int, str]  # a program counter, and the outcome there

BEGUN, RAN, THEN, ELSE = "begun", "ran", "then", "else"
ASKED, SETTLED, LAPSED = "asked", "settled", "lapsed"
TAKEN, DECLINED = "taken", "declined"
DID, DID_NOTHING = "did", "did nothing"


def entrance(plan: Plan, key: str) -> int | None:
    """The program counter at which a block begins (a reason to end: once it has come); None if it is empty."""
    places = plan.blocks[key]
    comes = [pc for pc in places if isinstance(plan.code[pc], i.ReasonBegins)]
    return past_jumps(plan.code, (comes or places)[0]) if places else None


@define(eq=False, slots=False)  # without slots for the cached properties
class InstructionTracks:
    """Traces which instructions of a game run, and the outcome of each."""

    _plain: Game
    _notes: list[r.Note] = field(init=False, factory=list)
    _marks: dict[r.Note, tuple[Mark, ...]] = field(init=False, factory=dict)

    @cached_property
    def game(self) -> Game:
        """The game with an engine that is traced here."""
        return self._plain.played_by(self._plain.engine.noting(self._notes))

    def lately(self) -> list[Mark]:
        """The marks since the last call."""
        found: list[Mark] = []
        for note in self._notes:
            found += self.read(note)
        self._notes.clear()
        return found

    def read(self, note: r.Note) -> tuple[Mark, ...]:
        """The marks of a note."""
        marks = self._marks.get(note)
        if marks is None:
            marks = self._marks[note] = tuple(self._read(*note))
        return marks

    @cached_property
    def _entrances(self) -> frozenset[int | None]:
        plan = self._plain.plan
        return frozenset(entrance(plan, key) for key in plan.blocks)

    def _read(self, pc: int, to: int, did: int) -> Iterator[Mark]:
        if pc in self._entrances:
            yield pc, BEGUN
        match self._plain.plan.code[pc]:
            case i.EndsIf(to=where):
                yield pc, THEN if to == where else ELSE
            case i.Branch(otherwise=where) | i.EachNext(out=where) | i.WordsNext(out=where):
                yield pc, ELSE if to == where else THEN
            case i.Ask() | i.AskPart() | i.AskWhether() as asking:
                yield pc, _asked(asking, to, did)
            case i.Defer():
                yield pc, DID if did & r.WAITS else DID_NOTHING
            case i.ReasonBegins() | i.Return() | i.Stop() | i.RoundBegins() | i.TurnBegins():
                yield pc, RAN
            case other:
                if other.reasons == "look":
                    yield pc, DID if to == STOP or did & r.TOLD else DID_NOTHING


def _asked(instruction: i.Ask | i.AskPart | i.AskWhether, to: int, did: int) -> str:
    if to == STOP:
        secretly = instruction.unheard is not None and instruction.unheard.secretly
        return LAPSED if secretly and did & r.LAPSED else ASKED
    settles = not isinstance(instruction, i.AskWhether) and instruction.choice.asked != ALWAYS
    return SETTLED if settles and (to != instruction.leave or did & r.SETTLED) else LAPSED
