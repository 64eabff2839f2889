"""W070, effects whose result is always overwritten before anything reads it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.language.errors import problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Span
from rulespec.rules.checks.unused import unused

REMEDY = "remove it, move it after the effect that overwrites it, or, if only players read it, declare it 'for players'"
ENOUGH = 20  # times that it was overwritten


@define(eq=False)
class Overwritten(Observer):
    """Counts the fate of each number that an effect wrote."""

    _used: Counter[Span] = field(init=False, factory=Counter)
    _lost: Counter[Span] = field(init=False, factory=Counter)

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """Takes over the counts of the engine."""
        plan = exploration.table.game.plan
        for origin, (used, lost) in enumerate(exploration.written):
            span = plan.origins[origin].span
            self._used[span] += used
            self._lost[span] += lost
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The effects that were overwritten again and again, and never read."""
        rules = self._rules.resolved
        top = rules.composed.layers[-1].path
        unread = {each.name for each in unused(rules)}  # by a warning of its own
        unread |= {each.name for each in rules.of(d.Counter, d.Note) if each.for_players}
        for block in rules.blocks.values():
            for node in walk(block) if isinstance(block, d.Block) else ():
                if not isinstance(node, s.Effect) or not self._is_lost(node.span):
                    continue
                changed = {change.name for change in s.changes(node)}
                if changed and changed <= unread:
                    continue
                times = self._lost[node.span]
                what = f"'{show(node)}' has no effect: it was overwritten all {times:,} times before any rule read it"
                told = problem("W070", node.span, what, REMEDY)
                yield Finding(told, note=node.span.source.path != top)

    def _is_lost(self, effect: Span) -> bool:
        return self._lost[effect] >= ENOUGH and not self._used[effect]
