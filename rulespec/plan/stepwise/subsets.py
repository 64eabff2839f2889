"""How many sets of cards an expression goes through, and in how many ways they lie beside each other."""

from collections.abc import Callable
from math import comb

from rulespec.plan.stepwise.amounts import Amounts
from rulespec.tree import expressions as e
from rulespec.tree.limits import ARRANGED, SOURCE, SUBSETS, Limit

MOST_ARRANGED = 20  # cards; those of more are beyond every limit
COUNTED = 10**15  # beyond this, no number of sets is worth telling


def sizes(sets: e.SetsOf, cards: int, amounts: Amounts) -> range:
    """How many cards each of the sets can have, of so many."""
    if sets.low is None:
        return range(1, cards + 1)
    least, most = amounts.of(sets.low)[0], amounts.of(sets.high or sets.low)[1]
    return range(max(1, least or 1), min(cards, cards if most is None else most) + 1)


def subsets(sets: e.SetsOf, cards: int, amounts: Amounts) -> int:
    """How many sets there are of so many cards."""
    return min(COUNTED, sum(comb(cards, size) for size in sizes(sets, cards, amounts)))


def arrangements(sets: e.SetsOf, cards: int, amounts: Amounts) -> int:
    """How much there is to try if each of the sets is one in which cards can be laid out: see `Outside` of a plan.

    Of each part of the cards these are the sets with its first card: all that there are of such sets, or all parts of
    the part, whichever are fewer.
    """
    if cards > MOST_ARRANGED:
        return COUNTED
    tried = 0
    for left in range(cards):  # so many cards stand behind the first of a part, and more of them are in it
        with_first = sum(comb(left, size - 1) for size in sizes(sets, cards, amounts))
        tried += sum(comb(left, more) * (1 + min(with_first, 2**more)) for more in range(left + 1))
    return tried


def excess(
    node: e.SetsOf | e.Outside, size: Callable[[e.Expression], int], amounts: Amounts
) -> tuple[Limit, int] | None:
    """The limit that sets of cards go beyond, and what they come to; None if they do not."""
    sets = e.sets_in(node.sets) if isinstance(node, e.Outside) else node
    cards = size(sets.of)
    found = [(SOURCE, cards), (SUBSETS, subsets(sets, cards, amounts))]
    if isinstance(node, e.Outside):
        found = [(ARRANGED, arrangements(sets, cards, amounts))]
    return next(((limit, much) for limit, much in found if much > limit.most), None)
