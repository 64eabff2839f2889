"""Coverage by the scenarios of the checked file: its author has shown that these clauses can run."""

from rulespec.api import Ruleset, State
from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.scenarios import outcomes
from rulespec.tree import declarations as d

WAYS = 2  # in which each is tried


def shown(rules: Ruleset) -> Coverage:
    """How often each clause ran in those scenarios of the top layer itself that hold."""
    tables = dict[int, HuntTable]()

    def ended(state: State) -> None:
        if state.players not in tables:
            tables[state.players] = HuntTable(rules, state.players)
        tables[state.players].follow(state)

    top = rules.composed.layers[-1].path
    own = [each.key for each in rules.resolved.of(d.Scenario) if each.span.source.path == top]
    for _ in outcomes(rules, own, ways=WAYS, ended=ended):
        pass
    return Coverage(rules, list(tables.values()))
