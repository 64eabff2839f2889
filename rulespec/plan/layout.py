"""Laying operations one after another, with what the blocks of a ruleset have in common."""

from collections.abc import Callable
from typing import Any

from rulespec.pending import Option
from rulespec.plan.material import Material
from rulespec.plan.reads import own_reads, reads
from rulespec.plan.stepwise.ways import Ways
from rulespec.resolve.ruleset import Rules
from rulespec.run.effects import Effects, Execute
from rulespec.run.expressions import Expressions, Shared, Test
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import EVERYTHING, Branch, Label, Origin, Program, Watch
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node, walk

Factory = Callable[[int, int], Operation]  # the operation, given its own place and the one to go on at


class Layout:
    """The program under construction."""

    def __init__(self, rules: Rules, material: Material) -> None:
        self.rules = rules
        self.material = material
        self.ways = Ways(material)
        self.program = Program(material, self.ways)
        self.program.drawn = tuple(Option((card,), card.name, (), at) for at, card in enumerate(material.cards))
        self.effects = Effects(material)
        self.turn_slots = {name: slot for slot, name in enumerate(rules.bound.get("turn", {}))}
        self.shared = Shared(material, self.turn_slots)
        self.actions = {block.name: Label() for block in rules.of(d.Action) if isinstance(block, d.Action)}
        self.reasons = {block.key: Label() for block in rules.of(d.Reason)}
        self.executes: list[Execute] = []  # the effects that can happen at the same time as others
        self.program.slots = len(self.turn_slots)
        self._slots: dict[str, dict[str, int]] = {}
        self._entrances: dict[str, tuple[int, ...]] = {}
        self._factories: list[Factory] = []
        self._jumps: dict[int, Label] = {}
        self._labels: list[Label] = []
        self._watches = tuple(self._watch(block) for block in self.reasons_at("at once"))

    # ---- operations

    def emit(self, factory: Factory) -> None:
        """Lays an operation after the last one."""
        self._factories.append(factory)

    def emit_branch(self, which: Branch, factory: Factory) -> None:
        """Lays an operation that decides how a block goes on."""
        self.program.branches[len(self._factories)] = which
        self.emit(factory)

    def place(self, label: Label) -> None:
        """Gives a label the place after the last operation."""
        label.pc = len(self._factories)
        self._labels.append(label)

    def named(self, label: Label, factory: Factory) -> None:
        self.place(label)
        self.emit(factory)

    def jump(self, label: Label) -> None:
        self._jumps[len(self._factories)] = label
        self.emit(lambda here, after: lambda mc: after)

    def link(self) -> Program:
        """The program; whoever would come to a jump goes where it leads."""
        for label in self._labels:
            label.pc = self._goes_on(label.pc)
        places = enumerate(self._factories)
        self.program.code = [factory(pc, self._goes_on(pc + 1)) for pc, factory in places]
        return self.program

    def _goes_on(self, pc: int) -> int:
        while pc in self._jumps:
            pc = self._jumps[pc].pc
        return pc

    # ---- what blocks share

    def entrances(self, list_: str) -> tuple[int, ...]:
        """Where the action of each word of a list begins, once all labels have their place; 0 where there is none."""
        if list_ not in self._entrances:
            labels = (self.actions.get(word) for word in self.material.words(list_))
            self._entrances[list_] = tuple(label.pc if label else 0 for label in labels)
        return self._entrances[list_]

    def origin(self, key: str, cites: Citations, text: str, brief: str = "") -> int:
        """The number of a statement that events come from."""
        cited = self.rules.entry(key).cites
        own = tuple(each for each in cites if each not in cited)
        self.program.origins.append(Origin(key, (*cited, *own), text, brief or text))
        return len(self.program.origins) - 1

    def outside(self) -> Expressions:
        """Closures of expressions that see only the names of the turn."""
        return Expressions(self.shared, self.turn_slots)

    def expressions(self, key: str) -> Expressions:
        """Closures of expressions in a block."""
        return Expressions(self.shared, self.turn_slots | self.slots(key))

    def slots(self, key: str) -> dict[str, int]:
        """Where the names that only this block knows are kept."""
        if key not in self._slots:
            names = [name for name in names_in(self.rules.blocks[key]) if name not in self.turn_slots]
            self._slots[key] = {name: self.program.slots + index for index, name in enumerate(names)}
            self.program.slots += len(names)
        return self._slots[key]

    def spare(self) -> int:
        """A place to keep something else."""
        self.program.slots += 1
        return self.program.slots - 1

    def reasons_at(self, moment: str) -> list[d.Reason]:
        """The reasons to end of a moment, in their order."""
        return [block for block in self.rules.of(d.Reason) if isinstance(block, d.Reason) and block.moment == moment]

    def check(self) -> Callable[[Machine], int]:
        """Whether a reason to end holds now: where to go on, or 0."""
        watches, anything = self._watches, 0
        for watch in watches:
            anything |= watch.mask

        def check(mc: Machine) -> int:
            dirty, mc.dirty = mc.dirty, 0
            if not dirty & anything:
                return 0
            own, mc.own = mc.own, mc.active
            for watch in watches:
                if dirty & watch.mask and watch.holds(mc, dirty):
                    return watch.label.pc
            mc.own = own
            return 0

        return check

    def _watch(self, reason: d.Reason) -> Watch:
        """What is looked at for a reason: of all players, only those of whom something has changed."""
        expressions, label = self.outside(), self.reasons[reason.key]
        match reason.condition:
            case e.Quantified("some", e.Member(True, None), inner):
                bits = own_reads(inner, self.material)
                if bits is not None and any(bits):
                    test = expressions.test(inner)
                    of_whom = tuple(enumerate(bits))
                    return Watch(sum(bits), _some(of_whom, test), label)
        test = expressions.test(reason.condition)
        mask = reads(reason.condition, self.material) or EVERYTHING  # what reads nothing holds from the first look
        return Watch(mask, lambda mc, dirty: test(mc, mc.active, None), label)


def names_in(*nodes: Node) -> list[str]:
    """The names that the choices inside these nodes bind, each once."""
    chooses = [each for node in nodes for each in walk(node) if isinstance(each, s.Choose)]
    return list(dict.fromkeys(name for choose in chooses for name in choose.names))


def _some(of_whom: tuple[tuple[int, int], ...], test: Test) -> Callable[[Machine, int], bool]:
    def some(mc: Machine, dirty: int) -> bool:
        for seat, bits in of_whom:  # noqa: SIM110 (a generator would cost as much as the test)
            if dirty & bits and test(mc, seat, seat):
                return True
        return False

    return some


def stop(mc: Machine, pc: int, raws: list[Any] | None = None) -> int:
    """Waits at a place for an answer."""
    mc.pc, mc.raws = pc, raws
    return -1
