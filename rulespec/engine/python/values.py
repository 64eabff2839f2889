"""Terms and tests as closures: each takes the machine, the `own` player and `it`, and gives what the term is then."""

from collections.abc import Callable
from math import comb
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any, assert_never

from attrs import Factory, define, field

from rulespec.engine.python.cells import cell, cells
from rulespec.engine.python.kept import Known, kept, once
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.numbers import held, total
from rulespec.engine.python.sieves import (
    Candidates,
    Narrow,
    compared,
    extremes,
    one_after_another,
    preferring,
    those,
    within,
)
from rulespec.engine.python.subsets import cards_at, least_outside, sizes_of, subsets, ways_to_lay
from rulespec.language.tree.division import divided_down, divided_up, remainder
from rulespec.language.tree.limits import SOURCE
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan, Table
from rulespec.plan.prices import Prices
from rulespec.plan.remembered import Named

Value = Callable[[Machine, Any, Any], Any]
Test = Callable[[Machine, Any, Any], bool]


@define(eq=False)
class Values:
    """Makes closures of the terms of a plan; those of named values and conditions are made once."""

    plan: Plan
    prices: Prices = Factory(lambda self: Prices(self.plan), takes_self=True)
    kept: dict[Named, Known] = field(factory=dict)  # what is kept of named values
    _values: dict[int, Value] = field(init=False, factory=dict)
    _tests: dict[int, Test] = field(init=False, factory=dict)
    _sets: dict[int, bool] = field(init=False, factory=dict)  # whether a term that can be either is a set, by its id
    _loops: int = field(init=False, default=0)  # terms that are the same for all members that something goes through
    _from: tuple[tuple[int, ...], ...] = field(init=False)  # the seats from each one leftwards

    def __attrs_post_init__(self) -> None:
        n = self.plan.table.players
        self._from = tuple(tuple((seat + i) % n for i in range(n)) for seat in range(n))

    @property
    def table(self) -> Table:
        return self.plan.table

    def condition(self, number: int) -> t.Test:
        """What a named condition says."""
        return self.plan.conditions[number]

    def value(self, term: t.Term) -> Value:
        match term:
            case t.Constant(value):
                return lambda mc, own, it: value
            case t.Listed(values):
                return lambda mc, own, it: values
            case t.Slot(slot, many):
                if many:
                    return lambda mc, own, it: mc.names[slot] or ()  # not chosen yet, or passed over
                return lambda mc, own, it: mc.names[slot]
            case t.It():
                return lambda mc, own, it: it
            case t.Given(register, many):
                if many:
                    return lambda mc, own, it: mc.given.get(register) or ()
                return lambda mc, own, it: mc.given.get(register)
            case t.With(register, thing, several, inner):
                nothing = () if self.plan.is_set(inner, self._sets) else None
                return self._keeping(register, thing, several, self.value(inner), nothing)
            case t.Own():
                return lambda mc, own, it: own
            case t.Subject():
                return lambda mc, own, it: mc.own
            case t.Active():
                return lambda mc, own, it: mc.active
            case t.Circumstance(number, many):
                if many:
                    return lambda mc, own, it: mc.circumstances.get(number, ())
                return lambda mc, own, it: (mc.circumstances.get(number) or (None,))[0]
            case t.Cell(whose, by, words):
                return cell(None if whose is None else self.value(whose), self.value(by), words)
            case t.Cells(whose, by, words):
                return cells(None if whose is None else self.value(whose), self.value(by), words)
            case t.CardsIn(first, whose):
                return self._cards_in(first, whose)
            case t.CardsOfAll(first, whose):
                who = self.value(whose)
                return lambda mc, own, it: tuple([card for seat in who(mc, own, it) for card in mc.zones[first + seat]])
            case t.Variable(first, whose):
                return self._variable(first, whose)
            case t.Variables(first, whose):
                who = self.value(whose)
                return lambda mc, own, it: _each_once([mc.variables[first + seat] for seat in who(mc, own, it)])
            case t.Call(function, of):
                return self._call(function, of)
            case t.Switch(rows, otherwise):
                by_number, other = {key: self.value(row) for key, row in rows}, self.value(otherwise)
                return lambda mc, own, it: by_number.get(it, other)(mc, own, it)
            case t.Cases(cases, otherwise):
                return self._cases([(self.test(test), self.value(each)) for test, each in cases], self.value(otherwise))
            case t.Lookup(column, of):
                return self._lookup(column.words, of)
            case t.Lookups(column, of):
                members, shown = self.value(of), column.words
                return lambda mc, own, it: _words(shown, members(mc, own, it))
            case t.OwnerOf(card):
                which, owners = self.value(card), self.plan.table.owners
                return lambda mc, own, it: None if (each := which(mc, own, it)) is None else owners[mc.where[each]]
            case t.Neighbour(of, steps):
                who, n = self.value(of), self.plan.table.players
                return lambda mc, own, it: None if (seat := who(mc, own, it)) is None else (seat + steps) % n
            case t.NextWord(of, last):
                word = self.value(of)
                return lambda mc, own, it: None if (at := word(mc, own, it)) is None or at == last else at + 1
            case t.PreviousWord(of):
                word = self.value(of)
                return lambda mc, own, it: None if (at := word(mc, own, it)) is None or at == 0 else at - 1
            case t.Earlier(of):
                return self._earlier(self.value(of))
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Count(set_):
                members = self.value(set_)
                return lambda mc, own, it: len(members(mc, own, it))
            case t.Distinct(column, set_):
                members, shown = self.value(set_), column.words
                showing = shown.__getitem__
                return lambda mc, own, it: len({*map(showing, members(mc, own, it))} - _NOTHING)
            case t.Sum(_, measure, players, is_held):
                members, amount = self._gone_through(term), Candidates(players).probe(self.value(measure))
                summed = total if is_held else sum
                return lambda mc, own, it: summed(amount(mc, own, each) or 0 for each in members(mc, own, it))
            case t.End(end, _, measure, players):
                members, amount = self._gone_through(term), Candidates(players).probe(self.value(measure))
                best = max if end == "highest" else min
                return lambda mc, own, it: best(_amounts(mc, own, members(mc, own, it), amount), default=None)
            case t.AllPlayers():
                order = self._from
                return lambda mc, own, it: order[mc.active]
            case t.OtherPlayers():
                others = tuple(tuple(_without(seats, (seat,)) for seat in range(len(seats))) for seats in self._from)
                return lambda mc, own, it: others[mc.active][mc.own]
            case t.PlayersFrom(of):
                who, order = self.value(of), self._from
                return lambda mc, own, it: () if (seat := who(mc, own, it)) is None else order[seat]
            case t.Single(of):
                one = self.value(of)
                return lambda mc, own, it: () if (found := one(mc, own, it)) is None else (found,)
            case t.First(set_):
                members = self.value(set_)
                return lambda mc, own, it: (members(mc, own, it) or (None,))[0]
            case t.Last(set_):
                members = self.value(set_)
                return lambda mc, own, it: (members(mc, own, it) or (None,))[-1]
            case t.FirstCards(amount, set_):
                count, members = self.value(amount), self.value(set_)
                return lambda mc, own, it: _some(mc, members(mc, own, it), count(mc, own, it) or 0)[0]
            case t.LastCards(amount, set_):
                count, members = self.value(amount), self.value(set_)
                return lambda mc, own, it: _some(mc, members(mc, own, it), count(mc, own, it) or 0)[1]
            case t.PositionIn(amount, set_):
                count, members = self.value(amount), self.value(set_)
                return lambda mc, own, it: _at(members(mc, own, it), count(mc, own, it) or 0)
            case t.PositionOf(card):
                return self._position_of(self.value(card))
            case t.Union(one_, other_):
                a, b = self.value(one_), self.value(other_)
                return lambda mc, own, it: (*(some := a(mc, own, it)), *_without(b(mc, own, it), some))
            case t.Without(one_, other_):
                a, b = self.value(one_), self.value(other_)
                return lambda mc, own, it: _without(a(mc, own, it), b(mc, own, it))
            case t.Subsets() | t.Members() | t.Outside():
                return self._of_subsets(term)
            case t.Sieved(_, sieves, players):
                members, narrowed = self._gone_through(term), self.narrow(sieves, Candidates(players))
                return lambda mc, own, it: tuple(narrowed(mc, own, list(members(mc, own, it))))
            case _:
                assert_never(term)

    def test(self, test: t.Test) -> Test:
        match test:
            case t.AllOf(parts):
                return _all([self.test(part) for part in parts])
            case t.AnyOf(parts):
                return _any([self.test(part) for part in parts])
            case t.Not(part):
                holds = self.test(part)
                return lambda mc, own, it: not holds(mc, own, it)
            case t.Quantified():
                return self._quantified(test)
            case t.IsNone(of):
                value = self.value(of)
                return lambda mc, own, it: value(mc, own, it) is None
            case t.Same(one, other):
                a, b = self.value(one), self.value(other)
                return lambda mc, own, it: (this := a(mc, own, it)) is not None and this == b(mc, own, it)
            case t.Compare(one, relation, other):
                return self._compare(one, relation, other)
            case t.Within(one, set_):
                value, members = self.value(one), self.value(set_)
                return lambda mc, own, it: value(mc, own, it) in members(mc, own, it)
            case t.Empty(set_):
                members = self.value(set_)
                return lambda mc, own, it: not members(mc, own, it)
            case t.Repeats(set_, column):
                members, shown = self.value(set_), column.words
                if None in shown:
                    return lambda mc, own, it: _repeat(shown, members(mc, own, it))
                word = shown.__getitem__
                return lambda mc, own, it: len({*map(word, held := members(mc, own, it))}) < len(held)
            case t.Holds(function, subject):
                return self._holds(function, subject)
            case t.WithTest(register, thing, several, inner):
                return self._keeping(register, thing, several, self.test(inner), False)
            case _:
                assert_never(test)

    def _gone_through(self, node: t.Sum | t.End | t.Sieved | t.Quantified) -> Value:
        """The set that something goes through, with what that costs."""
        members, each = self.value(node.set), self.prices.of(node).each
        if not each:
            return members

        def charged(mc: Machine, own: Any, it: Any) -> Any:
            found = members(mc, own, it)
            mc.charge(len(found) * each)
            return found

        return charged

    def _is_counted(self, node: t.Term | t.Test) -> bool:
        """Whether play charges for something in it: that is worked out anew for each candidate."""
        return self.prices.of(node).counted

    # ---- sieves

    def narrow(self, sieves: tuple[t.Sieve, ...], candidates: Candidates) -> Narrow:
        """All sieves as one, left to right."""
        return one_after_another([self.sieve(each, candidates) for each in sieves])

    def sieve(self, sieve: t.Sieve, candidates: Candidates) -> Narrow:
        match sieve:
            case t.Where(test):
                return self._where(test, candidates)
            case t.Preferring(tests):
                return preferring([self._where(test, candidates) for test in tests])
            case t.Extremes(measures):
                return extremes([(most, candidates.probe(self.value(measure))) for most, measure in measures])
            case _:
                assert_never(sieve)

    def _where(self, test: t.Test, candidates: Candidates) -> Narrow:
        """Those for which a test holds.

        What does not depend on the candidate is worked out once: without that, a game with hundreds of pairs to choose
        from takes 1.08 times as long, one with small choices as long as with it.
        """
        match test:
            case t.AllOf(parts) if candidates.name is None:
                return one_after_another([self._where(part, candidates) for part in parts])
            case _ if self._is_counted(test):
                return those(candidates.probe(self.test(test)))
            case t.Same(one, other) if not candidates.depends(other):
                return self._among(one, t.Single(other), True, candidates)
            case t.Within(one, set_) if not candidates.depends(set_):
                return self._among(one, set_, True, candidates)
            case t.Not(t.Same(one, other)) if not candidates.depends(other):
                return self._among(one, t.Single(other), False, candidates)
            case t.Not(t.Within(one, set_)) if not candidates.depends(set_):
                return self._among(one, set_, False, candidates)
        match test:
            case t.Same(one, other):
                found = self._compared(one, other, eq, candidates)
            case t.Not(t.Same(one, other)):
                found = self._compared(one, other, ne, candidates)
            case t.Compare(one, relation, other):
                found = self._compared(one, other, RELATIONS[relation], candidates)
            case _:
                found = None
        return found or those(candidates.probe(self.test(test)))

    def _compared(
        self, one: t.Term, other: t.Term, holds: Callable[[Any, Any], bool], candidates: Candidates
    ) -> Narrow | None:
        """A comparison of what one of several names stands for with what another does, worked out for each thing."""
        left, right = candidates.only_name(one), candidates.only_name(other)
        if left is None or right is None:
            return None
        sides = [(candidates.slots[at], at, self.value(term)) for at, term in ((left, one), (right, other))]
        return compared(sides[0], sides[1], holds, none_fits=holds is ne)

    def _among(self, one: t.Term, set_: t.Term, wanted: bool, candidates: Candidates) -> Narrow:
        """Those of whom something is in a set, or is not."""
        members, shown = self.value(set_), self._shown(one, candidates)
        if one == t.It() and candidates.name is None:
            return within(members, None, wanted)
        if shown is not None:
            return within(members, shown.__getitem__, wanted)
        asked = candidates.probe(self.value(one))

        def narrowed(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
            among = members(mc, own, None)
            return [each for each in found if (asked(mc, own, each) in among) == wanted]

        return narrowed

    # ---- sets of cards

    def _of_subsets(self, term: t.Subsets | t.Members | t.Outside) -> Value:
        source, each = self.value(term.source), self.prices.of(term).each
        match term:
            case t.Subsets(_, low, high):
                least = self.value(low or t.Constant(1))
                most = self.value(high or low or t.Constant(SOURCE))

                def found(mc: Machine, own: Any, it: Any) -> tuple[int, ...]:
                    cards = len(source(mc, own, it))
                    sizes = sizes_of(mc, cards, least(mc, own, it) or 0, most(mc, own, it) or 0)
                    if each:
                        mc.charge(each * sum(comb(cards, size) for size in sizes))
                    return subsets(cards, sizes)

                return found
            case t.Members(_, bits):
                which = self.value(bits)
                return lambda mc, own, it: cards_at(source(mc, own, it), which(mc, own, it))
            case t.Outside(_, measure, sets):
                amount, covering = self.value(measure), self.value(sets)

                def outside(mc: Machine, own: Any, it: Any) -> int:
                    amounts = [amount(mc, own, card) or 0 for card in source(mc, own, it)]
                    laid = covering(mc, own, it)
                    mc.charge(each * ways_to_lay(mc, len(amounts), laid))
                    return least_outside(amounts, laid)

                return outside
            case _:
                assert_never(term)

    # ---- parts

    def _cards_in(self, first: int, whose: t.Term | None) -> Value:
        if whose is None:
            return lambda mc, own, it: mc.zones[first]
        who = self.value(whose)
        return lambda mc, own, it: () if (seat := who(mc, own, it)) is None else mc.zones[first + seat]

    def _variable(self, first: int, whose: t.Term | None) -> Value:
        if whose is None:
            return lambda mc, own, it: mc.variables[first]
        who = self.value(whose)
        return lambda mc, own, it: None if (seat := who(mc, own, it)) is None else mc.variables[first + seat]

    def _call(self, function: int, of: t.Term | None) -> Value:
        value = self.named_value(function)
        if of is None:
            return value  # it has no `own` and no `it`
        subject, nothing = self.value(of), () if self.plan.is_set(self.plan.values[function], self._sets) else None
        return lambda mc, own, it: nothing if (given := subject(mc, own, it)) is None else value(mc, given, given)

    def named_value(self, function: int) -> Value:
        """The closure of a named value."""
        if function not in self._values:
            self._values[function] = self.asked((False, function), self.value(self.plan.values[function]))
        return self._values[function]

    def asked(self, named: Named, found: Value) -> Value:
        """The closure of a named value or condition, from that of what it says: some are worked out once."""
        memo, price, key = self.prices.memos.get(named), self.prices.remembered(named), self.prices.keys.get(named)
        if key is not None:
            return kept(found, key, self.kept.setdefault(named, {}))
        if memo is None:
            return found
        first, things = memo.first, memo.things

        def remembered(mc: Machine, own: Any, it: Any) -> Any:
            known = mc.known
            if known is None or (things and (it is None or not 0 <= it < things)):
                mc.charge(price)
                return found(mc, own, it)
            place = first + (it if things else 0)
            if place not in known:
                mc.charge(price)
                known[place] = found(mc, own, it)
            return known[place]

        return remembered

    def _keeping(self, register: int, one: t.Term | None, several: t.Term | None, inner: Value, nothing: Any) -> Value:
        """What something is while a register keeps a thing or a set; `nothing` where the thing is none."""
        kept = self.value(one or several or t.Constant(None))

        def keeping(mc: Machine, own: Any, it: Any) -> Any:
            here = kept(mc, own, it)
            if here is None:
                return nothing
            before = mc.given.get(register)
            mc.given[register] = here
            found = inner(mc, own, it)
            mc.given[register] = before
            return found

        return keeping

    def _earlier(self, then: Value) -> Value:
        def earlier(mc: Machine, own: Any, it: Any) -> Any:
            if mc.earlier is None:
                return then(mc, own, it)
            mc.earlier.given = mc.given
            return then(mc.earlier, own, it)

        return earlier

    def _lookup(self, shown: tuple[int | None, ...], of: t.Term) -> Value:
        value = self.value(of)
        return lambda mc, own, it: None if (each := value(mc, own, it)) is None else shown[each]

    def _cases(self, cases: list[tuple[Test, Value]], otherwise: Value) -> Value:
        def value(mc: Machine, own: Any, it: Any) -> Any:
            for holds, found in cases:
                if holds(mc, own, it):
                    return found(mc, own, it)
            return otherwise(mc, own, it)

        return value

    def _position_of(self, card: Value) -> Value:
        rows = self.plan.table.rows

        def position(mc: Machine, own: Any, it: Any) -> int | None:
            which = card(mc, own, it)
            if which is None or not rows[mc.where[which]]:
                return None
            return mc.zones[mc.where[which]].index(which) + 1

        return position

    def _arithmetic(self, term: t.Arithmetic) -> Value:
        a, b, found = self.value(term.one), self.value(term.other), _OPERATORS[term.operator]
        if term.held:
            return lambda mc, own, it: held(found(a(mc, own, it) or 0, b(mc, own, it) or 0))
        return lambda mc, own, it: found(a(mc, own, it) or 0, b(mc, own, it) or 0)

    def _quantified(self, test: t.Quantified) -> Test:
        places = list[int]()  # where it is given what is the same for all
        members, players = self._gone_through(test), test.players
        inner = self._asked_of_each(test.test, Candidates(players), places)
        wanted = test.quantifier != "every"  # some and no look for one that fits, every for one that does not
        found_is = test.quantifier == "some"

        def quantified(mc: Machine, own: Any, it: Any) -> bool:
            for each in members(mc, own, it):
                if inner(mc, each if players else own, each) == wanted:
                    return found_is
            return not found_is

        def afresh(mc: Machine, own: Any, it: Any) -> bool:
            for place in places:
                mc.given.pop(place, None)
            return quantified(mc, own, it)

        return afresh if places else quantified

    def _asked_of_each(self, test: t.Test, candidates: Candidates, places: list[int]) -> Test:
        """The closure of a test of each member, for which named values that are the same for all are worked out once.

        Those of which something is charged only once are left out: they cost another number of steps the next time.
        """
        match test:
            case t.AllOf(parts):
                return _all([self._asked_of_each(part, candidates, places) for part in parts])
            case t.AnyOf(parts):
                return _any([self._asked_of_each(part, candidates, places) for part in parts])
            case t.Compare(one, relation, other):
                sides = [self.value(side) for side in (one, other)]
                for at, side in enumerate((one, other)):
                    if not candidates.depends(side) and self.prices.is_charged_alike(side):
                        self._loops += 1
                        places.append(-self._loops)
                        sides[at] = once(sides[at], -self._loops)
                return _compared(sides[0], sides[1], RELATIONS[relation])
            case _:
                return self.test(test)

    def _compare(self, one: t.Term, relation: str, other: t.Term) -> Test:
        return _compared(self.value(one), self.value(other), RELATIONS[relation])

    def _holds(self, function: int, subject: t.Term | None) -> Test:
        if function not in self._tests:
            self._tests[function] = self.asked((True, function), self.test(self.condition(function)))
        test = self._tests[function]
        if subject is None:
            return lambda mc, own, it: test(mc, None, None)
        if isinstance(subject, t.It):
            return test  # a player that is looked at is `own` as well as `it`; a card needs no `own`
        value = self.value(subject)
        return lambda mc, own, it: (who := value(mc, own, it)) is not None and test(mc, who, who)

    def _shown(self, term: t.Term, candidates: Candidates) -> tuple[int | None, ...] | None:
        """What each candidate shows of a list, where a term is just that."""
        if candidates.name is None:
            match term:
                case t.Lookup(column, t.It()):
                    return column.words
                case t.Lookup(column, t.Own()) if candidates.players:
                    return column.words
        return None


_NOTHING = frozenset([None])
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "plus": add,
    "minus": sub,
    "times": mul,
    "divided down": divided_down,
    "divided up": divided_up,
    "remainder": remainder,
    "smaller": min,
    "larger": max,
}
RELATIONS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}


