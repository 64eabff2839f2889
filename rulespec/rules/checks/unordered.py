from collections.abc import Iterator
from typing import get_args

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def unordered(rules: Rules) -> Iterator[Problem]:
    """No card of a shuffled zone is its first or last, or has a position: they would be the same in every game."""
    shuffled = {zone.name for zone in rules.names.zones.values() if zone.shuffled}
    for kind in get_args(e.ByPlace):
        for node in rules.anywhere(kind):
            of = node.of
            if isinstance(of, e.InZone) and of.zone in shuffled and not (of.whose and kind_of(of.whose).many):
                what = f"'{of.zone}' is shuffled and has no positions"
                yield problem("E044", node.span, what, f"write 'draw 1 from {of.span.text} to ...'")
