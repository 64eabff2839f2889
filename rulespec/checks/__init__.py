from rulespec.errors import Problem
from rulespec.resolve.ruleset import Rules


def check(rules: Rules) -> list[Problem]:
    return []
