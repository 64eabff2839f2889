"""What the instructions of a plan read: their terms, and of these the counters, notes and chosen names as bits."""

from collections.abc import Iterator
from typing import Any, TypeAlias, assert_never

from attrs import define, field

from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Cards, Choice, Number, One, Pair
from rulespec.plan.plan import Plan

Bits: TypeAlias = int  # one for each variable, one for each slot, and one for who is settled to be next


@define(eq=False)
class Uses:
    """The bits of what terms read; a named value or condition is looked through once."""

    plan: Plan
    _named: dict[tuple[str, int], Bits] = field(init=False, factory=dict)

    def of(self, *terms: Any) -> Bits:
        """The bits of everything that some terms, tests or sieves read."""
        bits = 0
        for term in terms:
            for inner in t.within(term):
                match inner:
                    case t.Slot(slot):
                        bits |= 1 << (self.plan.table.variables + slot)
                    case t.Variable(first, whose) | t.Variables(first, whose):
                        bits |= self.shares(first, whose)
                    case t.Call(function):
                        bits |= self._of_named("value", function, self.plan.values[function])
                    case t.Holds(function):
                        bits |= self._of_named("condition", function, self.plan.conditions[function])
        return bits

    def shares(self, first: int, whose: t.Term | None) -> Bits:
        """The bit of a counter or note, or those of all players' shares of it."""
        return 1 << first if whose is None else ((1 << self.plan.table.players) - 1) << first

    def _of_named(self, kind: str, number: int, body: Any) -> Bits:
        if (kind, number) not in self._named:
            self._named[kind, number] = self.of(body)
        return self._named[kind, number]


# ---- the terms of an instruction


def effects_of(instruction: i.Instruction) -> tuple[f.Effect, ...]:
    """The effects of an instruction."""
    match instruction:
        case i.Happen(effect) | i.Defer(_, effect):
            return (effect,)
        case i.Together(effects):
            return effects
    return ()


def terms_of(instruction: i.Instruction) -> Iterator[Any]:
    """What an instruction reads besides its effects."""
    match instruction:
        case i.EndsIf(test) | i.Branch(test):
            yield test
        case i.EachBegins(term) | i.Perform(term):
            yield term
        case i.DrawBegins(amount, source, to):
            yield amount
            yield from _owners(source, to)
        case i.Draw(_, refill):
            yield from _some(refill)
        case i.Ask(choice=choice):
            yield from _chosen_from(choice, ())
        case i.AskPart(choice=choice, at=at):
            yield from _chosen_from(choice, choice.slots[: at + 1])
        case i.AskWhether(could=could):
            match could:
                case i.CanDraw(source, refill):
                    yield from _owners(source)
                    yield from _some(refill)
                case None:
                    pass
                case _:
                    yield from read_by(could)


def read_by(effect: f.Effect) -> Iterator[t.Term]:
    """The terms of an effect."""
    match effect:
        case f.Move(_, cards, to):
            yield from cards
            yield from _owners(to)
        case f.Exchange(_, one, other):
            yield from (one, other)
        case f.Show(_, cards, to):
            yield from (cards, to)
        case f.Set(_, target, value):
            yield from (*_some(target.whose), value)
        case f.Add(_, target, amount):
            yield from (*_some(target.whose), amount)
        case f.MakeNext(_, player):
            yield player
        case f.Reverse():
            pass
        case _:
            assert_never(effect)


def _chosen_from(choice: Choice, begun: tuple[int, ...]) -> Iterator[Any]:
    """What a choice reads: its own names only as far as they are chosen bit by bit."""
    for pick in choice.picks:
        match pick:
            case One(source) | Pair(source):
                yield source
            case Number(low, high):
                yield from (low, high)
            case Cards(low, high, source):
                yield from (low, high, source)
            case _:
                assert_never(pick)
    yield from choice.sieves
    if choice.afterwards is not None:
        yield choice.afterwards
    if choice.following is not None:
        yield from read_by(choice.following)
    for slot in begun:
        yield t.Slot(slot, many=False)


def _owners(*places: f.Place) -> Iterator[t.Term]:
    return (place.whose for place in places if place.whose is not None)


def _some(term: t.Term | None) -> Iterator[t.Term]:
    return iter(() if term is None else (term,))
