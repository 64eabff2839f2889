"""Nodes that stand nowhere in a text, and short ways to make the commonest."""

from typing import Any

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.source import Source, Span

NOWHERE: dict[str, Any] = {"span": Span(Source("drawn", ""), 0, 0)}


def name(text: str) -> e.Name:
    return e.Name(text, **NOWHERE)


def named(text: str) -> e.Expression:
    """What has this name; that of the word for which a block is done says of which list."""
    return e.That(text.removeprefix(s.THAT), **NOWHERE) if text.startswith(s.THAT) else name(text)


def number(value: int) -> e.Number:
    return e.Number(value, **NOWHERE)


def own(noun: str, by: e.Expression | None = None) -> e.Own:
    return e.Own(e.Noun(noun, **NOWHERE), by, **NOWHERE)


def of(noun: str, whose: e.Expression, by: e.Expression | None = None) -> e.Of:
    return e.Of(e.Noun(noun, **NOWHERE), whose, by, **NOWHERE)


def that(kind: Kind) -> e.Expression:
    """The nearest of a kind that is looked at further out."""
    if kind.name == "word":
        return e.That(str(kind.list), **NOWHERE)
    if kind.name == "player":
        return e.ThatPlayer(**NOWHERE)
    return e.ThoseCards(**NOWHERE) if kind.many else e.ThatCard(**NOWHERE)
