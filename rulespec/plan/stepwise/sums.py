"""Conditions on a chosen set of cards that follow from sums over its cards.

Whether a few cards can still become a set that fits is then decided without listing sets: card after card, only the
sums matter. Any other condition is tried on whole sets; in front of it stands what follows from it for the sums.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, assert_never

from attrs import evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD, NUMBER
from rulespec.language.tree.node import Node, rewrite, walk
from rulespec.language.tree.scopes import asked_of, going_through, reaches_out
from rulespec.plan.nodes.stepwise import WORDS
from rulespec.rules.resolve.ruleset import Rules

OPENED = 100  # values and named conditions of one choice that are looked into


class NotInSumsError(Exception):
    """Something does not follow from sums."""


@frozen
class Measured:
    """A number that results from the cards of a set with those `beside` it, or from those beside that are `left`.

    Each card counts its `amount` (None: 1) if all of `fits` hold. With `list`, the cards count the different words of
    it that they show, or with `repeats`, the cards that show the word of one before; `most` is as far as that counts.
    """

    set: str
    amount: e.Expression | None = None
    fits: tuple[e.Condition, ...] = ()
    beside: e.Expression | None = None
    left: bool = False
    list: str | None = None
    repeats: bool = False
    most: int = 0


@frozen
class Sums:
    """The sieves of a choice, what has to hold afterwards as the last, with names in place of what is measured."""

    sieves: tuple[e.Sieve, ...]
    measured: tuple[tuple[str, Measured], ...] = ()
    list: str | None = None  # whose words are counted first
    tried: bool = field(default=False)  # what has to hold afterwards is none of the sieves, but tried out


def in_sums(choose: s.Choose, following: s.Statement | None, rules: Rules) -> Sums:
    """A choice in sums, as far as it can be said so."""
    sets = {pick.name for pick in choose.picks if isinstance(pick, s.PickCards)}
    reader = _Reader(rules, sets)
    sieves = [reader.sieve(each) for each in choose.sieves]
    tried = choose.afterwards is not None and not sets
    if choose.afterwards is not None and sets:
        assert isinstance(following, s.Do)
        try:
            sieves.append(reader.tried(_Afterwards(choose, following.effect, rules).where))
        except NotInSumsError:
            tried = True
    measured = tuple(reader.measured.items())
    return Sums(tuple(sieves), measured, next((each.list for _, each in measured if each.list), None), tried)


def bit_numbers(words: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The words that cards show, numbered from 0 on."""
    numbers = {word: number for number, word in enumerate(sorted({word for word in words if word is not None}))}
    return tuple(None if word is None else numbers[word] for word in words)


def conjuncts(condition: e.Condition) -> Iterator[e.Condition]:
    """The conditions that all have to hold."""
    if isinstance(condition, e.AllOf):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def mentioned(node: Node, rules: Rules) -> set[str]:
    """The chosen names that something depends on, by way of values and named conditions, too."""
    return {each.name for each in rules.reached(node) if isinstance(each, e.Chosen)}


