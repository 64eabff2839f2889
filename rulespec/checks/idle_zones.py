from collections.abc import Iterator

from rulespec.checks.demands import demand
from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e


@demand(first=False)
def idle_zones(rules: Rules) -> Iterator[Problem]:
    """Cards begin in every zone, or are put there."""
    named = {group.zone for group in rules.of(d.Cards)} | {node.zone for node in rules.within(e.InZone)}
    for zone in rules.of(d.Zone):
        if zone.name not in named:
            what = f"no cards begin in the zone '{zone.name}', and nothing puts any there"
            yield problem("W067", zone.span, what, "move cards there, or leave it out")
