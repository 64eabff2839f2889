"""What the instructions of a plan read: their terms, and of these the counters, notes and chosen names as bits."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field

from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import EFFECT, REPEATED, TARGET, TRIED, Node, having, leaves, parts, within
from rulespec.plan.plan import Plan

Bits: TypeAlias = int  # one for each variable, one for each slot, and one for who is settled to be next


@define(eq=False)
class Uses:
    """The bits of what terms read; a named value or condition is looked through once."""

    plan: Plan
    _named: dict[tuple[str, int], Bits] = field(init=False, factory=dict)

    def of(self, *terms: Node) -> Bits:
        """The bits of everything that some terms, tests or sieves read."""
        bits = 0
        for term in terms:
            for inner in within(term):
                match inner:
                    case t.Slot(slot):
                        bits |= 1 << (self.plan.table.variables + slot)
                    case t.Variable(first, whose) | t.Variables(first, whose):
                        bits |= self.shares(first, whose)
                    case t.Call(function):
                        bits |= self._of_named("value", function, self.plan.values[function])
                    case t.Holds(function):
                        bits |= self._of_named("condition", function, self.plan.conditions[function])
        return bits

    def changed(self, effect: f.Effect) -> Bits:
        """The bits of the counters and notes that an effect changes."""
        bits = 0
        for target in having(TARGET, effect):
            bits |= self.shares(target.first, target.whose)
        return bits

    def shares(self, first: int, whose: t.Term | None) -> Bits:
        """The bit of a counter or note, or those of all its shares that may be meant."""
        return ((1 << t.reach(whose, self.plan.table.players)) - 1) << first

    def _of_named(self, kind: str, number: int, body: Node) -> Bits:
        if (kind, number) not in self._named:
            self._named[kind, number] = self.of(body)
        return self._named[kind, number]


def effects_of(instruction: i.Instruction) -> tuple[f.Effect, ...]:
    """The effects of an instruction."""
    return tuple(value for roles, value in leaves(instruction) if EFFECT in roles and TRIED not in roles)


def terms_of(instruction: i.Instruction) -> Iterator[Node]:
    """What an instruction reads besides its effects.

    A choice reads its own names only as far as they are chosen bit by bit.
    """
    for roles, value in leaves(instruction):
        if isinstance(value, Node) and REPEATED not in roles and (EFFECT not in roles or TRIED in roles):
            yield from read_by(value)
    if isinstance(instruction, i.AskPart):
        yield from (t.Slot(slot, many=False) for slot in instruction.choice.slots[: instruction.at + 1])


def read_by(part: Node) -> Iterator[Node]:
    """The terms, tests and sieves of an effect, a choice or another part; of one of these itself."""
    if type(part).sort in t.TERMS:
        yield part
    else:
        for inner in parts(part):
            yield from read_by(inner)
