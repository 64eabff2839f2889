from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk


def adverbs(rules: Rules) -> Iterator[Problem]:
    """Who is asked secretly is always asked, and nothing of it is told."""
    for block in rules.of(d.Block):
        for node in walk(block):
            if isinstance(node, s.Choose) and "secretly" in node.adverbs:
                if node.if_several:
                    what = "who is asked secretly is asked even where there is one option, or none"
                    yield problem("E044", node.span, what, "leave out 'if several', or 'secretly'")
                if "openly" in node.adverbs:
                    yield problem("E044", node.span, "a choice cannot be both openly and secretly", "keep one of them")
