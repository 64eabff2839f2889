"""Which expressions are the cards that lie in a zone, and who sees those: whatever looks at cards is judged by this."""

from collections.abc import Callable

from attrs import frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, children
from rulespec.rules.resolve.ruleset import Rules


@frozen
class Lying:
    """Cards that lie in a zone, or in the zones of some players, with those who see them."""

    place: e.InZone
    sight: d.Sight

    @property
    def zone(self) -> str:
        return self.place.zone

    @property
    def whose(self) -> e.Expression | None:
        return self.place.whose

    @property
    def which(self) -> tuple[e.Expression, ...]:
        """What says which of several zones is meant."""
        return self.place.which


def lying(node: Node, rules: Rules) -> Lying | None:
    """The cards of a zone that an expression is; None if it is anything else, or made of such cards."""
    match node:
        case e.InZone():
            return Lying(node, rules.zone(node.zone).sight)
        case e.Last(e.InZone() as place) if rules.zone(place.zone).last_seen and place.is_one:
            return Lying(place, d.PUBLIC)
        case _:
            return None


def seen_by_all(node: Node, rules: Rules, chosen: Callable[[str], bool]) -> bool:
    """Whether everybody sees all cards that an expression reads; `chosen` says it of those that a name stands for."""
    waiting, values = [node], set[str]()
    while waiting:
        node = waiting.pop()
        found = lying(node, rules)
        if found is not None and not found.sight.is_public:
            return False
        match node:
            case e.Chosen(name) if node.kind.name == "card" and not chosen(name):
                return False
            case e.OfValue(name, _) if name not in values:
                values.add(name)
                waiting.append(rules.value(name))
        waiting += children(node) if found is None else found.which
    return True
