from collections import Counter
from collections.abc import Iterator

from rulespec.checks.demands import demand
from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import scenarios as sc
from rulespec.tree import statements as s
from rulespec.tree.findings import kept


@demand(first=False)
def unread_counters(rules: Rules) -> Iterator[Problem]:
    """What is added to a counter that the top layer declares is read by some block, a law or a scenario."""
    for counter in unread(rules):
        what = f"nothing reads '{counter.name}': no block, no score, no law"
        yield problem("W067", counter.span, what, "let something depend on it, or leave it out")


def unread(rules: Rules) -> list[d.Counter]:
    """The counters of the top layer to which something is added, and which nothing reads."""
    top = rules.composed.layers[-1].path
    own = [each for each in rules.of(d.Counter) if each.span.source.path == top]
    if not own:
        return []
    added, read = (frozenset[str]().union(*each) for each in zip(*map(_said, rules.declarations), strict=True))
    return [each for each in own if each.name in added - read]


@kept
def _said(block: d.Declared) -> tuple[frozenset[str], frozenset[str]]:
    """The counters to which something is added in a block, and those that it reads."""
    changed = [each for effect in block.within(s.AnyEffect) for each in s.changes(effect)]
    named = Counter(node.counter for node in block.within(e.OnCounter))
    named.subtract(each.name for each in changed if isinstance(each.target, e.OnCounter))
    read = {name for name, times in named.items() if times} | {share.name for share in block.within(sc.Share)}
    added = {each.name for each in changed if each.sign is not None and isinstance(each.target, e.OnCounter)}
    return frozenset(added), frozenset(read)
