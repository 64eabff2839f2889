"""What stands around the blocks of a ruleset: whatever they are measured by, whatever else is done in other blocks."""

from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.blocks import Blocks
from rulespec.language.tree.findings import Alike, Circumstances
from rulespec.language.tree.kinds import NUMBER

_ALIKE = Alike()
_DECLARED: tuple[type[d.Declared], ...] = (
    d.Players, d.Limit, d.Zone, d.Counter, d.Note, d.Cards, d.Value, d.Table, d.Call,
)  # fmt: skip


def surroundings(told: Circumstances, rules: Blocks, listed: int) -> Circumstances:
    """All that tells how many there are of something, and how large a number can be, besides what names tell."""
    numbers = rules.within(s.PickOne, s.PickPair, s.PickNumber)  # bound what is chosen under a name
    picks = *(each for each in numbers if each.kind == NUMBER), *rules.within(s.PickCards)
    return _ALIKE.of((told, rules.of(*_DECLARED), picks, listed))
