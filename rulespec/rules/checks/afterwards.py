from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def afterwards(rules: Rules) -> Iterator[Problem]:
    """`so that afterwards` looks at what the next statement would do: one effect without choice or chance."""
    for node in rules.within(d.Block, s.May, s.Together, s.ForEach, s.ForEachWord, s.If):
        for body in _bodies(node):
            for statement, following in zip(body, (*body[1:], None), strict=False):
                if isinstance(statement, s.Do) and isinstance(statement.effect, s.Choose):
                    yield from _problems(statement.effect, following)


def _problems(choose: s.Choose, following: s.Statement | None) -> Iterator[Problem]:
    if choose.afterwards is None:
        return
    if not (isinstance(following, s.Do) and following.effect.foreseen):
        what = "'so that afterwards' must be followed by an effect in the next line"
        remedy = "write 'move', 'exchange', 'set', 'add' or 'take' in the next line"
        yield problem("E037", choose.afterwards.span, what, remedy)


def _bodies(node: Node) -> Iterator[tuple[s.Statement, ...]]:
    if isinstance(node, d.Block):
        yield node.body
    elif isinstance(node, s.Statement):
        yield from s.bodies(node)
