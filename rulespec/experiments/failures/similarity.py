"""The option closest to an answer that cannot be given."""

from collections.abc import Mapping, Sequence

from rulespec.experiments.failures.moves import Move
from rulespec.pending import Option

COMPARED = 200  # options at most
SAME = 10  # the weight of an equal word; of an attribute that two cards share it is 1

Shown = Mapping[str, frozenset[object]]  # what each card shows, by its name

_NOTHING: frozenset[object] = frozenset()


def plainest(options: Sequence[Option]) -> Option:
    """The first option with the fewest atoms: to decline, where one can."""
    return min(options, key=lambda option: len(option.atoms))


def alike(wanted: Move, options: Sequence[Option], shown: Shown) -> Option:
    """The option that shares most words with an answer; different cards count by the attributes that both show."""
    best, most = plainest(options), 0
    for option in options[:COMPARED]:
        words = option.text.split(", ")
        common = -abs(len(words) - len(wanted.words))
        for one, other in zip(words, wanted.words, strict=False):
            common += SAME if one == other else len(shown.get(one, _NOTHING) & shown.get(other, _NOTHING))
        if common > most:
            best, most = option, common
    return best
