from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import walk


def together(rules: Rules) -> Iterator[Problem]:
    """What happens at the same time holds no chance and no action; nobody reads another's choice."""
    for block in rules.of(d.Block):
        for node in walk(block):
            if isinstance(node, s.Together):
                yield from _inside(node)
                yield from _unseen(node)


def _inside(block: s.Together) -> Iterator[Problem]:
    for statement in block.body:
        for node in walk(statement):
            if isinstance(node, s.Draw):
                yield _no(node, "a draw", "draw before or after it")
            elif isinstance(node, s.Perform):
                yield _no(node, "an action", "perform it before or after")
            elif isinstance(node, s.Together):
                yield _no(node, "another 'at the same time'", "one of them is enough")
            elif isinstance(node, s.Choose) and node.afterwards is not None:
                yield _no(node, "'so that afterwards'", "what comes afterwards depends on the others")


def _no(node: s.Effect | s.Statement, what: str, remedy: str) -> Problem:
    return problem("E036", node.span, f"{what} cannot stand inside 'at the same time'", remedy)


def _unseen(block: s.Together) -> Iterator[Problem]:
    """Choices that read a name which somebody else chooses in the same block."""
    chosen = list(_choices(block.body, None))
    for choose, who in chosen:
        others = {name for other, by in chosen if by != who for name in other.names}
        for node in walk(choose):
            if isinstance(node, m.Chosen) and node.name in others:
                what = f"'{node.name}' is chosen at the same time by somebody else"
                yield problem("E039", node.span, what, "let this choice not depend on it")


def _choices(body: d.Body, who: s.Who | None) -> Iterator[tuple[s.Choose, s.Who | None]]:
    for statement in body:
        match statement:
            case s.Do(s.Choose() as choose):
                yield choose, who
            case s.If(_, then, otherwise):
                yield from _choices((*then, *otherwise), who)
            case s.May(inner):
                yield from _choices(inner, who)
            case s.Who(_, inner):
                yield from _choices(inner, statement)
