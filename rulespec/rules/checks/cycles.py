from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=True)
def cycles(rules: Rules) -> Iterator[Problem]:
    """No value and no named condition depends on itself, by whatever way."""
    needs = {each.key: _needs(each) for each in rules.of(d.Value, d.Table, d.Call)}
    while cycle := _cycle(needs):
        names = [key.split()[-1] for key in cycle]
        what = f"'{names[0]}' depends on itself: {' -> '.join(names)}"
        yield problem("E026", rules.blocks[cycle[0]].span, what, "change one of them")
        needs = {key: needed for key, needed in needs.items() if key not in cycle}


def _needs(declaration: d.Declaration) -> list[str]:
    """The keys of the values and conditions that a declaration uses."""
    return sorted({node.key for node in declaration.within(e.OfValue, e.Fits)})


def _cycle(needs: Mapping[str, list[str]]) -> list[str]:
    """A way from a key back to itself, beginning with the one that is declared first; empty if there is none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        *way, _ = reversed(error.args[1])
        start = way.index(min(way, key=list(needs).index))
        return [*way[start:], *way[:start], way[start]]
    return []
