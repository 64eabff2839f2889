from collections.abc import Iterator, Mapping

from rulespec.language.errors import Problem, beyond, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.bounds import Bounds
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import NUMBERS
from rulespec.language.tree.limits import CHOSEN
from rulespec.language.tree.node import Node
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.bounds import bounds, chosen
from rulespec.rules.resolve.ruleset import Rules

MOST = CHOSEN.most
_BOUND: tuple[type[Node], ...] = (s.Perform, s.AnyChoice, s.PickNumber, s.PickOne, s.PickPair)


@demand(first=False)
def numbers(rules: Rules) -> Iterator[Problem]:
    """A number that somebody chooses, or that says how often, lies between bounds that are known before play."""
    known = chosen(rules, MOST, MOST)
    for node in rules.within(*_BOUND):
        if isinstance(node, s.Perform) and node.times is not None:
            yield from _so_often(node.times, rules, known)
        if isinstance(node, s.AnyChoice):
            yield from _together(node)
        elif isinstance(node, s.PickNumber):
            yield from _within(node, node.low, node.high, rules)
        elif isinstance(node, s.PickOne | s.PickPair) and kind_of(node.source) == NUMBERS:
            yield from _within(node, node.source, node.source, rules)


def _within(pick: s.Pick, least: e.Expression, most: e.Expression, rules: Rules) -> Iterator[Problem]:
    """What bounds a number that is picked; the numbers of a set bound it on both sides."""
    players = rules.the(d.Players).most
    low, _ = bounds(least, rules, MOST, players)
    _, high = bounds(most, rules, MOST, players)
    if low is not None and high is not None:
        if high - low >= MOST:
            yield beyond(CHOSEN, high - low + 1, pick.span)
    elif least is most:
        missing = ", ".join(["never below N"] * (low is None) + ["never above N"] * (high is None))
        remedy = f"declare the counter with '{missing}', or write: from 0 to N, where ..."
        yield problem("E038", least.span, "these numbers have no declared range", remedy)
    else:
        end, word, size = (most, "above", "maximum") if high is None else (least, "below", "minimum")
        remedy = f"declare the counter with 'never {word} N', or write: smaller of ... and N"
        yield problem("E038", end.span, f"this number has no declared {size}", remedy)


def _so_often(times: e.Expression, rules: Rules, known: Mapping[str, Bounds]) -> Iterator[Problem]:
    """How often something is performed: as often as that, the turn takes."""
    if bounds(times, rules, MOST, MOST, known)[1] is None:
        remedy = "declare the counter with 'never above N', or write: (smaller of ... and N) times"
        yield problem("E038", times.span, "the number of repetitions has no declared maximum", remedy)


def _together(choose: s.AnyChoice) -> Iterator[Problem]:
    """One answer of several parts has to be told from another."""
    if sum(isinstance(pick, s.PickCards) and pick.high is not None for pick in choose.picks) > 1:
        what = "one choice cannot contain two sets of variable size"
        yield problem("E038", choose.span, what, "split it into several choices")
