from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import statements as s
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def may(rules: Rules) -> Iterator[Problem]:
    """What somebody may do begins with a choice or an effect, so that it can be asked at once."""
    for node in rules.within(s.May):
        first = node.body[0] if node.body else node
        if not isinstance(first, s.Do) or isinstance(first.effect, s.Nothing):
            remedy = "put 'may' inside it: 'if CONDITION', and below it 'may: EFFECT'"
            yield problem("E040", first.span, "a 'may' block must start with a choice or an effect", remedy)
