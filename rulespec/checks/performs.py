from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import walk


def performs(rules: Rules) -> Iterator[Problem]:
    """No action performs itself, by whatever way: every action ends."""
    actions = {block.name: block for block in rules.of(d.Action) if isinstance(block, d.Action)}
    calls = {name: list(_performed(rules, block)) for name, block in actions.items()}
    told: set[str] = set()
    for name in actions:
        if name in told:
            continue
        for word, node in calls[name]:
            if name == word or name in _reach(word, calls):
                what = f"the action of '{name}' can come to perform itself"
                told |= _reach(name, calls)
                yield problem("E034", node.span, what, "perform a word whose action performs nothing")
                break


def _reach(start: str, calls: dict[str, list[tuple[str, s.Perform]]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for word, _ in calls.get(waiting.pop(), []):
            if word not in reached:
                reached.add(word)
                waiting.append(word)
    return reached


def _performed(rules: Rules, block: d.Action) -> Iterator[tuple[str, s.Perform]]:
    """The words that a block can perform: one, where it is named, else all of its list."""
    for node in walk(block):
        if isinstance(node, s.Perform):
            if isinstance(node.word, m.WordOf):
                yield node.word.word, node
            else:
                list_ = rules.names.lists[str(kind_of(node.word).list)]
                assert isinstance(list_, d.WordList)
                yield from ((word, node) for word in list_.words)
