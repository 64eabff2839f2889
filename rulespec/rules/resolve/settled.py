"""Conditions that are always or never true because of their form, whatever the table looks like.

A condition becomes a formula over subjects: numbers, words and comparisons of two things, each with the values that it
can have. The formula is worked out for every combination of these values. The values are never too few, so an answer
other than None is certain.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property, partial
from itertools import product
from math import prod
from operator import eq, ge, gt, le, lt
from typing import Any, assert_never

from attrs import evolve, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import UNBOUNDED, Bounds
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import NUMBER, PLAYER, Kind
from rulespec.language.tree.node import Node, children, rewrite, walk
from rulespec.language.tree.scopes import going_through
from rulespec.rules.resolve.bounds import Bounding
from rulespec.rules.resolve.itself import Member, by_it
from rulespec.rules.resolve.ruleset import Rules

COMBINATIONS = 4_096  # of values that are tried for one condition
HEIGHT = 8  # of a condition that is worked out, so that each part is looked at for few conditions around it
UNFOLDED = 2  # so many named conditions and values within one another
FACTS = 3  # the latest about each member, with which a condition is worked out
WORDS = 30  # of a list, each of which is tried
_RELATIONS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}
_TURNED: dict[str, e.Relation] = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_NEVER_NONE = (
    e.Number | e.WordOf | e.Looked | e.OwnPlayer | e.Active | e.SelfPlayer
    | e.CountCards | e.NumberOf | e.Different | e.SumOver | e.SumOf | e.Outside | e.Smaller | e.Larger
)  # fmt: skip


@frozen(eq=False)
class Atom:
    """What a formula asks of one subject."""

    subject: Hashable
    holds: Callable[[Any], bool]
    values: frozenset[Any]  # enough values of the subject to tell all its answers to this apart


@frozen(eq=False, slots=False)
class Formula:
    """All, or one, of several parts, which formulas can share; or none of them."""

    how: Callable[[Iterable[bool]], bool]
    parts: tuple["Formula | Atom", ...]

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        return frozenset[Atom]().union(*([each] if isinstance(each, Atom) else each.atoms for each in self.parts))

    @cached_property
    def subjects(self) -> frozenset[Hashable]:
        return frozenset(atom.subject for atom in self.atoms)

    def holds(self, values: dict[Hashable, Any], known: dict["Formula", bool]) -> bool:
        """Whether it holds for the values of its subjects; of which formulas this is `known` grows."""
        if self not in known:
            known[self] = self.how(
                part.holds(values[part.subject]) if isinstance(part, Atom) else part.holds(values, known)
                for part in self.parts
            )
        return known[self]


def _none(parts: Iterable[bool]) -> bool:
    return not any(parts)


def _constant(truth: bool) -> Formula:
    return Formula(all if truth else any, ())


@frozen
class Standpoint:
    """Where a condition is: what `it` is there, and the facts about each member that is looked at."""

    it: Member
    bound: frozenset[str] = frozenset()  # the names of the choice whose sieve this is
    facts: tuple[tuple["Standpoint", e.Condition], ...] = ()

    def knowing(self, condition: e.Condition) -> "Standpoint":
        """The same place behind a sieve that has left only those for which a condition holds."""
        return evolve(self, facts=(*self.facts[1 - FACTS :], (evolve(self, facts=()), condition)))


class _TooMuchError(Exception):
    """A condition that is too long to be worked out."""


class Truths:
    """The truth of conditions by their form, with any number of players that the rules allow."""

    def __init__(self, rules: Rules, bounding: Bounding) -> None:
        self._rules = rules
        self._bounding = bounding
        players = rules.the(d.Players)
        self._players = range(players.least, players.most + 1)
        self._formulas = dict[tuple[int, Standpoint], tuple[e.Condition, Formula]]()

    def truth(self, condition: e.Condition, place: Standpoint, steps: Iterator[int] | None = None) -> bool | None:
        """Whether a condition is always true (True) or never (False); None if that depends on the table."""
        if _is_high(condition):
            return None
        reading = _Reading(self._rules, self._bounding, self._players, place, steps or iter(range(COMBINATIONS)), self)
        near = ((there, each) for there, each in place.facts if not _is_high(each))
        try:
            asked = reading.condition(condition)
            facts = [evolve(reading, place=there).once(each) for there, each in near]
        except _TooMuchError:
            return None
        facts = [each for each in facts if asked.subjects & each.subjects]
        values = dict[Hashable, frozenset[Any]]()
        for atom in (atom for formula in (asked, *facts) for atom in formula.atoms):
            values[atom.subject] = values.get(atom.subject, frozenset()) | atom.values
        if prod(map(len, values.values())) > COMBINATIONS:
            return None
        combinations = (dict(zip(values, each, strict=True)) for each in product(*values.values()))
        found: bool | None = None
        for each in combinations:
            known = dict[Formula, bool]()
            if all(fact.holds(each, known) for fact in facts):
                if found is not None and asked.holds(each, known) != found:
                    return None
                found = asked.holds(each, known)
        return found

    def once(self, condition: e.Condition, place: Standpoint, read: Callable[[e.Condition], Formula]) -> Formula:
        """The formula of a condition that is part of many others, which is worked out only once for each place."""
        key = id(condition), place
        if key not in self._formulas:
            self._formulas[key] = condition, read(condition)  # the condition is kept, so that its id stays its own
        return self._formulas[key][1]


@frozen
class _Reading:
    """Conditions at one place, as formulas."""

    rules: Rules
    bounding: Bounding
    players: range
    place: Standpoint
    steps: Iterator[int]
    truths: Truths
    unfolded: int = 0

    def once(self, node: e.Condition) -> Formula:
        """The formula of a fact, on which several conditions rest."""
        return self.truths.once(node, evolve(self.place, facts=()), self.condition)

    def condition(self, node: e.Condition) -> Formula:
        if next(self.steps, None) is None:
            raise _TooMuchError
        match node:
            case e.AllOf(parts):
                return Formula(all, tuple(map(self.condition, parts)))
            case e.AnyOf(parts):
                return Formula(any, tuple(map(self.condition, parts)))
            case e.Not(part):
                return Formula(_none, (self.condition(part),))
            case e.Implies():
                return self.condition(node.either)
            case e.Quantified():
                return self._quantified(node)
            case e.Is(subject, other):
                return self._of_both(subject, other, self._same)
            case e.Compare(subject, relation, other):
                return self._of_both(subject, other, partial(self._compared, relation))
            case e.Within(subject, other):
                return self._within(node, subject, other)
            case e.Empty(of):
                return self._number(_count(by_it(of, self.place.it)), partial(eq, 0), 0)
            case e.Fits(call, subject):
                body = self._unfolded(self.rules.call(call).condition, self.rules.call(call).subject, subject)
                return self._opaque(node) if body is None else self._within_a_name.condition(body)
            case e.Repeats() | e.EndedBy():
                return self._opaque(node)
            case _:
                assert_never(node)

    def _opaque(self, node: Node) -> Formula:
        """A condition of which nothing is known but that it is the same wherever it is the same."""
        return _atom(by_it(node, self.place.it), bool, [False, True])

    def _quantified(self, node: e.Quantified) -> Formula:
        among = node.member.among or e.AllPlayers(span=node.span)
        inner = self.truths.truth(node.condition, inside(among), self.steps)
        wanted = node.quantifier != "every"
        found: Formula | None = None  # whether some member is as wanted
        if inner is not None:
            found = self._some(among) if inner == wanted else _constant(False)
        else:
            part = node.condition if wanted else e.Not(node.condition, span=node.span)
            part = part.part.part if isinstance(part, e.Not) and isinstance(part.part, e.Not) else part
            found = self._opaque(evolve(node, quantifier="some", condition=part))
        return found if node.quantifier == "some" else Formula(_none, (found,))

    def _some(self, among: e.Expression) -> Formula:
        """Whether a set has a member."""
        if isinstance(among, e.AllPlayers | e.Listed):
            return _constant(True)
        return self._number(_count(by_it(among, self.place.it)), _is_positive, 0)

    # ---- comparisons

    def _of_both(
        self, one: e.Expression, other: e.Expression, compared: Callable[[e.Expression, e.Expression], Formula]
    ) -> Formula:
        """A comparison in every case of both sides."""
        cases = product(self.cases(one), self.cases(other))
        return Formula(
            any, tuple(Formula(all, (when, also, compared(left, right))) for (when, left), (also, right) in cases)
        )

    def cases(self, node: e.Expression) -> Iterator[tuple[Formula, e.Expression]]:
        """The values that an expression can have, each with the condition on which it has this one."""
        node = by_it(node, self.place.it)
        if isinstance(node, e.OfValue) and node.of is not None and node.by is None:
            value = self.rules.value(node.value)
            body = self._unfolded(value.expression, value.parameter, node.of) if isinstance(value, d.Value) else None
            if body is not None:
                yield from self._within_a_name.cases(body)
                return
        if isinstance(node, e.Cases):
            earlier = list[Formula]()
            for case in node.cases:
                when = self.condition(case.condition)
                for also, value_ in self.cases(case.value):
                    yield Formula(all, (when, Formula(_none, tuple(earlier)), also)), value_
                earlier.append(when)
            for also, value_ in self.cases(node.otherwise):
                yield Formula(all, (Formula(_none, tuple(earlier)), also)), value_
            return
        yield _constant(True), node

    def _unfolded(self, body: Any, parameter: str | None, of: e.Expression | None) -> Any:
        """The body of a value or a named condition with its argument in place; None if it cannot be put there."""
        if self.unfolded == UNFOLDED or _is_high(body):
            return None
        if parameter == "game":
            return body
        if of is None or not self._is_some(of):
            return None
        asks = (e.OwnPlayer,) if parameter != "player" else ()
        if not _has_no_members(body) or any(isinstance(each, asks) for each in walk(body)):
            return None
        return _put(body, of)

    @property
    def _within_a_name(self) -> "_Reading":
        return evolve(self, unfolded=self.unfolded + 1)

    def _same(self, one: e.Expression, other: e.Expression) -> Formula:
        if isinstance(one, e.NoneYet) or (isinstance(one, e.WordOf | e.Number) and not isinstance(other, e.NoneYet)):
            one, other = other, one
        kind = kind_of(one)
        if isinstance(other, e.NoneYet):
            if isinstance(one, e.NoneYet):
                return _constant(True)
            if self._is_some(one):
                return _constant(False)
            if kind.name == "number":
                return self._number(one, _is_none, 0)
            return self._word(one, [None]) if kind.name == "word" else _atom(("none", one), bool, [False, True])
        if kind.name == "number":
            return self._compared("=", one, other)
        if kind.name == "word":
            return self._word(one, [other.word]) if isinstance(other, e.WordOf) else self._order(eq, one, other)
        if kind == PLAYER:
            (one, steps), (other, more) = _around(one), _around(other)
            if one == other and self._is_some(one):
                met = {(steps - more) % players == 0 for players in self.players}
                return _constant(met.pop()) if len(met) == 1 else _atom(("met", steps - more), bool, [False, True])
            if repr(one) > repr(other):
                one, steps, other, more = other, more, one, steps
            return _atom(("same", one, steps - more, other), bool, [False, True])
        if one == other and self._is_some(one):
            return _constant(True)
        return _atom(("same", frozenset([one, other])), bool, [False, True])

    def _compared(self, relation: str, one: e.Expression, other: e.Expression) -> Formula:
        if kind_of(one).name == "word" or kind_of(other).name == "word":
            holds = eq if relation == "=" else _RELATIONS[relation]
            if isinstance(other, e.WordOf):
                words = self.rules.words(str(kind_of(other).list))
                at = words.index(other.word) if other.word in words else -1
                fitting = [word for number, word in enumerate(words) if holds(number, at)]
                return self._word(one, fitting) if words else self._order(holds, one, other)
            if isinstance(one, e.WordOf) and relation != "=":
                return self._compared(_TURNED[relation], other, one)
            return self._order(holds, one, other)
        if self._number_of(one) is not None and self._number_of(other) is None:
            one, other, relation = other, one, _TURNED.get(relation, relation)
        holds, number = eq if relation == "=" else _RELATIONS[relation], self._number_of(other)
        if number is None:
            return self._order(holds, one, other)
        return self._number(one, lambda value: value is not None and holds(value, number), number)

    def _number_of(self, node: e.Expression) -> int | None:
        """The number that an expression always is."""
        low, high = self._bounds(node)
        return low if low is not None and low == high and self._is_some(node) else None

    def _bounds(self, node: e.Expression) -> Bounds:
        """The bounds of a number; a value that is about nothing has none, as a layer can replace it."""
        return UNBOUNDED if isinstance(node, e.OfValue) and node.of is None else self.bounding.of(node)

    def _number(self, node: e.Expression, holds: Callable[[Any], bool], near: int) -> Formula:
        """A question about a number, whose answer changes at most beside one that is `near`."""
        low, high = self._bounds(node)
        ends = [end for end in (low, high) if end is not None]
        values = [
            each
            for each in (near - 1, near, near + 1, *ends)
            if (low is None or each >= low) and (high is None or each <= high)
        ]
        return _atom(node, holds, values if self._is_some(node) else [*values, None])

    def _word(self, node: e.Expression, wanted: Iterable[str | None]) -> Formula:
        """Whether a word is one of those that are wanted."""
        words = self.rules.words(str(kind_of(node).list))
        if isinstance(node, e.WordOf):
            return _constant(node.word in {*wanted})
        if not 0 < len(words) <= WORDS:
            return _atom(("word", node, frozenset(wanted)), bool, [False, True])
        return _atom(node, frozenset(wanted).__contains__, words if self._is_some(node) else [*words, None])

    def _order(self, holds: Callable[[int, int], bool], one: e.Expression, other: e.Expression) -> Formula:
        """A comparison of two things neither of which is always the same."""
        if one == other:
            return _constant(holds(0, 0)) if self._is_some(one) else _atom(("none", one), bool, [False, True])
        turned = repr(one) > repr(other)
        (low, high), (least, most) = self._bounds(one), self._bounds(other)
        values: list[int | None] = []
        values += [-1] if low is None or most is None or low < most else []
        values += [0] if not (_below(high, least) or _below(most, low)) else []
        values += [1] if high is None or least is None or high > least else []
        values += [] if self._is_some(one) and self._is_some(other) else [None]

        def fits(value: int | None) -> bool:
            return value is not None and holds(-value if turned else value, 0)

        subject = ("order", other, one) if turned else ("order", one, other)
        return _atom(subject, fits, [value if value is None or not turned else -value for value in values])

    def _within(self, node: e.Within, subject: e.Expression, among: e.Expression) -> Formula:
        among = by_it(among, self.place.it)
        if not kind_of(among).many:
            return self._of_both(subject, among, self._same)
        match among:
            case e.Plus(one, other):
                return Formula(any, tuple(self._within(node, subject, each) for each in (one, other)))
            case e.Except(one, other):
                without = Formula(_none, (self._within(node, subject, other),))
                return Formula(all, (self._within(node, subject, one), without))
            case e.OfValue(name, None, None) if isinstance(value := self.rules.value(name), d.Value):
                return self._within(node, subject, value.expression)
            case e.Sieved(whole, sieves) if all(map(_asks_plainly, sieves)):
                member = by_it(subject, self.place.it)
                fits = (self.condition(_put(each.condition, member)) for each in sieves if isinstance(each, e.Where))
                return Formula(all, (self._within(node, subject, whole), *fits))
            case e.OtherPlayers():
                return Formula(_none, (self._of_both(subject, e.SelfPlayer(span=among.span), self._same),))
            case e.AllPlayers() | e.Listed() if kind_of(among).name != "number":  # a list has only some numbers
                return Formula(_none, (self._same(by_it(subject, self.place.it), e.NoneYet(span=among.span)),))
            case _:
                return self._opaque(evolve(node, subject=subject, other=among))

    # ---- what is never none

    def _is_some(self, node: e.Expression) -> bool:
        if isinstance(node, _NEVER_NONE):
            return True
        match node:
            case e.Plus() | e.Minus() | e.Times() | e.DividedDown() | e.DividedUp() | e.Remainder():
                return kind_of(node).name == "number"
            case e.OnCounter():
                return all(map(self._is_some, node.which))
            case e.Beside(_, of):
                return self._is_some(of)
            case e.Chosen(name):
                return name in self.place.bound
            case e.Shown(_, of) if kind_of(of) == PLAYER:
                return self._is_some(of)
            case _:
                return False


def inside(among: e.Expression, name: str | None = None) -> Standpoint:
    """The place of what is asked of each member of a set; a choice gives the member a `name`."""
    kind = kind_of(among).one
    facts = () if _is_high(among) else ((Standpoint(Member(kind)), each) for each in _facts(among, name))
    return Standpoint(Member(kind, name), frozenset([name] if name is not None else []), tuple(facts)[-FACTS:])


def between(pick: s.PickNumber) -> Standpoint:
    """The place of what is asked of a number that is chosen."""
    it = e.Looked(kind=NUMBER, span=pick.span)
    place = Standpoint(Member(NUMBER, pick.name), frozenset([pick.name]))
    ends: tuple[tuple[e.Relation, e.Expression], ...] = ((">=", pick.low), ("<=", pick.high))
    for relation, end in ends:
        if _is_closed(end, NUMBER, pick.name):
            place = place.knowing(e.Compare(it, relation, end, span=pick.span))
    return place


def _facts(among: e.Expression, name: str | None) -> Iterator[e.Condition]:
    """What is true of each member of a set, asked of it there."""
    it = e.Looked(kind=kind_of(among).one, span=among.span)
    match among:
        case e.Sieved(whole, sieves):
            yield from _facts(whole, name)
            yield from (each.condition for each in sieves if isinstance(each, e.Where))
        case e.OtherPlayers():
            yield e.Not(e.Is(it, e.SelfPlayer(span=among.span), span=among.span), span=among.span)
        case e.Except(whole, other):
            yield from _facts(whole, name)
            if _is_closed(other, it.kind, name):
                without = e.Within if kind_of(other).many else e.Is
                yield e.Not(without(it, other, span=among.span), span=among.span)
        case e.FirstCards(_, whole) | e.LastCards(_, whole):
            yield from _facts(whole, name)
        case _ if kind_of(among).many and _is_closed(among, it.kind, name):
            yield e.Within(it, among, span=among.span)


def _is_high(node: Node) -> bool:
    """Whether too many parts are within one another."""
    waiting = [(node, 1)]
    while waiting:
        node, height = waiting.pop()
        if height > HEIGHT:
            return True
        waiting += ((child, height + 1) for child in children(node))
    return False


def _is_closed(node: Node, kind: Kind, name: str | None) -> bool:
    """Whether an expression means the same where a member of a set is looked at, by its kind and its name."""
    about = (each for each in walk(node) if isinstance(each, e.Looked | e.Outer | e.OwnPlayer | e.Chosen))
    return all(
        each.name != name if isinstance(each, e.Chosen) else isinstance(each, e.OwnPlayer) and kind != PLAYER
        for each in about
    )


def _has_no_members(node: Node) -> bool:
    """Whether nothing in a node looks at the members of another set, or further out."""
    return not any(going_through(each) is not None or isinstance(each, e.Outer) for each in walk(node))


def _asks_plainly(sieve: e.Sieve) -> bool:
    """Whether a sieve asks a condition of each member alone, in which nobody is `own`."""
    own = any(isinstance(each, e.OwnPlayer) for each in walk(sieve))
    return isinstance(sieve, e.Where) and _has_no_members(sieve) and not own


def _put(node: Any, of: e.Expression) -> Any:
    return of if isinstance(node, e.Looked | e.OwnPlayer) else rewrite(node, lambda child: _put(child, of))


def _around(node: e.Expression) -> tuple[e.Expression, int]:
    """The player from whom the seats are counted, and how many seats to the left."""
    steps = 0
    while isinstance(node, e.Beside):
        steps += 1 if node.left else -1
        node = node.of
    return node, steps


def _count(of: e.Expression) -> e.Expression:
    """How many members a set has."""
    kind = kind_of(of)
    return e.CountCards(of, span=of.span) if kind.name == "card" else e.NumberOf(of, span=of.span)


def _atom(subject: Hashable, holds: Callable[[Any], bool], values: Iterable[Any]) -> Formula:
    return Formula(all, (Atom(subject, holds, frozenset(values)),))


def _is_none(value: Any) -> bool:
    return value is None


def _is_positive(value: int | None) -> bool:
    return value is not None and value > 0


def _below(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one < other