def _all(tests: list[Test]) -> Test:
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


def _compared(a: Value, b: Value, holds: Callable[[Any, Any], bool]) -> Test:
    def compare(mc: Machine, own: Any, it: Any) -> bool:
        return (this := a(mc, own, it)) is not None and (that := b(mc, own, it)) is not None and holds(this, that)

    return compare


def _repeat(shown: tuple[int | None, ...], held: tuple[int, ...]) -> bool:
    words = [word for card in held if (word := shown[card]) is not None]
    return len(set(words)) < len(words)


def _amounts(mc: Machine, own: Any, members: tuple[int, ...], amount: Value) -> list[int]:
    """What each member has, without those that have nothing."""
    return [found for each in members if (found := amount(mc, own, each)) is not None]


def _words(shown: tuple[int | None, ...], members: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({word for each in members if (word := shown[each]) is not None}))


def _each_once(values: list[int | None]) -> tuple[int, ...]:
    """A set of what stands on counters or notes: nothing twice, and not what is none."""
    return tuple(dict.fromkeys([value for value in values if value is not None]))


def _some(mc: Machine, members: tuple[int, ...], count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """So many first members, and so many last ones; all where there are fewer, which is noted."""
    if count > len(members):
        mc.fell_short = True
        return members, members
    return members[: max(0, count)], members[len(members) - max(0, count) :]


def _at(members: tuple[int, ...], number: int) -> int | None:
    """The member at a place, counted from 1."""
    return members[number - 1] if 1 <= number <= len(members) else None


def _without(whole: tuple[int, ...], out: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([each for each in whole if each not in out])
