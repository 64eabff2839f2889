"""What can be named next, so that everything named so far can still become a legal whole answer.

Players, numbers, words and single cards are tried out one by one; of sets of cards only the sums are followed, card
after card. Nothing here depends on what was asked before: all is worked out anew from the table and from what was said.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, assert_never

from attrs import frozen

from rulespec.plan.options import RawAnswer
from rulespec.run.machine import Machine
from rulespec.run.stepwise.completing import Best, Check, Checks, Completing, Measure, is_best, worth
from rulespec.run.values import Value

PartialAnswer = tuple[
    RawAnswer, ...
]  # of each part of an answer: what was chosen, an open or closed set, or nothing yet
Sum = tuple[int, ...]


@frozen
class Taken:
    """The cards of a set so far, and whether it is complete."""

    cards: tuple[int, ...] = ()
    closed: bool = False


class Search:
    """One question: the table stays as it is while it is answered."""

    def __init__(self, completion: Completing, mc: Machine) -> None:
        self._parts = completion.parts
        self._completion = completion
        self._mc = mc
        self._own = mc.own
        self._names = mc.names
        self._blank = list(mc.names)
        for part in self._parts:
            self._blank[part.slot] = None
        mc.names = list(self._blank)
        self.sources = [list(part.source(mc, mc.own, None)) for part in self._parts]
        self.least = [part.low(mc, mc.own, None) or 0 if part.low else 0 for part in self._parts]
        self.most = [part.high(mc, mc.own, None) or 0 if part.high else 0 for part in self._parts]
        self._sets = [index for index, part in enumerate(self._parts) if part.is_set]
        self.least = [max(0, least) for least in self.least]
        cards = list(dict.fromkeys(card for index in self._sets for card in self.sources[index]))
        group = completion.group
        if group is not None:
            cards.sort(key=lambda card: -1 if group[card] is None else group[card])
        self._cards = cards
        self._at = {card: index for index, card in enumerate(cards)}
        self._can = [set(source) for source in self.sources]
        self._steps_of = [] if group is None else [group[card] for card in cards]
        self.nothing: PartialAnswer = tuple(Taken() if part.is_set else None for part in self._parts)
        self._weighed: tuple[list[Any], Sum] | None = None
        self._skipping: tuple[Any, list[Sum]] | None = None
        key = (tuple(mc.zones), tuple(mc.variables), tuple(self._blank), mc.own, mc.active)
        self._checks: list[Check] = completion.known.get(key, [])
        if not self._checks:
            self._narrow()
            completion.known = {key: self._checks}  # the same for all parts of an answer
        mc.names = self._names

    # ---- what can be said

    def next(self, said: PartialAnswer, at: int) -> list[RawAnswer]:
        """What can be said next of a part; of a set one more card, or () for no more."""
        mc = self._mc
        mc.names = list(self._blank)
        known: dict[Any, bool] = {}
        if not self._parts[at].is_set:
            found = [each for each in self.sources[at] if self._completes(_with(said, at, each), known)]
        else:
            taken: tuple[int, ...] = said[at].cards
            after = self._at[taken[-1]] + 1 if taken else 0
            found = []
            if len(taken) < self.most[at]:
                others = {card for index in self._sets if index != at for card in said[index].cards}
                cards = [card for card in self._cards[after:] if card in self._can[at] and card not in others]
                found = [(card,) for card in cards if self._completes(_with(said, at, Taken((*taken, card))), known)]
            if self._completes(_with(said, at, Taken(taken, closed=True)), known):
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

    def answers(self, said: PartialAnswer, at: int = 0) -> Iterator[PartialAnswer]:
        """The whole answers that begin so, one after another."""
        if at == len(self._parts):
            yield said
            return
        for raw in self.next(said, at):
            if not self._parts[at].is_set:
                yield from self.answers(_with(said, at, raw), at + 1)
            else:
                cards = (*said[at].cards, *raw)
                closed = raw == () or len(cards) == self.most[at]
                yield from self.answers(_with(said, at, Taken(cards, closed)), at + closed)

    # ---- what is legal

    def _narrow(self) -> None:
        """The conditions on a whole answer, what is preferred or most among them."""
        for step in self._completion.steps:
            match step:
                case Checks(checks, preferred=False):
                    self._checks += checks
                case Checks(checks):
                    self._prefer(checks)
                case Best(measures):
                    for most, measure, depends in measures:
                        worst = -inf if most else inf
                        worths = [worth(amount, worst) for amount in self._all(measure)]
                        if worths:
                            self._checks.append(is_best(measure, depends, most, max(worths) if most else min(worths)))
                case _:
                    assert_never(step)

    def _prefer(self, checks: list[Check]) -> None:
        """The first that can hold has to."""
        for check in checks:
            self._checks.append(check)
            if self._completes(self.nothing, {}):
                return
            self._checks.pop()

    def _completes(self, said: PartialAnswer, known: dict[Any, bool]) -> bool:
        return any(self._reaches(said, known) for _ in self._singles(said, 0))

    def _all(self, measure: Value) -> Iterator[Any]:
        """What a measure is for each legal answer, at least once each."""
        for _ in self._singles(self.nothing, 0):
            reached = {self._begin()}
            for index in range(len(self._cards)):
                reached = {after for sums in reached for after in self._after(sums, index, self.nothing)}
            for sums in reached:
                if self._fits(sums):
                    yield measure(self._mc, self._own, None)

    def _singles(self, said: PartialAnswer, at: int) -> Iterator[None]:
        """Once for each way to choose all that is no set, with the names bound."""
        mc, own = self._mc, self._own
        if at == 0 and not all(check.holds(mc, own) for check in self._of(None)):
            return
        if at == len(self._parts):
            self._weighed = self._weighed if self._weighed and not self._completion.depends else self._weigh()
            yield
            return
        part = self._parts[at]
        if part.is_set:
            yield from self._singles(said, at + 1)
            return
        values = self.sources[at] if said[at] is None else [said[at]]
        if part.is_pair:
            first = mc.names[self._parts[at - 1].slot]
            values = [each for each in values if each in self.sources[at][self.sources[at].index(first) + 1 :]]
        if part.is_free and said[at] is None:
            values = values[:1]
        checks = self._of(at)
        for each in values:
            if part.is_card and self._is_used(each, said, at):
                continue
            mc.names[part.slot] = each
            if all(check.holds(mc, own) for check in checks):
                yield from self._singles(said, at + 1)
        mc.names[part.slot] = None

    def _of(self, at: int | None) -> list[Check]:
        """The conditions that can be looked at once a part is chosen: those without sums whose last part it is."""
        return [each for each in self._checks if not each.of_sums and max(each.parts, default=None) == at]

    def _is_used(self, card: int, said: PartialAnswer, at: int) -> bool:
        for index, part in enumerate(self._parts):
            if index != at and part.is_card:
                there = said[index].cards if part.is_set else ()
                if card in there or (not part.is_set and index < at and self._mc.names[part.slot] == card):
                    return True
        return False

    # ---- sets, card after card

    def _weigh(self) -> tuple[list[Any], Sum]:
        """What each card counts for each measure, and what they are before any card is chosen."""
        mc, own = self._mc, self._own
        weights, begin, words = [], [0] * len(self._sets), []
        bits: list[int] = []  # of words: whether the present group has shown its word, or the only word so far
        for each in self._completion.measured:
            beside = () if each.beside is None else tuple(each.beside(mc, own, None))

            def weight(card: int, each: Measure = each) -> int | None:
                if not all(test(mc, own, card) for test in each.fits):
                    return None
                if each.shown is not None:
                    return each.shown[card]
                return 1 if each.amount is None else each.amount(mc, own, card) or 0

            if each.left:
                fixed = [card for card in beside if card not in self._at]
                counted = [weight(card) if card in beside else None for card in self._cards]
            else:
                fixed = list(beside)
                counted = [None if card in beside else weight(card) for card in self._cards]
            there = [found for card in fixed if (found := weight(card)) is not None]
            words.append(frozenset(there))
            if each.shown is None:
                begin.append(sum(there))
            elif each.repeats:
                begin.append(int(len(set(there)) < len(there)))
            else:
                begin.append(min(len(set(there)), 2) if each.few else len(set(there)))
            bits.append(there[0] + 1 if each.few and len(set(there)) == 1 else 0)
            weights.append((each, counted))
        self._fixed_words = words
        return weights, (*begin, *bits)

    def _begin(self) -> Sum:
        assert self._weighed is not None
        return self._weighed[1]

    def _after(self, sums: Sum, index: int, said: PartialAnswer) -> Iterator[Sum]:
        """The sums after a card of the order, for each way to choose it or not."""
        card, names = self._cards[index], self._mc.names
        roles: list[int | None] = []
        for at in self._sets:
            taken = said[at]
            if card in taken.cards:
                yield self._sum(sums, index, at)
                return
            last = self._at[taken.cards[-1]] if taken.cards else -1
            if not taken.closed and index > last and card in self._can[at]:
                roles.append(at)
        used = roles and any(part.is_card and not part.is_set and names[part.slot] == card for part in self._parts)
        yield self._sum(sums, index, None)
        for role in roles if not used else ():
            assert role is not None
            if sums[self._sets.index(role)] < self.most[role]:
                yield self._sum(sums, index, role)

    def _sum(self, sums: Sum, index: int, role: int | None) -> Sum:
        assert self._weighed is not None
        weights, sets = self._weighed[0], len(self._sets)
        if role is None and not weights:
            return sums
        found = list(sums)
        if role is not None:
            found[self._sets.index(role)] += 1
        new_group = bool(self._steps_of) and (index == 0 or self._steps_of[index] != self._steps_of[index - 1])
        for number, (each, counted) in enumerate(weights):
            at, bit = sets + number, sets + len(weights) + number
            if each.shown is not None and new_group and not each.few:
                found[bit] = int(self._steps_of[index] in self._fixed_words[number])
            weight = counted[index]
            if weight is None or (role == each.of) == each.left:
                continue
            if each.shown is None:
                found[at] += weight
            elif each.few:
                found[at] = 1 if not found[at] else 2 if found[bit] != weight + 1 else found[at]
                found[bit] = weight + 1 if found[at] == 1 else 0
            elif found[bit]:
                found[at] = 1 if each.repeats else found[at]
            else:
                found[bit] = 1
                found[at] += not each.repeats
        return tuple(found)

    def _fits(self, sums: Sum) -> bool:
        """Whether sets with these sums are legal."""
        mc, own = self._mc, self._own
        for count, at in zip(sums, self._sets, strict=False):
            if not self.least[at] <= count <= self.most[at]:
                return False
        for slot, value in zip(self._completion.sum_slots, sums[len(self._sets) :], strict=False):
            mc.names[slot] = value
        return all(check.holds(mc, own) for check in self._checks if check.of_sums)

    def _reaches(self, said: PartialAnswer, known: dict[Any, bool]) -> bool:
        """Whether the sets can be completed, all that is no set being chosen; `known` of earlier searches."""
        if not self._sets:
            return True
        lasts = [self._at[said[at].cards[-1]] for at in self._sets if said[at].cards]
        last, size = max(lasts, default=-1), len(self._cards)
        singles = tuple(self._mc.names[part.slot] for part in self._parts if not part.is_set)
        closed = tuple(said[at].closed for at in self._sets)
        settled = not any(each.left for each in self._completion.measured)  # what is not chosen changes no sum
        if all(closed) and settled:
            size = last + 1
        path: list[Any] = [None] * (size + 1)
        seen: set[Any] = set()
        waiting = [(0, self._begin())]
        if len(self._sets) == 1 and last >= 0:
            taken, at = said[self._sets[0]].cards, self._sets[0]
            before = self._without_more(taken[:-1], at, singles)
            path[: last + 1] = [()] * (last + 1)
            waiting = [(last + 1, self._sum(before[last], last, at))]
        while waiting:
            index, sums = waiting.pop()
            key = (index, sums, singles, closed) if index > last else (index, sums, singles, said)
            path[index] = key
            found = known.get(key)
            if found is None and (index == size or (index > last and settled)) and self._fits(sums):
                found = True
            if found:
                known.update(dict.fromkeys(seen.difference(path[: index + 1]), False))
                known.update(dict.fromkeys(path[: index + 1], True))
                return True
            if found is None and index < size and key not in seen and self._enough_left(sums, size - index):
                seen.add(key)
                waiting += [(index + 1, after) for after in self._after(sums, index, said)]
        known.update(dict.fromkeys(seen, False))
        return False

    def _without_more(self, taken: tuple[int, ...], at: int, singles: tuple[Any, ...]) -> list[Sum]:
        """The sums before each card of the order if no more are taken than these."""
        key = (taken, singles)
        if self._skipping is None or self._skipping[0] != key:
            sums, found = self._begin(), []
            for index, card in enumerate(self._cards):
                found.append(sums)
                sums = self._sum(sums, index, at if card in taken else None)
            self._skipping = key, found
        return self._skipping[1]

    def _enough_left(self, sums: Sum, cards: int) -> bool:
        return all(self.least[at] - count <= cards for count, at in zip(sums, self._sets, strict=False))


def _with(said: PartialAnswer, at: int, value: RawAnswer) -> PartialAnswer:
    return (*said[:at], value, *said[at + 1 :])
