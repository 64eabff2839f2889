"""How often a game can ask, counted from its blocks: blocks terminate, and turns are bounded."""

from collections.abc import Callable
from typing import assert_never

from attrs import field, frozen

from rulespec.material import Material
from rulespec.resolve.bounds import bounds
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of

Times = Callable[[s.Effect | s.May], int]  # how often a statement itself asks


def most_answers(material: Material) -> int:
    """How many atoms the players are asked for at most, in a whole game."""
    count = _Count(material)
    return count.game(count.answers)


def most_draws(material: Material) -> int:
    """How often chance decides at most, in a whole game."""
    count = _Count(material)
    return count.game(count.draws)


@frozen(eq=False)
class _Count:
    """Adds up what the statements of a game can ask, each as often as it can be reached."""

    _material: Material
    _of_words: dict[tuple[str, Times], int] = field(init=False, factory=dict)  # of actions, by what is performed

    # ---- how often each statement asks

    def answers(self, statement: s.Effect | s.May) -> int:
        """The atoms of the longest answer, and the one that says that a set of open size is complete."""
        match statement:
            case s.May():
                return 1
            case s.Choose(picks):
                return max(1, sum(map(self._atoms, picks)))
            case s.CardEffect() | s.NumberEffect() | s.CourseEffect() | s.Show():
                return 0
            case _:
                assert_never(statement)

    def _atoms(self, pick: s.Pick) -> int:
        match pick:
            case s.PickCards(low=low, high=high):
                return self._some(high or low) + (high is not None)
            case s.PickOne() | s.PickPair() | s.PickNumber():
                return len(pick.names)
            case _:
                assert_never(pick)

    def draws(self, statement: s.Effect | s.May) -> int:
        """The cards of a draw from a zone that is no row."""
        match statement:
            case s.Draw(amount, m.InZone(zone)):
                return 0 if self._material.rules.names.zones[zone].ordered else self._some(amount)
            case s.May() | s.Choose() | s.CardEffect() | s.NumberEffect() | s.CourseEffect() | s.Show():
                return 0
            case _:
                assert_never(statement)

    def _some(self, amount: e.Expression) -> int:
        """So many cards, at most."""
        material, cards = self._material, len(self._material.cards)
        _, most = bounds(amount, material.rules, cards, material.players)
        return cards if most is None else max(0, min(most, cards))

    # ---- how often that can happen

    def game(self, times: Times) -> int:
        turns = self._material.rules.the(d.Limit).turns
        rounds = turns + 1 if self._material.rules.of(d.RoundEnds) else 1  # each but the first begins after a turn
        a_turn = sum(self._blocks(times, d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn))
        a_round = sum(self._blocks(times, d.Round, d.AfterRound)) + max(self._blocks(times, d.RoundEnds), default=0)
        end = max(self._blocks(times, d.GameEnds), default=0)
        return sum(self._blocks(times, d.SetUp)) + rounds * a_round + turns * a_turn + end

    def _blocks(self, times: Times, *kinds: type[d.Block]) -> list[int]:
        return [self._body(block.body, times) for block in self._material.rules.of(*kinds)]

    def _body(self, body: d.Body, times: Times) -> int:
        return sum(self._statement(statement, times) for statement in body)

    def _performed(self, word: e.Expression, times: Times) -> int:
        """The most that performing a word, or any word of a list, asks, worked out once."""
        name = word.word if isinstance(word, m.WordOf) else str(kind_of(word).list)
        if (name, times) not in self._of_words:
            bodies = (action.body for action in actions_of(word, self._material.rules))
            self._of_words[name, times] = max(self._body(body, times) for body in bodies)
        return self._of_words[name, times]

    def _statement(self, statement: s.Statement, times: Times) -> int:
        match statement:
            case s.Do(s.Perform(word)):
                return self._performed(word, times)
            case s.Do(effect):
                return times(effect)
            case s.If(_, then, otherwise):
                return max(self._body(then, times), self._body(otherwise, times))
            case s.May((s.Do(s.Choose()), *_) as body):
                return self._body(body, times)
            case s.May(body):
                return times(statement) + self._body(body, times)
            case s.Together(body):
                return self._body(body, times)
            case s.ForEach(players, body):
                return members(players, self._material.players) * self._body(body, times)
            case _:
                assert_never(statement)


def actions_of(word: e.Expression, rules: Rules) -> list[d.Action]:
    """The actions that performing a word can mean: its own where the rules name it, else those of its whole list."""
    words = (word.word,) if isinstance(word, m.WordOf) else rules.words(str(kind_of(word).list))
    return [action for action in map(rules.action, words) if action is not None]


def members(players: e.Expression, most: int) -> int:
    """How many players an expression can name."""
    return most if kind_of(players).many else 1
