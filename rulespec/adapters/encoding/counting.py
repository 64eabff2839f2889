"""How often something can happen in a game at most, counted from its blocks: they terminate, and turns are bounded."""

from collections.abc import Callable
from typing import assert_never

from attrs import define, field

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.limits import MOST_NUMBER
from rulespec.plan.amounts import Amounts
from rulespec.rules.material import Material
from rulespec.rules.resolve.ruleset import Rules

Counted = s.Effect | s.If | s.May | s.ForEach | s.ForEachWord
Times = Callable[[Counted], int]  # how often a statement itself does what is counted


@define
class Count:
    """Adds up what statements do, times how often a game can reach them; stops at the largest number in play."""

    amounts: Amounts
    times: Times
    _performed: dict[str, int] = field(init=False, factory=dict)  # by each word or list of words

    @property
    def _rules(self) -> Rules:
        return self.amounts.material.rules

    def game(self) -> int:
        """How much comes together in a game."""
        turns = self._rules.the(d.Limit).turns
        rounds = turns + 1 if self._rules.of(d.RoundEnds) else 1  # each but the first begins after a turn
        a_turn = sum(self._blocks(d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn))
        a_round = sum(self._blocks(d.Round, d.AfterRound)) + max(self._blocks(d.RoundEnds), default=0)
        end = max(self._blocks(d.GameEnds), default=0)
        return min(MOST_NUMBER, sum(self._blocks(d.SetUp)) + rounds * a_round + turns * a_turn + end)

    def _blocks(self, *kinds: type[d.Block]) -> list[int]:
        return [self._body(block.body) for block in self._rules.of(*kinds)]

    def _body(self, body: d.Body) -> int:
        return min(MOST_NUMBER, sum(map(self._statement, body)))

    def _of_words(self, word: e.Expression) -> int:
        """The maximum for performing a word, or any word of a list; memoised."""
        name = word.word if isinstance(word, e.WordOf) else str(kind_of(word).list)
        if name not in self._performed:
            bodies = [self._body(each.body) for each in actions_of(word, self._rules)]
            self._performed[name] = max(bodies, default=0)
        return self._performed[name]

    def _statement(self, statement: s.Statement) -> int:
        material = self.amounts.material
        match statement:
            case s.Do(s.Perform(word, how_often)):
                return most_times(how_often, self.amounts) * self._of_words(word)
            case s.Do(effect):
                return self.times(effect)
            case s.If(_, then, otherwise):
                return self.times(statement) + max(self._body(then), self._body(otherwise))
            case s.May((s.Do(s.Choose()), *_) as body):
                return self._body(body)
            case s.May(body):
                return self.times(statement) + self._body(body)
            case s.Together(body):
                return self._body(body)
            case s.ForEach(players, body):
                return self.times(statement) + members(players, material.players) * self._body(body)
            case s.ForEachWord(_, body):
                return self.times(statement) + words_in(statement, material) * self._body(body)
            case _:
                assert_never(statement)


def actions_of(word: e.Expression, rules: Rules) -> list[d.Action]:
    """The actions that performing an expression can mean: that of a word, or those of a whole list."""
    words = (word.word,) if isinstance(word, e.WordOf) else rules.words(str(kind_of(word).list))
    return [action for action in map(rules.action, words) if action is not None]


def most_times(amount: e.Expression | None, amounts: Amounts) -> int:
    """How often something is repeated at most; once if nothing bounds it, which a check reports."""
    most = None if amount is None else amounts.of(amount)[1]
    return 1 if most is None else max(0, most)


def words_in(statement: s.ForEachWord, material: Material) -> int:
    """How many words a block is done for at most."""
    return len(material.rules.names.lists[statement.list].members)


def members(players: e.Expression, most: int) -> int:
    """How many players an expression can name."""
    return most if kind_of(players).many else 1
