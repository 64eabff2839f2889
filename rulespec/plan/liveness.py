"""What of a position may still be read: of counters, notes and chosen names, from each place of a plan.

A number is alive at a place if some way on from there leads to where something depends on it before it begins anew:
the course of the game; or also its outcome and what cards people are shown; or also what numbers and words tell them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from attrs import define, field

from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import (
    CHOICE,
    FORGOTTEN,
    JUMP,
    KEPT,
    MAYBE,
    NEXT,
    RENEWED,
    SLOT,
    having,
    leaves,
)  # fmt: skip
from rulespec.plan.passing import passed
from rulespec.plan.plan import Plan
from rulespec.plan.uses import Bits, Uses, effects_of, read_by, terms_of

Reads: TypeAlias = Literal["course", "outcome", "telling"]  # of these, each with those before it
Edge: TypeAlias = tuple[int, Bits]  # where an instruction leads, and what has begun anew on the way


@define(eq=False)
class Liveness:
    """What is alive at each place of a plan, for what reads it there."""

    plan: Plan
    reads: Reads = field(default="course", kw_only=True)
    passed: Mapping[int, tuple[int, int]] = field(init=False)  # see `passing.py`
    _uses: Uses = field(init=False, repr=False)
    _alive: list[Bits] = field(init=False, repr=False)
    _returned: list[int] = field(init=False, repr=False)  # where actions lead back to

    def __attrs_post_init__(self) -> None:
        self._uses = Uses(self.plan)
        self._returned = [pc + 1 for pc, instruction in enumerate(self.plan.code) if isinstance(instruction, i.Perform)]
        self._alive = self._settled()
        self.passed = passed(self.plan, self._uses, self._relevant())

    def at(self, pc: int) -> Bits:
        """What is alive at a place."""
        return self._alive[pc]

    def variable(self, number: int) -> Bits:
        """The bit of a counter or note."""
        return 1 << number

    def slot(self, number: int) -> Bits:
        """The bit of a chosen name."""
        return 1 << (self.plan.table.variables + number)

    @property
    def next(self) -> Bits:
        """The bit of who is settled to be next."""
        return self.slot(self.plan.slots)

    # ---- going backwards until nothing changes

    def _settled(self) -> list[Bits]:
        code, alive = self.plan.code, [0] * len(self.plan.code)
        edges = [self._edges(pc) for pc in range(len(code))]
        looking = _looking(code, edges)
        read = self._uses.of(*(watch.test for watch in self.plan.watches))
        watched = {pc: read & ~edges[pc][0][1] for pc in looking}  # what begins anew does so before
        for pc in looking:
            edges[pc] += [(watch.to, edges[pc][0][1]) for watch in self.plan.watches]
        leading = _leading(edges)
        waiting = dict.fromkeys(range(len(code)))
        while waiting:
            pc, _ = waiting.popitem()
            before, after = 0, read if pc in looking else 0
            for to, anew in edges[pc]:
                before |= alive[to] & ~anew
                after |= alive[to]
            bits = before | self._used(code[pc], after) | watched.get(pc, 0)
            if bits != alive[pc]:
                alive[pc] = bits
                waiting |= dict.fromkeys(leading[pc])
        return alive

    def _used(self, instruction: i.Instruction, after: Bits) -> Bits:
        """What an instruction reads, where so much is alive after it."""
        if isinstance(instruction, i.Stop):
            return 0 if self.reads == "course" else self._uses.of(*self._outcome())
        bits = self._uses.of(*terms_of(instruction))
        bits |= self.next if isinstance(instruction, i.TurnBegins) else 0
        for effect in effects_of(instruction):
            # what waits for a close is worked out here and changed there, so it may be alive elsewhere only
            later = after if not isinstance(instruction, i.Defer) else -1
            bits |= self._uses.of(*read_by(effect)) if self._matters(effect, later) else 0
        return bits

    def _outcome(self) -> Iterator[t.Term]:
        return (term for term in (self.plan.winners, self.plan.returns, self.plan.score) if term is not None)

    def _matters(self, effect: f.Effect, alive: Bits) -> bool:
        """Whether anything that is alive depends on an effect."""
        if effect.is_only_heard:
            return self.reads != "course"
        changed = self._uses.changed(effect)
        return not changed or self.reads == "telling" or bool(alive & changed)

    def _relevant(self) -> Bits:
        bits = 0
        for alive in self._alive:
            bits |= alive
        return bits

    # ---- where instructions lead

    def _edges(self, pc: int) -> list[Edge]:
        """Where an instruction can lead."""
        code = self.plan.code
        instruction, after = code[pc], min(pc + 1, len(code) - 1)
        anew = self._anew(instruction)
        found = [(to, anew) for roles, to in leaves(instruction) if JUMP in roles and (to or MAYBE not in roles)]
        match instruction.leads:
            case "on":
                found.append((after, anew | self._bound(instruction)))
            case "round":
                found += [(pc, anew), (after, anew)]
            case "back":
                found += [(to, anew) for to in self._returned]
            case "away":
                pass
            case _:
                assert_never(instruction.leads)
        return found

    def _anew(self, instruction: i.Instruction) -> Bits:
        """What begins anew by an instruction wherever it leads."""
        bits = self._slots(range(self.plan.slots + 1)) if isinstance(instruction, i.TurnBegins) else 0
        for roles, value in leaves(instruction):
            if KEPT in roles:
                bits |= self._slots(range(value, self.plan.slots))
            elif FORGOTTEN in roles:
                bits |= self.slot(value) if SLOT in roles else self.variable(value)
        return bits

    def _bound(self, instruction: i.Instruction) -> Bits:
        """What begins anew by an instruction that has done what it says: the names of a choice, what effects set."""
        bits = self._slots(slot for choice in having(CHOICE, instruction) for slot in having(SLOT, choice))
        for effect in effects_of(instruction):
            for roles, value in leaves(effect) if not isinstance(instruction, i.Defer) else ():
                if RENEWED in roles and value.whose is None:
                    bits |= self.variable(value.first)
                elif NEXT in roles:
                    bits |= self.next
        return bits

    def _slots(self, numbers: Iterable[int]) -> Bits:
        return sum(self.slot(number) for number in set(numbers))


def _leading(edges: list[list[Edge]]) -> list[list[int]]:
    """For each place from where it can be reached."""
    leading: list[list[int]] = [[] for _ in edges]
    for pc, leads in enumerate(edges):
        for to, _ in leads:
            leading[to].append(pc)
    return leading


def _looking(code: tuple[i.Instruction, ...], edges: list[list[Edge]]) -> set[int]:
    """Where reasons to end that hold at once are looked at: after effects, from the beginning of a turn to its end."""
    waiting = [pc for pc, instruction in enumerate(code) if instruction.reasons == "begin"]
    reached = set(waiting)
    while waiting:
        for to, _ in edges[waiting.pop()]:
            if to not in reached and code[to].reasons != "end":
                reached.add(to)
                waiting.append(to)
    return {pc for pc in reached if code[pc].reasons is not None}
