"""Axes with round numbers written along them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import ceil, floor, log10

from palast.pictures.panels import Axis, Tick

MOST = 5  # steps from tick to tick


def axis(limits: tuple[float, float], unit: Callable[[float], str], whole: bool = False) -> Axis:
    """An axis with ticks at round numbers; `whole` leaves out fractions."""
    low, high = limits
    step = _step(high - low)
    if whole:
        step = max(step, Fraction(1))
    ticks = [float(number * step) for number in range(ceil(low / step), floor(high / step) + 1)]
    return Axis(low, high, tuple([Tick(at, unit(at)) for at in ticks]))


def _step(wide: float) -> Fraction:
    """The smallest step of 1, 2 or 5 times a power of ten that makes at most `MOST` steps."""
    least = wide / MOST
    steps = (step * Fraction(10) ** power for power in count(floor(log10(least))) for step in (1, 2, 5))
    return next(step for step in steps if step >= least)
