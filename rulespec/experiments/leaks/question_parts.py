"""The parts of a question and the conditions around it, and how surely each reads hidden cards."""

from collections.abc import Iterator
from typing import assert_never

from rulespec.experiments.leaks.card_reads import PERHAPS, over_players, reads
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.resolve.ruleset import Rules


def parts_of(rules: Rules, key: str, effect: s.Effect) -> Iterator[tuple[Node, int]]:
    """The conditions around a question, innermost first, then its parts; each with its level of `reading.reads`."""
    for node in reversed(list(_around(rules, key, effect, set()))):
        yield node, reads(node, rules)
    if isinstance(effect, s.Choose):
        for pick in effect.picks:
            yield pick, reads(pick, rules)
        for sieve in effect.sieves:
            yield sieve, reads(sieve, rules, own=not over_players(effect))
        if effect.afterwards is not None:
            yield effect.afterwards, max(PERHAPS, reads(effect.afterwards, rules))  # it may read what moves by then


def _around(rules: Rules, key: str, effect: s.Effect, seen: set[str]) -> Iterator[Node]:
    """The conditions and sets around an effect, outermost first, including those where its action is performed."""
    block = rules.block(key)
    if isinstance(block, d.Action) and key not in seen:
        seen.add(key)
        for caller in rules.of(d.Block):
            for node in walk(caller):
                if isinstance(node, s.Perform) and _can_perform(node, block.name):
                    yield from _around(rules, caller.key, node, seen)
                    yield from filter(None, (node.times, node.word))
    yield from _path(block.body, effect) or ()


def _can_perform(perform: s.Perform, word: str) -> bool:
    return not isinstance(perform.word, e.WordOf) or perform.word.word == word


def _path(body: d.Body, effect: s.Effect) -> list[Node] | None:
    """The conditions and sets on the way to an effect, outermost first."""
    for statement in body:
        step: list[Node] = []
        inner: d.Body = ()
        match statement:
            case s.Do(done):
                if done is effect:
                    return []
            case s.If(condition, then, otherwise):
                step, inner = [condition], (*then, *otherwise)
            case s.ForEach(players, inner):
                step = [players]
            case s.ForEachWord(pick, inner):
                step = [pick.source]
            case s.May(inner) | s.Together(inner):
                pass
            case _:
                assert_never(statement)
        path = _path(inner, effect)
        if path is not None:
            return [*step, *path]
    return None
