from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulespec.language.errors import Problem, beyond
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import ACTIONS
from rulespec.rules.checks.action_recursion import performing
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def actions_in_a_row(rules: Rules) -> Iterator[Problem]:
    """Actions that perform one another do not make a row that is too long."""
    graph, heights = performing(rules), dict[str, int]()
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError:  # which another demand reports
        return
    for key in order:
        block = rules.blocks.get(key)
        beneath = max((heights[each] for each in graph.get(key, ())), default=0)
        heights[key] = beneath + isinstance(block, d.Action)
        if heights[key] == ACTIONS.most + 1 and isinstance(block, d.Action):
            yield beyond(ACTIONS, ACTIONS.most + 1, block.span)
