from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import assert_never

from rulespec.checks.action_recursion import performable, performing
from rulespec.checks.demands import demand
from rulespec.checks.material import most_cards
from rulespec.errors import Problem, beyond
from rulespec.resolve.bounds import Bounding, chosen
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.limits import ACTIONS, EFFECTS


@demand(first=False)
def effects(rules: Rules) -> Iterator[Problem]:
    """No block does more, if all of it happens for all players, than a game can wait for."""
    try:
        count = _Count(rules)
    except CycleError:  # which another law tells
        return
    for block in rules.of(d.Block):
        found = count.whole(block)
        if count.heights.get(block.key) == ACTIONS.most + 1:
            yield beyond(ACTIONS, ACTIONS.most + 1, block.span)
        elif found > EFFECTS.most:
            yield beyond(EFFECTS, found, block.span)
            return  # what performs it does as much


class _Count:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._players = rules.composed.the(d.Players).most
        self._cards = most_cards(rules)
        self._bounding = Bounding(rules, self._cards, self._players)
        self._knowing = Bounding(rules, self._cards, self._players, chosen(rules, self._cards, self._players))
        self._of: dict[str, int] = {}  # how much each action does, and the longest of each list
        self.heights: dict[str, int] = {}  # how many actions each performs in a row, itself included
        graph = performing(rules)
        for key in TopologicalSorter(graph).static_order():
            block = rules.blocks.get(key)
            known = [each for each in graph.get(key, ()) if each in self._of]
            beneath = max((self.heights[each] for each in known), default=0)
            self.heights[key] = beneath + isinstance(block, d.Action)
            longest = max((self._of[each] for each in known), default=0)
            self._of[key] = self.whole(block) if isinstance(block, d.Action) else longest

    def whole(self, block: d.Block) -> int:
        """How much a block does: as ever, in the same surroundings, where what it performs does as much."""
        performed = [self._of.get(performable(each), 0) for each in block.within(s.Perform)]
        circumstances = self._rules.surroundings, performed
        found: int | None = block.findings.get(_Count, circumstances)
        if found is None:
            found = self.body(block.body)
            block.findings.keep(_Count, circumstances, found)
        return found

    def body(self, body: d.Body) -> int:
        return sum(map(self._statement, body))

    def _statement(self, statement: s.Statement) -> int:
        match statement:
            case s.Do(s.Perform() as perform):
                done = 1 + self._of.get(performable(perform), 0)
                return done if perform.times is None else 1 + self._most(perform.times, 1, self._knowing) * done
            case s.If(_, then, otherwise):
                return 1 + max(self.body(then), self.body(otherwise))
            case s.ForEach(players, body):
                return 1 + (self._players if kind_of(players).many else 1) * self.body(body)
            case s.ForEachWord(_, body):
                return 1 + self._knowing.members(statement.list) * self.body(body)
            case s.May(body) | s.Together(body):
                return 1 + self.body(body)
            case s.Do(effect):
                return 1 + sum(
                    min(self._most(amount, self._cards, self._bounding), self._cards)
                    for _, amount in s.drawings(effect)
                )
            case _:
                assert_never(statement)

    def _most(self, amount: e.Expression, unknown: int, bounding: Bounding) -> int:
        """The most that a number can be, or what it counts as where nothing bounds it."""
        _, most = bounding.of(amount)
        return unknown if most is None else max(0, most)
