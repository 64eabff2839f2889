"""Choices: from what somebody may choose, which of it is legal, and what an answer binds."""

from collections.abc import Callable
from itertools import chain, combinations, product
from typing import Any, assert_never

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.afterwards import Afterwards
from rulespec.engine.python.effects import Effects
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.sieves import Candidates, Narrow, one_after_another
from rulespec.engine.python.values import Values
from rulespec.plan.nodes import choices as c

Source = Callable[[Machine, Any], list[Any]]


class Choice:
    """A choice at work: its candidates, narrowed by its sieves and by what must hold afterwards."""

    def __init__(self, choice: c.Choice, values: Values, effects: Effects) -> None:
        self._choice = choice
        self.asked = choice.asked
        self._single = len(choice.slots) == 1
        self._slot = choice.slots[0]
        self._candidates = self._all(values)
        self._price = values.prices.choice(choice)
        self._most = [values.value(pick.high) for pick in choice.picks if isinstance(pick, c.Cards)]
        asked = Candidates(choice.players, self._name if choice.named else None, () if self._single else choice.slots)
        self.steps = [values.sieve(sieve, asked) for sieve in choice.sieves]
        self._narrow: Narrow | None = one_after_another(self.steps) if self.steps else None
        self._afterwards: Afterwards | None = None
        if choice.afterwards is not None and choice.following is not None:
            self._afterwards = Afterwards(choice.afterwards, choice.following, choice.slots, effects)

    def is_settled(self, mc: Machine) -> bool:
        """Whether a single answer is taken without asking."""
        if self.asked == c.IF_ANY:
            return all((most(mc, mc.own, None) or 0) <= 0 for most in self._most)
        return self.asked == c.IF_SEVERAL

    def candidates(self, mc: Machine) -> list[RawAnswer]:
        """Everything that could be chosen from, before any sieve."""
        return self._candidates(mc, mc.own)

    def raws(self, mc: Machine) -> list[RawAnswer]:
        """The legal answers, in a fixed order."""
        found = self._candidates(mc, mc.own)
        mc.charge(len(found) * self._price)
        if self._narrow is not None and found:
            found = self._narrow(mc, mc.own, found)
        return self.afterwards(mc, found) if found else found

    def afterwards(self, mc: Machine, candidates: list[RawAnswer]) -> list[RawAnswer]:
        """Those after which what must hold afterwards does."""
        return candidates if self._afterwards is None else self._afterwards.those(mc, candidates, self.bind)

    def bind(self, mc: Machine, raw: RawAnswer) -> None:
        """Gives the names of the choice their values."""
        if self._single:
            mc.names[self._slot] = raw
        else:
            for slot, value in zip(self._choice.slots, raw, strict=True):
                mc.names[slot] = value

    def unbind(self, mc: Machine) -> None:
        """The names of the choice stand for nothing."""
        for slot in self._choice.slots:
            mc.names[slot] = None

    def _name(self, mc: Machine, raw: RawAnswer) -> None:
        if raw is None:
            self.unbind(mc)
        else:
            self.bind(mc, raw)

    def _all(self, values: Values) -> Source:
        choice = self._choice
        parts = [_picked(pick, values) for pick in choice.picks]
        if len(parts) == 1:
            return parts[0]
        nested = [isinstance(pick, c.Pair) for pick in choice.picks]

        def together(mc: Machine, own: Any) -> list[Any]:
            found = product(*(part(mc, own) for part in parts))
            raws = (
                tuple(chain.from_iterable(each if pair else (each,) for each, pair in zip(raw, nested, strict=True)))
                for raw in found
            )
            return [raw for raw in raws if _distinct(raw, choice.cards)]

        return together


def _distinct(raw: tuple[Any, ...], is_card: tuple[bool, ...]) -> bool:
    """One card cannot be chosen twice in one answer."""
    cards = [card for value, holds in zip(raw, is_card, strict=True) if holds for card in _cards(value)]
    return len(set(cards)) == len(cards)


def _cards(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _picked(pick: c.Pick, values: Values) -> Source:
    match pick:
        case c.One(source):
            members = values.value(source)
            return lambda mc, own: list(members(mc, own, None))
        case c.Pair(source):
            members = values.value(source)
            return lambda mc, own: list(combinations(members(mc, own, None), 2))
        case c.Number(low, high):
            a, b = values.value(low), values.value(high)
            return lambda mc, own: list(range(a(mc, own, None) or 0, (b(mc, own, None) or 0) + 1))
        case c.Cards(low, high, source):
            members, least, most = values.value(source), values.value(low), values.value(high)

            def sets(mc: Machine, own: Any) -> list[Any]:
                cards = members(mc, own, None)
                sizes = range(max(0, least(mc, own, None) or 0), min(most(mc, own, None) or 0, len(cards)) + 1)
                return list(chain.from_iterable(combinations(cards, size) for size in sizes))

            return sets
        case _:
            assert_never(pick)
