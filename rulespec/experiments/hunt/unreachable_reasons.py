"""W066, reasons to end that can never hold, as a number can never get that far."""

from collections.abc import Iterator

from attrs import define

from rulespec.experiments.hunt.intervals import Intervals
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.language.errors import problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.checks.settled import settled_conditions
from rulespec.wording.amounts import players as counted


@define(eq=False)
class Unreachable(Observer):
    """Proves by interval analysis that reasons to end never hold."""

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The reasons that never hold; only a note if they can with some numbers of players."""
        rules = self._rules.resolved
        sizes = [(len(self._rules.game(players).material.cards), players) for players in self._rules.players]
        reckonings = [Intervals(rules, cards, players) for cards, players in sizes]
        top, settled = rules.composed.layers[-1].name, [node for node, _, _ in settled_conditions(rules)]
        for reason in rules.of(d.Reason):
            assert isinstance(reason, d.Reason)
            never = [
                (players, each)
                for (_, players), each in zip(sizes, reckonings, strict=True)
                if each.truth(reason.condition) is False
            ]
            if never and not any(each is reason.condition for each in settled):
                why, some = next(never[0][1].out_of_reach(reason.condition), ""), len(never) < len(sizes)
                among = f" with {counted(players for players, _ in never)}" if some else ""
                what = f"'{reason.key}' can never happen{among}" + (f": {why}" if why else "")
                new = any(rules.entry(key).changes[-1].layer == top for key in self._about(reason))
                told = problem("W066", reason.condition.span, what, "add an effect that makes this true, or remove it")
                yield Finding(told, note=some or not new)

    def _about(self, reason: d.Reason) -> set[str]:
        """The keys of the blocks that a reason depends on, and of those that change the counters it reads."""
        rules = self._rules.resolved
        keys, waiting, counters = {reason.key}, [*walk(reason.condition)], set[str]()
        while waiting:
            match waiting.pop():
                case (e.Fits() | e.OfValue()) as named if named.key not in keys:
                    keys.add(named.key)
                    waiting += walk(rules.blocks[named.key])
                case e.OnCounter(counter, _):
                    counters.add(counter)
        return keys | {block.key for block in rules.of(d.Block) if counters & set(_changed(block))}


def _changed(block: Node) -> Iterator[str]:
    """The counters that a block changes."""
    for node in walk(block):
        if isinstance(node, s.AnyEffect):
            yield from (each.name for each in s.changes(node) if isinstance(each.target, e.OnCounter))
