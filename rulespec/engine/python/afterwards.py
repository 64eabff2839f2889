"""What must hold once an effect has happened, tried out on a copy of the table for one answer after another."""

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.effects import Effects
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.values import Test, Values
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import within


class Afterwards:
    """The condition of a choice, and the effect after which it must hold."""

    def __init__(self, condition: t.Test, effect: f.Effect, slots: tuple[int, ...], effects: Effects) -> None:
        self._tried = _Tried(effects.values.plan, effects.values.prices, effects.values.kept)
        self._holds = self._tried.test(condition)
        self._evaluate, self._execute = effects.build(effect)
        self._motions = effects.motions
        self._binds = any(isinstance(each, t.Slot) and each.slot in slots for each in within(condition))
        self._exchanged = _exchanged(effect, slots)

    def those(
        self, mc: Machine, candidates: list[RawAnswer], bind: Callable[[Machine, RawAnswer], None]
    ) -> list[RawAnswer]:
        """The candidates after which the condition holds."""
        zones, variables, where, names, log, dirty = mc.zones, mc.variables, mc.where, mc.names, mc.log, mc.dirty
        next_, direction = mc.next, mc.direction
        self._tried.known = {}
        if self._exchanged is not None:
            mc.zones, mc.where, mc.names = zones.copy(), where.copy(), names.copy()
            found = self._those_exchanged(mc, candidates, bind, *self._exchanged)
        else:
            found = []
            for raw in candidates:
                mc.zones, mc.variables, mc.where, mc.names = zones.copy(), variables.copy(), where.copy(), names.copy()
                mc.dirty = 0
                bind(mc, raw)
                what = self._evaluate(mc)
                if what is not None:
                    self._execute(mc, what)
                mc.forget()
                if self._holds(mc, mc.own, None):
                    found.append(raw)
                mc.next, mc.direction = next_, direction
        mc.zones, mc.variables, mc.where, mc.names, mc.log, mc.dirty = zones, variables, where, names, log, dirty
        mc.forget()
        return found

    def _those_exchanged(
        self, mc: Machine, pairs: list[Any], bind: Callable[[Machine, RawAnswer], None], one: int, other: int
    ) -> list[Any]:
        """The answers for an exchange of two of their cards, which then lie again where they lay.

        This is only there for speed: without it, a game with many such answers takes 1.2 times as long.
        """
        zones, where, rows, holds, own, found = mc.zones, mc.where, self._motions.rows, self._holds, mc.own, []
        known = mc.known
        for pair in pairs:
            card, beside = pair[one], pair[other]
            here, there = where[card], where[beside]
            held, lying = zones[here], zones[there]
            if self._binds:
                bind(mc, pair)
            if here != there and rows[here] and rows[there]:
                at, to = held.index(card), lying.index(beside)
                zones[here] = (*held[:at], beside, *held[at + 1 :])
                zones[there] = (*lying[:to], card, *lying[to + 1 :])
                where[card], where[beside] = there, here
                mc.dirty = 1 << here | 1 << there
            else:
                mc.dirty = 0
                self._motions.swap(mc, card, beside)
            if known:
                known.clear()
            if holds(mc, own, None):
                found.append(pair)
            zones[here], zones[there], where[card], where[beside] = held, lying, here, there
        return found


def _exchanged(effect: f.Effect, slots: tuple[int, ...]) -> tuple[int, int] | None:
    """Which two of several chosen things an effect exchanges, where it does just that."""
    match effect:
        case f.Exchange(one=t.Single(t.Slot(one)), other=t.Single(t.Slot(other))) if one in slots and other in slots:
            return None if len(slots) == 1 else (slots.index(one), slots.index(other))
    return None


@define(eq=False)
class _Tried(Values):
    """Terms on a table on which an effect is tried out: what holds for a player of whom nothing changes is known.

    This is only there for speed: an answer changes what belongs to few players, and most such conditions are on all.
    """

    # Of a quantifier, by what is changed: whom it is changed for, None if the others have decided it.
    known: dict[tuple[int, int], tuple[int, ...] | None] = field(init=False, factory=dict)
    _quantifiers: int = field(init=False, default=0)

    def _quantified(self, test: t.Quantified) -> Test:
        if test.seats is None or self._is_counted(test.test):
            return super()._quantified(test)
        seats, inner, number = test.seats, self.test(test.test), self._quantifiers
        self._quantifiers += 1
        wanted, found_is = test.quantifier != "every", test.quantifier == "some"
        price = self.prices.of(test).each * len(seats)

        def quantified(mc: Machine, own: Any, it: Any) -> bool:
            if price:
                mc.charge(price)
            known, key = self.known, (number, mc.dirty)
            if key not in known:
                dirty = mc.dirty
                decided = any(inner(mc, seat, seat) == wanted for seat, bits in enumerate(seats) if not dirty & bits)
                known[key] = None if decided else tuple(seat for seat, bits in enumerate(seats) if dirty & bits)
            changed = known[key]
            if changed is None:
                return found_is
            for seat in changed:
                if inner(mc, seat, seat) == wanted:
                    return found_is
            return not found_is

        return quantified
