"""In which way a choice is asked: all answers listed, bit by bit, or not at all; fixed before play."""

from collections.abc import Callable
from math import comb, prod
from typing import assert_never

from attrs import define, field, frozen

from rulespec.material import Material
from rulespec.plan.stepwise.amounts import Amounts
from rulespec.plan.stepwise.holdings import Holdings
from rulespec.plan.stepwise.subsets import COUNTED, excess, subsets
from rulespec.plan.stepwise.sums import Measured, NotInSumsError, Sums, in_sums, mentioned
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import SETS
from rulespec.tree.limits import SEARCHED
from rulespec.tree.node import Node

Size = Callable[[e.Expression], int]


@frozen
class Way:
    """`answers` is how many there can be; `sums` if they are asked bit by bit, `refused` why they cannot be."""

    answers: int
    sums: Sums | None = None
    refused: str = ""
    node: Node | None = None

    @property
    def listed(self) -> bool:
        return self.sums is None and not self.refused


@define
class Ways:
    """The ways of the choices of a ruleset for a number of players."""

    material: Material
    laid: dict[str, int] = field(factory=dict)  # see Holdings
    relying: list[s.AnyChoice] = field(factory=list)  # listed since zones hold less than they could
    amounts: Amounts = field(init=False)
    _holdings: Holdings | None = field(init=False, default=None)
    _many_sets: list[e.SetsOf | e.Outside] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.amounts = Amounts(self.material)

    def of(self, choose: s.AnyChoice, following: s.Statement | None) -> Way:
        """How a choice is asked, given what comes after it."""
        limit, rules = self.material.rules.listed, self.material.rules
        answers = self.count(choose, self.at_most)
        if answers > limit:
            answers = self.count(choose, self.holdings.size)
            if answers <= limit:
                self.relying.append(choose)
        if answers <= limit:
            return Way(answers)
        if len(choose.picks) == 1 and isinstance(choose.picks[0], s.PickOne | s.PickNumber):
            return Way(answers)  # one atom, and so as small as an answer can be
        if not isinstance(choose, s.Choose):
            return Way(answers, None, "chance")
        try:
            sums = in_sums(choose, following, rules)
        except NotInSumsError as error:
            return Way(answers, None, str(error), error.node)
        steps = self._steps(choose, sums, self.holdings.size)
        if steps > SEARCHED.most:
            return Way(answers, None, "too much")
        return Way(answers, sums)

    def certain(self, choose: s.AnyChoice, following: s.Statement | None) -> bool:
        """Whether a choice can be asked in some way however many cards the zones hold."""
        if self.count(choose, self.at_most) <= self.material.rules.listed:
            return True
        if not isinstance(choose, s.Choose):
            return False
        try:
            sums = in_sums(choose, following, self.material.rules)
        except NotInSumsError:
            return False
        return self._steps(choose, sums, self.at_most) <= SEARCHED.most

    def too_many(self, laid: dict[str, int]) -> str | None:
        """A zone in which a position has so many cards that answers, or sets of cards, could be too many."""
        relying = self.relying or self.many_sets
        more = [zone for zone, cards in laid.items() if relying and cards > self.holdings.turn[zone]]
        if not more:
            return None
        held = {zone: max(cards, laid.get(zone, 0)) for zone, cards in self.holdings.turn.items()}
        size, limit = Holdings(self.amounts, held).size, self.material.rules.listed
        listed = all(self.count(choose, size) <= limit for choose in self.relying)
        return None if listed and not any(excess(sets, size, self.amounts) for sets in self.many_sets) else more[0]

    @property
    def many_sets(self) -> list[e.SetsOf | e.Outside]:
        """What would go through too many sets of cards if zones did not hold less than they could."""
        if self._many_sets is None:
            rules = self.material.rules
            outside = rules.anywhere(e.Outside)
            told = {id(e.sets_in(each.sets)) for each in outside}
            alone = [each for each in rules.anywhere(e.SetsOf) if id(each) not in told]
            found: list[e.SetsOf | e.Outside] = [*outside, *alone]
            self._many_sets = [each for each in found if excess(each, self.at_most, self.amounts)]
        return self._many_sets

    @property
    def holdings(self) -> Holdings:
        if self._holdings is None:
            self._holdings = Holdings(self.amounts, self.laid)
        return self._holdings

    def at_most(self, node: e.Expression) -> int:
        """A quick bound on how many members a set has."""
        kind = kind_of(node)
        if not kind.many:
            return 1
        if kind == SETS:
            return subsets(e.sets_in(node), len(self.material.cards), self.amounts)
        sizes = {"card": len(self.material.cards), "player": self.material.players}
        return sizes[kind.name] if kind.name in sizes else self.amounts.words(kind)

    # ---- how many answers

    def count(self, choose: s.AnyChoice, size: Size) -> int:
        """How many answers a choice can have, given how many members sets have."""
        return min(COUNTED, prod(self._of(pick, size) for pick in choose.picks))

    def _of(self, pick: s.Pick, size: Size) -> int:
        match pick:
            case s.PickOne(source=source):
                return size(source)
            case s.PickPair(source=source):
                return comb(size(source), 2)
            case s.PickNumber():
                return len(self._numbers(pick))
            case s.PickCards(high=high, source=source):
                cards = size(source)
                least, most = self._sizes(pick, cards)
                if high is None:
                    return comb(cards, max(least, min(most, cards // 2)))
                total = 0
                for count in range(least, most + 1):
                    total += comb(cards, count)
                    if total > COUNTED:
                        break
                return total
            case _:
                assert_never(pick)

    def _numbers(self, pick: s.PickNumber) -> range:
        low, high = self.amounts.of(pick.low)[0], self.amounts.of(pick.high)[1]
        return range(0) if low is None or high is None else range(low, high + 1)  # E038 tells of it

    def _sizes(self, pick: s.PickCards, cards: int) -> tuple[int, int]:
        least, most = self.amounts.of(pick.low)[0], self.amounts.of(pick.high or pick.low)[1]
        most = cards if most is None else max(0, min(most, cards))
        return min(max(0, least or 0), most), most

    # ---- how long it takes to complete one

    def _steps(self, choose: s.Choose, sums: Sums, size: Size) -> int:
        used = set().union(*(mentioned(each, self.material.rules) for each in sums.sieves))
        for _, each in sums.measured:
            parts = [part for part in (each.amount, each.beside, *each.fits) if part is not None]
            used |= set().union(*(mentioned(part, self.material.rules) for part in parts))
        steps, cards, counts = 1, 0, {}
        for pick in choose.picks:
            if isinstance(pick, s.PickCards):
                held = size(pick.source)
                cards, counts[pick.name] = cards + held, self._sizes(pick, held)[1]
            elif isinstance(pick, s.PickNumber):
                steps *= len(self._numbers(pick)) if sums.tried or pick.name in used else 1
            elif isinstance(pick, s.PickOne | s.PickPair):
                card = kind_of(pick.source).name == "card"
                if card or sums.tried or isinstance(pick, s.PickPair) or pick.name in used:
                    steps *= self._of(pick, size)
        if counts:
            cards = min(cards, len(self.material.cards))
            steps *= max(1, cards) * prod(most + 1 for most in counts.values())
            steps *= prod(self._values(each, counts[each.set], cards) for _, each in sums.measured)
        return steps

    def _values(self, each: Measured, most: int, cards: int) -> int:
        """How many values a measure can have, beside what the number of cards in the set says already."""
        if each.list is not None:
            words = self.amounts.length(each.list)
            if each.few:
                return words + 2
            return 4 if each.repeats else 2 * (min(most, words) + 1)
        if each.amount is None:
            return 1 if not each.fits else (cards if each.left else most) + 1
        low, high = self.amounts.of(each.amount)
        if low is None or high is None:
            return SEARCHED.most
        return (max(0, high) - min(0, low)) * (cards if each.left else most) + 1


def chooses(body: d.Body) -> list[tuple[s.AnyChoice, s.Statement | None]]:
    """The choices of a block, each with the statement that comes after it."""
    found: list[tuple[s.AnyChoice, s.Statement | None]] = []
    for statement, following in zip(body, (*body[1:], None), strict=False):
        match statement:
            case s.Do(s.AnyChoice() as choose):
                found.append((choose, following))
            case s.If(_, then, otherwise):
                found += [*chooses(then), *chooses(otherwise)]
            case s.May(inner) | s.Together(inner) | s.ForEach(_, inner) | s.ForEachWord(_, inner):
                found += chooses(inner)
            case s.Do():
                pass
            case _:
                assert_never(statement)
    return found
