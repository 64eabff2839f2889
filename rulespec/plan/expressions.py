"""From expressions and conditions of the tree to terms."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, assert_never, cast

from attrs import define

from rulespec.material import Material
from rulespec.plan.nodes import roles as nodes
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import COLUMN, COMPILED, EITHER, SET, TEST, VALUE, Role, filled, require_compiled
from rulespec.plan.reads import own_reads
from rulespec.resolve.bounds import Bounding
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.expressions import kind_of
from rulespec.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.tree.node import Node

_VALUES = (d.Value, d.Table)
_NOTHING: Mapping[Role, Callable[[Any], Any]] = MappingProxyType({})
_Irregular: TypeAlias = (
    e.Number | e.NoneYet | e.WordOf | e.Listed | e.Chosen | e.InZone | e.OnCounter | e.OnNote | e.OfValue | e.Shown
    | e.Beside | e.SumOver | e.NextOf | e.Plus | e.Minus | e.Times | e.Smaller | e.Larger | e.Sieved | e.Unresolved
)  # fmt: skip
_IrregularCondition: TypeAlias = e.Quantified | e.Is | e.Fits
require_compiled(e.Expression, _Irregular)
require_compiled(e.Condition, _IrregularCondition)
require_compiled(e.Sieve, e.WithExtremes)


@define
class Compiler:
    """Makes terms of expressions in which the names that somebody chose lie in `slots`."""

    material: Material
    slots: dict[str, int]
    functions: dict[str, int]  # the number of each named value, and of each named condition, by its key
    _bounding: Bounding

    def knowing(self, slots: dict[str, int]) -> "Compiler":
        """The same for other names."""
        return Compiler(self.material, slots, self.functions, self._bounding)

    # ---- what is named

    def values(self) -> tuple[t.Term, ...]:
        """What the named values say."""
        return tuple(self._value(each) for each in self.material.rules.of(*_VALUES))

    def conditions(self) -> tuple[t.Test, ...]:
        """What the named conditions say."""
        calls = self.material.rules.of(d.Call)
        return tuple(self.test(each.condition) for each in calls if isinstance(each, d.Call))

    def _value(self, declared: d.Declaration) -> t.Term:
        if isinstance(declared, d.Value):
            return self.term(declared.expression)
        assert isinstance(declared, d.Table)
        return self._table(declared)

    def _table(self, table: d.Table) -> t.Term:
        compiled = self.set if kind_of(table.rows[0].value).many else self.term
        rows = {row.for_: row.value for row in table.rows}
        if table.by == "players":
            row = rows.get(self.material.players, table.otherwise)
            assert row is not None
            return compiled(row)
        otherwise = e.NoneYet(span=table.span) if table.otherwise is None else table.otherwise
        by_word = ((self.material.index(table.by, key), compiled(row)) for key, row in rows.items())
        return t.Switch(tuple(by_word), compiled(otherwise))

    # ---- values

    def set(self, node: e.Expression) -> t.Term:
        """A set; one thing is a set of one, none an empty one."""
        return self.term(node) if kind_of(node).many else t.Single(self.term(node))

    def term(self, node: e.Expression) -> t.Term:
        if type(node) in COMPILED:
            return cast(t.Term, self.regular(node))
        said = cast(_Irregular, node)
        match said:
            case e.Number(number):
                return t.Constant(number)
            case e.NoneYet():
                return t.Constant(None)
            case e.WordOf(word):
                return t.Constant(self.material.index(str(said.kind.list), word))
            case e.Listed(list_):
                return t.Listed(self.material.listed(list_))
            case e.Chosen(name):
                return t.Slot(self.slots[name], kind_of(node).many)
            case e.InZone(zone, whose):
                first = self.material.first_place[zone]
                if whose is not None and kind_of(whose).many:
                    return t.CardsOfAll(first, self.term(whose))
                return t.CardsIn(first, None if whose is None else self.term(whose))
            case e.OnCounter(name, whose) | e.OnNote(name, whose):
                first = self.material.first_variable[name]
                if whose is not None and kind_of(whose).many:
                    return t.Variables(first, self.term(whose))
                return t.Variable(first, None if whose is None else self.term(whose))
            case e.OfValue(_, of):
                return t.Call(self.functions[said.key], None if of is None else self.term(of))
            case e.Shown(list_, of):
                table = self._shown(list_, of_players=kind_of(of).name == "player")
                return (t.Lookups if kind_of(of).many else t.Lookup)(table, self.term(of))
            case e.Beside(left, of):
                return t.Neighbour(self.term(of), 1 if left else -1)
            case e.SumOver(set_, measure):
                players = kind_of(set_).name == "player"
                return t.Sum(self.set(set_), self.term(measure), players, self._is_held(node))
            case e.NextOf(of):
                return t.NextWord(self.term(of), len(self.material.words(str(kind_of(of).list))) - 1)
            case e.Plus(one, other) if kind_of(one).name == "card":
                return t.Union(self.set(one), self.set(other))
            case e.Plus(one, other):
                return t.Arithmetic("plus", self.term(one), self.term(other), self._is_held(node))
            case e.Minus(one, other):
                return t.Arithmetic("minus", self.term(one), self.term(other), self._is_held(node))
            case e.Times(one, other):
                return t.Arithmetic("times", self.term(one), self.term(other), self._is_held(node))
            case e.Smaller(one, other):
                return t.Arithmetic("smaller", self.term(one), self.term(other), held=False)
            case e.Larger(one, other):
                return t.Arithmetic("larger", self.term(one), self.term(other), held=False)
            case e.Sieved(set_, sieves):
                players = kind_of(set_).name == "player"
                return t.Sieved(self.set(set_), tuple(map(self.sieve, sieves)), players)
            case e.Unresolved():
                raise TypeError(f"{node} has not been resolved")
            case _:
                assert_never(said)

    def regular(self, node: Node, more: Mapping[Role, Callable[[Any], Any]] = _NOTHING) -> nodes.Node:
        """The node of the plan that is declared for what the tree says, with what else its roles ask for."""
        makes: dict[Role, Callable[[Any], Any]] = {
            VALUE: self.term, SET: self.set, EITHER: self.term, TEST: self.test, COLUMN: self._shown, **more,
        }  # fmt: skip
        return filled(COMPILED[type(node)], node, makes)

    def _is_held(self, node: e.Expression) -> bool:
        """Whether a number could go beyond the bounds."""
        low, high = self._bounding.of(node)
        return low is None or high is None or low <= LEAST_NUMBER or high >= MOST_NUMBER

    def _shown(self, list_: str, *, of_players: bool = False) -> t.Column:
        """What each card, or each player, shows of a list."""
        if of_players:
            return t.Column(list_, tuple(self.material.index(list_, word) for word in self.material.seat_words))
        return t.Column(list_, self.material.shown(list_))

    # ---- sieves and conditions

    def sieve(self, sieve: e.Sieve) -> t.Sieve:
        if isinstance(sieve, e.WithExtremes):
            return t.Extremes(tuple((each.most, self.term(each.measure)) for each in sieve.extremes))
        return cast(t.Sieve, self.regular(sieve))

    def test(self, node: e.Condition) -> t.Test:
        if type(node) in COMPILED:
            return cast(t.Test, self.regular(node))
        said = cast(_IrregularCondition, node)
        match said:
            case e.Quantified(quantifier, e.Member(players, among), condition):
                members = t.AllPlayers() if among is None else self.set(among)
                seats = own_reads(condition, self.material) if players and among is None else None
                return t.Quantified(quantifier, members, self.test(condition), players, seats)
            case e.Is(subject, e.NoneYet()):
                return t.IsNone(self.term(subject))
            case e.Is(subject, other):
                return t.Same(self.term(subject), self.term(other))
            case e.Fits(_, subject):
                return t.Holds(self.functions[said.key], None if subject is None else self.term(subject))
            case _:
                assert_never(said)


def compiler_of(material: Material, slots: dict[str, int]) -> Compiler:
    """A compiler for a number of players."""
    rules = material.rules
    values = {block.key: at for at, block in enumerate(rules.of(*_VALUES))}
    functions = values | {block.key: at for at, block in enumerate(rules.of(d.Call))}
    return Compiler(material, slots, functions, Bounding(rules, len(material.cards), material.players))
