"""Conjectures from some games: constant sums, bounds that are reached, quantities that never fall or rise."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import field, frozen

from rulespec.experiments.mining.amounts import AmountsSaid
from rulespec.experiments.mining.conjecture import Conjecture, Relation, Summand
from rulespec.experiments.mining.declared_laws import Declared
from rulespec.experiments.mining.linear import Spanned, Unvarying, Vector, cost, primitive, simple
from rulespec.experiments.mining.quantities import ALL, PLAYER, Quantity
from rulespec.experiments.mining.sample import MOMENTS, Sample
from rulespec.language.tree import declarations as d

PARTS = 6  # of the games, in each of which sums are sought that hold in nearly all
NEARLY = 0.02  # the share of games in which what holds nearly always fails at most
ENOUGH = 100  # games without which nothing is said to hold nearly always
LARGEST = 12  # coefficient of a sum
LONGEST = 24  # cost of a sum: see `cost`
REACHED = 0.05  # the share of games in which a bound is reached at least
LEAST = 3  # games in which it is

BOUNDED: tuple[d.Moment, ...] = ("asked or over", "when asked")
TURNING: tuple[d.Moment, ...] = ("asked or over", "after round", "after turn")
COVERED: dict[d.Moment, tuple[d.Moment, ...]] = {  # at which moments a law is looked at whenever one of a moment is
    "asked or over": ("asked or over", "after each effect"),
    "when asked": ("asked or over", "when asked", "after each effect"),
    "after turn": ("after turn", "after each effect"),
    "after round": ("after round", "after each effect"),
    "after game": ("asked or over", "after game", "after each effect"),
}  # fmt: skip


@frozen(eq=False, slots=False)  # without slots for the cached properties
class Conjectures:
    """All conjectures that hold, and those that nearly always do."""

    sample: Sample
    declared: Declared
    amounts: AmountsSaid
    _sunk: dict[str, set[int]] = field(factory=dict, init=False)

    @cached_property
    def always(self) -> tuple[Conjecture, ...]:
        """The conjectures that held in all games and follow from no other: sums first."""
        return (*self._sums[0], *self._bounds, *self._trends[0])

    @cached_property
    def nearly(self) -> tuple[tuple[Conjecture, float], ...]:
        """The conjectures that failed in few games, with the share of these."""
        if self.sample.played < ENOUGH:
            return ()
        once: dict[frozenset[tuple[str, int]], Conjecture] = {}
        for conjecture in self._sums[1]:  # the same sum is told once, for each member rather than for all together
            once.setdefault(frozenset((term.quantity.holder.key, term.times) for term in conjecture.terms), conjecture)
        found = ((conjecture, self.share(conjecture)) for conjecture in (*once.values(), *self._trends[1]))
        return tuple((conjecture, share) for conjecture, share in found if 0 < share < NEARLY)

    def share(self, conjecture: Conjecture) -> float:
        """In which share of the games a conjecture fails."""
        return share(self.sample, conjecture)[0]

    # ---- sums that never change

    @property
    def _scopes(self) -> list[str]:
        """Those with members first: a conjecture about each of them holds of all together."""
        return sorted(self.sample.quantities, key=lambda scope: (scope == ALL, scope != PLAYER))

    @cached_property
    def _sums(self) -> tuple[tuple[Conjecture, ...], tuple[Conjecture, ...]]:
        """Sums that never changed, and those that never did in some part of the games."""
        always, sometimes = list[Conjecture](), list[Conjecture]()
        for moment in MOMENTS:
            for scope in self._scopes:
                known = self._known(moment, scope, always)
                found = self._unchanged(moment, scope, slice(None))
                always += self._simplest(moment, scope, known, found, slice(None))
                for part in range(PARTS):
                    games = slice(part, None, PARTS)
                    found = self._unchanged(moment, scope, games)
                    sometimes += self._simplest(moment, scope, known, found, games)
        return tuple(sorted(always, key=_rank)), tuple(sometimes)

    def _known(self, moment: d.Moment, scope: str, already: Iterable[Conjecture]) -> Spanned:
        """The sums that need no proposal: they are declared already, or hold for all games of all rules."""
        span, quantities, order = Spanned(), self.sample.quantities[scope], list(MOMENTS)
        if scope == ALL:
            span.add([int(each.is_zone) for each in quantities])
        for said in self.declared.sums:
            is_known = said.moment in COVERED[moment] or said.moment in order[: order.index(moment)]
            if is_known and scope in (ALL, said.scope):
                span.add(self._of_all(said.scope, said.vector) if scope == ALL else said.vector)
        for conjecture in already:
            if scope in (ALL, conjecture.scope):
                vector = self._vector(conjecture)
                span.add(self._of_all(conjecture.scope, vector) if scope == ALL else vector)
        return span

    def _vector(self, conjecture: Conjecture) -> Vector:
        times = {term.quantity: term.times for term in conjecture.terms}
        return tuple(times.get(each, 0) for each in self.sample.quantities[conjecture.scope])

    def _of_all(self, scope: str, vector: Sequence[int]) -> Vector:
        """The sum over all members, from a sum that is the same for each."""
        times = {each.holder.key: by for each, by in zip(self.sample.quantities[scope], vector, strict=True)}
        return tuple(times.get(each.holder.key, 0) for each in self.sample.quantities[ALL])

    def _unchanged(self, moment: d.Moment, scope: str, games: slice) -> list[Vector]:
        """A basis of all sums that were always the same; none where the moment did not come."""
        unchanged = Unvarying(len(self.sample.quantities[scope]))
        for players in self.sample.numbers:
            rows = self.sample.rows_in(games, players, scope, moment)
            if not rows:
                return []
            for other in rows[1:]:
                unchanged.sees([one - two for one, two in zip(other, rows[0], strict=True)])
        return unchanged.basis

    def _simplest(
        self, moment: d.Moment, scope: str, known: Spanned, basis: Sequence[Vector], games: slice
    ) -> Iterator[Conjecture]:
        """Simple sums of a space that do not follow from others."""
        for vector in simple(basis):
            if max(map(abs, vector)) > LARGEST or cost(vector) > LONGEST:
                continue
            rows = {players: self.sample.first(games, players, scope, moment) for players in self.sample.numbers}
            amounts = {n: sum(by * each for by, each in zip(vector, row, strict=True)) for n, row in rows.items()}
            if min(vector) < 0 and max(amounts.values()) <= 0 and any(amounts.values()):
                vector, amounts = tuple(-by for by in vector), {n: -amount for n, amount in amounts.items()}
            said = self.amounts.said(amounts)
            if said is not None and any(by > 0 for by in vector) and known.add(vector):
                yield Conjecture(moment, scope, self._terms(scope, vector), "is", amounts, said)

    # ---- bounds

    @cached_property
    def _bounds(self) -> tuple[Conjecture, ...]:
        """Bounds that are reached often; from below first, as some from above follow from them."""
        found = list[Conjecture]()
        for moment in BOUNDED:
            for scope in self._scopes:
                for at_most in (False, True):
                    for column in range(len(self.sample.quantities[scope])):
                        conjecture = self._bound(moment, scope, column, found, at_most=at_most)
                        if conjecture is not None and not any(_says_as_much(other, conjecture) for other in found):
                            found.append(conjecture)
        return tuple(found)

    def _bound(
        self, moment: d.Moment, scope: str, column: int, others: Sequence[Conjecture], *, at_most: bool
    ) -> Conjecture | None:
        """The bound of a quantity on one side, if it is one to speak of."""
        quantity = self.sample.quantities[scope][column]
        stood = {n: [row[column] for row in self.sample.rows(n, scope, moment)] for n in self.sample.numbers}
        if not all(stood.values()) or all(min(each) == max(each) for each in stood.values()):
            return None
        ends = {n: max(each) if at_most else min(each) for n, each in stood.items()}
        if not at_most and quantity.is_zone and min(ends.values()) >= 1:
            ends = dict.fromkeys(ends, 1)
            is_limit = any(self._is_reached(moment, scope, column, n, 1) for n in ends)
        else:
            is_limit = self._is_limit(moment, scope, column, ends, at_most=at_most)
        if not is_limit or self._follows(moment, quantity, ends, others, at_most=at_most):
            return None
        said = "1" if ends == dict.fromkeys(ends, 1) else self.amounts.declared(ends)
        return Conjecture(moment, scope, (Summand(quantity, 1),), "at most" if at_most else "at least", ends, said)

    def _is_limit(self, moment: d.Moment, scope: str, column: int, ends: Mapping[int, int], *, at_most: bool) -> bool:
        """True if numbers that were never passed are likely to be there for a reason, and not by their nature."""
        quantity = self.sample.quantities[scope][column]
        if self.amounts.declared(ends) is None:
            return False
        if isinstance(quantity.holder, d.Counter):
            stops = quantity.holder.above if at_most else quantity.holder.below
            if stops is not None and scope != ALL and all(stops == end for end in ends.values()):
                return False
        at_nothing = not at_most and not any(ends.values())
        if at_nothing and (quantity.is_zone or column not in self._sinking(scope)):
            return False
        return all(self._is_reached(moment, scope, column, n, end) for n, end in ends.items())

    def _is_reached(self, moment: d.Moment, scope: str, column: int, players: int, end: int) -> bool:
        """True if one of the ends of a quantity is reached in many games."""
        ends = self.sample.ends(players, scope, moment)
        reached = sum(end in (least[column], most[column]) for least, most in ends)
        return reached >= max(REACHED * len(ends), min(LEAST, len(ends)))

    def _sinking(self, scope: str) -> set[int]:
        """The columns of counters that ever fell otherwise than back to 0, so that they could go on below."""
        if scope not in self._sunk:
            steps = {
                step
                for players in self.sample.numbers
                for game in range(len(self.sample.games[players]))
                for earlier, later in pairwise(self.sample.course(players, scope, "asked or over", game))
                for step in zip(earlier, later, strict=True)
            }
            columns = range(len(self.sample.quantities[scope]))
            self._sunk[scope] = {each for each in columns if any(0 != now[each] < was[each] for was, now in steps)}
        return self._sunk[scope]

    def _follows(
        self,
        moment: d.Moment,
        quantity: Quantity,
        ends: Mapping[int, int],
        others: Sequence[Conjecture],
        *,
        at_most: bool,
    ) -> bool:
        """True if a bound follows from the other conjectures."""
        material = {n: self.sample.rules.game(n).material for n in ends}
        if at_most and quantity.is_zone and all(end >= len(material[n].cards) for n, end in ends.items()):
            return True
        if at_most and any(self._is_left(conjecture, moment, quantity, ends, others) for conjecture in self._all_sums):
            return True
        for conjecture in self._trends[0]:  # what never falls is never below where it begins
            if conjecture.terms[0].quantity == quantity and conjecture.relation == (
                "at most" if at_most else "at least"
            ):
                return True
        return quantity.scope == ALL and self._is_of_each(moment, quantity, ends, at_most=at_most)

    @cached_property
    def _all_sums(self) -> tuple[Conjecture, ...]:
        """Those that are proposed, and those of the laws that there are."""
        said = (
            Conjecture(each.moment, each.scope, self._terms(each.scope, each.vector), "is", each.amounts, None)
            for each in self.declared.sums
        )
        return (*self._sums[0], *said)

    def _terms(self, scope: str, vector: Vector) -> tuple[Summand, ...]:
        return tuple(Summand(each, by) for each, by in zip(self.sample.quantities[scope], vector, strict=True) if by)

    def _is_left(
        self,
        conjecture: Conjecture,
        moment: d.Moment,
        quantity: Quantity,
        ends: Mapping[int, int],
        others: Sequence[Conjecture],
    ) -> bool:
        """True if the other parts of a sum leave no more than that."""
        times = {term.quantity: term.times for term in conjecture.terms}
        if quantity not in times or conjecture.moment not in COVERED[moment] or conjecture.amounts is None:
            return False
        least = {each: self._least(each, moment, others) for each in times}
        if min(times.values()) < 0 or not all(least.values()):
            return False
        left = {n: amount - sum(times[each] * bound[n] for each, bound in least.items() if bound and each != quantity)
                for n, amount in conjecture.amounts.items()}  # fmt: skip
        return all(left[n] // times[quantity] <= end for n, end in ends.items())

    def _least(self, quantity: Quantity, moment: d.Moment, others: Sequence[Conjecture]) -> dict[int, int] | None:
        """The known lower bound of a quantity, by number of players."""
        for other in others:
            if other.relation == "at least" and other.terms[0].quantity == quantity and other.moment in COVERED[moment]:
                return dict(other.amounts or {})
        natural = quantity.is_zone or (isinstance(quantity.holder, d.Counter) and (quantity.holder.below or -1) >= 0)
        return dict.fromkeys(self.sample.numbers, 0) if natural else None

    def _is_of_each(self, moment: d.Moment, quantity: Quantity, ends: Mapping[int, int], *, at_most: bool) -> bool:
        """True if all together have as much as each of them can have, or must."""
        holder = quantity.holder
        if holder.is_single:
            return False
        scope = PLAYER if holder.per_player else str(holder.by)
        each = next(each for each in self.sample.quantities[scope] if each.holder == holder)
        column = self.sample.quantities[scope].index(each)
        for players, end in ends.items():
            stood = [row[column] for row in self.sample.rows(players, scope, moment)]
            members = len(each.members(self.sample.rules.game(players)))
            if end != members * (max(stood) if at_most else min(stood)):
                return False
        return True

    # ---- what never falls, and what never rises

    @cached_property
    def _trends(self) -> tuple[tuple[Conjecture, ...], tuple[Conjecture, ...]]:
        """Quantities that never fell or rose, and those that hardly ever did."""
        always, sometimes = list[Conjecture](), list[Conjecture]()
        fixed = {
            conjecture.terms[0].quantity.holder
            for conjecture in self._sums[0]
            if len(conjecture.terms) == 1
            and conjecture.moment == "asked or over"
            and (conjecture.scope != ALL or conjecture.terms[0].quantity.holder.is_single)
        }
        for moment in TURNING:
            for scope in self._scopes:
                for quantity, counts, games in self._courses(moment, scope):
                    if quantity.holder in fixed:
                        continue
                    for conjecture, failed in _directions(moment, scope, quantity, counts):
                        if any(_says_as_much(other, conjecture) for other in always) or not games:
                            continue
                        beside = {other.terms[0].quantity for other in always if other.moment == moment}
                        if any(quantity in tied and tied & beside for tied in self._tied):
                            continue
                        if not failed:
                            always.append(conjecture)
                        elif failed < NEARLY * games:
                            sometimes.append(conjecture)
        return tuple(always), tuple(sometimes)

    @cached_property
    def _tied(self) -> list[frozenset[Quantity]]:
        """Quantities of which all rise or fall as soon as one does: two of them make a sum."""
        zones = frozenset(each for each in self.sample.quantities[ALL] if each.is_zone)
        pairs = [frozenset(term.quantity for term in conjecture.terms) for conjecture in self._all_sums]
        found = list[frozenset[Quantity]]()
        for pair in [*pairs, zones]:
            if len(pair) == 2:
                tied = [each for each in found if each & pair]
                found = [each for each in found if each not in tied] + [pair.union(*tied)]
        return found

    def _courses(self, moment: d.Moment, scope: str) -> Iterator[tuple[Quantity, Counter[str], int]]:
        """Of each quantity in how many games it rose, fell, or stayed the same from one moment to the next."""
        quantities = self.sample.quantities[scope]
        counts = [Counter[str]() for _ in quantities]
        games = 0
        for players in self.sample.numbers:
            for game in range(len(self.sample.games[players])):
                course = self.sample.course(players, scope, moment, game)
                games += len(course) > 1
                steps = dict.fromkeys(
                    (before, now)
                    for earlier, later in pairwise(course)
                    for before, now in zip(earlier, later, strict=True)
                )
                for column, count in enumerate(counts):
                    signs = {(now[column] > before[column]) - (now[column] < before[column]) for before, now in steps}
                    count.update(_SIGNS[sign] for sign in signs)
        yield from ((quantity, count, games) for quantity, count in zip(quantities, counts, strict=True))


_SIGNS = {1: "rose", 0: "stayed", -1: "fell"}


def _directions(
    moment: d.Moment, scope: str, quantity: Quantity, counts: Counter[str]
) -> Iterator[tuple[Conjecture, int]]:
    """The possible trends of a quantity, with the number of games in which each fails."""
    for against, strictly, weakly, does in (
        ("fell", "more than", "at least", "rose"),
        ("rose", "less than", "at most", "fell"),
    ):
        relation: Relation = weakly  # type: ignore[assignment]
        if moment != "asked or over":
            if counts["stayed"] or counts[against]:
                continue
            relation = strictly  # type: ignore[assignment]
        if counts[does] > counts[against] and counts[does] >= LEAST:
            yield Conjecture(moment, scope, (Summand(quantity, 1),), relation, None, None), counts[against]


def _says_as_much(one: Conjecture, other: Conjecture) -> bool:
    """True if a conjecture about one quantity adds nothing to another."""
    if one.terms[0].quantity.holder != other.terms[0].quantity.holder or one.relation != other.relation:
        return False
    if one.amounts is None or other.amounts is None:
        return one.amounts is other.amounts and other.scope in (one.scope, ALL)
    if one.scope != other.scope:
        return False
    sign = 1 if one.relation == "at least" else -1
    return all(sign * one.amounts[n] >= sign * other.amounts[n] for n in one.amounts)


def _rank(conjecture: Conjecture) -> tuple[int, int]:
    """Sums of several things before single ones, simple ones first."""
    vector = primitive(term.times for term in conjecture.terms)
    return len(conjecture.terms) == 1, cost(vector)


def share(sample: Sample, conjecture: Conjecture) -> tuple[float, Counter[int]]:
    """In which share of the games a conjecture fails, and in how many games each number came instead."""
    quantities, failed, instead, games = sample.quantities[conjecture.scope], 0, Counter[int](), 0
    for players in sample.numbers:
        if conjecture.amounts is not None and players not in conjecture.amounts:
            continue
        games += len(sample.games[players])
        for game in range(len(sample.games[players])):
            course = sample.course(players, conjecture.scope, conjecture.moment, game)
            found = set(conjecture.failing(quantities, players, course))
            failed += bool(found)
            instead.update(found)
    return (failed / games if games else 0.0), instead
