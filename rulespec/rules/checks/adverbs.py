from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import statements as s
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def adverbs(rules: Rules) -> Iterator[Problem]:
    """Who is asked secretly is always asked, and nothing of it is told."""
    for choose in rules.within(s.Choose):
        if "secretly" in choose.adverbs:
            if choose.if_several:
                what = "'secretly' excludes 'if several': a secret choice is asked even if only one option is left"
                yield problem("E044", choose.span, what, "remove 'if several' or 'secretly'")
            if "openly" in choose.adverbs:
                yield problem(
                    "E044", choose.span, "a choice cannot be both 'openly' and 'secretly'", "remove one of them"
                )
