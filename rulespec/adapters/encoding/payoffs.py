"""Bounds of the returns, derived from the rules, and whether the game is zero-sum."""

from typing import assert_never

from attrs import frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.language.tree.node import Node
from rulespec.plan.reads import reads
from rulespec.rules.material import Material
from rulespec.rules.resolve.bounds import bounds, chosen
from rulespec.rules.resolve.ruleset import Rules


def payoffs(material: Material) -> Bounds:
    """The least and the most that a player can get, by the ends of counters; without `returns`, the winners share 1."""
    rules, cards, players = material.rules, len(material.cards), material.players
    returns = rules.one(d.Returns)
    if returns is None:
        return 0, 1
    ends = {name: _ends(counter) for name, counter in rules.names.counters.items()}
    low, high = bounds(returns.amount, rules, cards, players, chosen(rules, cards, players) | ends)
    return None if low is None else min(0, low), None if high is None else max(0, high)  # the limit of turns pays 0


def is_zero_sum(material: Material) -> bool:
    """Whether the rules show that all returns together are 0: each gain of a player is another's loss."""
    returns = material.rules.one(d.Returns)
    return returns is not None and _Balance(material).is_zero(returns.amount)


def _ends(counter: d.Counter) -> tuple[int, int]:
    """Where a counter stops: where it is declared to, else where every number in play does."""
    lowest = LEAST_NUMBER if counter.below is None else counter.below
    return lowest, MOST_NUMBER if counter.above is None else counter.above


@frozen
class _Balance:
    """Counters whose sum over all players stays 0, since what is added to one is at once taken from another."""

    _material: Material

    @property
    def _rules(self) -> Rules:
        return self._material.rules

    @property
    def _watched(self) -> bool:
        """Whether an end condition is checked after every effect."""
        return any(each.moment == "at once" for each in self._rules.of(d.Reason))

    def is_zero(self, amount: e.Expression) -> bool:
        """Whether an amount of each player is 0 for all of them together."""
        shares = self._shares(amount, {})
        return shares is not None and all(not count or self._is_kept(name) for name, count in shares.items())

    def _shares(self, node: e.Expression, values: dict[str, dict[str, int] | None]) -> dict[str, int] | None:
        """How often each counter is in it, as a sum over all players; None for anything but counters of players.

        Of `values` that is known already.
        """
        match node:
            case e.Number(0):
                return {}
            case e.OnCounter(name, whose, None) if whose is not None and self._is_one(whose):
                return {name: 1}
            case e.OfValue(name, e.OwnPlayer(), None) if isinstance(value := self._rules.value(name), d.Value):
                if name not in values:
                    values[name] = self._shares(value.expression, values)
                return values[name]
            case e.Plus(one, other) | e.Minus(one, other):
                first, second = self._shares(one, values), self._shares(other, values)
                sign = 1 if isinstance(node, e.Plus) else -1
                if first is None or second is None:
                    return None
                return {name: first.get(name, 0) + sign * second.get(name, 0) for name in {**first, **second}}
            case e.Times(e.Number(value), one) | e.Times(one, e.Number(value)):
                shares = self._shares(one, values)
                return None if shares is None else {name: value * count for name, count in shares.items()}
            case _:
                return None

    def _is_one(self, whose: e.Expression) -> bool:
        """Whether it is oneself or a neighbour: there always is one, and for each player another."""
        return isinstance(whose, e.OwnPlayer) or (isinstance(whose, e.Beside) and self._is_one(whose.of))

    def _is_kept(self, name: str) -> bool:
        counter = self._rules.names.counters[name]
        if counter.below is not None or counter.above is not None:
            return False
        quiet = (d.SetUp, d.Round, d.NextTurn, d.Reason, d.AfterRound)  # while these run, no end condition is watching
        return all(
            self._evens(block.body, name, isinstance(block, quiet) or not self._watched)
            for block in self._rules.of(d.Block)
        )

    def _evens(self, body: d.Body, name: str, quiet: bool) -> bool:
        """Whether all that a body adds to a counter it takes from it before anything else happens."""
        owed: list[tuple[int, e.Expression]] = []
        for statement in body:
            match statement:
                case s.Do(effect) if on := [each for each in s.changes(effect) if self._is_on(name, each.target)]:
                    for change in on:
                        if change.sign is None or not self._is_certain(change.target):
                            return False
                        if (-change.sign, change.by) in owed:
                            owed.remove((-change.sign, change.by))
                        elif quiet and not self._reads(change.by, name):
                            owed.append((change.sign, change.by))
                        else:
                            return False
                case _ if owed:
                    return False
                case s.If(_, then, otherwise):
                    if not self._evens(then, name, quiet) or not self._evens(otherwise, name, quiet):
                        return False
                case s.Together(inner):
                    if not self._evens(inner, name, quiet=True):
                        return False
                case s.May(inner) | s.ForEach(_, inner) | s.ForEachWord(_, inner):
                    if not self._evens(inner, name, quiet):
                        return False
                case s.Do():
                    pass
                case _:
                    assert_never(statement)
        return not owed

    def _is_on(self, name: str, target: e.Expression) -> bool:
        return isinstance(target, e.OnCounter) and target.counter == name

    def _is_certain(self, target: e.Expression) -> bool:
        """Whether it is the counter of one player, whoever he is."""
        assert isinstance(target, e.OnCounter)
        whose = target.whose
        while isinstance(whose, e.Beside):
            whose = whose.of
        return isinstance(whose, e.OwnPlayer | e.Active | e.SelfPlayer)

    def _reads(self, node: Node, name: str) -> bool:
        material = self._material
        first = len(material.places) + material.first_variable[name]
        many = material.count(self._rules.names.counters[name])
        return any(reads(node, material) >> (first + share) & 1 for share in range(many))
