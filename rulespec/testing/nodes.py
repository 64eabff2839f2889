"""Nodes that stand nowhere in a text, and short ways to make the commonest."""

from typing import Any

from rulespec.tree import expressions as e
from rulespec.tree.source import Source, Span

NOWHERE: dict[str, Any] = {"span": Span(Source("drawn", ""), 0, 0)}


def name(text: str) -> e.Name:
    return e.Name(text, **NOWHERE)


def number(value: int) -> e.Number:
    return e.Number(value, **NOWHERE)


def own(noun: str) -> e.Own:
    return e.Own(e.Noun(noun, **NOWHERE), **NOWHERE)


def of(noun: str, whose: e.Expression) -> e.Of:
    return e.Of(e.Noun(noun, **NOWHERE), whose, **NOWHERE)
