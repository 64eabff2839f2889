"""The problem of rules that take too many steps (E064)."""

from rulespec.game.api import Ruleset
from rulespec.language.errors import BudgetExceededError, Problem
from rulespec.language.tree.node import walk

REMEDY = "use fewer or smaller sets, or smaller zones to choose them from"


def stopped(rules: Ruleset, error: BudgetExceededError) -> Problem:
    """The problem, at the line that the error names."""
    block = rules.resolved.blocks.get(error.block)
    spans = [] if block is None else [node.span for node in walk(block) if node.span.line == error.line]
    what = "a game" if error.in_game else f"a question in '{error.block}'" if error.block else "a question"
    said = f"{what} takes more than {error.budget:,} steps: it enumerates {error.what}"
    span = spans[0] if spans else None
    return Problem("E064", error.path, error.line, span.column if span else 1, said, span, REMEDY)
