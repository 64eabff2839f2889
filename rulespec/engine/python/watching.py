"""Reasons to end that hold at once: looked at after each effect, as far as it has changed what they read."""

from collections.abc import Callable

from rulespec.engine.python.machine import Machine
from rulespec.engine.python.values import Test, Values
from rulespec.plan.nodes.instructions import Watch


def watching(watches: tuple[Watch, ...], values: Values) -> Callable[[Machine], int]:
    """Whether a reason to end holds now: where to go on, or 0."""
    found = [(watch.mask, _holds(watch, values), watch.to) for watch in watches]
    anything = 0
    for watch in watches:
        anything |= watch.mask

    def check(mc: Machine) -> int:
        dirty, mc.dirty = mc.dirty, 0
        if not dirty & anything:
            return 0
        if mc.known:
            mc.known.clear()
        own, mc.own = mc.own, mc.active
        for mask, holds, to in found:
            if dirty & mask and holds(mc, dirty):
                return to
        mc.own = own
        return 0

    return check


def _holds(watch: Watch, values: Values) -> Callable[[Machine, int], bool]:
    """Whether a reason holds, given the bits of what has changed."""
    test, seats = values.test(watch.test), watch.seats
    if seats is None:
        return lambda mc, dirty: test(mc, mc.active, None)
    return _some(tuple(enumerate(seats)), test)


def _some(of_whom: tuple[tuple[int, int], ...], test: Test) -> Callable[[Machine, int], bool]:
    def some(mc: Machine, dirty: int) -> bool:
        for seat, bits in of_whom:  # noqa: SIM110 (a generator would cost as much as the test)
            if dirty & bits and test(mc, seat, seat):
                return True
        return False

    return some
