"""From expressions and conditions of the tree to terms."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar, assert_never, cast

from attrs import define, field

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import common_kind, kind_of
from rulespec.language.tree.kinds import SETS
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.language.tree.node import Node
from rulespec.plan.circumstances import GAME, circumstances
from rulespec.plan.nodes import roles as nodes
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import COLUMN, COMPILED, EITHER, SET, TEST, VALUE, Role, filled, require_compiled
from rulespec.plan.reads import own_reads
from rulespec.plan.sources import Source, sets_asked
from rulespec.rules.material import Material
from rulespec.rules.resolve.bounds import Bounding

_VALUES = (d.Value, d.Table)
Made = TypeVar("Made")
_NOTHING: Mapping[Role, Callable[[Any], Any]] = MappingProxyType({})
_Irregular: TypeAlias = (
    e.Number | e.NoneYet | e.WordOf | e.Listed | e.Chosen | e.Looked | e.Outer | e.InZone | e.OnCounter | e.OnNote
    | e.OfValue | e.Shown | e.Beside | e.SumOver | e.EndOver | e.NextOf | e.PositionOf | e.Plus | e.Minus | e.Times
    | e.DividedDown | e.DividedUp | e.Remainder | e.Smaller | e.Larger | e.Sieved | e.Cases | e.SetsOf | e.Outside
    | e.Circumstance | e.SumOf | e.EndOf | e.Unresolved
)  # fmt: skip
_IrregularCondition: TypeAlias = e.Implies | e.Quantified | e.Is | e.EndedBy | e.Fits
require_compiled(e.Expression, _Irregular)
require_compiled(e.Condition, _IrregularCondition)
require_compiled(e.Sieve, e.WithExtremes)


@define
class Level:
    """What is looked at somewhere: `it`, or, seen from further in, `that card`."""

    register: int
    it: t.Term = field(factory=t.It)
    kept: bool = False  # whether it is kept there by whoever asks; else that is done where something further in asks
    asked: bool = False  # whether something further in has asked

    @property
    def kept_as(self) -> tuple[t.Term | None, t.Term | None]:
        """What is kept: one thing, or a set."""
        return (self.it, None) if isinstance(self.it, t.It) else (None, self.it)


@define
class Compiler:
    """Makes terms of expressions in which the names that somebody chose lie in `slots`."""

    material: Material
    slots: dict[str, int]
    functions: dict[str, int]  # the number of each named value, and of each named condition, by its key
    registers: dict[str, int]  # in which is kept what one of them is `by`, and, by its key, a set that it is about
    _bounding: Bounding
    _levels: list[Level] = field(init=False)  # what is looked at, `it` last
    _sources: list[Source] = field(init=False, factory=list)  # of sets of cards that are gone through, the inmost last

    def __attrs_post_init__(self) -> None:
        self._levels = [Level(len(self.registers))]

    def knowing(self, slots: dict[str, int]) -> "Compiler":
        """The same for other names."""
        return Compiler(self.material, slots, self.functions, self.registers, self._bounding)

    def _about(self, key: str, make: Callable[[Any], Made], said: Any) -> Made:
        """What a named value or condition says of what it is asked about."""
        around, self._levels = self._levels, [Level(len(self.registers))]
        if key in self.registers:
            register = self.registers[key]
            self._levels = [Level(register, t.Given(register, many=True), kept=True)]
        if _by(key) in self.registers:
            self._levels.insert(0, Level(self.registers[_by(key)], kept=True))
        found = make(said)
        self._levels = around
        return found

    # ---- what is named

    def values(self) -> tuple[t.Term, ...]:
        """What the named values say."""
        return tuple(self._about(each.key, self._value, each) for each in self.material.rules.of(*_VALUES))

    def conditions(self) -> tuple[t.Test, ...]:
        """What the named conditions say."""
        calls = self.material.rules.of(d.Call)
        return tuple(self._about(each.key, self.test, each.condition) for each in calls if isinstance(each, d.Call))

    def _value(self, declared: d.Declaration) -> t.Term:
        if isinstance(declared, d.Value):
            return self.term(declared.expression)
        assert isinstance(declared, d.Table)
        return self._table(declared)

    def _table(self, table: d.Table) -> t.Term:
        compiled = self.set if common_kind(table.expressions).many else self.term
        rows = {row.for_: row.value for row in table.rows}
        if table.by == "players":
            row = rows.get(self.material.players, table.otherwise)
            assert row is not None
            return compiled(row)
        otherwise = e.NoneYet(span=table.span) if table.otherwise is None else table.otherwise
        if table.parameter is not None:
            word = t.Given(self._levels[0].register, many=False)
            cases = ((self.material.index(table.by, key), compiled(row)) for key, row in rows.items())
            of_each = tuple((t.Same(word, t.Constant(index)), row) for index, row in cases)
            return t.Cases(of_each, compiled(otherwise))
        by_word = ((self.material.index(table.by, key), compiled(row)) for key, row in rows.items())
        return t.Switch(tuple(by_word), compiled(otherwise))

    # ---- values

    def set(self, node: e.Expression) -> t.Term:
        """A set; one thing is a set of one, none an empty one."""
        return self.term(node) if kind_of(node).many else t.Single(self.term(node))

    def term(self, node: e.Expression) -> t.Term:
        asked = self._unsourced(node)
        if asked is not None:
            return self._of_sets(asked, node)
        if type(node) in COMPILED:
            return cast(t.Term, self.regular(node))
        said = cast(_Irregular, node)
        match said:
            case e.Looked():
                return self._levels[-1].it
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
            case e.Circumstance(name):
                return self._circumstance(name, many=kind_of(node).many)
            case e.InZone():
                first, which = self.share(said)
                return t.CardsIn(first, which) if said.is_one or which is None else t.CardsOfAll(first, which)
            case e.OnCounter() | e.OnNote():
                first, which = self.share(said)
                return t.Variable(first, which) if said.is_one or which is None else t.Variables(first, which)
            case e.OfValue(_, of, by):
                several = said.key in self.registers
                about = None if of is None else self.set(of) if several else self.term(of)
                return self.asked(said.key, about, None if by is None else self.term(by))
            case e.Shown(list_, of):
                table = self._shown(list_, of_players=kind_of(of).name == "player")
                return (t.Lookups if kind_of(of).many else t.Lookup)(table, self.term(of))
            case e.Beside(left, of):
                return t.Neighbour(self.term(of), 1 if left else -1)
            case e.Outer(steps, _):
                return t.Given(self._asked(steps), kind_of(node).many)
            case e.SumOver(set_, measure):
                players, is_held = kind_of(set_).name == "player", self._is_held(node)
                return self._kept(
                    lambda: t.Sum(self.set(set_), self._inside(self.term, measure, set_), players, is_held)
                )
            case e.EndOver(highest, set_, measure):
                end = _end(highest)
                players = kind_of(set_).name == "player"
                return self._kept(lambda: t.End(end, self.set(set_), self._inside(self.term, measure, set_), players))
            case e.SumOf(several):
                is_held = self._is_held(node)
                return self._of_several(several, lambda of, measure: t.Sum(of, measure, False, is_held))
            case e.EndOf(highest, several):
                end = _end(highest)
                return self._of_several(several, lambda of, measure: t.End(end, of, measure, False))
            case e.PositionOf(of):
                if said.is_of_card:
                    return t.PositionOf(self.term(of))
                return t.NextWord(self.term(of), len(self.material.words(str(kind_of(of).list))))
            case e.NextOf(of):
                return t.NextWord(self.term(of), len(self.material.words(str(kind_of(of).list))) - 1)
            case e.Plus(one, other) if kind_of(node).many:
                return t.Union(self.set(one), self.set(other))
            case e.Plus(one, other):
                return t.Arithmetic("plus", self.term(one), self.term(other), self._is_held(node))
            case e.Minus(one, other):
                return t.Arithmetic("minus", self.term(one), self.term(other), self._is_held(node))
            case e.Times(one, other):
                return t.Arithmetic("times", self.term(one), self.term(other), self._is_held(node))
            case e.DividedDown(one, other):
                return t.Arithmetic("divided down", self.term(one), self.term(other), self._is_held(node))
            case e.DividedUp(one, other):
                return t.Arithmetic("divided up", self.term(one), self.term(other), self._is_held(node))
            case e.Remainder(one, other):
                return t.Arithmetic("remainder", self.term(one), self.term(other), held=False)
            case e.Smaller(one, other):
                return t.Arithmetic("smaller", self.term(one), self.term(other), held=False)
            case e.Larger(one, other):
                return t.Arithmetic("larger", self.term(one), self.term(other), held=False)
            case e.Sieved(set_, sieves):
                players = kind_of(set_).name == "player"

                def sieved() -> t.Term:
                    return t.Sieved(
                        self.set(set_), tuple(self._inside(self.sieve, each, set_) for each in sieves), players
                    )

                return self._kept(sieved)
            case e.SetsOf(low, high):
                least, most = (None if each is None else self.term(each) for each in (low, high))
                return t.Subsets(self._sources[-1].cards, least, most)
            case e.Outside(sets, measure):
                of_each = partial(self._inside, self.term, measure, said.of)
                return self._kept(lambda: t.Outside(self._sources[-1].cards, of_each(), self.set(sets)))
            case e.Cases(cases, otherwise):
                part = self.set if said.kind.many else self.term
                return t.Cases(tuple((self.test(each.condition), part(each.value)) for each in cases), part(otherwise))
            case e.Unresolved():
                raise TypeError(f"{node} has not been resolved")
            case _:
                assert_never(said)

    def share(self, node: e.AnyHeld) -> tuple[int, t.Term | None]:
        """The first place or variable that is meant, and which one counted on from there, or which ones."""
        material, holder = self.material, self.material.rules.names.held(node)
        first = (material.first_place if isinstance(node, e.InZone) else material.first_variable)[holder.name]
        if node.by is None:
            return first, None if node.whose is None else self.term(node.whose)
        words = material.listed(str(holder.by))
        if not node.is_one:
            return first, t.Cells(None if node.whose is None else self.set(node.whose), self.set(node.by), words)
        word = self.term(node.by)
        if node.whose is None and isinstance(word, t.Constant) and word.value in words:
            return first + words.index(word.value), None
        return first, t.Cell(None if node.whose is None else self.term(node.whose), word, words)

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

    def _circumstance(self, name: str, *, many: bool) -> t.Term:
        return t.Circumstance(circumstances(self.material.rules.names).index(name), many)

    def _shown(self, list_: str, *, of_players: bool = False) -> t.Column:
        """What each card, or each player, shows of a list."""
        if of_players:
            return t.Column(list_, tuple(self.material.index(list_, word) for word in self.material.seat_words))
        return t.Column(list_, self.material.shown(list_))

    def asked(self, key: str, of: t.Term | None, by: t.Term | None) -> t.Term:
        """A named value, asked of one thing or of a set, and by another thing."""
        several = key in self.registers
        found: t.Term = t.Call(self.functions[key], None if several else of)
        found = t.With(self.registers[key], None, of, found) if several else found
        return found if by is None else t.With(self.registers[_by(key)], by, None, found)

    def _of_several(self, node: e.Several, over: Callable[[t.Term, t.Term], t.Term]) -> t.Term:
        """What is made of all that there is for several words, or of several players, each of which is `it` in turn."""
        if isinstance(node, e.OnCounter | e.OnNote):
            first, which = self.share(node)
            assert which is not None
            return over(which, t.Variable(first, t.It()))
        assert isinstance(node, e.OfValue) and node.of is not None and node.by is not None
        key, by, one, words = node.key, self.set(node.by), self._free, self._free + 1
        about, is_own = key in self.registers, isinstance(node.of, e.OwnPlayer)
        of = None if about else t.Own() if is_own else t.Given(one, False)
        asked = t.With(self.registers[_by(key)], t.It(), None, t.Call(self.functions[key], of))
        if is_own and not about:
            return over(by, asked)
        of_words = over(t.Given(words, True), asked)
        if about:
            return t.With(words, None, by, t.With(self.registers[key], None, self.set(node.of), of_words))
        return t.With(words, None, by, over(self.set(node.of), t.With(one, t.It(), None, of_words)))

    # ---- what is looked at

    @property
    def _free(self) -> int:
        """A register in which nothing is kept here."""
        return len(self.registers) + len(self._levels) + len(self._sources)

    def _inside(self, make: Callable[[Any], Made], node: Node, set_: e.Expression) -> Made:
        """What is said of each member of a set, to which what was `it` lies further out."""
        it = self._sources[-1].each if kind_of(set_) == SETS else t.It()
        self._levels.append(Level(self._free, it))
        found = make(node)
        self._levels.pop()
        return found

    def _asked(self, steps: int) -> int:
        """The register of what lies so many steps further out than `it`; negative of what was there around all this."""
        if steps >= len(self._levels):
            return len(self._levels) - 1 - steps
        level = self._levels[-1 - steps]
        level.asked = True
        return level.register

    def _asking(self, make: Callable[[], Made]) -> tuple[Made, int | None]:
        """What goes through a set, and the register in which `it` has to be kept, as something inside asks for it."""
        level = self._levels[-1]
        before, level.asked = level.asked, False
        found = make()
        asked, level.asked = level.asked, before
        return found, level.register if asked and not level.kept else None

    def _kept(self, make: Callable[[], t.Term]) -> t.Term:
        found, register = self._asking(make)
        return found if register is None else t.With(register, *self._levels[-1].kept_as, found)

    # ---- sets of cards

    def _unsourced(self, node: e.Expression | e.Condition) -> e.SetsOf | None:
        """The sets of cards of which something is asked, where the cards that they are taken from are not kept yet."""
        sets = sets_asked(node)
        return None if self._sources and self._sources[-1].asking is node else sets

    def _of_sets(self, sets: e.SetsOf, node: e.Expression) -> t.Term:
        source, cards, found = self._sourced(sets, node, self.term)
        if isinstance(node, e.First | e.Last):
            found = t.Members(source.cards, found)
        return t.With(source.register, None, cards, found)

    def sets(self, node: e.Expression) -> tuple[t.Term, t.Term]:
        """Sets of cards by themselves: the cards that they are taken from, and the sets, each as a number."""
        source, cards, found = self._sourced(e.sets_in(node), node, self.term)
        return cards, t.With(source.register, None, cards, found)

    def _sourced(self, sets: e.SetsOf, node: Any, make: Callable[[Any], Made]) -> tuple[Source, t.Term, Made]:
        """Where the cards are kept that sets are taken from, the cards, and what is asked of the sets."""
        cards, source = self.set(sets.of), Source(self._free, node)
        self._sources.append(source)
        found = make(node)
        self._sources.pop()
        return source, cards, found

    # ---- sieves and conditions

    def sieve(self, sieve: e.Sieve) -> t.Sieve:
        if isinstance(sieve, e.WithExtremes):
            return t.Extremes(tuple((each.most, self.term(each.measure)) for each in sieve.extremes))
        return cast(t.Sieve, self.regular(sieve))

    def test(self, node: e.Condition) -> t.Test:
        sets = self._unsourced(node)
        if sets is not None:
            source, cards, found = self._sourced(sets, node, self.test)
            return t.WithTest(source.register, None, cards, found)
        if type(node) in COMPILED:
            return cast(t.Test, self.regular(node))
        said = cast(_IrregularCondition, node)
        match said:
            case e.Implies():
                return self.test(said.either)
            case e.Quantified(quantifier, e.Member(players, among), condition):
                seats = own_reads(condition, self.material) if players and among is None else None

                def quantified() -> t.Test:
                    inside = e.AllPlayers(span=node.span) if among is None else among
                    members = t.AllPlayers() if among is None else self.set(among)
                    return t.Quantified(quantifier, members, self._inside(self.test, condition, inside), players, seats)

                found, register = self._asking(quantified)
                return found if register is None else t.WithTest(register, *self._levels[-1].kept_as, found)
            case e.Is(subject, e.NoneYet()):
                return t.IsNone(self.term(subject))
            case e.Is(subject, other):
                return t.Same(self.term(subject), self.term(other))
            case e.EndedBy(of, reason):
                reasons = [each.key for each in self.material.rules.of(d.Reason)]
                number = reasons.index(d.key(d.GameEnds if of == GAME else d.RoundEnds, reason))
                return t.Same(self._circumstance(of, many=False), t.Constant(number))
            case e.Fits(_, subject) if subject is not None and said.key in self.registers:
                fits = t.Holds(self.functions[said.key], None)
                return t.WithTest(self.registers[said.key], None, self.set(subject), fits)
            case e.Fits(_, subject):
                return t.Holds(self.functions[said.key], None if subject is None else self.term(subject))
            case _:
                assert_never(said)


def _end(highest: bool) -> Literal["highest", "lowest"]:
    return "highest" if highest else "lowest"


def _by(key: str) -> str:
    """By what the register is known of the second thing that a value is about."""
    return f"{key} by"


def compiler_of(material: Material, slots: dict[str, int]) -> Compiler:
    """A compiler for a number of players."""
    rules = material.rules
    values = {block.key: at for at, block in enumerate(rules.of(*_VALUES))}
    functions = values | {block.key: at for at, block in enumerate(rules.of(d.Call))}
    named = [each for each in rules.of(*_VALUES) if isinstance(each, _VALUES)]
    kept = [each.key for each in named if each.about[0] == "cards"]
    kept += [each.key for each in rules.of(d.Call) if each.subject == "cards"]
    kept += [_by(each.key) for each in named if each.about[1] is not None]
    registers = {key: at for at, key in enumerate(kept)}
    return Compiler(material, slots, functions, registers, Bounding(rules, len(material.cards), material.players))
