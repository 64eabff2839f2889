"""What each `it` is that is a set of cards: a member of sets of cards, or what a value or a condition is asked of."""

from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import CARDS, SETS
from rulespec.tree.node import Node, children
from rulespec.tree.scopes import going_through

Origin = e.SetsOf | str  # of which sets it is a member, or the key of what is asked


def origins(rules: Rules) -> dict[int, Origin]:
    """What each set of cards that is looked at comes from, by the id of the node that says it."""
    found: dict[int, Origin] = {}
    for key, block in rules.blocks.items():
        asked: tuple[Origin | None, ...] = (None, key) if _is_about_cards(block) else ()
        waiting: list[tuple[Node, tuple[Origin | None, ...]]] = [(block, asked)]
        while waiting:
            node, outer = waiting.pop()
            if isinstance(node, e.Looked | e.Outer) and node.kind == CARDS:
                steps = 0 if isinstance(node, e.Looked) else node.steps
                origin = outer[-1 - steps] if steps < len(outer) else None
                found |= {} if origin is None else {id(node): origin}
            through = going_through(node)
            within = outer
            if through is not None:
                within = (*outer, e.sets_in(through[0]) if kind_of(through[0]) == SETS else None)
            inside = () if through is None else through[1]
            waiting += ((child, within if any(child is each for each in inside) else outer) for child in children(node))
    return found


def asked_of(key: str, rules: Rules) -> list[e.Expression]:
    """All that a value or a condition about cards is asked of."""
    asked = [each.of for each in rules.anywhere(e.OfValue) if each.key == key]
    asked += [each.subject for each in rules.anywhere(e.Fits) if each.key == key]
    return [each for each in asked if each is not None]


def _is_about_cards(block: d.Declaration) -> bool:
    if isinstance(block, d.Call):
        return block.subject == "cards"
    return isinstance(block, d.Value | d.Table) and block.about[0] == "cards"
