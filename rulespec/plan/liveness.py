"""What of a position may still be read: of counters, notes and chosen names, from each place of a plan.

A number is alive at a place if some way on from there leads to where the course of the game depends on it before it
begins anew. What only settles who has won, or what others are told, leaves the course as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import add, mul, sub
from typing import Any, TypeAlias, assert_never

from attrs import define, field, fields, frozen

from rulespec.plan import effects as f
from rulespec.plan import instructions as i
from rulespec.plan import terms as t
from rulespec.plan.choices import Cards, Choice, Number, One, Pair
from rulespec.plan.plan import Plan

Bits: TypeAlias = int  # one for each variable, one for each slot, and one for who is settled to be next
Edge: TypeAlias = tuple[int, Bits]  # where an instruction leads, and what has begun anew on the way


@define(eq=False)
class Liveness:
    """What is alive at each place of a plan; with `outcome`, what settles who wins counts as read at the end."""

    plan: Plan
    outcome: bool = field(default=False, kw_only=True)
    passed: Mapping[int, tuple[int, int]] = field(init=False)  # see `Steady`
    _reads: "_Reads" = field(init=False, repr=False)
    _alive: list[Bits] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._reads = _Reads(self.plan)
        self._alive = self._settled()
        self.passed = _passed(self.plan, self._reads, self._relevant())

    def at(self, pc: int) -> Bits:
        """What is alive at a place."""
        return self._alive[pc]

    def variable(self, number: int) -> Bits:
        """The bit of a counter or note."""
        return 1 << number

    def slot(self, number: int) -> Bits:
        """The bit of a chosen name."""
        return 1 << (self.plan.table.variables + number)

    @property
    def next(self) -> Bits:
        """The bit of who is settled to be next."""
        return self.slot(self.plan.slots)

    # ---- going backwards until nothing changes

    def _settled(self) -> list[Bits]:
        code, alive, changed = self.plan.code, [0] * len(self.plan.code), True
        edges = [self._edges(pc) for pc in range(len(code))]
        looking = _looking(code, edges)
        read = self._reads.of(*(watch.test for watch in self.plan.watches))
        watched = {pc: read & ~edges[pc][0][1] for pc in looking}  # what begins anew does so before
        for pc in looking:
            edges[pc] += [(watch.to, edges[pc][0][1]) for watch in self.plan.watches]
        while changed:
            changed = False
            for pc in range(len(code) - 1, -1, -1):
                after = 0
                for to, anew in edges[pc]:
                    after |= alive[to] & ~anew
                bits = after | self._used(code[pc], after) | watched.get(pc, 0)
                if bits != alive[pc]:
                    alive[pc], changed = bits, True
        return alive

    def _used(self, instruction: i.Instruction, after: Bits) -> Bits:
        """What an instruction reads, where so much is alive after it."""
        if isinstance(instruction, i.Stop):
            return self._reads.of(*self._outcome()) if self.outcome else 0
        bits = self._reads.of(*terms_of(instruction))
        bits |= self.next if isinstance(instruction, i.TurnBegins) else 0
        for effect in effects_of(instruction):
            # what waits for a close is worked out here and changed there, so it may be alive elsewhere only
            later = after if not isinstance(instruction, i.Defer) else -1
            bits |= self._reads.of(*read_by(effect)) if self._matters(effect, later) else 0
        return bits

    def _outcome(self) -> Iterator[t.Term]:
        return (term for term in (self.plan.winners, self.plan.returns, self.plan.score) if term is not None)

    def _matters(self, effect: f.Effect, alive: Bits) -> bool:
        """Whether anything that is alive depends on an effect."""
        match effect:
            case f.Set(target=target) | f.Add(target=target):
                return bool(alive & self._reads.shares(target.first, target.whose))
            case f.Show():
                return False  # nobody's choices depend on what he was shown
            case f.Move() | f.Exchange() | f.MakeNext() | f.Reverse():
                return True
            case _:
                assert_never(effect)

    def _relevant(self) -> Bits:
        bits = 0
        for alive in self._alive:
            bits |= alive
        return bits

    # ---- where instructions lead

    def _edges(self, pc: int) -> list[Edge]:
        """Where an instruction can lead."""
        code = self.plan.code
        instruction, after = code[pc], min(pc + 1, len(code) - 1)
        found: list[Edge] = []
        match instruction:
            case i.Stop():
                return []
            case i.RoundBegins(resets):
                found.append((after, self._variables(number for number, _ in resets)))
            case i.TurnBegins(resets, _, at_limit):
                anew = self._variables(number for number, _ in resets) | self._slots(range(self.plan.slots + 1))
                found += [(after, anew), (at_limit, anew)]
            case i.ReasonBegins(_, _, kept):
                found.append((after, self._slots(range(kept, self.plan.slots))))
            case i.Jump(to):
                found.append((to, 0))
            case i.EndsIf(_, to) | i.Branch(_, to) | i.SkipLapsed(to):
                found += [(to, 0), (after, 0)]
            case i.EachNext(slots, out):
                found += [(out, self._slots(slots)), (after, self._slots(slots))]
            case i.Perform(_, entrances):
                found += [(to, 0) for to in (*filter(None, entrances), after)]
            case i.Return(slots):
                found += [(to, self._slots(slots)) for to in self._returned()]
            case i.Forget(slots):
                found.append((after, self._slots(slots)))
            case i.Happen(effect):
                found.append((after, self._set_by(effect)))
            case i.Together(effects):
                anew = 0
                for effect in effects:
                    anew |= self._set_by(effect)
                found.append((after, anew))
            case i.Ask(choice=choice, leave=leave):
                found += [(after, self._slots(choice.slots)), (leave, 0)]
            case i.AskPart(leave=leave, out=out):
                found += [(pc, 0), (after, 0), (leave, 0), (out, 0)]
            case i.AskWhether(leave=leave):
                found += [(after, 0), (leave, 0)]
            case (
                i.TurnEnds() | i.EachBegins() | i.DrawBegins() | i.Draw() | i.TogetherBegins() | i.Defer()
                | i.Commit() | i.TogetherEnds()
            ):  # fmt: skip
                found.append((after, 0))
            case _:
                assert_never(instruction)
        return found

    def _returned(self) -> list[int]:
        """Where actions lead back to."""
        return [pc + 1 for pc, instruction in enumerate(self.plan.code) if isinstance(instruction, i.Perform)]

    def _variables(self, numbers: Iterable[int]) -> Bits:
        return sum(1 << number for number in set(numbers))

    def _slots(self, numbers: Iterable[int]) -> Bits:
        return sum(self.slot(number) for number in set(numbers))

    def _set_by(self, effect: f.Effect) -> Bits:
        """What begins anew by an effect."""
        match effect:
            case f.Set(target=f.Target(first, None)):
                return 1 << first
            case f.MakeNext():
                return self.next
        return 0


# ---- what instructions read


def _looking(code: tuple[i.Instruction, ...], edges: list[list[Edge]]) -> set[int]:
    """Where reasons to end that hold at once are looked at: after effects, from the beginning of a turn to its end."""
    waiting = [pc for pc, instruction in enumerate(code) if isinstance(instruction, i.TurnBegins)]
    reached = set(waiting)
    while waiting:
        for to, _ in edges[waiting.pop()]:
            if to not in reached and not isinstance(code[to], i.TurnEnds | i.ReasonBegins | i.Stop):
                reached.add(to)
                waiting.append(to)
    return {
        pc for pc in reached if isinstance(code[pc], i.TurnBegins | i.Happen | i.Draw | i.Together | i.TogetherEnds)
    }


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


# ---- what terms read


@frozen
class Bound:
    """A counter, or that of some player, that is compared with a number: it makes a difference on which side it is."""

    first: int
    whose: t.Term | None
    sides: frozenset[int]  # from each of these numbers on, something else holds


@define(eq=False)
class _Reads:
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

    # ---- comparisons with fixed numbers

    def beside_bounds(self, term: Any, bounds: list[Bound]) -> Bits:
        """What a term reads in any other way than to compare it with a number; these comparisons go into `bounds`."""
        bound = self._bound(term)
        if bound is not None:
            bounds.append(bound)
            return 0 if bound.whose is None else self.beside_bounds(bound.whose, bounds)
        match term:
            case t.Call(function, of):
                inner = self.plan.values[function]
                return self.beside_bounds(inner, bounds) | (0 if of is None else self.beside_bounds(of, bounds))
            case t.Holds(function, subject):
                test = self.plan.conditions[function]
                return self.beside_bounds(test, bounds) | (
                    0 if subject is None else self.beside_bounds(subject, bounds)
                )
            case t.Slot() | t.Variable() | t.Variables():
                return self.of(term)
        bits = 0
        for part in parts_of(term):
            bits |= self.beside_bounds(part, bounds)
        return bits

    def _bound(self, term: Any) -> Bound | None:
        match term:
            case t.Compare(one, relation, other):
                counter, number = self._counter(one), self.fixed(other)
                if counter is None or number is None:
                    counter, number = self._counter(other), self.fixed(one)
                    relation = _TURNED[relation]
                if counter is None or number is None:
                    return None
                return Bound(counter.first, counter.whose, frozenset({number + (relation in (">", "<="))}))
            case t.Same(one, other):
                counter, number = self._counter(one), self.fixed(other)
                if counter is None or number is None:
                    counter, number = self._counter(other), self.fixed(one)
                if counter is None or number is None:
                    return None
                return Bound(counter.first, counter.whose, frozenset({number, number + 1}))
        return None

    def _counter(self, term: Any) -> t.Variable | None:
        """The counter that a term is, also by the name of a value."""
        match term:
            case t.Variable():
                return term
            case t.Call(function, of) if isinstance(body := self.plan.values[function], t.Variable):
                return body if of is None else t.Variable(body.first, of)
        return None

    def fixed(self, term: Any) -> int | None:
        """The number that a term is throughout the game, as far as that can be seen."""
        match term:
            case t.Constant(value):
                return value
            case t.Call(function, None):
                return self.fixed(self.plan.values[function])
            case t.Count(t.AllPlayers()):
                return self.plan.table.players
            case t.Arithmetic(operator, one, other):
                a, b = self.fixed(one), self.fixed(other)
                if a is None or b is None:
                    return None
                return {"plus": a + b, "minus": a - b, "times": a * b, "smaller": min(a, b), "larger": max(a, b)}[
                    operator
                ]
        return None

    def is_growing(self, term: Any) -> bool:
        """Whether a number is never below 0, as far as that can be seen."""
        match term:
            case t.Count() | t.Distinct():
                return True
            case t.Arithmetic("plus" | "times" | "smaller" | "larger", one, other):
                return self.is_growing(one) and self.is_growing(other)
            case t.Sum(_, measure):
                return self.is_growing(measure)
            case t.Lookup():
                return True  # words are numbered from 0, and numbers on cards are not below it
            case t.Switch(rows, otherwise):
                return all(self.is_growing(row) for _, row in rows) and self.is_growing(otherwise)
            case t.Call(function):
                return self.is_growing(self.plan.values[function])
        number = self.fixed(term)
        return (number is not None and number >= 0) or term == t.Constant(None)


_TURNED: Mapping[t.Relation, t.Relation] = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_RECKONED: Mapping[str, Callable[[int, int], int]] = {
    "plus": add, "minus": sub, "times": mul, "smaller": min, "larger": max,
}  # fmt: skip


def parts_of(term: Any) -> Iterator[Any]:
    """The terms, tests and sieves directly inside one."""
    for each in fields(type(term)):
        value = getattr(term, each.name)
        for part in value if isinstance(value, tuple) else (value,):
            for inner in part if isinstance(part, tuple) else (part,):
                if type(inner).__module__ == t.__name__ and not isinstance(inner, t.Column):
                    yield inner


# ---- counters that have passed every number they are compared with


def _passed(plan: Plan, reads: _Reads, relevant: Bits) -> Mapping[int, tuple[int, int]]:
    """Counters that only grow between two new beginnings, and are only compared with fixed numbers, by variable.

    For each the number from which on no comparison changes any more. (And for those that only fall, the same downwards:
    the first of the pair is 1 or -1.)
    """
    bounds: list[Bound] = []
    otherwise = reads.of()
    rising = falling = (1 << plan.table.variables) - 1
    for instruction in plan.code:
        for term in terms_of(instruction):
            otherwise |= reads.beside_bounds(term, bounds)
        for effect in effects_of(instruction):
            if isinstance(effect, f.Show):
                continue
            changed = 0
            if isinstance(effect, f.Set | f.Add):
                changed = reads.shares(effect.target.first, effect.target.whose)
                if not changed & relevant:
                    continue
            for term in read_by(effect):
                otherwise |= reads.beside_bounds(term, bounds)
            match effect:
                case f.Set(_, _, value):
                    if reads.fixed(value) is None:
                        rising, falling = rising & ~changed, falling & ~changed
                case f.Add(_, _, amount, sign):
                    if not reads.is_growing(amount):
                        rising, falling = rising & ~changed, falling & ~changed
                    elif sign > 0:
                        falling &= ~changed
                    else:
                        rising &= ~changed
    for watch in plan.watches:
        otherwise |= reads.beside_bounds(watch.test, bounds)
    sides: dict[int, set[int]] = {}
    for bound in bounds:
        many = 1 if bound.whose is None else plan.table.players
        for number in range(bound.first, bound.first + many):
            sides.setdefault(number, set()).update(bound.sides)
    found = {}
    for number, of in sides.items():
        bit = 1 << number
        if not otherwise & bit and rising & bit:
            found[number] = (1, max(of))
        elif not otherwise & bit and falling & bit:
            found[number] = (-1, min(of) - 1)
    return found
