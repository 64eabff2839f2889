from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import meanings as m
from rulespec.tree.node import walk


def cycles(rules: Rules) -> Iterator[Problem]:
    """No value and no named condition depends on itself, by whatever way."""
    needs = {key: _needs(rules.blocks[key]) for key in rules.blocks if key.startswith(("value ", "call "))}
    told: set[str] = set()
    for start in needs:
        way = _way_back(start, needs)
        if way and not told & set(way):
            told |= set(way)
            what = f"'{start.split()[-1]}' depends on itself"
            yield problem("E026", rules.blocks[start].span, what, " -> ".join(each.split()[-1] for each in way))


def _needs(declaration: d.Declaration) -> set[str]:
    return {node.key for node in walk(declaration) if isinstance(node, m.OfValue | m.Fits)}


def _way_back(start: str, needs: dict[str, set[str]]) -> list[str]:
    waiting = [[start]]
    seen: set[str] = set()
    while waiting:
        way = waiting.pop()
        for key in sorted(needs.get(way[-1], ())):
            if key == start:
                return [*way, key]
            if key not in seen:
                seen.add(key)
                waiting.append([*way, key])
    return []
