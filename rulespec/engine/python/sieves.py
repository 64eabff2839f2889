"""Sieves as functions on lists of candidates: those for which something holds, the preferred, the most and fewest."""

from collections.abc import Callable
from math import inf
from typing import Any

from attrs import frozen

from rulespec.engine.python.machine import Machine
from rulespec.plan.nodes import roles
from rulespec.plan.nodes import terms as t

Narrow = Callable[[Machine, Any, list[Any]], list[Any]]
Probe = Callable[[Machine, Any, Any], Any]  # a closure asked about one candidate: machine, own, candidate


@frozen
class Candidates:
    """What sieves look at: players are `own` as well as `it`; `name` gives a candidate its names or takes them."""

    players: bool = False
    name: Callable[[Machine, Any], None] | None = None
    slots: tuple[int, ...] = ()  # of these names, where a candidate has several

    def probe(self, closure: Probe) -> Probe:
        """How a closure is asked about one candidate."""
        name = self.name
        asked = (lambda mc, own, each: closure(mc, each, each)) if self.players else closure
        if name is None:
            return asked

        def named(mc: Machine, own: Any, each: Any) -> Any:
            name(mc, each)
            found = asked(mc, own, each)
            name(mc, None)
            return found

        return named

    def depends(self, term: t.Term) -> bool:
        """Whether a term can be something else for another candidate."""
        kinds = t.It | t.Own if self.players else t.It
        return self.name is not None or any(isinstance(each, kinds) for each in roles.within(term))

    def only_name(self, term: t.Term) -> int | None:
        """Which of several names a term depends on, if on one alone."""
        if not self.slots:
            return None
        slots = {each.slot for each in roles.within(term) if isinstance(each, t.Slot)}.intersection(self.slots)
        return self.slots.index(slots.pop()) if len(slots) == 1 else None


def one_after_another(steps: list[Narrow]) -> Narrow:
    if len(steps) == 1:
        return steps[0]

    def narrowed(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        for step in steps:
            if not found:
                break
            found = step(mc, own, found)
        return found

    return narrowed


def those(test: Probe) -> Narrow:
    """Those for which a test holds."""
    return lambda mc, own, found: [each for each in found if test(mc, own, each)]


def within(members: Probe, shown: Callable[[int], Any] | None, wanted: bool) -> Narrow:
    """Those that are, or show, a member of a set, or those that do not."""
    if shown is None:

        def are(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
            among = members(mc, own, None)
            return [each for each in found if (each in among) == wanted]

        return are

    def show(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        among = members(mc, own, None)
        return [each for each in found if (shown(each) in among) == wanted]

    return show


Side = tuple[int, int, Probe]  # a slot, which part of a candidate it is for, and what is worked out of it


def compared(one: Side, other: Side, holds: Callable[[Any, Any], bool], none_fits: bool) -> Narrow:
    """Those whose two parts compare, with each side worked out once for each thing instead of once for each candidate.

    This is only there for speed: without it, a game whose choices have hundreds of pairs takes 1.07 times as long.
    """
    (_, first, _), (_, second, _) = one, other

    def narrowed(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        left, right = _of_each(mc, own, found, one), _of_each(mc, own, found, other)
        if None not in left.values() and None not in right.values():
            return [each for each in found if holds(left[each[first]], right[each[second]])]
        return [
            each
            for each in found
            if (none_fits if (a := left[each[first]]) is None or (b := right[each[second]]) is None else holds(a, b))
        ]

    return narrowed


def _of_each(mc: Machine, own: Any, found: list[Any], side: Side) -> dict[Any, Any]:
    slot, part, closure = side
    worth = {}
    for thing in {each[part] for each in found}:
        mc.names[slot] = thing
        worth[thing] = closure(mc, own, None)
    mc.names[slot] = None
    return worth


def preferring(steps: list[Narrow]) -> Narrow:
    """Those that the first step leaves which leaves any; all of them if none does."""

    def preferred(mc: Machine, own: Any, candidates: list[Any]) -> list[Any]:
        for step in steps:
            found = step(mc, own, candidates)
            if found:
                return found
        return candidates

    return preferred


def extremes(measures: list[tuple[bool, Probe]]) -> Narrow:
    """Those with the most or fewest; whoever has none of it comes last either way."""

    def extreme(mc: Machine, own: Any, candidates: list[Any]) -> list[Any]:
        for most, measure in measures:
            if len(candidates) < 2:
                break
            worst = -inf if most else inf
            amounts = [worst if (amount := measure(mc, own, each)) is None else amount for each in candidates]
            best = max(amounts) if most else min(amounts)
            candidates = [each for each, amount in zip(candidates, amounts, strict=True) if amount == best]
        return candidates

    return extreme
