"""Named values that are kept by everything that they depend on, with the steps that were charged for each."""

from collections.abc import Callable
from typing import Any

from rulespec.engine.python.machine import Machine
from rulespec.plan.remembered import By, Key

Value = Callable[[Machine, Any, Any], Any]
Known = dict[Any, tuple[Any, int]]  # what a value is, and what it was charged

MOST = 10_000  # values kept of one name
TRIED, WORTH = 20_000, 4  # how often a value is kept in vain, and how many such times make up for one that is found


def kept(found: Value, key: Key, known: Known) -> Value:
    """The same closure, worked out once for each key; what it was charged then is charged each time.

    Where what is kept is hardly ever found again, it gives up. Nothing is kept on a table with unseen cards, which has
    no memory either: a key would look at all of them.
    """
    if key == ((By.IT, 0),):
        return _kept_for_each(found, known)
    at, left = _key(key), TRIED

    def asked(mc: Machine, own: Any, it: Any) -> Any:
        nonlocal left
        if not left or mc.known is None:
            return found(mc, own, it)
        place = at(mc, own, it)
        if place in known:
            value, steps = known[place]
            if left < TRIED:
                left += WORTH
            if steps:
                mc.charge(steps)
            return value
        before = mc.left
        value = found(mc, own, it)
        left -= 1
        if not left or len(known) >= MOST:
            known.clear()
        known[place] = value, before - mc.left
        return value

    return asked


def _kept_for_each(found: Value, known: Known) -> Value:
    """The same for what depends on nothing but `it`."""

    def asked(mc: Machine, own: Any, it: Any) -> Any:
        if mc.known is None:
            return found(mc, own, it)
        if it not in known:
            before = mc.left
            known[it] = found(mc, own, it), before - mc.left
        value, steps = known[it]
        if steps:
            mc.charge(steps)
        return value

    return asked


def once(found: Value, place: int) -> Value:
    """The same, worked out once until what is given at a place is taken away."""

    def asked(mc: Machine, own: Any, it: Any) -> Any:
        known = mc.given.get(place)
        if known is None:
            before = mc.left
            value = found(mc, own, it)
            mc.given[place] = value, before - mc.left
            return value
        value, steps = known
        if steps:
            mc.charge(steps)
        return value

    return asked


def _key(key: Key) -> Value:
    parts = [_part(by, number) for by, number in key]
    match parts:
        case [one]:
            return one
        case [one, other]:
            return lambda mc, own, it: (one(mc, own, it), other(mc, own, it))
        case [one, other, third]:
            return lambda mc, own, it: (one(mc, own, it), other(mc, own, it), third(mc, own, it))
        case _:
            return lambda mc, own, it: tuple([part(mc, own, it) for part in parts])


def _part(by: By, number: int) -> Value:
    match by:
        case By.IT:
            return lambda mc, own, it: it
        case By.OWN:
            return lambda mc, own, it: own
        case By.GIVEN:
            return lambda mc, own, it: mc.given.get(number)
        case By.NAME:
            return lambda mc, own, it: mc.names[number]
        case By.PLACE:
            return lambda mc, own, it: mc.zones[number]
        case By.VARIABLE:
            return lambda mc, own, it: mc.variables[number]
        case By.PLACE_OF_IT:
            return lambda mc, own, it: None if it is None else mc.zones[number + it]
        case By.PLACE_OF_OWN:
            return lambda mc, own, it: None if own is None else mc.zones[number + own]
        case By.VARIABLE_OF_IT:
            return lambda mc, own, it: None if it is None else mc.variables[number + it]
        case By.VARIABLE_OF_OWN:
            return lambda mc, own, it: None if own is None else mc.variables[number + own]
        case By.ACTIVE:
            return lambda mc, own, it: mc.active
        case By.SUBJECT:
            return lambda mc, own, it: mc.own
