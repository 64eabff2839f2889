"""Sieves as functions on lists of candidates: where, preferring, with most and fewest."""

from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulespec.run.machine import Machine
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree.node import Node, walk

if TYPE_CHECKING:
    from rulespec.run.expressions import Expressions, Value

Narrow = Callable[[Machine, Any, list[Any]], list[Any]]
Probe = Callable[[Machine, Any, Any], Any]  # a closure asked about one candidate: machine, own, candidate


@frozen
class Candidates:
    """What sieves look at: players are `own` as well as `it`; `name` gives a candidate its names or takes them."""

    players: bool = False
    name: Callable[[Machine, Any], None] | None = None

    def probe(self, closure: "Value") -> Probe:
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

    def depends(self, node: Node) -> bool:
        """Whether an expression can have another value for another candidate."""
        kinds = m.Looked | m.OwnPlayer if self.players else m.Looked
        return self.name is not None or any(isinstance(each, kinds) for each in walk(node))


def narrow(sieves: Iterable[e.Sieve], candidates: Candidates, expressions: "Expressions") -> Narrow:
    """All sieves as one, left to right."""
    steps = [_sieve(each, candidates, expressions) for each in sieves]
    if len(steps) == 1:
        return steps[0]

    def narrowed(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        for step in steps:
            found = step(mc, own, found)
        return found

    return narrowed


def _sieve(sieve: e.Sieve, candidates: Candidates, expressions: "Expressions") -> Narrow:
    match sieve:
        case e.Where(condition):
            return _where(condition, candidates, expressions)
        case e.Preferring(conditions):
            return _preferring([_where(condition, candidates, expressions) for condition in conditions])
        case e.WithExtremes(extremes):
            return _extremes([(each.most, candidates.probe(expressions.value(each.measure))) for each in extremes])
        case _:
            raise TypeError(type(sieve))


def _where(condition: e.Condition, candidates: Candidates, expressions: "Expressions") -> Narrow:
    """Those for which a condition holds; what does not depend on the candidate is worked out once."""
    match condition:
        case e.AllOf(parts) if candidates.name is None:
            steps = [_where(part, candidates, expressions) for part in parts]
            return _one_after_another(steps)
        case e.Is(_, e.NoneYet()) | e.Not(e.Is(_, e.NoneYet())):
            pass
        case e.Is(subject, other) | e.Within(subject, other) if not candidates.depends(other):
            return _within(subject, other, True, candidates, expressions)
        case e.Not(e.Is(subject, other) | e.Within(subject, other)) if not candidates.depends(other):
            return _within(subject, other, False, candidates, expressions)
    test = candidates.probe(expressions.test(condition))
    return lambda mc, own, found: [each for each in found if test(mc, own, each)]


def _one_after_another(steps: list[Narrow]) -> Narrow:
    def narrowed(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        for step in steps:
            if not found:
                break
            found = step(mc, own, found)
        return found

    return narrowed


def _within(
    subject: e.Expression, other: e.Expression, wanted: bool, candidates: Candidates, expressions: "Expressions"
) -> Narrow:
    """Those that are, or are not, among others; to be the same as one thing is to be among just that one."""
    members, words = expressions.many(other), _shown(subject, candidates, expressions)
    if words is not None:

        def shows(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
            among = members(mc, own, None)
            return [each for each in found if (words[each] in among) == wanted]

        return shows
    asked = candidates.probe(expressions.value(subject))

    def within(mc: Machine, own: Any, found: list[Any]) -> list[Any]:
        among = members(mc, own, None)
        return [each for each in found if (asked(mc, own, each) in among) == wanted]

    return within


def _shown(subject: e.Expression, candidates: Candidates, expressions: "Expressions") -> tuple[int | None, ...] | None:
    """What each candidate shows of a list, where the subject is just that."""
    match subject:
        case m.Shown(list_, m.Looked()) if candidates.name is None:
            return expressions.shown(list_, of_players=candidates.players)
        case m.Shown(list_, m.OwnPlayer()) if candidates.players and candidates.name is None:
            return expressions.shown(list_, of_players=True)
    return None


def _preferring(steps: list[Narrow]) -> Narrow:
    def preferring(mc: Machine, own: Any, candidates: list[Any]) -> list[Any]:
        for step in steps:
            found = step(mc, own, candidates)
            if found:
                return found
        return candidates

    return preferring


def _extremes(measures: list[tuple[bool, Probe]]) -> Narrow:
    """Those with the most or fewest; whoever has none of it comes last either way."""

    def extremes(mc: Machine, own: Any, candidates: list[Any]) -> list[Any]:
        for most, measure in measures:
            if len(candidates) < 2:
                break
            worst = -inf if most else inf
            amounts = [worst if (amount := measure(mc, own, each)) is None else amount for each in candidates]
            best = max(amounts) if most else min(amounts)
            candidates = [each for each, amount in zip(candidates, amounts, strict=True) if amount == best]
        return candidates

    return extremes
