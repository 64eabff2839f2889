from collections.abc import Iterator

from rulespec.checks.demands import demand
from rulespec.errors import Problem, beyond
from rulespec.material import Material
from rulespec.plan.stepwise.subsets import excess
from rulespec.plan.stepwise.ways import Ways
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e


def ways_of_most(rules: Rules) -> Ways:
    """How many answers there are where as many play as can, counted once for all checks."""
    if ways_of_most not in rules.worked_out:
        rules.worked_out[ways_of_most] = Ways(Material(rules, rules.the(d.Players).most))
    found: Ways = rules.worked_out[ways_of_most]
    return found


@demand(first=False)
def subsets(rules: Rules) -> Iterator[Problem]:
    """Sets of cards are taken from few cards, and there are not too many of them to go through, or to lay cards out."""
    if not rules.anywhere(e.SetsOf):
        return
    ways = ways_of_most(rules)
    for node in ways.many_sets:
        found = excess(node, ways.holdings.size, ways.amounts)
        if found is not None:
            yield beyond(*found, node.span)
