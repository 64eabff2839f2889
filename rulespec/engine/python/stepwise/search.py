"""What can be named next, so that everything named so far can still become a legal whole answer.

Players, numbers, words and single cards are tried one by one, then the sets card after card. The search follows the
sums of these sets and tries each combination of sums once. If checks see more of a set, it tries whole sets, only those
that the sums allow, and of several that differ only in cards which show the same, the one with the first of these.
Nothing depends on earlier questions, only on the table and on the answers so far.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Any, assert_never

from attrs import frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.stepwise.completing import Check, Completing
from rulespec.engine.python.values import Value
from rulespec.plan.nodes import stepwise as p
from rulespec.plan.nodes.stepwise import ON_PARTS, ON_SETS, ON_SUMS
from rulespec.plan.prices import TRIED

PartialAnswer = tuple[
    RawAnswer, ...
]  # of each part of an answer: what was chosen, an open or closed set, or nothing yet
Sum = tuple[int, ...]
Weighed = tuple[p.Measure, list[int], list[int]]  # for each card its weight, and the words from it on
Enough = Callable[[], bool]


@frozen
class Taken:
    """The cards of a set so far, and whether it is complete."""

    cards: tuple[int, ...] = ()
    closed: bool = False


class Search:
    """One question: the table stays as it is while it is answered."""

    def __init__(self, completion: Completing, mc: Machine) -> None:
        self._parts = completion.plan.parts
        self._completion = completion
        self._mc = mc
        self._own = mc.own
        self._names = mc.names
        self._blank = list(mc.names)
        for part in self._parts:
            self._blank[part.slot] = None
        mc.names = list(self._blank)
        self.sources: list[list[int]] = []
        self.least: list[int] = []
        self.most: list[int] = []
        for source, (low, high) in zip(completion.sources, completion.sizes, strict=True):
            self.sources.append(list(source(mc, mc.own, None)))
            self.least.append(max(0, low(mc, mc.own, None)))
            self.most.append(high(mc, mc.own, None))
        mc.names = self._names
        self._sets = [index for index, part in enumerate(self._parts) if part.is_set]
        cards = list(dict.fromkeys(card for index in self._sets for card in self.sources[index]))
        if (group := completion.plan.group) is not None:
            cards.sort(key=lambda card: -1 if (word := group.words[card]) is None else word)
        self._cards = cards
        self._at = {card: index for index, card in enumerate(cards)}
        self._can = [set(source) for source in self.sources]
        self._before = self._alike()
        self._roles: list[int | None] = [None] * len(cards)  # in which set each card is that is being tried
        self.nothing: PartialAnswer = tuple(Taken() if part.is_set else None for part in self._parts)
        self._weighed: tuple[list[Any], Sum] | None = None
        self._checks: list[Check] | None = None
        self._said = self.nothing  # with what is tried next
        self._last = -1  # the last card of the order that was named
        self._known: dict[Any, bool] = {}  # whether a whole answer can be reached

    def _alike(self) -> list[int]:
        """The index of the last card before each one that no check can tell from it, or -1."""
        kinds, lasts, found = self._completion.plan.kinds, dict[Any, int](), list[int]()
        if kinds is None:
            return found
        for index, card in enumerate(self._cards):
            key = kinds.words[card], *(card in self._can[at] for at in self._sets)
            found.append(lasts.get(key, -1))
            lasts[key] = index
        return found

    # ---- what can be said

    def next(self, said: PartialAnswer, at: int) -> list[RawAnswer]:
        """What can be said next of a part; of a set one more card, or () for no more."""
        mc = self._mc
        mc.names = list(self._blank)
        if self._checks is None:
            self._narrow()
        self._said, self._known = said, {}
        found: list[RawAnswer] = []
        if not self._parts[at].is_set:
            found = [each for each in self.sources[at] if self._completes(_with(said, at, each))]
        else:
            taken: tuple[int, ...] = said[at].cards
            after = self._at[taken[-1]] + 1 if taken else 0
            if len(taken) < self.most[at]:
                legal = set[int]()
                for index in range(after, len(self._cards)):
                    card, before = self._cards[index], self._before[index] if self._before else -1
                    if card not in self._can[at] or self._is_used(card, at):
                        continue
                    if before >= after and before not in legal and not self._is_used(self._cards[before], at):
                        continue  # no set goes on with one that shows the same
                    if self._completes(_with(said, at, Taken((*taken, card)))):
                        legal.add(index)
                        found.append((card,))
            if self._completes(_with(said, at, Taken(taken, closed=True))):
                found.append(())
        mc.names = self._names
        return found

    def whole(self, at: int, taken: Sequence[int]) -> tuple[int, ...]:
        """A set in the order of what it is chosen from."""
        order = {card: index for index, card in enumerate(self.sources[at])}
        return tuple(sorted(taken, key=order.__getitem__))

    def ordered(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards in the order in which they are asked for."""
        return tuple(sorted(cards, key=self._at.__getitem__))

    def after(self, said: PartialAnswer, at: int, raw: Any) -> tuple[PartialAnswer, int]:
        """What has been said with one thing more of a part, and which part comes next."""
        if not self._parts[at].is_set:
            return _with(said, at, raw), at + 1
        cards = (*said[at].cards, *raw)
        closed = raw == () or len(cards) == self.most[at]
        return _with(said, at, Taken(cards, closed)), at + closed

    def answers(self, said: PartialAnswer, at: int) -> Iterator[PartialAnswer]:
        """The whole answers that begin so, one after another."""
        if at == len(self._parts):
            yield said
            return
        for raw in self.next(said, at):
            yield from self.answers(*self.after(said, at, raw))

    # ---- what is legal

    def _narrow(self) -> None:
        """The conditions on a whole answer, what is preferred or most among them."""
        self._checks = []
        for step, checks, measures in self._completion.steps:
            match step:
                case p.Checks():
                    self._checks += checks
                case p.Preferred():
                    self._prefer(checks)
                case p.Most():
                    for (most, _, depends), measure in zip(step.measures, measures, strict=True):
                        if amounts := self._all(measure):
                            known = [each for each in amounts if each is not None]
                            best = (max if most else min)(known, default=None)
                            self._checks.append(self._is_best(measure, depends, best))
                case _:
                    assert_never(step)

    def _prefer(self, checks: list[Check]) -> None:
        """The first that can hold has to."""
        assert self._checks is not None
        for check in checks:
            self._checks.append(check)
            self._known = {}
            if self._completes(self.nothing):
                return
            self._checks.pop()

    def _is_best(self, measure: Value, depends: p.Depends, best: int | None) -> Check:
        """That a measure is as much, or as little, as can be."""
        return Check(lambda mc, own: measure(mc, own, None) == best, depends, self._completion.price)

    def _all(self, measure: Value) -> list[int | None]:
        """What a measure is for each legal answer, at least once each."""
        found: list[int | None] = []

        def notes() -> bool:
            found.append(measure(self._mc, self._own, None))
            return False

        self._said = self.nothing
        for _ in self._singles(0):
            self._known = {}
            self._reaches(notes)
        return found

    def _completes(self, said: PartialAnswer) -> bool:
        self._said = said
        return any(self._reaches() for _ in self._singles(0))

    def _holds(self, on: int, last: int | None = None) -> bool:
        """Whether all conditions hold that depend on this, and on which part last."""
        for each in self._checks or ():
            if each.depends.on == on and last in (None, each.depends.last):
                self._mc.charge(each.price)
                if not each.holds(self._mc, self._own):
                    return False
        return True

    def _singles(self, at: int) -> Iterator[None]:
        """Once for each way to choose all that is no set, with the names bound."""
        mc = self._mc
        if at == 0 and not self._holds(ON_PARTS, -1):
            return
        if at == len(self._parts):
            if self._weighed is None or self._completion.plan.depends:
                self._weighed = self._weigh()
            yield
            return
        part, said = self._parts[at], self._said[at]
        if part.is_set:
            yield from self._singles(at + 1)
            return
        values = self.sources[at] if said is None else [said]
        if part.is_pair:
            first = mc.names[self._parts[at - 1].slot]
            values = [each for each in values if each in self.sources[at][self.sources[at].index(first) + 1 :]]
        if part.is_free and said is None:
            values = values[:1]
        for each in values:
            mc.charge(TRIED)
            if part.is_card and self._is_used(each, at):
                continue
            mc.names[part.slot] = each
            if self._holds(ON_PARTS, at):
                yield from self._singles(at + 1)
        mc.names[part.slot] = None

    def _is_used(self, card: int, at: int) -> bool:
        """Whether a card was said of another part, or is tried as one before it."""
        for index, part in enumerate(self._parts):
            if index != at and part.is_card:
                said, is_tried = self._said[index], index < at and self._mc.names[part.slot] == card
                if card in said.cards if part.is_set else card == said or is_tried:
                    return True
        return False

    # ---- sums

    def _weigh(self) -> tuple[list[Weighed], Sum]:
        """What each card counts for each measure, and the sums before any card is chosen.

        For each set they are how many cards it has, and for each measure its number and the words that count already.
        """
        mc, own, found, begin = self._mc, self._own, list[Weighed](), [0] * len(self._sets)
        for each in self._completion.measured:
            mc.charge(each.price * len(self._cards))
            beside = () if each.beside is None else tuple(each.beside(mc, own, None))
            there = [each.weight(mc, own, card) for card in beside]
            counts = [each.weight(mc, own, card) if (card in beside) == each.plan.left else 0 for card in self._cards]
            later = [*accumulate(reversed(counts), or_, initial=0)][::-1]
            if each.plan.column is None:
                begin += sum(there), 0
                counts = [-weight for weight in counts] if each.plan.left else counts
            else:
                seen = reduce(or_, there, 0)
                number = min(each.plan.most, int(seen != sum(there)) if each.plan.repeats else seen.bit_count())
                begin += number, seen & later[0] if number < each.plan.most else 0
            found.append((each.plan, counts, later))
        return found, tuple(begin)

    def _sum(self, sums: Sum, index: int, role: int | None) -> Sum:
        """The sums after a card of the order, chosen for a set or not."""
        assert self._weighed is not None
        found, at = list(sums), len(self._sets)
        if role is not None:
            found[self._sets.index(role)] += 1
        for each, counts, later in self._weighed[0]:
            weight = counts[index] if role == each.of else 0
            if each.column is None:
                found[at] += weight
            else:
                if weight and bool(found[at + 1] & weight) == each.repeats:
                    found[at] = min(each.most, found[at] + 1)
                found[at + 1] = (found[at + 1] | weight) & later[index + 1] if found[at] < each.most else 0
            at += 2
        return tuple(found)

    # ---- sets, card after card

    def _reaches(self, enough: Enough = lambda: True) -> bool:
        """Whether the sets can be completed, all that is no set being chosen."""
        assert self._weighed is not None
        if not self._sets:
            return enough()
        said, start, sums = self._said, 0, self._weighed[1]
        lasts = [self._at[said[at].cards[-1]] for at in self._sets if said[at].cards]
        last = self._last = max(lasts, default=-1)
        if len(self._sets) == 1:  # up to the last card that was named there is just one way
            (at,), start = self._sets, last + 1
            for index in range(start):
                role = self._roles[index] = at if self._cards[index] in said[at].cards else None
                sums = self._sum(sums, index, role)
        return self._walk(start, sums, enough, looks=self._completion.plan.whole)

    def _walk(self, start: int, begin: Sum, enough: Enough, *, looks: bool) -> bool:
        """The same from a card on: looks at whole sets, or only at the sums."""
        said, last, known = self._said, self._last, self._known
        closed = tuple(said[at].closed for at in self._sets)
        singles = tuple(self._mc.names[part.slot] for part in self._parts if not part.is_set)
        path: list[Any] = [None] * (len(self._cards) + 1)
        waiting: list[tuple[int, Sum, int | None]] = [(start, begin, None)]
        while waiting:
            index, sums, role = waiting.pop()
            self._mc.charge(TRIED + len(sums) // 2)
            found = None
            if not looks:
                path[index] = index, sums, singles, closed if index > last else said
                found = known.get(path[index])
            elif index > start:
                self._roles[index - 1] = role
            is_new = index > last and (role is not None or index in (start, last + 1))  # else tried one card before
            if found is None and is_new and self._fits(sums, index, looks=looks) and enough():
                found = True
            if found:
                known.update(dict.fromkeys(path[start : index + 1], True))
                return True
            if found is None:
                known[path[index]] = False
                if self._goes_on(sums, index) and (not looks or self._walk(index, sums, lambda: True, looks=False)):
                    waiting += self._after(sums, index, looks=looks)
        return False

    def _goes_on(self, sums: Sum, index: int) -> bool:
        """Whether sets with these sums can take another card, and there are enough cards for them."""
        left, sets = len(self._cards) - index, list(zip(sums, self._sets, strict=False))
        is_open = index <= self._last or any(not self._said[at].closed and count < self.most[at] for count, at in sets)
        return left > 0 and is_open and all(self.least[at] - count <= left for count, at in sets)

    def _after(self, sums: Sum, index: int, *, looks: bool) -> Iterator[tuple[int, Sum, int | None]]:
        """The next index and the sums after a card of the order, for each way to choose it or not."""
        card, roles, lowest = self._cards[index], list[int | None]([None]), 0
        before = self._before[index] if looks else -1
        while before > self._last and self._is_used(self._cards[before], len(self._parts)):
            before = self._before[before]
        if (
            before > self._last
        ):  # of cards that show the same, the first ones go to the first sets, and the last to none
            lowest = len(self._parts) if (role := self._roles[before]) is None else role
        used = self._is_used(card, len(self._parts))
        for place, at in enumerate(self._sets):
            taken = self._said[at]
            if card in taken.cards:
                roles = [at]
                break
            after = not taken.cards or index > self._at[taken.cards[-1]]
            room = not taken.closed and card in self._can[at] and sums[place] < self.most[at]
            if not used and at >= lowest and after and room:
                roles.append(at)
        for each in roles:
            yield index + 1, self._sum(sums, index, each), each

    def _fits(self, sums: Sum, index: int, *, looks: bool) -> bool:
        """Whether sets with these sums are legal; if it `looks` at sets, those of the cards that are tried so far."""
        names = self._mc.names
        for count, at in zip(sums, self._sets, strict=False):
            if not self.least[at] <= count <= self.most[at]:
                return False
        for each, value in zip(self._completion.measured, sums[len(self._sets) :: 2], strict=True):
            names[each.plan.slot] = value
        if not self._holds(ON_SUMS):
            return False
        for at in self._sets if looks else ():
            cards = [card for card, role in zip(self._cards[:index], self._roles, strict=False) if role == at]
            names[self._parts[at].slot] = self.whole(at, cards)
        return not looks or self._holds(ON_SETS)


def _with(said: PartialAnswer, at: int, value: RawAnswer) -> PartialAnswer:
    return (*said[:at], value, *said[at + 1 :])
