from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def together(rules: Rules) -> Iterator[Problem]:
    """What happens at the same time holds no chance and no action; nobody reads another's choice."""
    for block in rules.within(s.Together):
        yield from _inside(block)
    yield from unseen_together(rules)


def unseen_together(rules: Rules) -> Iterator[Problem]:
    """Questions for which it matters what somebody else chooses at the same time: what is asked, or whether."""
    for block in rules.within(s.Together):
        yield from _unseen(block)


def _inside(block: s.Together) -> Iterator[Problem]:
    for statement in block.body:
        for node in walk(statement):
            if isinstance(node, s.Together):
                yield _no(node, "another 'at the same time'", "remove the inner one")
            elif isinstance(node, s.ForEachWord):
                yield _no(node, "'each'", "put 'each' around the block, or write one line for each word")
            elif isinstance(node, s.Effect):
                yield from _happening(node)


def _happening(effect: s.Effect) -> Iterator[Problem]:
    if effect.apart is not None:
        yield _no(effect, effect.apart.what, effect.apart.remedy)
    if isinstance(effect, s.Choose) and effect.afterwards is not None:
        yield _no(effect, "'so that afterwards'", "remove it: the result depends on the other choices")


def _no(node: s.Effect | s.Statement, what: str, remedy: str) -> Problem:
    return problem("E036", node.span, f"{what} cannot be inside 'at the same time'", remedy)


def _unseen(block: s.Together) -> Iterator[Problem]:
    questions = list(_questions(block.body, _Asked()))
    choosers: dict[str, set[s.ForEach | None]] = {}
    for asked in questions:
        for name in asked.names:
            choosers.setdefault(name, set()).add(asked.who)
    for asked in questions:
        for node in (node for each in asked.reads for node in walk(each)):
            if isinstance(node, e.Chosen) and choosers.get(node.name, set()) - {asked.who}:
                what = f"'{node.name}' is chosen by another player at the same time"
                yield problem("E039", node.span, what, "remove it from this choice, or ask this player after the block")
        if any(who != asked.who for who in asked.declined_by):
            what = "another player decides at the same time whether this question is asked"
            yield problem("E039", asked.reads[-1].span, what, "move it out of the other player's 'may'")


@frozen
class _Asked:
    """A question, or where one may stand: whose it is, and what it depends on."""

    who: s.ForEach | None = None
    names: tuple[str, ...] = ()
    reads: tuple[Node, ...] = ()
    declined_by: tuple[s.ForEach | None, ...] = ()  # those who may decline all of a block around it


def _questions(body: d.Body, here: _Asked) -> Iterator[_Asked]:
    for statement in body:
        match statement:
            case s.Do(s.Choose() as choose):
                yield evolve(here, names=choose.names, reads=(*here.reads, choose))
            case s.If(condition, then, otherwise):
                yield from _questions((*then, *otherwise), evolve(here, reads=(*here.reads, condition)))
            case s.May(inner):
                yield evolve(here, reads=(*here.reads, inner[0]))
                yield from _questions(inner, evolve(here, declined_by=(*here.declined_by, here.who)))
            case s.ForEach(players, inner):
                yield from _questions(inner, evolve(here, who=statement, reads=(*here.reads, players)))
            case s.Do() | s.Together() | s.ForEachWord():
                pass
            case _:
                assert_never(statement)
