from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules

Graph = dict[str, set[str]]  # from `action WORD` to what it can perform: an action, or any of `word LIST`


@demand(first=False)
def action_recursion(rules: Rules) -> Iterator[Problem]:
    """No action performs itself, by whatever way: every action ends."""
    graph = performing(rules)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        pass
    else:
        return
    told: set[str] = set()
    for block in rules.of(d.Action):
        if block.key in told:
            continue
        for key, node in performed(block):
            if block.key in (key, *_reach(key, graph)):
                what = f"the action '{block.name}' can perform itself"
                told |= _reach(block.key, graph)
                yield problem(
                    "E034", node.span, what, "perform another word, or write 'perform WORD 3 times' to repeat an action"
                )
                break


def performing(rules: Rules) -> Graph:
    """What each action, and each list of which any word can be performed, leads to."""
    blocks = rules.of(d.Block)
    led = {block.key: {key for key, _ in performed(block)} for block in blocks}
    graph: Graph = {block.key: led[block.key] for block in blocks if isinstance(block, d.Action)}
    for list_ in rules.of(d.WordList):
        if any(list_.key in keys for keys in led.values()):
            graph[list_.key] = {d.key(d.Action, word) for word in list_.words} & graph.keys()
    return graph


def performed(block: d.Block) -> Iterator[tuple[str, s.Perform]]:
    """What a block can perform: an action, where its word is named, else any of a list."""
    for node in block.within(s.Perform):
        yield performable(node), node


def performable(node: s.Perform) -> str:
    """The key of what a statement performs, in the graph."""
    if isinstance(node.word, e.WordOf):
        return d.key(d.Action, node.word.word)
    return d.key(d.WordList, str(kind_of(node.word).list))


def _reach(start: str, graph: Graph) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for key in graph.get(waiting.pop(), ()):
            if key not in reached:
                reached.add(key)
                waiting.append(key)
    return reached
