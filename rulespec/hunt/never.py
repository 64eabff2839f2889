"""What never happens in the games of a hunt, and choices that never have anything to choose from."""

from collections.abc import Sequence

from rulespec.api import Ruleset, State
from rulespec.errors import problem
from rulespec.failures import shortest_attempt
from rulespec.hunt.clauses import Clause, clauses
from rulespec.hunt.coverage import Coverage
from rulespec.hunt.reaching import reaching
from rulespec.hunt.report import Finding, Part, Searched
from rulespec.hunt.tracks import LAPSED
from rulespec.hunt.walk import Table
from rulespec.tree.node import Node

ENOUGH = 20  # times that something could have happened, before it is worth a warning that it never did
EFFORT = 10_000  # answers that are tried to find a shorter game, about a second


def never(rules: Ruleset, tables: Sequence[Table], searched: Searched) -> tuple[list[Finding], int, tuple[Part, ...]]:
    """What never happened, how many clauses there are, and those that never ran."""
    coverage = Coverage(rules, tables)
    found = list(clauses(rules, coverage))
    idle = [each for each in found if not each.times]
    shown = idle if searched.games else []  # where nothing was played, there is nothing to tell
    findings = [_finding(rules, coverage, each, searched) for each in shown if each.chances]
    return findings, len(found), tuple(Part(each.what, each.block, each.node.span) for each in idle)


def _finding(rules: Ruleset, coverage: Coverage, clause: Clause, searched: Searched) -> Finding:
    """A warning where the file that is checked says it, and it could have happened often enough; else a note."""
    games = sum(searched.games.values())
    seldom = (clause.chances if clause.chances > 1 else games) < ENOUGH
    note = seldom or not clause.grave or not is_on_top(rules, clause.node)
    of = f", of {clause.chances:,} times," if clause.chances > 1 else ""
    told = problem(clause.code, clause.node.span, f"{clause.what}{of} {searched}", clause.remedy)
    if clause.code != "W055":
        return Finding(told, None, note)
    return Finding(told, _lapsing(coverage, clause.node), note)


def _lapsing(coverage: Coverage, choice: Node) -> State:
    """A short game in which there is nothing to choose."""
    first = coverage.first(choice, LAPSED)
    assert first is not None
    table, step = first
    begin = reaching(lambda players: {(pc, LAPSED) for pc in coverage.places(choice, players)})
    return shortest_attempt(table.as_is(step.state), begin, effort=EFFORT).state


def is_on_top(rules: Ruleset, node: Node) -> bool:
    """Whether the file says it that is checked, the uppermost layer."""
    return node.span.source == rules.composed.layers[-1].tree.span.source
