"""A rule file with one thing deleted from it, in every way there is: a block, a statement, a sieve, a part of a
condition, a word of a list, a citation."""

import re
from collections.abc import Iterator
from typing import Any

from attrs import NOTHING, evolve, fields, frozen

from rulespec.language.printer import Sayable, cited, lines, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citation, Node


@frozen
class Deletion:
    """A file without something, and in words what that is."""

    file: d.RuleFile
    line: int
    what: str

    @property
    def of_a_citation(self) -> bool:
        """Whether nothing is gone but the name of a source."""
        return re.match(r"(the block )?`(cite |R\d+`|\d+:)", self.what) is not None

    def __str__(self) -> str:
        return f"{self.file.header.name}.rules:{self.line} without {self.what}"


def deletions(file: d.RuleFile) -> Iterator[Deletion]:
    """The file without each of its blocks, and without each part of each block."""
    for at, item in enumerate(file.items):
        if isinstance(getattr(item, "declaration", None), d.Always):  # nothing in play depends on it
            continue
        before, after = file.items[:at], file.items[at + 1 :]
        yield Deletion(evolve(file, items=before + after), item.span.line, f"the block `{_said(item)}`")
        for line, what, less in _less(item):
            yield Deletion(evolve(file, items=(*before, less, *after)), line, what)


Less = tuple[int, str, Any]  # a node without something, and what was deleted in which line


def _less(node: Any) -> Iterator[Less]:
    """A node without one of its parts, or with less within one of them."""
    line = node.span.line
    for attribute in fields(type(node)):
        name, value = attribute.alias or attribute.name, getattr(node, attribute.name)
        if attribute.name == "span":
            continue
        if isinstance(value, Node):
            yield from ((at, what, evolve(node, **{name: less})) for at, what, less in _instead(value))
        elif isinstance(value, tuple):
            alone = isinstance(node, e.AllOf | e.AnyOf) and len(value) == 2  # `_instead` leaves one of the two
            fewer = _fewer(value, line, drop=not alone)
            yield from ((at, what, evolve(node, **{name: less})) for at, what, less in fewer)
        if _optional(node, attribute, value):
            absent = _ABSENT.get(name, attribute.default)
            yield line, f"`{_option(attribute.name, value)}`", evolve(node, **{name: absent})


_ABSENT = {"moment": "at once", "reason": None, "otherwise": None}


def _optional(node: Node, attribute: Any, value: Any) -> bool:
    """Whether the language lets an author leave this out; what may be repeated is not meant."""
    if isinstance(node, d.Reason | d.Ruling | d.Table) and attribute.name in _ABSENT:
        return value not in ("at once", None)
    return attribute.default is not NOTHING and not isinstance(value, tuple) and value != attribute.default


def _option(name: str, value: Any) -> str:
    return name.replace("_", " ") if value is True else f"{name} {_said(value)}".replace("_", " ")


def _fewer(parts: tuple[Any, ...], line: int, *, drop: bool) -> Iterator[Less]:
    """A tuple of parts without one of them, or with less in one; no block and no choice may become empty."""
    for at, part in enumerate(parts):
        before, after = parts[:at], parts[at + 1 :]
        where = part.span.line if isinstance(part, Node) else line
        if drop and (before or after or isinstance(part, Citation | d.Reading)):
            yield where, f"`{_said(part)}`", before + after
        elif isinstance(part, s.Statement) and not _does_nothing(part):
            yield where, f"`{_said(part)}`", (s.Do(s.Nothing(span=part.span), span=part.span),)
        if isinstance(part, Node):
            yield from ((number, what, (*before, less, *after)) for number, what, less in _instead(part))
            yield from ((where, what, before + inner + after) for what, inner in _unwrapped(part))


def _does_nothing(statement: s.Statement) -> bool:
    return isinstance(statement, s.Do) and isinstance(statement.effect, s.Nothing)


def _unwrapped(part: Node) -> Iterator[tuple[str, tuple[Node, ...]]]:
    """The statements inside a statement, without what it says about them."""
    match part:
        case s.If(condition, then, otherwise):
            yield f"`if {show(condition)}`", then
            if otherwise:
                yield f"`unless {show(condition)}`", otherwise
        case s.Together(body):
            yield "`at the same time`", body
        case s.May(body):
            yield "`may`", body
        case s.ForEach(players, body):
            yield f"`{show(players)}`", body
        case s.ForEachWord(pick, body):
            yield f"`each {show(pick.source)}`", body


def _instead(node: Node) -> Iterator[Less]:
    """What can stand in the place of a node: the node with less in it, or one part of it alone."""
    yield from _less(node)
    line = node.span.line
    match node:
        case e.Sieved(inner, (sieve,)):
            yield line, f"`{show(sieve)}`", inner
        case e.AllOf((one, other)) | e.AnyOf((one, other)):
            yield line, f"`{show(one)}`", other
            yield line, f"`{show(other)}`", one
        case e.Not(part):
            yield line, f"`not` of `{show(part)}`", part
        case e.Except(one, other):
            yield line, f"`except {show(other)}`", one
        case e.Plus(one, other) | e.Minus(one, other) | e.Times(one, other):
            yield line, f"`{show(one)}`", other
            yield line, f"`{show(other)}`", one
        case e.Smaller(one, other) | e.Larger(one, other):
            yield line, f"`{show(one)}`", other
            yield line, f"`{show(other)}`", one
        case e.OtherPlayers():
            yield line, "`other`", e.AllPlayers(span=node.span)
        case e.PlayersWho(adjective):
            yield line, f"`who are {adjective}`", e.AllPlayers(span=node.span)


def _said(part: object) -> str:
    """A part in the words of the language."""
    match part:
        case d.Plain(declaration) | d.AddBlock(declaration) | d.Replace(declaration):
            return lines(declaration)[0]
        case d.Rename(old, new):
            return f"rename {old} to {new}"
        case d.Cite(reference):
            return f"cite {reference.key} {cited(part.cites)}"
        case d.Put(reason, before, other):
            return f"put {reason} {'before' if before else 'after'} {other}"
        case s.Do(effect):
            return show(effect)
        case (
            s.If()
            | s.May()
            | s.Together()
            | s.ForEach()
            | s.ForEachWord()
            | d.Deck()
            | d.Row()
            | d.Reading()
            | s.PickOne()
            | s.PickPair()
            | s.PickNumber()
            | s.PickCards()
        ):
            return type(part).__name__.lower()
        case d.Factor(words=words):
            return f"in {show(words)}"
        case _:
            return show(part) if isinstance(part, Sayable) else str(part)
