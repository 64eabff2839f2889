"""What comes nearest to an answer that cannot be given."""

from collections.abc import Mapping, Sequence

from rulespec.failures.moves import Move
from rulespec.pending import Option

COMPARED = 200  # options at most
SAME = 10  # an equal word, against one attribute that two cards share

Shown = Mapping[str, frozenset[object]]  # what the cards show, by their names

_NOTHING: frozenset[object] = frozenset()


def plainest(options: Sequence[Option]) -> Option:
    """The first option of those with the fewest atoms: to decline, where one can."""
    return min(options, key=lambda option: len(option.atoms))


def alike(wanted: Move, options: Sequence[Option], shown: Shown) -> Option:
    """The option that has most in common with an answer, word by word: of cards, what they show."""
    best, most = plainest(options), 0
    for option in options[:COMPARED]:
        words = option.text.split(", ")
        common = -abs(len(words) - len(wanted.words))
        for one, other in zip(words, wanted.words, strict=False):
            common += SAME if one == other else len(shown.get(one, _NOTHING) & shown.get(other, _NOTHING))
        if common > most:
            best, most = option, common
    return best
