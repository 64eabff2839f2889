"""Questions: choices, whole or bit by bit, and whether to do something at all."""

from typing import assert_never

from attrs import evolve

from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node, walk
from rulespec.plan.block import BlockLayout
from rulespec.plan.expressions import Compiler
from rulespec.plan.layout import Label
from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import DECLINE, NOTHING
from rulespec.plan.nodes.effects import CanDraw, Effect
from rulespec.plan.nodes.instructions import Ask, AskPart, AskWhether, ChooseByChance, Gauge
from rulespec.plan.nodes.stepwise import Completion
from rulespec.plan.picks import picked_kinds, publicity
from rulespec.plan.stepwise.completion import completion
from rulespec.plan.stepwise.sums import Sums, in_sums


def choose(block: BlockLayout, effect: s.Choose, origin: int, following: s.Statement | None, out: Label | None) -> None:
    """A decision of whoever is doing something; where it can be declined, `out` is where that leads."""
    asked, ways, rules = _Asked(block, effect, origin, following, out), block.layout.ways, block.layout.rules
    one_thing = len(effect.picks) == 1 and isinstance(effect.picks[0], s.PickOne | s.PickNumber)
    if one_thing or ways.most(effect) <= rules.listed:
        asked.whole()
        return
    sums, parts, end = in_sums(effect, following, rules), Label(), Label()
    counted = ways.counted(effect, block.compiler, lambda node: _is_open(block, node))
    if not all(isinstance(size, t.Constant) for _, _, size in counted):
        block.layout.emit(lambda: Gauge(counted, rules.listed, parts.pc))
        asked.whole()
        block.layout.jump(end)
    block.layout.place(parts)
    asked.bit_by_bit(sums, end)


def choose_by_chance(block: BlockLayout, effect: s.ChooseByChance, origin: int) -> None:
    """A choice that nobody is asked for."""
    slots, kinds = tuple(block.slots[name] for name in effect.names), picked_kinds(effect)
    query = c.Query(origin, effect.names, slots, kinds, (True,) * len(slots), show(effect), NOTHING)
    if block.layout.ways.most(effect) > block.layout.rules.listed:
        counted = block.layout.ways.counted(effect, block.compiler, lambda node: True)
        block.layout.emit(lambda: Gauge(counted, block.layout.rules.listed, 0))
    choice, changed = _choice(block, effect), block.layout.named(effect.names)
    block.layout.emit(lambda: ChooseByChance(query, choice, changed))


def ask_whether(block: BlockLayout, may: s.May, first: s.Effect, origin: int, end: Label) -> None:
    """A block that begins with an effect: do it or decline."""
    query = c.Query(origin, (), (), (), (), f"may {show(first)}", DECLINE)
    hidden, could = _unheard(block, may.adverbs, origin, optional=True), _could(block, first)
    block.layout.emit(lambda: AskWhether(query, could, hidden, end.pc), block.branching(may, first))


