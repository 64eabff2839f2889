"""Interval analysis of the numbers of a game, and the conditions that it settles once and for all."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds, signed
from rulespec.language.tree.node import walk
from rulespec.rules.resolve.bounds import Bounding, chosen
from rulespec.rules.resolve.ruleset import Rules

Truth = bool | None  # three-valued: None is unknown


class Intervals:
    """Which conditions hold always and which never, with a number of cards and of players; counters begin at 0."""

    def __init__(self, rules: Rules, cards: int, players: int) -> None:
        self._rules = rules
        self._cards = cards
        self._players = players
        self._calls: dict[str, Truth] = {}  # memoised, by named condition
        self._bounding = Bounding(rules, cards, players, self._chosen())
        self._bounding = Bounding(rules, cards, players, self._chosen() | self._reached())

    # ---- conditions

    def truth(self, node: e.Condition) -> Truth:
        """The truth of a condition: always (True), never (False), or perhaps (None)."""
        match node:
            case e.AllOf(parts):
                return _not(_any(_not(self.truth(part)) for part in parts))
            case e.AnyOf(parts):
                return _any(map(self.truth, parts))
            case e.Not(part):
                return _not(self.truth(part))
            case e.Implies():
                return self.truth(node.either)
            case e.Quantified(quantifier, member, condition):
                return self._quantified(quantifier, member, self.truth(condition))
            case e.Compare(subject, relation, other):
                return _compared(relation, self._bounding.of(subject), self._bounding.of(other))
            case e.Is(subject, other):
                (low, high), (least, most) = self._bounding.of(subject), self._bounding.of(other)
                apart = _is_less(high, least) or _is_less(most, low)
                return False if apart else None
            case e.Fits(call):
                if call not in self._calls:
                    self._calls[call] = self.truth(self._rules.call(call).condition)
                return self._calls[call]
            case e.Atomic():
                return None
            case _:
                assert_never(node)

    def out_of_reach(self, node: e.Condition) -> Iterator[str]:
        """The comparisons in a condition that never hold, in words."""
        waiting, calls = [node], set[str]()
        while waiting:
            for part in walk(waiting.pop()):
                match part:
                    case e.Compare(e.Number()) if self.truth(part) is False:
                        yield f"'{show(part)}' is never true"
                    case e.Compare(subject, relation, _) if self.truth(part) is False:
                        low, high = self._bounding.of(subject)
                        if relation in (">=", ">") and high is not None:
                            yield f"'{show(subject)}' is never more than {high}"
                        elif relation in ("<=", "<") and low is not None:
                            yield f"'{show(subject)}' is never less than {low}"
                    case e.Fits(call) if call not in calls:
                        calls.add(call)
                        waiting.append(self._rules.call(call).condition)

    def _quantified(self, quantifier: str, member: e.Member, each: Truth) -> Truth:
        """The truth of a quantified condition; only the set of all players is known not to be empty."""
        somebody = member.players and member.among is None
        if quantifier == "no":
            return True if each is False else False if each and somebody else None
        if quantifier == "some":
            return False if each is False else True if each and somebody else None
        return True if each else False if each is False and somebody else None

    # ---- numbers

    def _chosen(self) -> dict[str, Bounds]:
        """The bounds of the numbers that a player chooses, by name, for any values of counters."""
        known: Mapping[str, Bounds] = dict.fromkeys(self._rules.names.counters, (None, None))
        return chosen(self._rules, self._cards, self._players, known)

    def _reached(self) -> dict[str, Bounds]:
        """The bounds of each counter; (0, 0) if nothing changes it."""
        found: dict[str, Bounds] = dict.fromkeys(self._rules.names.counters, (0, 0))
        for change in (each for effect in self._rules.within(s.AnyEffect) for each in s.changes(effect)):
            if isinstance(change.target, e.OnCounter):
                (low, high), (least, most) = found[change.name], self._moved(change)
                found[change.name] = _end(min, low, least), _end(max, high, most)
        return {name: _held(self._rules.names.counters[name], each) for name, each in found.items()}

    def _moved(self, change: s.Change) -> Bounds:
        """The interval that a change can lead its counter to, by itself and repeated."""
        low, high = signed(self._bounding.of(change.by), change.sign or 1)
        if change.sign is None:
            return low, high
        return (0 if low is not None and low >= 0 else None), (0 if high is not None and high <= 0 else None)


def _held(counter: d.Counter, bounds: Bounds) -> Bounds:
    """Bounds clamped by what the counter declares."""
    low, high = bounds
    if counter.below is not None:
        low, high = max(low, counter.below) if low is not None else counter.below, _end(max, high, counter.below)
    if counter.above is not None:
        low, high = _end(min, low, counter.above), min(high, counter.above) if high is not None else counter.above
    return low, high


def _end(which: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else which(one, other)


def _is_less(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one < other


def _compared(relation: str, one: Bounds, other: Bounds) -> Truth:
    if relation in ("<", "<="):
        one, other, relation = other, one, {"<": ">", "<=": ">="}[relation]
    (low, high), (least, most) = one, other
    if relation == ">":
        return False if _is_less(high, least) or (high is not None and high == least) else _is_less(most, low) or None
    return False if _is_less(high, least) else _is_less(most, low) or (low is not None and low == most) or None


def _not(truth: Truth) -> Truth:
    return None if truth is None else not truth


def _any(truths: Iterable[Truth]) -> Truth:
    found = list(truths)
    return True if True in found else None if None in found else False
