"""In which way a choice is asked: all answers listed, bit by bit, or not at all; fixed before play."""

from collections.abc import Callable
from math import comb, prod

from attrs import define, field, frozen

from rulespec.engine.holdings import Holdings
from rulespec.engine.material import Material
from rulespec.engine.sums import Measured, NotInSumsError, Sums, in_sums, mentioned
from rulespec.language.limits import SEARCHED
from rulespec.resolve.expressions import kind_of
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Node

COUNTED = 10**15  # beyond this, no number of answers is worth telling


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
    relying: list[s.Choose] = field(init=False, factory=list)  # listed since zones hold less than they could
    _holdings: Holdings | None = field(init=False, default=None)

    def of(self, choose: s.Choose, following: s.Statement | None) -> Way:
        """How a choice is asked, given what comes after it."""
        limit, rules = self.material.rules.listed, self.material.rules
        answers = self._answers(choose, self._at_most)
        if answers > limit:
            answers = self._answers(choose, self.holdings.size)
            if answers <= limit:
                self.relying.append(choose)
        if answers <= limit:
            return Way(answers)
        if len(choose.picks) == 1 and isinstance(choose.picks[0], s.PickOne | s.PickNumber):
            return Way(answers)  # one atom, and so as small as an answer can be
        try:
            sums = in_sums(choose, following, rules)
        except NotInSumsError as error:
            return Way(answers, None, str(error), error.node)
        steps = self._steps(choose, sums)
        if steps > SEARCHED.most:
            return Way(answers, None, "too much")
        return Way(answers, sums)

    def too_many(self, laid: dict[str, int]) -> str | None:
        """A zone in which a given position has so many cards that a choice could have too many answers to list them."""
        more = [zone for zone, cards in laid.items() if self.relying and cards > self.holdings.turn[zone]]
        if not more:
            return None
        held = {zone: max(cards, laid.get(zone, 0)) for zone, cards in self.holdings.turn.items()}
        size, limit = Holdings(self.material, held).size, self.material.rules.listed
        return None if all(self._answers(choose, size) <= limit for choose in self.relying) else more[0]

    @property
    def holdings(self) -> Holdings:
        if self._holdings is None:
            self._holdings = Holdings(self.material, self.laid)
        return self._holdings

    def _at_most(self, node: e.Expression) -> int:
        """A quick bound on how many members a set has."""
        kind = kind_of(node)
        return len(self.material.cards) if kind.many and kind.name == "card" else self.holdings.size(node)

    # ---- how many answers

    def _answers(self, choose: s.Choose, size: Callable[[e.Expression], int]) -> int:
        return min(COUNTED, prod(self._of(pick, size) for pick in choose.picks))

    def _of(self, pick: s.Pick, size: Callable[[e.Expression], int]) -> int:
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
        raise TypeError(type(pick))

    def _numbers(self, pick: s.PickNumber) -> range:
        low, high = self.holdings.amount(pick.low)[0], self.holdings.amount(pick.high)[1]
        assert low is not None and high is not None  # E038
        return range(low, high + 1)

    def _sizes(self, pick: s.PickCards, cards: int) -> tuple[int, int]:
        least, most = self.holdings.amount(pick.low)[0], self.holdings.amount(pick.high or pick.low)[1]
        most = cards if most is None else max(0, min(most, cards))
        return min(max(0, least or 0), most), most

    # ---- how long it takes to complete one

    def _steps(self, choose: s.Choose, sums: Sums) -> int:
        used = set().union(*(mentioned(each, self.material.rules) for each in sums.sieves))
        for _, each in sums.measured:
            parts = [part for part in (each.amount, each.beside, *each.fits) if part is not None]
            used |= set().union(*(mentioned(part, self.material.rules) for part in parts))
        steps, cards, counts = 1, 0, {}
        for pick in choose.picks:
            if isinstance(pick, s.PickCards):
                size = self.holdings.size(pick.source)
                cards, counts[pick.name] = cards + size, self._sizes(pick, size)[1]
            elif isinstance(pick, s.PickNumber):
                steps *= len(self._numbers(pick)) if sums.tried or pick.name in used else 1
            elif isinstance(pick, s.PickOne | s.PickPair):
                card = kind_of(pick.source).name == "card"
                if card or sums.tried or isinstance(pick, s.PickPair) or pick.name in used:
                    steps *= self._of(pick, self.holdings.size)
        if counts:
            cards = min(cards, len(self.material.cards))
            steps *= max(1, cards) * prod(most + 1 for most in counts.values())
            steps *= prod(self._values(each, counts[each.set], cards) for _, each in sums.measured)
        return steps

    def _values(self, each: Measured, most: int, cards: int) -> int:
        """How many values a measure can have, beside what the number of cards in the set says already."""
        if each.list is not None:
            words = self.holdings.length(self.material.rules.names.lists[each.list])
            return 4 if each.repeats else 2 * (min(most, words) + 1)
        if each.amount is None:
            return 1 if not each.fits and each.beside is None else (cards if each.left else most) + 1
        low, high = self.holdings.amount(each.amount)
        if low is None or high is None:
            return SEARCHED.most
        return (max(0, high) - min(0, low)) * (cards if each.left else most) + 1


def chooses(body: d.Body) -> list[tuple[s.Choose, s.Statement | None]]:
    """The choices of a block, each with the statement that comes after it."""
    found = []
    for statement, following in zip(body, (*body[1:], None), strict=False):
        match statement:
            case s.Do(s.Choose() as choose):
                found.append((choose, following))
            case s.If(_, then, otherwise):
                found += [*chooses(then), *chooses(otherwise)]
            case s.May(inner) | s.Together(inner) | s.Who(_, inner):
                found += chooses(inner)
    return found