class _Asked:
    """One choice; all that its parts have in common."""

    def __init__(
        self, block: BlockLayout, effect: s.Choose, origin: int, following: s.Statement | None, out: Label | None
    ) -> None:
        self._block = block
        self._effect = effect
        self._origin = origin
        self._optional = out is not None
        self._leave = out or block.lapse
        self._unheard = _unheard(block, effect.adverbs, origin, optional=self._optional)
        self._choice = self._chosen(following)
        self._branching = block.branching(effect, effect)

    def whole(self) -> None:
        query, leave = self._query(self._effect.names, show(self._effect)), self._leave
        choice, unheard, optional = self._choice, self._unheard, self._optional
        changed = self._block.layout.named(self._effect.names)
        self._block.layout.emit(lambda: Ask(query, choice, unheard, optional, leave.pc, changed), self._branching)

    def bit_by_bit(self, sums: Sums, end: Label) -> None:
        """A decision for each name of a choice, and for each card of a set."""
        layout, names = self._block.layout, self._effect.names
        slots = self._block.slots | {name: layout.spare() for name, _ in sums.measured}
        whole = completion(self._effect, self._choice, sums, layout.compiler.knowing(slots))
        for at, name in enumerate(names):
            said = show(self._effect) if len(names) == 1 else f"{show(self._effect)} ({name})"
            self._part(whole, at, self._query((name,), said), end)
        layout.place(end)

    def _part(self, whole: Completion, at: int, query: c.Query, end: Label) -> None:
        choice, unheard, optional, leave = self._choice, self._unheard, self._optional, self._leave
        changed = self._block.layout.named(self._effect.names)
        self._block.layout.emit(
            lambda: AskPart(query, choice, whole, at, unheard, optional, leave.pc, end.pc, changed), self._branching
        )

    def _query(self, names: tuple[str, ...], said: str) -> c.Query:
        """What is asked for some of the names."""
        material, slots = self._block.layout.material, self._block.slots
        known = zip(self._effect.names, picked_kinds(self._effect), publicity(self._effect, material), strict=True)
        kinds, public = zip(*((kind, seen) for name, kind, seen in known if name in names), strict=True)
        none = DECLINE if self._optional else NOTHING
        return c.Query(self._origin, names, tuple(slots[name] for name in names), kinds, public, said, none)

    def _chosen(self, following: s.Statement | None) -> c.Choice:
        effect, block = self._effect, self._block
        choice = evolve(_choice(block, effect), asked=self._when())
        if effect.afterwards is None:
            return choice
        assert isinstance(following, s.Do)
        happens = block.effect(following.effect, 0)
        return evolve(choice, afterwards=block.compiler.test(effect.afterwards), following=happens)

    def _when(self) -> int:
        """When the choice is asked: a choice of 0 cards is not, if everybody knows that it is one."""
        if self._effect.if_several:
            return c.IF_SEVERAL
        secretly = self._unheard is not None and self._unheard.secretly
        may_be_none = not self._optional and not secretly and all(map(self._is_told, self._effect.picks))
        return c.IF_ANY if may_be_none else c.ALWAYS

    def _is_told(self, pick: s.Pick) -> bool:
        """Whether a part can be a choice of 0 cards, and everybody learns that from the answer or from the rules."""
        most = pick.high or pick.low if isinstance(pick, s.PickCards) else None
        if most is None or (isinstance(most, e.Number) and most.value > 0):
            return False
        is_heard = self._unheard is None and isinstance(pick, s.PickCards) and pick.high is None
        return is_heard or _is_open(self._block, most)


def _is_open(block: BlockLayout, node: Node) -> bool:
    """Whether everybody knows at each moment what something stands for."""
    names = (inner.name for inner in walk(node) if isinstance(inner, e.Chosen))
    return not (block.unheard.intersection(names) or block.layout.hidden.looks(node))


def _choice(block: BlockLayout, effect: s.AnyChoice) -> c.Choice:
    """What can be chosen."""
    compiler, pick = block.compiler, effect.picks[0]
    single = len(effect.names) == 1
    used = {node.name for each in effect.sieves for node in walk(each) if isinstance(node, e.Chosen)}
    return c.Choice(
        tuple(_pick(each, compiler) for each in effect.picks),
        tuple(block.slots[name] for name in effect.names),
        tuple(kind.name == "card" for kind in picked_kinds(effect)),
        tuple(map(compiler.sieve, effect.sieves)),
        single and isinstance(pick, s.PickOne) and kind_of(pick.source).name == "player",
        not single or bool(used & set(effect.names)),
        None,
        None,
        c.ALWAYS,
    )


def _pick(pick: s.Pick, compiler: Compiler) -> c.Pick:
    match pick:
        case s.PickOne(source=source):
            return c.One(compiler.set(source))
        case s.PickPair(source=source):
            return c.Pair(compiler.set(source))
        case s.PickNumber(low=low, high=high):
            return c.Number(compiler.term(low), compiler.term(high))
        case s.PickCards(low=low, high=high, source=source):
            return c.Cards(compiler.term(low), compiler.term(high or low), compiler.set(source))
        case _:
            assert_never(pick)


def _unheard(block: BlockLayout, adverbs: s.Adverbs, origin: int, *, optional: bool) -> c.Unheard | None:
    """How the answers to a statement become known, None where all hear them."""
    secretly = "secretly" in adverbs
    if block.part is not None:
        return c.Unheard(block.part, True, secretly, optional)
    return c.Unheard(origin, False, True, optional) if secretly else None


def _could(block: BlockLayout, first: s.Effect) -> Effect | CanDraw | None:
    """What tells whether an effect would do anything; None where he is asked whatever it would do."""
    if first.always_offered:
        return None
    if isinstance(first, s.Draw):
        return CanDraw(block.to_place(first.source), block.refill(first.source))
    if isinstance(first, s.AnyDeal):
        return CanDraw(block.to_place(first.source), None)
    return block.effect(first, 0)
