from collections.abc import Iterator

from rulespec.errors import Problem, beyond, problem
from rulespec.resolve.bounds import bounds
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.limits import ANSWERS, CHOSEN
from rulespec.tree.node import walk

MOST = CHOSEN.most


def numbers(rules: Rules) -> Iterator[Problem]:
    """A number that somebody chooses lies between bounds that are known before play."""
    for block in rules.of(d.Block):
        for node in walk(block):
            if isinstance(node, s.Choose):
                yield from _together(node, rules)
            if isinstance(node, s.PickNumber):
                low, _ = bounds(node.low, rules, MOST, MOST)
                _, high = bounds(node.high, rules, MOST, MOST)
                if high is None or low is None:
                    end, word = (node.high, "above") if high is None else (node.low, "below")
                    what = f"nothing says how {'large' if high is None else 'small'} this number can be"
                    remedy = f"declare the counter 'never {word} N', or write: smaller of ... and N"
                    yield problem("E038", end.span, what, remedy)
                elif high - low >= MOST:
                    yield beyond(CHOSEN, high - low + 1, node.span)


def _together(choose: s.Choose, rules: Rules) -> Iterator[Problem]:
    """One answer of several parts has to be told from another, and all of them can be listed."""
    if sum(isinstance(pick, s.PickCards) and pick.high is not None for pick in choose.picks) > 1:
        what = "two sets of open size in one choice cannot be told apart"
        yield problem("E038", choose.span, what, "let them be chosen one after the other")
    answers = 1
    for pick in choose.picks:
        if isinstance(pick, s.PickNumber):
            low, high = bounds(pick.low, rules, MOST, MOST)[0], bounds(pick.high, rules, MOST, MOST)[1]
            answers *= 1 if low is None or high is None else max(1, high - low + 1)
    if answers > ANSWERS.most:
        yield beyond(ANSWERS, answers, choose.span)
