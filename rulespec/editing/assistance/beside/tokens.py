"""The tokens of a file of texts: its keys and labels, and what stands in braces; what is said is left as it is."""

import re
from collections.abc import Iterator

from rulespec.editing.assistance.answer import Kind, Token
from rulespec.editing.assistance.beside.file import TextsBlock, TextsFile, texts_file
from rulespec.editing.assistance.shelf import Shelf
from rulespec.language.tree.source import Span
from rulespec.rules.texts.constants import PLAYERS
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.parser import LABEL, LOOKS, NAMES, NUMBER
from rulespec.rules.texts.references import ACTIVE, IT

_COMMENT = re.compile(r"^[ \t]*(#.*)", re.MULTILINE)
_LABEL = re.compile(rf"\s*(?P<label>{LABEL})(?P<colon>:)(?= )")
_BRACES = re.compile(r"\{(?P<head>[^{}|=:]*)(?:=(?P<compared>[^{}|:]*)(?P<colon>:))?|[|}]")
_WORD = re.compile(r"[^\W_][\w-]*")
_FIXED = (ACTIVE, IT, NUMBER, PLAYERS, "of")


def tokens_in_texts(shelf: Shelf, path: str) -> tuple[Token, ...]:
    """The tokens of a file of texts, in order."""
    there = texts_file(shelf, path)
    if there is None:
        return ()
    file, places = there
    found = sorted(_tokens(file), key=lambda each: each.start)
    return tuple(Token(places.back(each.start), places.back(each.end), each.kind) for each in found)


def _tokens(file: TextsFile) -> Iterator[Token]:
    for comment in _COMMENT.finditer(file.source.text):
        yield Token(comment.start(1), comment.end(1), "comment")
    if file.header is not None:
        yield from _words(file.header, 0, "keyword")
    for block in file.blocks:
        kind, name = file.kind_of_key(block.key)
        head = len(block.head.text.rstrip()) - len(name)
        yield from _words(Span(file.source, block.head.start, block.head.start + head), 0, "keyword")
        if name:
            yield Token(block.head.start + head, block.head.start + head + len(name), kind)
        for line in block.lines:
            yield from _of_a_name(file, line) if block.key in (NAMES, LOOKS) else _said(file, block, line)


def _of_a_name(file: TextsFile, line: Span) -> Iterator[Token]:
    """The name of a line that says how it is called, or how it looks."""
    said, colon, _ = line.text.partition(":")
    name = said.strip()
    if colon and name:
        start, end = line.start + said.index(name), line.start + len(said)
        yield Token(start, start + len(name), file.kind_of_name(name, ""))
        yield Token(end, end + 1, "sign")


def _said(file: TextsFile, block: TextsBlock, line: Span) -> Iterator[Token]:
    """The label of a text, and what stands in braces."""
    label = _LABEL.match(line.text)
    if label is not None:
        chosen = file.chosen(block.key)
        for word in _WORD.finditer(line.text, label.start("label"), label.end("label")):
            kind: Kind = "choice" if word[0] in chosen else "keyword"
            yield Token(line.start + word.start(), line.start + word.end(), kind)
        yield Token(line.start + label.start("colon"), line.start + label.end("colon"), "sign")
    articles = (*GRAMMARS[file.language].ARTICLES, GRAMMARS[file.language].YOU, *_FIXED)
    for braces in _BRACES.finditer(line.text, 0 if label is None else label.end()):
        yield Token(line.start + braces.start(), line.start + braces.start() + 1, "sign")
        for group in ("head", "compared"):
            for word in _WORD.finditer(line.text, *braces.span(group)) if braces[group] else ():
                kind = "number" if word[0].isdecimal() else file.kind_of_name(word[0], block.key)
                if kind == "name" and word[0] in articles:
                    kind = "keyword"
                yield Token(line.start + word.start(), line.start + word.end(), kind)


def _words(span: Span, start: int, kind: Kind) -> Iterator[Token]:
    for word in _WORD.finditer(span.text, start):
        yield Token(span.start + word.start(), span.start + word.end(), kind)
