"""The plan while it is compiled: its instructions so far, and what the blocks of a ruleset share."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

from attrs import define

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import Citations, Node, walk
from rulespec.language.tree.source import Span
from rulespec.plan.amounts import Amounts
from rulespec.plan.expressions import compiler_of
from rulespec.plan.nodes.instructions import Instruction, Jump, Watch, past_jumps
from rulespec.plan.plan import EVERYTHING, Branching, Origin
from rulespec.plan.reads import own_reads, reads
from rulespec.plan.stepwise.ways import Ways
from rulespec.rules.material import Material
from rulespec.rules.resolve.hidden_reads import HiddenReads, reads_of


@define(eq=False)
class Label:
    """A place in the plan, known once all instructions are there."""

    pc: int = -1


class Layout:
    """The plan under construction; the names that the turn binds have the first slots, for all blocks."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.rules = material.rules
        self.ways = Ways(Amounts(material))
        self.turn_slots = {name: slot for slot, name in enumerate(self.rules.bound.get("turn", {}))}
        self.compiler = compiler_of(material, self.turn_slots)
        self.actions = {block.name: Label() for block in self.rules.of(d.Action) if isinstance(block, d.Action)}
        self.reasons = {block.key: Label() for block in self.rules.of(d.Reason)}
        self.origins: list[Origin] = []
        self.branches: dict[int, Branching] = {}
        self.slots = len(self.turn_slots)
        self.deferred = 0  # effects that wait for a close
        self.blocks: dict[str, tuple[int, ...]] = {}  # the places of the instructions of each block
        self._named: dict[str, dict[str, int]] = {}
        self._shared: dict[tuple[str, type[s.Pick], Kind], int] = {}  # see `slots_of`
        self._makers: list[Callable[[], Instruction]] = []
        self._labels: list[Label] = []

    # ---- instructions

    def emit(self, make: Callable[[], Instruction], branching: Branching | None = None) -> None:
        """Appends an instruction, made once all labels have their place; `branching` if a block can branch there."""
        if branching is not None:
            self.branches[len(self._makers)] = branching
        self._makers.append(make)

    @contextmanager
    def block(self, key: str) -> Iterator[None]:
        """What is emitted inside belongs to a block."""
        begin = len(self._makers)
        yield
        self.blocks[key] = (*self.blocks.get(key, ()), *range(begin, len(self._makers)))

    def place(self, label: Label) -> None:
        """Gives a label the place after the last instruction."""
        label.pc = len(self._makers)
        self._labels.append(label)

    def jump(self, label: Label) -> None:
        self.emit(lambda: Jump(label.pc))

    def link(self) -> tuple[Instruction, ...]:
        """The instructions with all labels resolved; what would lead to a jump leads where that goes."""
        code = tuple(make() for make in self._makers)
        for label in self._labels:
            label.pc = past_jumps(code, label.pc)
        return tuple(make() for make in self._makers)

    # ---- what blocks share

    @cached_property
    def hidden(self) -> HiddenReads:
        """What looks at cards that not everybody sees."""
        return reads_of(self.rules)

    def origin(self, key: str, cites: Citations, text: str, span: Span, brief: str = "") -> int:
        """The number of a statement that events come from."""
        cited = self.rules.entry(key).cites
        own = tuple(each for each in cites if each not in cited)
        self.origins.append(Origin(key, (*cited, *own), text, brief or text, span))
        return len(self.origins) - 1

    def slots_of(self, key: str) -> dict[str, int]:
        """Where the names that only this block knows are kept.

        Actions that hidden cards can pick keep equal names in one place, as the place would tell which of them asks.
        """
        if key not in self._named:
            block = self.rules.blocks[key]
            names = [name for name in names_in(block) if name not in self.turn_slots]
            if key in self.hidden.picked and not any(isinstance(each, s.Perform) for each in walk(block)):
                picks = {name: each for each in walk(block) if isinstance(each, s.Pick) for name in each.names}
                self._named[key] = {name: self._shared_slot(name, picks[name]) for name in names}
            else:
                self._named[key] = {name: self.slots + index for index, name in enumerate(names)}
                self.slots += len(names)
        return self._named[key]

    def _shared_slot(self, name: str, pick: s.Pick) -> int:
        what = name, type(pick), pick.kind
        if what not in self._shared:
            self._shared[what] = self.spare()
        return self._shared[what]

    def spare(self) -> int:
        """A slot to keep something else."""
        self.slots += 1
        return self.slots - 1

    @property
    def names(self) -> dict[str, dict[str, int]]:
        """The slots of the names that each block has; of the turn, also of those that no other block knows."""
        return self._named | {"turn": self.turn_slots | self._named.get("turn", {})}

    @property
    def turn_changed(self) -> int:
        """The bit that says that a name of the turn, or whose turn it is, has changed."""
        return 1 << (len(self.material.places) + len(self.material.variables))

    def named(self, names: Iterable[str]) -> int:
        """The same where one of these is a name of the turn: reasons to end know no other, and are not looked at."""
        return self.turn_changed if any(name in self.turn_slots for name in names) else 0

    def entrances(self, list_: str) -> tuple[int, ...]:
        """Where the action of each word of a list begins; 0 where there is none."""
        labels = (self.actions.get(word) for word in self.material.words(list_))
        return tuple(label.pc if label else 0 for label in labels)

    # ---- reasons to end

    def reasons_at(self, moment: str) -> list[d.Reason]:
        """The reasons to end of a moment, in their order."""
        return [block for block in self.rules.of(d.Reason) if isinstance(block, d.Reason) and block.moment == moment]

    def watches(self) -> tuple[Watch, ...]:
        """The reasons that hold at once."""
        return tuple(map(self._watch, self.reasons_at("at once")))

    def _watch(self, reason: d.Reason) -> Watch:
        """Of a reason that some player has something, only those are looked at of whom something has changed."""
        to = self.reasons[reason.key].pc
        match reason.condition:
            case e.Quantified("some", e.Member(True, None), inner):
                bits = own_reads(inner, self.material)
                if bits is not None and any(bits):
                    return Watch(sum(bits), self.compiler.test(inner), to, bits)
        mask = reads(reason.condition, self.material) or EVERYTHING  # what reads nothing holds from the first look
        return Watch(mask, self.compiler.test(reason.condition), to)


def names_in(*nodes: Node) -> list[str]:
    """The names that are bound inside these nodes, each once."""
    picks = [each for node in nodes for each in walk(node) if isinstance(each, s.Pick)]
    return list(dict.fromkeys(name for pick in picks for name in pick.names))
