from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulespec.checks.material import most_cards
from rulespec.errors import Problem, beyond
from rulespec.language.limits import ACTIONS, EFFECTS
from rulespec.resolve.bounds import bounds
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import walk


def effects(rules: Rules) -> Iterator[Problem]:
    """No block does more, if all of it happens for all players, than a game can wait for."""
    try:
        count = _Count(rules)
    except CycleError:  # which another law tells
        return
    for block in rules.of(d.Block):
        assert isinstance(block, d.Block)
        found = count.body(block.body)
        if isinstance(block, d.Action) and count.heights[block.name] == ACTIONS.most + 1:
            yield beyond(ACTIONS, ACTIONS.most + 1, block.span)
        elif found > EFFECTS.most:
            yield beyond(EFFECTS, found, block.span)
            return  # what performs it does as much


class _Count:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._players = rules.composed.one(d.Players).most
        self._cards = most_cards(rules)
        self._of_action: dict[str, int] = {}
        self.heights: dict[str, int] = {}  # how many actions each performs in a row, itself included
        blocks = {block.name: block for block in rules.of(d.Action) if isinstance(block, d.Action)}
        performed = {name: set(self._performed(block)) & blocks.keys() for name, block in blocks.items()}
        for name in TopologicalSorter(performed).static_order():
            self.heights[name] = 1 + max((self.heights[word] for word in performed[name]), default=0)
            self._of_action[name] = self.body(blocks[name].body)

    def body(self, body: d.Body) -> int:
        return sum(map(self._statement, body))

    def _statement(self, statement: s.Statement) -> int:
        match statement:
            case s.Do(s.Perform(word)):
                if isinstance(word, m.WordOf):
                    return 1 + self._of_action.get(word.word, 0)
                return 1 + max((self._of_action.get(each, 0) for each in self._words(word)), default=0)
            case s.Do(s.Draw(amount)):
                _, most = bounds(amount, self._rules, self._cards, self._players)
                return 1 + max(0, self._cards if most is None else min(most, self._cards))
            case s.If(_, then, otherwise):
                return 1 + max(self.body(then), self.body(otherwise))
            case s.Who(players, body):
                return 1 + (self._players if kind_of(players).many else 1) * self.body(body)
            case s.May(body) | s.Together(body):
                return 1 + self.body(body)
            case _:
                return 1

    def _performed(self, block: d.Action) -> Iterator[str]:
        for node in walk(block):
            if isinstance(node, s.Perform):
                yield from (node.word.word,) if isinstance(node.word, m.WordOf) else self._words(node.word)

    def _words(self, word: e.Expression) -> tuple[str, ...]:
        list_ = self._rules.names.lists[str(kind_of(word).list)]
        assert isinstance(list_, d.WordList)
        return list_.words
