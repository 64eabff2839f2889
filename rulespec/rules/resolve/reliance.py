"""How deeply values and named conditions are nested by name, found out before any is resolved."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulespec.language.errors import Problem, beyond, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.findings import kept
from rulespec.language.tree.limits import CHAIN
from rulespec.language.tree.node import Node, children
from rulespec.rules.compose import Composed

Named = d.Value | d.Table | d.Call

REMEDY = "change one of them"
SHOWN = 8  # names of a cycle that are shown
STOREY = 2  # levels that using a value or a condition adds


def reliance(composed: Composed) -> Iterator[Problem]:
    """The first value or condition that depends on itself or is nested too deeply."""
    declared: dict[str, Named] = {each.name: each for each in composed.of(d.Value, d.Table, d.Call)}
    own: dict[str, int] = {}
    rests_on: dict[str, list[str]] = {}
    for name, each in declared.items():
        own[name], names = _measured(each)
        rests_on[name] = [other for other in names if other in declared]
    heights: dict[str, int] = {}
    for name in declared:
        for high in _climb(name, own, rests_on, heights):
            yield _circle(declared, rests_on) or beyond(CHAIN, heights[high], declared[high].span)
            return


def _circle(declared: dict[str, Named], rests_on: dict[str, list[str]]) -> Problem | None:
    """A cycle, if there is one, which looks like deep nesting."""
    try:
        TopologicalSorter(rests_on).prepare()
    except CycleError as error:
        way = error.args[1][::-1]
        shown = way if len(way) <= SHOWN else [*way[: SHOWN // 2], "...", *way[-SHOWN // 2 :]]
        return problem("E026", declared[way[0]].span, f"'{way[0]}' depends on itself: {' -> '.join(shown)}", REMEDY)
    return None


def _climb(
    start: str,
    own: dict[str, int],
    rests_on: dict[str, list[str]],
    heights: dict[str, int],
) -> Iterator[str]:
    """Finds the depths of a name and of all that it depends on; and which are too deep."""
    waiting = [] if start in heights else [(start, iter(rests_on[start]))]
    heights.setdefault(start, 0)  # while it is being visited; coming back to it means a cycle
    while waiting:
        name, left = waiting[-1]
        lower = next(left, None)
        if lower is None:
            waiting.pop()
            beneath = max((heights[other] for other in rests_on[name]), default=0)
            heights[name] = own[name] + STOREY + beneath
            if heights[name] > CHAIN.most:
                yield name
        elif lower not in heights:
            heights[lower] = 0
            waiting.append((lower, iter(rests_on[lower])))


@kept
def _measured(named: Named) -> tuple[int, list[str]]:
    """How deep the tree of a declaration is, and all names in it."""
    names: dict[str, None] = {}
    deepest = 0
    waiting: list[tuple[Node, int]] = [(named, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        match node:
            case e.Name(text) | e.Noun(text) | e.Its(text) | e.PlayersWho(text):
                names[text] = None
            case e.Total(text) | e.Highest(text) | e.Lowest(text):
                names[text] = None
        waiting += [(child, depth + 1) for child in children(node)]
    return deepest, list(names)
