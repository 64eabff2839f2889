"""W070, effects whose result is always overwritten before anything reads it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulespec.errors import problem
from rulespec.hunt.exploring import Exploring
from rulespec.hunt.observer import Observer
from rulespec.hunt.report import Finding, Searched
from rulespec.language.printer import show
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk

ENOUGH = 20  # times that it was overwritten
Said = tuple[str, str]  # a block, and the text of an effect in it


@define(eq=False)
class Overwritten(Observer):
    """Counts what became of each number that an effect wrote."""

    _used: Counter[Said] = field(init=False, factory=Counter)
    _lost: Counter[Said] = field(init=False, factory=Counter)

    def explored(self, exploring: Exploring) -> Iterable[Finding]:
        """Takes over what the engine counted."""
        plan = exploring.table.game.plan
        for origin, (used, lost) in enumerate(exploring.written):
            said = plan.origins[origin].block, plan.origins[origin].text
            self._used[said] += used
            self._lost[said] += lost
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The effects that were overwritten again and again, and never read."""
        rules = self._rules.resolved
        top = rules.composed.layers[-1].tree.span.source
        for key, block in rules.blocks.items():
            for node in walk(block) if isinstance(block, d.Block) else ():
                if not isinstance(node, s.Effect) or not self._is_lost((key, text := show(node))):
                    continue
                times = self._lost[key, text]
                what = f"'{text}' has no effect: all {times:,} times, it was overwritten before any rule read it"
                told = problem("W070", node.span, what, "leave it out, or let it come after what overwrites it")
                yield Finding(told, note=node.span.source != top)

    def _is_lost(self, said: Said) -> bool:
        return self._lost[said] >= ENOUGH and not self._used[said]
