"""Expressions as closures: each takes the machine, the `own` player and `it`, and gives a number or a tuple of numbers.

Words are numbered in their list, cards in the material, players by seat; `none` is None and harmless everywhere.
"""

from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any

from attrs import define, field

from rulespec.plan.material import Material
from rulespec.resolve.bounds import Bounding
from rulespec.resolve.expressions import kind_of
from rulespec.run.machine import Machine
from rulespec.run.numbers import held, surely_held, total
from rulespec.run.sieves import Candidates, narrow
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m

Value = Callable[[Machine, Any, Any], Any]
Test = Callable[[Machine, Any, Any], bool]


@define
class Shared:
    """What the closures of one table have in common: the values and named conditions, built once."""

    material: Material
    turn_slots: dict[str, int]
    values: dict[str, Value] = field(factory=dict)
    calls: dict[str, Test] = field(factory=dict)
    bounding: Bounding = field(init=False)

    @bounding.default
    def _of_table(self) -> Bounding:
        return Bounding(self.material.rules, len(self.material.cards), self.material.players)


class Expressions:
    """Builds the closures of one block, whose chosen names lie in `slots`."""

    def __init__(self, shared: Shared, slots: dict[str, int]) -> None:
        self._shared = shared
        self._material = shared.material
        self._slots = slots
        n = self._material.players
        self._from = tuple(tuple((seat + i) % n for i in range(n)) for seat in range(n))

    def many(self, node: e.Expression) -> Value:
        """The closure of a set; one thing is a set of one, none an empty one."""
        value = self.value(node)
        if kind_of(node).many:
            return value

        def single(mc: Machine, own: Any, it: Any) -> tuple[int, ...]:
            found = value(mc, own, it)
            return () if found is None else (found,)

        return single

    def value(self, node: e.Expression) -> Value:
        match node:
            case e.Number(number):
                return lambda mc, own, it: number
            case e.NoneYet():
                return lambda mc, own, it: None
            case m.WordOf(word):
                index = self._material.index(str(node.kind.list), word)
                return lambda mc, own, it: index
            case m.Listed(list_):
                listed = self._material.listed(list_)
                return lambda mc, own, it: listed
            case m.Chosen(name):
                slot = self._slots[name]
                if kind_of(node).many:
                    return lambda mc, own, it: mc.names[slot] or ()  # not chosen yet, or passed over
                return lambda mc, own, it: mc.names[slot]
            case m.Looked():
                return lambda mc, own, it: it
            case m.OwnPlayer():
                return lambda mc, own, it: own
            case e.SelfPlayer():
                return lambda mc, own, it: mc.own
            case e.Active():
                return lambda mc, own, it: mc.active
            case m.InZone(zone, whose):
                return self._held(self._material.first_place[zone], whose, zones=True)
            case m.OnCounter(name, whose) | m.OnNote(name, whose):
                return self._held(self._material.first_variable[name], whose, zones=False)
            case m.OfValue(name, of):
                return self._of_value(name, of)
            case m.Shown(attribute, of):
                return self._shown(attribute, of)
            case m.Beside(left, of):
                return self._beside(left, of)
            case m.SumOver(set_, measure):
                members = self.many(set_)
                amount = Candidates(kind_of(set_).name == "player").probe(self.value(measure))
                add = sum if surely_held(self._shared.bounding.of(node)) else total
                return lambda mc, own, it: add(amount(mc, own, each) or 0 for each in members(mc, own, it))
            case e.First(of):
                members = self.many(of)
                return lambda mc, own, it: (members(mc, own, it) or (None,))[0]
            case e.Last(m.InZone(zone, None)):
                place = self._material.first_place[zone]
                return lambda mc, own, it: (mc.zones[place] or (None,))[-1]
            case e.Last(of):
                members = self.many(of)
                return lambda mc, own, it: (members(mc, own, it) or (None,))[-1]
            case e.NextOf(of):
                return self._next_of(of)
            case e.OwnerOf(of):
                return self._owner_of(of)
            case e.Smaller(one, other):
                a, b = self.value(one), self.value(other)
                return lambda mc, own, it: min(a(mc, own, it) or 0, b(mc, own, it) or 0)
            case e.Larger(one, other):
                a, b = self.value(one), self.value(other)
                return lambda mc, own, it: max(a(mc, own, it) or 0, b(mc, own, it) or 0)
            case e.CountCards(m.InZone(zone, m.OwnPlayer())):
                first = self._material.first_place[zone]
                return lambda mc, own, it: len(mc.zones[first + own])
            case e.CountCards(of) | e.NumberOf(of):
                members = self.many(of)
                return lambda mc, own, it: len(members(mc, own, it))
            case e.Different(name, of):
                return self._different(name, of)
            case e.AllPlayers():
                order = self._from
                return lambda mc, own, it: order[mc.active]
            case e.OtherPlayers():
                order = self._from
                others = tuple(tuple(_without(seats, (seat,)) for seat in range(len(seats))) for seats in order)
                return lambda mc, own, it: others[mc.active][mc.own]
            case e.Plus(one, other) if kind_of(one).name == "card":
                return self._union(one, other)
            case e.Plus() | e.Minus() | e.Times():
                return self._arithmetic(node)
            case e.Except(one, other):
                whole, out = self.many(one), self.many(other)
                return lambda mc, own, it: _without(whole(mc, own, it), out(mc, own, it))
            case e.Sieved(set_, sieves):
                return self._sieved(set_, sieves)
            case _:
                raise TypeError(type(node))

    def test(self, node: e.Condition) -> Test:
        match node:
            case e.AllOf(parts):
                return _all([self.test(part) for part in parts])
            case e.AnyOf(parts):
                return _any([self.test(part) for part in parts])
            case e.Not(part):
                test = self.test(part)
                return lambda mc, own, it: not test(mc, own, it)
            case e.Quantified():
                return self._quantified(node)
            case e.Is(subject, e.NoneYet()):
                value = self.value(subject)
                return lambda mc, own, it: value(mc, own, it) is None
            case e.Is(subject, other):
                return self._same(subject, other)
            case e.Compare(subject, relation, other):
                return self._compare(subject, relation, other)
            case e.Within(subject, other):
                value, members = self.value(subject), self.many(other)
                return lambda mc, own, it: value(mc, own, it) in members(mc, own, it)
            case e.Empty(subject):
                members = self.many(subject)
                return lambda mc, own, it: not members(mc, own, it)
            case e.Repeats(of, name):
                return self._repeats(of, name)
            case m.Fits(call, subject):
                return self._fits(call, subject)
            case _:
                raise TypeError(type(node))

    def shown(self, list_: str, *, of_players: bool) -> tuple[int | None, ...]:
        """What each card, or each player, shows of a list."""
        if not of_players:
            return self._material.shown(list_)
        return tuple(self._material.index(list_, word) for word in self._material.seat_words)

    # ---- parts

    def _arithmetic(self, node: e.Plus | e.Minus | e.Times) -> Value:
        a, b = self.value(node.one), self.value(node.other)
        found: Value
        match node:
            case e.Plus():
                found = lambda mc, own, it: (a(mc, own, it) or 0) + (b(mc, own, it) or 0)  # noqa: E731
            case e.Minus():
                found = lambda mc, own, it: (a(mc, own, it) or 0) - (b(mc, own, it) or 0)  # noqa: E731
            case e.Times():
                found = lambda mc, own, it: (a(mc, own, it) or 0) * (b(mc, own, it) or 0)  # noqa: E731
        if surely_held(self._shared.bounding.of(node)):
            return found
        return lambda mc, own, it: held(found(mc, own, it))

    def _held(self, base: int, whose: e.Expression | None, *, zones: bool) -> Value:
        """What lies in a zone or stands on a counter or note, whoever's it is."""
        if whose is None:
            return (lambda mc, own, it: mc.zones[base]) if zones else (lambda mc, own, it: mc.variables[base])
        if isinstance(whose, m.OwnPlayer):
            if zones:
                return lambda mc, own, it: mc.zones[base + own]
            return lambda mc, own, it: mc.variables[base + own]
        who = self.value(whose)
        if kind_of(whose).many:
            if zones:
                return lambda mc, own, it: tuple([card for seat in who(mc, own, it) for card in mc.zones[base + seat]])
            return lambda mc, own, it: _each_once([mc.variables[base + seat] for seat in who(mc, own, it)])

        def held(mc: Machine, own: Any, it: Any) -> Any:
            seat = who(mc, own, it)
            if zones:
                return () if seat is None else mc.zones[base + seat]
            return None if seat is None else mc.variables[base + seat]

        return held

    def _of_value(self, name: str, of: e.Expression | None) -> Value:
        closure = self.named_value(name)
        if of is None:
            return closure  # it has no `own` and no `it`
        value = self.value(of)
        return lambda mc, own, it: None if (given := value(mc, own, it)) is None else closure(mc, given, given)

    def named_value(self, name: str) -> Value:
        if name not in self._shared.values:
            declared = self._material.rules.blocks[f"value {name}"]
            alone = Expressions(self._shared, self._shared.turn_slots)
            if isinstance(declared, d.Value):
                closure = alone.value(declared.expression)
            else:
                assert isinstance(declared, d.Table)
                closure = alone._table(declared)
            self._shared.values[name] = closure
        return self._shared.values[name]

    def _table(self, table: d.Table) -> Value:
        build = self.many if kind_of(table.rows[0].value).many else self.value
        rows = {row.for_: row.value for row in table.rows}
        if table.by == "players":
            row = rows.get(self._material.players, table.otherwise)
            assert row is not None
            return build(row)
        closures = {self._material.index(table.by, key): build(row) for key, row in rows.items()}
        otherwise = build(e.NoneYet(span=table.span) if table.otherwise is None else table.otherwise)
        return lambda mc, own, it: closures.get(it, otherwise)(mc, own, it)

    def _shown(self, attribute: str, of: e.Expression) -> Value:
        kind = kind_of(of)
        value = self.value(of)
        shown = self.shown(attribute, of_players=kind.name == "player")
        if kind.many:

            def words(held: tuple[int, ...]) -> tuple[int, ...]:
                return tuple(sorted({word for each in held if (word := shown[each]) is not None}))

            return lambda mc, own, it: words(value(mc, own, it))
        if isinstance(of, m.Chosen):
            slot = self._slots[of.name]
            return lambda mc, own, it: None if (each := mc.names[slot]) is None else shown[each]
        return lambda mc, own, it: None if (each := value(mc, own, it)) is None else shown[each]

    def _beside(self, left: bool, of: e.Expression) -> Value:
        value, n, step = self.value(of), self._material.players, 1 if left else -1
        return lambda mc, own, it: None if (seat := value(mc, own, it)) is None else (seat + step) % n

    def _next_of(self, of: e.Expression) -> Value:
        value, last = self.value(of), len(self._material.words(str(kind_of(of).list))) - 1
        return lambda mc, own, it: None if (word := value(mc, own, it)) is None or word == last else word + 1

    def _owner_of(self, of: e.Expression) -> Value:
        value = self.value(of)
        owners = tuple(place.owner for place in self._material.places)
        return lambda mc, own, it: None if (card := value(mc, own, it)) is None else owners[mc.where[card]]

    def _union(self, one: e.Expression, other: e.Expression) -> Value:
        a, b = self.many(one), self.many(other)

        def union(mc: Machine, own: Any, it: Any) -> tuple[int, ...]:
            first = a(mc, own, it)
            return (*first, *_without(b(mc, own, it), first))

        return union

    def _sieved(self, set_: e.Expression, sieves: tuple[e.Sieve, ...]) -> Value:
        members, narrowed = self.many(set_), narrow(sieves, Candidates(kind_of(set_).name == "player"), self)
        return lambda mc, own, it: tuple(narrowed(mc, own, list(members(mc, own, it))))

    def _quantified(self, node: e.Quantified) -> Test:
        among = node.member.among
        members = self.value(e.AllPlayers(span=node.span)) if among is None else self.many(among)
        test, players = self.test(node.condition), node.member.players
        wanted = node.quantifier != "every"  # some and no look for one that fits, every for one that does not
        found_is = node.quantifier == "some"

        def quantified(mc: Machine, own: Any, it: Any) -> bool:
            for each in members(mc, own, it):
                if test(mc, each if players else own, each) == wanted:
                    return found_is
            return not found_is

        return quantified

    def _different(self, name: str, of: e.Expression) -> Value:
        cards, shown = self.many(of), self._material.shown(name)

        def different(held: tuple[int, ...]) -> int:
            return len({shown[card] for card in held} - {None})

        return lambda mc, own, it: different(cards(mc, own, it))

    def _same(self, subject: e.Expression, other: e.Expression) -> Test:
        a, b = self.value(subject), self.value(other)
        if isinstance(other, m.WordOf):
            index = self._material.index(str(other.kind.list), other.word)
            return lambda mc, own, it: bool(a(mc, own, it) == index)
        return lambda mc, own, it: (one := a(mc, own, it)) is not None and one == b(mc, own, it)

    def _compare(self, subject: e.Expression, relation: str, other: e.Expression) -> Test:
        a, b = self.value(subject), self.value(other)
        holds = RELATIONS[relation]
        if isinstance(other, e.Number):
            number = other.value
            return lambda mc, own, it: (one := a(mc, own, it)) is not None and holds(one, number)

        def compare(mc: Machine, own: Any, it: Any) -> bool:
            one, two = a(mc, own, it), b(mc, own, it)
            return one is not None and two is not None and holds(one, two)

        return compare

    def _repeats(self, of: e.Expression, name: str) -> Test:
        cards, shown = self.many(of), self._material.shown(name)

        def repeat(held: tuple[int, ...]) -> bool:
            words = [word for card in held if (word := shown[card]) is not None]
            return len(set(words)) < len(words)

        if isinstance(of, m.InZone) and isinstance(of.whose, m.OwnPlayer):
            first = self._material.first_place[of.zone]
            return lambda mc, own, it: repeat(mc.zones[first + own])
        return lambda mc, own, it: repeat(cards(mc, own, it))

    def _fits(self, call: str, subject: e.Expression | None) -> Test:
        if call not in self._shared.calls:
            declared = self._material.rules.blocks[f"call {call}"]
            assert isinstance(declared, d.Call)
            self._shared.calls[call] = Expressions(self._shared, self._shared.turn_slots).test(declared.condition)
        test = self._shared.calls[call]
        if subject is None:
            return lambda mc, own, it: test(mc, None, None)
        if isinstance(subject, m.Looked):
            return test  # a player that is looked at is `own` as well as `it`; a card needs no `own`
        value = self.value(subject)
        return lambda mc, own, it: (who := value(mc, own, it)) is not None and test(mc, who, who)


RELATIONS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}


def _all(tests: list[Test]) -> Test:
    if len(tests) == 2:
        one, other = tests
        return lambda mc, own, it: one(mc, own, it) and other(mc, own, it)

    def all_of(mc: Machine, own: Any, it: Any) -> bool:
        for test in tests:  # noqa: SIM110 (here and below: a generator would cost as much as the tests)
            if not test(mc, own, it):
                return False
        return True

    return all_of


def _any(tests: list[Test]) -> Test:
    def any_of(mc: Machine, own: Any, it: Any) -> bool:
        for test in tests:  # noqa: SIM110
            if test(mc, own, it):
                return True
        return False

    return any_of


def _each_once(values: list[int | None]) -> tuple[int, ...]:
    """A set of what stands on counters or notes: nothing twice, and not what is none."""
    return tuple(dict.fromkeys([value for value in values if value is not None]))


def _without(whole: tuple[int, ...], out: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([each for each in whole if each not in out])
