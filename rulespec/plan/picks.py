"""What the parts of a choice are: the kinds of what they name, and whether everybody may know what was chosen."""

from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import Node
from rulespec.rules.material import Material
from rulespec.rules.resolve.lying import seen_by_all


def picked_kinds(choose: s.AnyChoice) -> tuple[Kind, ...]:
    """The kinds of the names that a choice binds."""
    return tuple(pick.kind for pick in choose.picks for _ in pick.names)


def publicity(choose: s.Choose, material: Material) -> tuple[bool, ...]:
    """For each name of a choice, whether everybody may know what was chosen.

    Players, numbers and words are public; a card is, where everybody sees what it is chosen from. Not so in secret.
    """
    if "secretly" in choose.adverbs:
        return (False,) * len(choose.names)
    public = []
    for pick in choose.picks:
        source = pick.source if isinstance(pick, s.PickOne | s.PickPair | s.PickCards) else None
        seen = source is None or kind_of(source).name != "card" or _seen_by_all(source, material)
        public += [seen] * len(pick.names)
    return tuple(public)


def _seen_by_all(source: Node, material: Material) -> bool:
    return seen_by_all(source, material.rules, lambda name: _chosen_in_public(name, material))


def _chosen_in_public(name: str, material: Material) -> bool:
    chooses = [choose for choose in material.rules.within(s.Choose) if name in choose.names]
    return all(publicity(choose, material)[choose.names.index(name)] for choose in chooses)