class _Reader:
    def __init__(self, rules: Rules, sets: set[str]) -> None:
        self.measured: dict[str, Measured] = {}
        self._rules = rules
        self._sets = sets
        self._open = 0  # values and named conditions that were looked into
        self._within = 0  # sets that are gone through around a node, each with an `it` of its own

    def sieve(self, sieve: e.Sieve) -> e.Sieve:
        """A sieve in sums; parts that do not follow from sums stay as they are."""
        match sieve:
            case e.Where(condition):
                parts = [part for each in conjuncts(condition) for part in self._where(each)]
                return evolve(sieve, condition=e.AllOf(tuple(parts), span=condition.span))
            case e.Preferring(conditions):
                return evolve(sieve, conditions=tuple(map(self._or_whole, conditions)))
            case e.WithExtremes(extremes):
                found = (evolve(each, measure=self._or_whole(each.measure)) for each in extremes)
                return evolve(sieve, extremes=tuple(found))
            case _:
                assert_never(sieve)

    def tried(self, node: Any) -> Any:
        """A node in sums; what it measures counts only if all of it can be said so."""
        before = self.measured.copy(), self._within
        try:
            return self._read(node)
        except NotInSumsError:
            self.measured, self._within = before
            raise

    def _or_whole(self, node: Any) -> Any:
        try:
            return self.tried(node)
        except NotInSumsError:
            return node

    def _where(self, condition: e.Condition) -> Iterator[e.Condition]:
        try:
            yield self.tried(condition)
        except NotInSumsError:
            yield self._follows(condition, wanted=True)
            yield condition

    def _follows(self, condition: e.Condition, *, wanted: bool) -> e.Condition:
        """What has to hold of the sums if a condition does, or if not `wanted`, what does if it does not."""
        span = condition.span
        if isinstance(condition, e.AllOf | e.AnyOf):
            return evolve(condition, parts=tuple(self._follows(each, wanted=wanted) for each in condition.parts))
        if isinstance(condition, e.Not):
            return e.Not(self._follows(condition.part, wanted=not wanted), span=span)
        if isinstance(condition, e.Implies):
            return self._follows(condition.either, wanted=wanted)
        try:
            if isinstance(condition, e.Fits) and condition.subject is not None and self._is_measured(condition.subject):
                return self._follows(self._opened(condition, condition.subject), wanted=wanted)
            found: e.Condition = self.tried(condition)
            return found
        except NotInSumsError:
            cases = self._cases(condition) if wanted else ()
            return e.AnyOf(tuple(cases), span=span) if cases or not wanted else e.AllOf((), span=span)

    def _cases(self, condition: e.Condition) -> list[e.Condition]:
        """What follows from a comparison with a value of a set in each of its cases."""
        if not isinstance(condition, e.Compare | e.Is) or not isinstance(condition.subject, e.OfValue):
            return []
        of, value = condition.subject.of, None
        with suppress(NotInSumsError):
            value = self._opened(condition.subject, of) if of is not None and self._is_measured(of) else None
        if not isinstance(value, e.Cases):
            return []
        then = [
            e.AllOf((case.condition, evolve(condition, subject=case.value)), span=case.span) for case in value.cases
        ]
        return [self._follows(each, wanted=True) for each in (*then, evolve(condition, subject=value.otherwise))]

    def _read(self, node: Node) -> Node:
        if not mentioned(node, self._rules) & self._sets:
            return node
        match node:
            case e.CountCards(of) | e.NumberOf(of):
                return self._number(of, node)
            case e.SumOver(of, amount) if self._is_measured(of):
                return self._number(of, node, amount=amount)
            case e.Is(e.Different(name, of) as different, e.Number(n)) | e.Compare(
                e.Different(name, of) as different, _, e.Number(n)
            ):
                return evolve(node, subject=self._number(of, different, list=name, most=n + 1))
            case e.Different(name, of):
                return self._number(of, node, list=name, most=WORDS)
            case e.Repeats(of, name):
                return self._any(self._number(of, node, list=name, repeats=True, most=1))
            case e.Empty(of):
                return e.Not(self._any(self._number(of, node)), span=node.span)
            case e.Quantified(which, e.Member(False, among), inner) if among is not None and self._is_measured(among):
                fits = e.Not(inner, span=node.span) if which == "every" else inner
                some = self._any(self._number(among, node, fits=fits))
                return some if which == "some" else e.Not(some, span=node.span)
            case e.Within(subject, of) if self._is_measured(of):
                one: e.Expression = e.Looked(kind=CARD, span=node.span)
                if isinstance(of, e.Shown):
                    one, of = evolve(of, of=one, kind=of.kind.one), of.of
                self._alone(subject)
                if _looks(subject):
                    raise NotInSumsError
                return self._any(self._number(of, node, fits=e.Is(one, subject, span=subject.span)))
            case e.OfValue(_, of) | e.Fits(_, of) if of is not None and self._is_measured(of):
                return self._read(self._opened(node, of))
            case e.Chosen() | e.OfValue() | e.Fits() | e.SumOf() | e.EndOf():
                raise NotInSumsError
        scope = going_through(node) is not None
        self._within += scope
        found: Node = rewrite(node, self._read)
        self._within -= scope
        return found

    def _opened(self, node: e.OfValue | e.Fits, of: e.Expression) -> Any:
        """What a value or a named condition says of a set."""
        declared, by = self._rules.blocks[node.key], node.by if isinstance(node, e.OfValue) else None
        self._open += 1
        match declared:
            case d.Call(subject="cards", condition=said) | d.Value(parameter="cards", expression=said):
                if self._open <= OPENED and not any(_looks(each) for each in (of, by) if each is not None):
                    return asked_of(said, of, by)
        raise NotInSumsError

    def _is_measured(self, node: Node) -> bool:
        return bool(mentioned(node, self._rules) & self._sets)

    def _any(self, number: e.Expression) -> e.Condition:
        return e.Compare(number, ">=", e.Number(1, span=number.span), span=number.span)

    def _number(self, of: e.Expression, node: Node, *, fits: e.Condition | None = None, **counted: Any) -> e.Expression:
        measured = self._set(of)
        fitting = measured.fits if fits is None else (*measured.fits, fits)
        measured = evolve(measured, fits=fitting, **counted)
        for part in (measured.amount, measured.beside, *fitting):
            if part is not None:
                self._alone(part)
        if measured.list and (measured.left or len(self._rules.names.lists[measured.list].members) > WORDS):
            raise NotInSumsError
        name = next((name for name, each in self.measured.items() if each == measured), f"sum {len(self.measured)}")
        self.measured[name] = measured
        return e.Chosen(name, kind=NUMBER, span=node.span)

    def _alone(self, part: Node) -> None:
        """What a card counts may depend on the card, and on nothing else of the set."""
        own = self._within and any(isinstance(each, e.OwnPlayer) for each in walk(part))
        if own or self._is_measured(part) or reaches_out(part):
            raise NotInSumsError

    def _set(self, node: e.Expression) -> Measured:
        match node:
            case e.Chosen(name):
                return Measured(name)
            case e.Sieved(inner, sieves) if all(isinstance(each, e.Where) for each in sieves):
                of = self._set(inner)
                conditions = tuple(each.condition for each in sieves if isinstance(each, e.Where))
                return evolve(of, fits=(*of.fits, *conditions))
            case e.Plus(one, other) if self._is_measured(one) != self._is_measured(other):
                inner, beside = (one, other) if self._is_measured(one) else (other, one)
                return self._beside(self._set(inner), beside)
            case e.Except(beside, e.Chosen(name)) if not self._is_measured(beside):
                return self._beside(Measured(name, left=True), beside)
        raise NotInSumsError

    def _beside(self, of: Measured, beside: e.Expression) -> Measured:
        if of.beside is not None or of.fits or _looks(beside):
            raise NotInSumsError
        return evolve(of, beside=beside)


