"""A block of rules that is being compiled: its names, the origins of its events, where an empty choice leads."""

from typing import cast

from rulespec.language.printer import Sayable, brief, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.language.tree.node import Citations
from rulespec.plan.expressions import Compiler
from rulespec.plan.layout import Label, Layout
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import COMPILED, ORIGIN, TARGET, ZONE
from rulespec.plan.plan import Branching


class BlockLayout:
    """What the statements of one block share; an empty choice leads to the end of what somebody is doing, `lapse`."""

    def __init__(self, layout: Layout, key: str, lapse: Label) -> None:
        self.layout = layout
        self.key = key
        self.lapse = lapse
        self.together = False
        self.unheard: frozenset[str] = frozenset()  # the names that are chosen there
        self.part: int | None = None  # inside `at the same time`, see `Unheard.part`
        self.cites: Citations = ()  # of the statements around one

    @property
    def compiler(self) -> Compiler:
        """Knows the names of the turn and those of this block."""
        return self.layout.compiler.knowing(self.slots)

    @property
    def slots(self) -> dict[str, int]:
        return self.layout.turn_slots | self.layout.slots_of(self.key)

    def origin(self, cites: Citations, effect: s.Effect) -> int:
        """The number of an effect that events come from."""
        cited = tuple(dict.fromkeys((*self.cites, *cites)))
        return self.layout.origin(self.key, cited, show(effect), effect.span, brief(effect))

    def branching(self, statement: s.Statement | s.Effect, part: Sayable) -> Branching:
        """Where a statement decides how the block goes on."""
        return Branching(statement, part, self.key, self.cites)

    # ---- effects

    def effect(self, effect: s.Effect, origin: int) -> f.Effect:
        """An effect that asks nobody and draws nothing."""
        match effect:
            case s.Add(amount, target):
                return f.Add(origin, self._target(target), self.compiler.term(amount), 1)
            case s.Take(amount, target):
                return f.Add(origin, self._target(target), self.compiler.term(amount), -1)
        if type(effect) not in COMPILED:
            raise TypeError(f"'{show(effect)}' is compiled to instructions of its own")
        makes = {ORIGIN: lambda _: origin, TARGET: self._target, ZONE: self.to_place}
        return cast(f.Effect, self.compiler.regular(effect, makes))

    def to_place(self, node: e.Expression) -> f.Place:
        """The place that a zone expression names."""
        assert isinstance(node, e.InZone)
        return f.Place(*self.compiler.share(node))

    def to_places(self, node: e.Expression) -> tuple[int, t.Term]:
        """The first place of those that a zone expression names, and which ones counted on from there."""
        assert isinstance(node, e.InZone)
        first, which = self.compiler.share(node)
        assert which is not None
        return first, which

    def refill(self, source: e.Expression) -> t.Term | None:
        """The cards that fill a zone when a card is to be drawn from it and it is empty."""
        assert isinstance(source, e.InZone)
        zone = self.layout.rules.blocks[f"zone {source.zone}"]
        assert isinstance(zone, d.Zone)
        return None if zone.refill is None else self.layout.compiler.set(zone.refill)

    def _target(self, target: e.Expression) -> f.Target:
        assert isinstance(target, e.OnCounter | e.OnNote)
        (first, which), bounds = self.compiler.share(target), None
        if isinstance(target, e.OnCounter):
            counter = self.layout.rules.names.counters[target.counter]
            low = LEAST_NUMBER if counter.below is None else counter.below
            bounds = low, MOST_NUMBER if counter.above is None else counter.above
        return f.Target(first, t.Single(which) if which is not None and target.is_one else which, bounds)
