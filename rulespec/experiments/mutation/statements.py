"""Mutations of statements, of their effects, and of bodies."""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve

from rulespec.experiments.mutation.replacement import ChangeName, Instead, the_opposite
from rulespec.experiments.mutation.sieves import fewer
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.source import Span


def of_statement(node: s.Statement) -> Iterator[Instead]:
    """The replacements of a statement by one with another body."""
    match node:
        case s.Do():
            pass
        case s.If(_, then, otherwise):
            for what, body, at in of_body(then, whole=not otherwise):
                yield Instead(what, evolve(node, then=body), at)
            for what, body, at in of_body(otherwise):
                yield Instead(what, evolve(node, otherwise=body), at)
        case s.May(inner, adverbs):
            if "secretly" in adverbs:
                yield Instead("a property dropped", evolve(node, adverbs=()), node.span)
            for what, body, at in of_body(inner, whole=True, optional=True):
                yield Instead(what, evolve(node, body=body), at)
        case s.Together(inner) | s.ForEach(_, inner) | s.ForEachWord(_, inner):
            for what, body, at in of_body(inner, whole=True):
                yield Instead(what, evolve(node, body=body), at)
        case _:
            assert_never(node)


def of_body(body: d.Body, *, whole: bool = False, optional: bool = False) -> Iterator[tuple[ChangeName, d.Body, Span]]:
    """The replacements of a body, each with its kind and the span of what it changes.

    The body is `whole` if dropping its only statement is the same as dropping its parent; `optional` if it may be
    declined.
    """
    whole = whole and len(body) == 1
    for index, each in enumerate(body):
        before, after, span = body[:index], body[index + 1 :], each.span
        if not whole and not _does_nothing(each):
            yield "an effect dropped", (*before, *after) or (s.Do(s.Nothing(span=span), span=span),), span
        match each:
            case s.Do(s.Choose()):
                if index or not optional:
                    yield "may for must", (*before, s.May(body[index:], span=span)), span
            case s.Do():
                pass
            case s.If(condition, then, otherwise):
                yield "a condition dropped", (*before, *then, *after), condition.span
                if otherwise:
                    yield "a condition dropped", (*before, *otherwise, *after), condition.span
            case s.May(inner):
                yield "must for may", (*before, *inner, *after), span
            case s.Together(inner):
                yield "at the same time dropped", (*before, *inner, *after), span
            case s.ForEach(players, inner):
                yield "another player", (*before, *inner, *after), players.span
            case s.ForEachWord():
                pass  # without it there is no such word
            case _:
                assert_never(each)
    if body and not whole and not optional and not any(map(s.asks, body)) and not all(map(_does_nothing, body)):
        yield "may for must", (s.May(body, span=body[0].span),), body[0].span


def of_effect(node: s.Effect) -> Iterator[Instead]:
    """The replacements of an effect; its removal is a change of the body around it."""
    match node:
        case s.Choose(_, sieves, afterwards, if_several, adverbs):
            for left, at in fewer(sieves):
                yield Instead("a condition dropped", evolve(node, sieves=left), at)
            if afterwards is not None:
                yield Instead("a condition dropped", evolve(node, afterwards=None), afterwards.span)
            if if_several:
                yield Instead("a condition dropped", evolve(node, if_several=False), node.span.last_word("if several"))
            if "secretly" in adverbs:
                yield Instead("a property dropped", evolve(node, adverbs=()), node.span.last_word("secretly"))
        case s.ChooseByChance(picks, sieves):
            for left, at in fewer(sieves):
                yield Instead("a condition dropped", evolve(node, sieves=left), at)
            chosen = s.Choose(picks, sieves, span=node.span)
            yield Instead("a property dropped", chosen, node.span.last_word("by chance"))
        case s.DealEvenly(source, to):
            yield Instead("a property dropped", s.Deal(source, to, span=node.span), node.span)
        case s.ShowSecretly(cards, to):
            yield Instead("a property dropped", s.Show(cards, to, span=node.span), node.span.last_word("secretly"))
        case s.Perform(times=times) if times is not None:
            yield Instead("a property dropped", evolve(node, times=None), times.span)
        case s.Move(cards) | s.Insert(cards) if len(cards) > 1:
            for moved, at in fewer(cards):
                yield Instead("an effect dropped", evolve(node, cards=moved), at)
        case _:
            yield from the_opposite(node)


def _does_nothing(statement: s.Statement) -> bool:
    return isinstance(statement, s.Do) and isinstance(statement.effect, s.Nothing)