def _looks(node: Node) -> bool:
    """Whether something depends on what is looked at where it stands."""
    return reaches_out(node) or any(isinstance(each, e.Looked) for each in walk(node))


class _Afterwards:
    """What has to hold after the next line, said of the table as it is: the set lies in the zone that it moves to."""

    def __init__(self, choose: s.Choose, effect: s.Effect, rules: Rules) -> None:
        assert choose.afterwards is not None
        self._condition = choose.afterwards
        self._rules = rules
        self._effect = effect
        self._now: dict[Node, Node] = {}
        picked = {each.name: each.source for each in choose.picks if isinstance(each, s.PickCards)}
        match effect:
            case s.Move((e.Chosen(name) as cards,), e.InZone() as to) if name in picked:
                sources = [node for node in rules.reached(picked[name]) if isinstance(node, e.InZone)]
                self._touched = {to.zone, *(each.zone for each in sources)}
                if any(each.zone == to.zone for each in sources):
                    raise NotInSumsError
                for source in sources:
                    self._now[source] = e.Except(source, cards, span=source.span)
                self._now[to] = e.Plus(to, cards, span=to.span)
            case s.Add(amount, e.OnCounter(counter) as target) | s.Take(amount, e.OnCounter(counter) as target):
                declared = rules.names.counters[counter]
                if target.kind.many or declared.below is not None or declared.above is not None:
                    raise NotInSumsError
                self._touched = {counter}
                how = e.Plus if isinstance(effect, s.Add) else e.Minus
                self._now[target] = how(target, amount, span=target.span)
            case _:  # of any other effect it cannot be said beforehand
                raise NotInSumsError

    @property
    def where(self) -> e.Sieve:
        condition = self._then(self._condition)
        assert isinstance(condition, e.Condition)
        return e.Where(condition, span=condition.span)

    def _then(self, node: Node) -> Node:
        match node:
            case e.InZone(name, _) | e.OnCounter(name, _) if name in self._touched:
                if node in self._now:
                    return self._now[node]
                raise NotInSumsError
            case e.OwnerOf() | e.PositionOf() if e.asks_where(node):
                raise NotInSumsError
            case e.OfValue() | e.Fits():
                inside = [each for each in self._rules.reached(node) if isinstance(each, e.InZone | e.OnCounter)]
                owners = any(e.asks_where(each) for each in self._rules.reached(node))
                names = {each.zone if isinstance(each, e.InZone) else each.counter for each in inside}
                if owners or names & self._touched:
                    raise NotInSumsError
            case e.Quantified(_, e.Member(True, _), inner) if self._reads(inner):
                raise NotInSumsError
            case e.Sieved(_, sieves) if any(map(self._reads, sieves)):
                raise NotInSumsError
            case e.SumOver(_, amount) | e.Outside(_, amount) if self._reads(amount):
                raise NotInSumsError
        found: Node = rewrite(node, self._then)
        return found

    def _reads(self, node: Node) -> bool:
        inside = [each for each in self._rules.reached(node) if isinstance(each, e.InZone | e.OnCounter)]
        return bool({each.zone if isinstance(each, e.InZone) else each.counter for each in inside} & self._touched)
