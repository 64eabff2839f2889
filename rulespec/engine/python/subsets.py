"""Sets of cards as bits: of each card the place where it stands among those that the sets are taken from."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from rulespec.engine.python.machine import Machine
from rulespec.engine.python.numbers import held
from rulespec.language.tree.limits import LAID_OUT, SOURCE


def sizes_of(mc: Machine, cards: int, least: int, most: int) -> range:
    """How many cards each set can have of so many."""
    if cards > SOURCE:
        raise mc.exceeds()
    return range(max(1, least), min(cards, most) + 1)


@lru_cache(maxsize=8)
def subsets(cards: int, sizes: range) -> tuple[int, ...]:
    """All sets of so many cards, smaller ones first; kept, since the same are gone through again and again."""
    bits = [1 << place for place in range(cards)]
    return tuple(sum(each) for size in sizes for each in combinations(bits, size))


def cards_at(cards: tuple[int, ...], bits: int | None) -> tuple[int, ...]:
    """The cards of a set."""
    return tuple([card for place, card in enumerate(cards) if bits is not None and bits >> place & 1])


def ways_to_lay(mc: Machine, cards: int, sets: Iterable[int]) -> int:
    """In how many ways sets are tried out: for each part of the cards, those that begin with its first card."""
    if cards > LAID_OUT:
        raise mc.exceeds()
    beginning = Counter(each & -each for each in sets)
    parts = [1 << cards - 1 - card for card in range(cards)]
    return cards + sum(part * (1 + min(beginning[1 << card], part)) for card, part in enumerate(parts))


def least_outside(amounts: list[int], sets: Iterable[int]) -> int:
    """The least sum of what cards amount to, without those of sets that share no card."""
    beginning: dict[int, list[int]] = {}  # the sets by their first card
    for each in sets:
        beginning.setdefault(each & -each, []).append(each)
    known = {0: 0}

    def left(part: int) -> int:
        """What is left of a part of the cards, of which the first is left, or in a set."""
        if part not in known:
            first = part & -part
            least = held(amounts[first.bit_length() - 1] + left(part ^ first))
            for each in beginning.get(first, ()):
                if each & part == each:
                    least = min(least, left(part ^ each))
            known[part] = least
        return known[part]

    return left((1 << len(amounts)) - 1)
