"""The tokens of a text, for syntax colouring."""

import re
from collections.abc import Iterable, Iterator

from rulespec.editing.assistance.answer import Kind, Token
from rulespec.editing.assistance.blocks import TextBlock
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.language.grammar import keywords

_GAP = re.compile(r"(?P<comment>#[^\n]*)|(?P<space>\s+)|(?P<text>[^#\s]+)")
_PLAIN: dict[str, Kind] = {
    "INT": "number", "NEGATIVE": "number", "STRING": "string", "CITE": "citation", "_C": "sign", "COLON": "sign",
    "LPAR": "sign", "RPAR": "sign", "_SIGN": "sign",
}  # fmt: skip


def tokens(text: str, blocks: Iterable[tuple[int, TextBlock]], known: KnownBlocks) -> tuple[Token, ...]:
    """The tokens of a normalised text, in order and without gaps."""
    found, at = list[Token](), 0
    for begins, block in blocks:
        found += _gap(text, at, begins)
        found += _told(block, begins, known)
        at = begins + len(block.text)
    return (*found, *_gap(text, at, len(text)))


def _told(block: TextBlock, begins: int, known: KnownBlocks) -> tuple[Token, ...]:
    """The tokens of a block that begins at an offset: what they were as long as all names are of the same kinds."""
    found: tuple[int, tuple[Token, ...]] | None = block.findings.get(_told, known.told)
    if found is not None and found[0] == begins:
        return found[1]
    before, told = found or (0, tuple(_tokens(block, known)))
    moved = tuple(Token(each.start + begins - before, each.end + begins - before, each.kind) for each in told)
    block.findings.keep(_told, known.told, (begins, moved))
    return moved


def _tokens(block: TextBlock, known: KnownBlocks) -> Iterator[Token]:
    at = 0
    for index, placed in enumerate(block.words):
        yield from _gap(block.text, at, placed.word.start)
        yield Token(placed.word.start, placed.word.end, _kind(block, index, known))
        at = placed.word.end
    yield from _gap(block.text, at, len(block.text))


def _gap(text: str, start: int, end: int) -> Iterator[Token]:
    """The tokens between two words."""
    while start < end:
        found = _GAP.match(text, start, end)
        assert found is not None and found.lastgroup is not None
        kind: Kind = "comment" if found["comment"] else "space" if found["space"] else "text"
        yield Token(start, found.end(), kind)
        start = found.end()


def _kind(block: TextBlock, index: int, known: KnownBlocks) -> Kind:
    placed = block.words[index]
    if placed.terminal == "NAME":
        return known.kind_of(block, index)
    if placed.terminal in _PLAIN:
        return _PLAIN[placed.terminal]
    if placed.terminal is not None:
        return "keyword"
    return _unread(block, index, known)


def _unread(block: TextBlock, index: int, known: KnownBlocks) -> Kind:
    """The kind of a word that the parser did not reach, judged by the word alone."""
    word = block.words[index].word
    for terminal in word.terminals:
        if terminal in _PLAIN:
            return _PLAIN[terminal]
    if word.is_name:
        kind = known.kind_of(block, index)
        return "keyword" if kind == "name" and word.text in keywords().values() else kind
    return "string" if word.text.startswith('"') else "sign" if word.terminals else "text"
