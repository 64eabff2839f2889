from collections.abc import Iterator

from rulespec.checks.demands import demand
from rulespec.errors import Problem, beyond, problem
from rulespec.resolve.bounds import Bounding, bounds
from rulespec.resolve.ruleset import Rules
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import NUMBERS
from rulespec.tree.limits import ANSWERS, CHOSEN
from rulespec.tree.node import Node

MOST = CHOSEN.most


@demand(first=False)
def numbers(rules: Rules) -> Iterator[Problem]:
    """A number that somebody chooses lies between bounds that are known before play."""
    for node in rules.within(Node):
        if isinstance(node, s.Choose):
            yield from _together(node, rules)
        elif isinstance(node, s.PickNumber):
            yield from _within(node, node.low, node.high, rules)
        elif isinstance(node, s.PickOne | s.PickPair) and kind_of(node.source) == NUMBERS:
            yield from _within(node, node.source, node.source, rules)


def _within(pick: s.Pick, least: e.Expression, most: e.Expression, rules: Rules) -> Iterator[Problem]:
    """What bounds a number that is picked; the numbers of a set bound it on both sides."""
    low, _ = bounds(least, rules, MOST, MOST)
    _, high = bounds(most, rules, MOST, MOST)
    if low is not None and high is not None:
        if high - low >= MOST:
            yield beyond(CHOSEN, high - low + 1, pick.span)
    elif least is most:
        missing = ", ".join(["never below N"] * (low is None) + ["never above N"] * (high is None))
        remedy = f"declare the counter '{missing}', or write: from 0 to N, where ..."
        yield problem("E038", least.span, "nothing says how small and how large these numbers can be", remedy)
    else:
        end, word, size = (most, "above", "large") if high is None else (least, "below", "small")
        remedy = f"declare the counter 'never {word} N', or write: smaller of ... and N"
        yield problem("E038", end.span, f"nothing says how {size} this number can be", remedy)


def _together(choose: s.Choose, rules: Rules) -> Iterator[Problem]:
    """One answer of several parts has to be told from another, and all of them can be listed."""
    if sum(isinstance(pick, s.PickCards) and pick.high is not None for pick in choose.picks) > 1:
        what = "two sets of open size in one choice cannot be told apart"
        yield problem("E038", choose.span, what, "let them be chosen one after the other")
    answers = 1
    for pick in choose.picks:
        if isinstance(pick, s.PickNumber):
            low, high = pick.bounds(Bounding(rules, MOST, MOST))
            answers *= 1 if low is None or high is None else max(1, high - low + 1)
    if answers > ANSWERS.most:
        yield beyond(ANSWERS, answers, choose.span)
