"""The content of a ruleset's laws, which is not proposed again."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import evolve, frozen

from rulespec.engine.game import Game
from rulespec.experiments.mining.quantities import ALL, PLAYER, Quantity
from rulespec.game.api import Ruleset
from rulespec.game.pipeline import ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.source import source_of
from rulespec.rules.compose import File

LAYER = "mined"

Linear = tuple[tuple[int, ...], int]  # how often each quantity of a scope is counted, and what is added


def with_laws(rules: Ruleset, laws: Mapping[str, str]) -> Ruleset:
    """The rules with more laws: by name, each with its moment and condition as it is written behind the name."""
    lines = [f"layer {LAYER}", *(f"always {name}{said}" for name, said in laws.items())]
    files = rules.composed.files
    top = File(source_of(f"{LAYER}.rules", "\n".join(lines)), frozenset(file.path for file in files))
    return evolve(ruleset([*files, top], rules.resolved.listed), wanted=rules.wanted, budget=rules.budget)


def over(scope: str, condition: str) -> str:
    """A condition on each member of a scope."""
    if scope == PLAYER:
        return f"every player where {condition}"
    return condition if scope == ALL else f"every {scope} where {condition}"


@frozen
class SaidSum:
    """A sum that a law declares to be some number, for each member of a scope."""

    moment: d.Moment
    scope: str
    vector: tuple[int, ...]  # by the quantities of the scope
    amounts: dict[int, int]


class Declared:
    """The laws of a ruleset, in parts."""

    def __init__(self, rules: Ruleset, quantities: Mapping[str, Sequence[Quantity]]) -> None:
        self._rules, self._known = rules, dict[tuple[str, e.Expression], int]()
        self._widths = {scope: len(all_) for scope, all_ in quantities.items()}
        asked = {f"q-{number}": each for number, each in enumerate(chain.from_iterable(quantities.values()))}
        said = {name: f": {over(each.scope, f'{each.written} is 0')}" for name, each in asked.items()}
        with_all = with_laws(rules, said)
        for name, each in asked.items():
            ((scope, condition),) = _parts(_law(with_all, name).condition)
            assert scope == each.scope and isinstance(condition, e.Is)
            self._known[scope, condition.subject] = list(quantities[scope]).index(each)
        laws = [each for each in rules.resolved.of(d.Always) if isinstance(each, d.Always)]
        self.parts = dict.fromkeys((law.moment, part) for law in laws for part in _parts(law.condition))

        self.sums = tuple(self._sums())  # those that laws say to be the same at all times

    def _sums(self) -> Iterator[SaidSum]:
        games = [self._rules.game(players) for players in self._rules.players]
        for moment, (scope, condition) in self.parts:
            if isinstance(condition, e.Is) and scope in self._widths:
                sides = {game.players: self._difference(scope, condition, game) for game in games}
                found = [side for side in sides.values() if side is not None]
                if len(found) == len(sides) and len({vector for vector, _ in found}) == 1 and any(found[0][0]):
                    amounts = {players: -side[1] for players, side in sides.items() if side is not None}
                    yield SaidSum(moment, scope, found[0][0], amounts)

    def _difference(self, scope: str, condition: e.Is, game: Game) -> Linear | None:
        one, other = self._linear(scope, condition.subject, game), self._linear(scope, condition.other, game)
        return None if one is None or other is None else _added(one, other, -1)

    def _linear(self, scope: str, node: e.Expression, game: Game) -> Linear | None:
        """A number as a sum of quantities and a constant; None if it is none."""
        width = self._widths[scope]
        if (scope, node) in self._known:
            return tuple(int(column == self._known[scope, node]) for column in range(width)), 0
        fixed = self._fixed(node, game)
        if fixed is not None:
            return (0,) * width, fixed
        match node:
            case e.CountCards(of=e.Plus(one, other)):
                parts = [e.CountCards(each, span=node.span) for each in (one, other)]
                one_, other_ = (self._linear(scope, each, game) for each in parts)
                return None if one_ is None or other_ is None else _added(one_, other_, 1)
            case e.Plus(one, other) | e.Minus(one, other):
                one_, other_ = self._linear(scope, one, game), self._linear(scope, other, game)
                sign = 1 if isinstance(node, e.Plus) else -1
                return None if one_ is None or other_ is None else _added(one_, other_, sign)
            case e.Times(one, other):
                for times, what in ((one, other), (other, one)):
                    by, found = self._fixed(times, game), self._linear(scope, what, game)
                    if by is not None and found is not None:
                        return tuple(by * each for each in found[0]), by * found[1]
        return None

    def _fixed(self, node: e.Expression, game: Game) -> int | None:
        """A number that is known before play."""
        match node:
            case e.Number(number):
                return number
            case e.NumberOf(e.AllPlayers()):
                return game.players
            case e.NumberOf(e.Listed(list_)):
                return len(game.rules.resolved.names.lists[list_].members)
            case e.OfValue(name, None, None):
                value = game.rules.resolved.value(name)
                numbers = all(isinstance(each, e.Number) for each in value.expressions)
                is_fixed = isinstance(value, d.Value) or value.by == "players"
                return game.material.fixed(value) if numbers and is_fixed else None
            case e.Plus(one, other) | e.Minus(one, other) | e.Times(one, other):
                a, b = self._fixed(one, game), self._fixed(other, game)
                if a is None or b is None:
                    return None
                return a * b if isinstance(node, e.Times) else a + b if isinstance(node, e.Plus) else a - b
        return None


def condition_in(rules: Ruleset, name: str) -> list[tuple[str, e.Condition]]:
    """The parts of a law."""
    return list(_parts(_law(rules, name).condition))


def _law(rules: Ruleset, name: str) -> d.Always:
    law = rules.resolved.blocks[d.key(d.Always, name)]
    assert isinstance(law, d.Always)
    return law


def _parts(node: e.Condition, scope: str = ALL) -> Iterator[tuple[str, e.Condition]]:
    """The parts of a condition, each with its scope."""
    match node:
        case e.AllOf(parts):
            for part in parts:
                yield from _parts(part, scope)
        case e.Quantified("every", member, inner) if scope == ALL and member.players and member.among is None:
            yield from _parts(inner, PLAYER)
        case e.Quantified("every", e.Member(False, e.Listed(list_)), inner) if scope == ALL:
            yield from _parts(inner, list_)
        case e.Quantified("no", member, e.Empty() as inner) if scope == ALL and member.players and member.among is None:
            yield PLAYER, e.Not(inner, span=inner.span)
        case _:
            yield scope, node


def _added(one: Linear, other: Linear, sign: int) -> Linear:
    vector = tuple(a + sign * b for a, b in zip(one[0], other[0], strict=True))
    return vector, one[1] + sign * other[1]
