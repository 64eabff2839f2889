"""What the language demands of a whole ruleset: each module has its demands, looked at one after another."""

from importlib import import_module
from pkgutil import iter_modules

from rulespec.language.errors import Problem
from rulespec.rules.checks.demands import demands
from rulespec.rules.resolve.ruleset import Rules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

FIRST, THEN = demands(first=True), demands(first=False)


def check(rules: Rules, *, well_formed: bool = True) -> list[Problem]:
    """Everything that is wrong with resolved rules, and (codes with W) what deserves a second look.

    Of rules that are not `well_formed`, which earlier passes have complained about, only the first demands count.
    """
    found = [problem for demand in FIRST for problem in demand(rules)]
    if well_formed and not any(problem.code.startswith("E") for problem in found):
        found += [problem for demand in THEN for problem in demand(rules)]
    return list(dict.fromkeys(found))
