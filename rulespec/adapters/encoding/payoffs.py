"""Bounds of the returns, derived from the rules, and whether the game is zero-sum."""

from typing import assert_never

from attrs import define, field, frozen

from rulespec.adapters.encoding.counting import actions_of, members, most_times, words_in
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds, signed
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.language.tree.node import Node
from rulespec.plan.amounts import Amounts
from rulespec.plan.reads import reads
from rulespec.rules.material import Material
from rulespec.rules.resolve.bounds import bounds, chosen
from rulespec.rules.resolve.ruleset import Rules

# To bound counters; what still grows after so many turns, or so many statements, is taken to reach its declared end.
MAX_TURNS_SIMULATED = 2_000
STATEMENTS = 200_000

Reached = dict[str, Bounds]  # of each counter, and of each number that is chosen; counters begin at 0


def payoffs(material: Material) -> Bounds:
    """The least and the most that a player can get; without `returns` the winners share 1."""
    returns = material.rules.one(d.Returns)
    return (0, 1) if returns is None else _Growth(material).of(returns.amount)


def is_zero_sum(material: Material) -> bool:
    """Whether the rules show that all returns together are 0: each gain of a player is another's loss."""
    returns = material.rules.one(d.Returns)
    return returns is not None and _Balance(material).is_zero(returns.amount)


class _TooLongError(Exception):
    """There is too much to look at."""


@define
class _Growth:
    """The bounds of counters after each turn, as if everything that can happen happened."""

    _material: Material
    _amounts: Amounts = field(init=False)
    _statements: int = field(init=False, default=0)  # that were looked at

    def __attrs_post_init__(self) -> None:
        self._amounts = Amounts(self._material)

    @property
    def _rules(self) -> Rules:
        return self._material.rules

    def of(self, amount: e.Expression) -> Bounds:
        try:
            reached = self._reached()
            found = [self._bounds(amount, self._after(body, reached)) for body in self._bodies(d.GameEnds)]
        except _TooLongError:
            found = [self._bounds(amount, self._ended())]
        found.append((0, 0))  # a game that comes to its limit of turns
        lows, highs = [low for low, _ in found], [high for _, high in found]
        return _least(*lows), _most(*highs)

    def _reached(self) -> Reached:
        turns = self._rules.the(d.Limit).turns
        again = (d.Round, d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn, d.RoundEnds, d.AfterRound)
        picked = chosen(self._rules, len(self._material.cards), self._material.players)
        reached: Reached = dict.fromkeys(self._rules.names.counters, (0, 0)) | picked
        for body in self._bodies(d.SetUp):
            reached = self._after(body, reached)
        for _ in range(min(turns + 1, MAX_TURNS_SIMULATED)):
            before = reached
            for body in self._bodies(*again):
                reached = self._after(body, reached)
            if reached == before:
                return reached
        if turns < MAX_TURNS_SIMULATED:
            return reached
        return self._ended()

    def _ended(self) -> Reached:
        return {name: _ends(counter) for name, counter in self._rules.names.counters.items()}

    def _bodies(self, *kinds: type[d.Block]) -> list[d.Body]:
        return [block.body for block in self._rules.of(*kinds)]

    def _bounds(self, node: e.Expression, reached: Reached) -> Bounds:
        return bounds(node, self._rules, len(self._material.cards), self._material.players, reached)

    def _after(self, body: d.Body, reached: Reached) -> Reached:
        for statement in body:
            self._statements += 1
            if self._statements > STATEMENTS:
                raise _TooLongError
            match statement:
                case s.Do(s.Perform(word, how_often)):
                    bodies = [action.body for action in actions_of(word, self._rules)]
                    reached = self._again(most_times(how_often, self._amounts), bodies, reached)
                case s.Do(effect):
                    reached = self._changed(effect, reached)
                case s.If(_, then, otherwise):
                    reached = self._after(otherwise, self._after(then, reached))
                case s.May(inner) | s.Together(inner):
                    reached = self._after(inner, reached)
                case s.ForEach(players, inner):
                    reached = self._again(members(players, self._material.players), [inner], reached)
                case s.ForEachWord(_, inner):
                    reached = self._again(words_in(statement, self._material), [inner], reached)
                case _:
                    assert_never(statement)
        return reached

    def _again(self, times: int, bodies: list[d.Body], reached: Reached) -> Reached:
        """After so many times, or as soon as another time would change nothing."""
        for _ in range(times):
            self._statements += 1
            before = reached
            for body in bodies:
                reached = self._after(body, reached)
            if reached == before:
                break
        return reached

    def _changed(self, effect: s.Effect, reached: Reached) -> Reached:
        for change in s.changes(effect):
            if isinstance(change.target, e.OnCounter):
                low, high = signed(self._bounds(change.by, reached), change.sign or 1)
                if change.sign is not None:
                    least, most = reached[change.name]
                    low = None if least is None or low is None else least + min(0, low)
                    high = None if most is None or high is None else most + max(0, high)
                reached = self._widened(change.name, reached, low, high)
        return reached

    def _widened(self, name: str, reached: Reached, low: int | None, high: int | None) -> Reached:
        counter, (least, most) = self._rules.names.counters[name], reached[name]
        least, most = _least(least, low), _most(most, high)
        lowest, highest = _ends(counter)
        least = lowest if least is None else max(lowest, least)
        most = highest if most is None else min(highest, most)
        return reached | {name: (least, most)}


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


def _least(*ends: int | None) -> int | None:
    return None if None in ends else min(end for end in ends if end is not None)


def _most(*ends: int | None) -> int | None:
    return None if None in ends else max(end for end in ends if end is not None)
