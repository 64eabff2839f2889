"""What the language demands of a whole ruleset: one file for each demand, looked at one after another."""

from collections.abc import Callable, Iterable
from itertools import islice

from rulespec.checks.action_recursion import action_recursion
from rulespec.checks.actions import actions, names_of_actions
from rulespec.checks.adverbs import adverbs
from rulespec.checks.afterwards import afterwards
from rulespec.checks.answers import answers
from rulespec.checks.cards import cards
from rulespec.checks.citations import citations
from rulespec.checks.cycles import cycles
from rulespec.checks.effects import effects
from rulespec.checks.effort import effort
from rulespec.checks.essentials import essentials
from rulespec.checks.knowledge import knowledge
from rulespec.checks.length import length
from rulespec.checks.material import material
from rulespec.checks.may import may
from rulespec.checks.numbers import numbers
from rulespec.checks.tables import tables
from rulespec.checks.together import together
from rulespec.errors import Problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree.limits import PROBLEMS

FIRST: tuple[Callable[[Rules], Iterable[Problem]], ...] = (
    essentials,
    material,
    tables,
    cycles,
    citations,
    names_of_actions,
)
THEN: tuple[Callable[[Rules], Iterable[Problem]], ...] = (
    cards,
    actions,
    action_recursion,
    effects,
    numbers,
    answers,
    effort,
    length,
    afterwards,
    may,
    adverbs,
    together,
    knowledge,
)


def check(rules: Rules, *, well_formed: bool = True) -> list[Problem]:
    """Everything that is wrong with resolved rules, and (codes with W) what deserves a second look.

    Of rules that are not `well_formed`, which earlier passes have complained about, only the first demands count.
    """
    found = [problem for demand in FIRST for problem in islice(demand(rules), PROBLEMS.most + 1)]
    if well_formed and not any(problem.code.startswith("E") for problem in found):
        found += [problem for demand in THEN for problem in islice(demand(rules), PROBLEMS.most + 1)]
    committed = {each.span for each in found if each.code == "E039"}
    return [each for each in dict.fromkeys(found) if each.code != "E035" or each.span not in committed]
