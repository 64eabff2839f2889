"""W075, cards that an effect takes from a zone and puts back into it."""

from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import InZone
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def into_themselves(rules: Rules) -> Iterator[Problem]:
    """An effect moves cards to another zone than the one that it takes them from."""
    for effect in rules.within(s.AnyEffect):
        for cards, to in s.motions(effect):
            if not isinstance(cards, InZone) or cards != to:
                continue
            zone = rules.names.zones[cards.zone]
            what = f"this moves cards from '{cards.zone}' back to '{cards.zone}', which does not shuffle them"
            remedy = "remove it: the zone has no order"
            if zone.ordered:
                remedy = (
                    "to shuffle the row, move it to a 'shuffled' zone and draw from there; to put its first"
                    f" card last, write: move first of {cards.span.text} to {to.span.text}"
                )
            yield problem("W075", effect.span, what, remedy)
