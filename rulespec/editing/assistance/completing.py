"""Completions at an offset: the keywords that the grammar allows, and the names that are known."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from rulespec.editing.assistance.answer import Completion, Kind
from rulespec.editing.assistance.blocks import TextBlock, blocks_of
from rulespec.editing.assistance.known import KnownBlocks, kind_behind
from rulespec.language.grammar import OF_LAWS, keywords, legal, parser, shift
from rulespec.language.mistakes.slips import words_used
from rulespec.language.reading import Placed
from rulespec.language.tree.source import Source
from rulespec.rules.resolve import circumstances

_BEGUN = re.compile(r"(?<![\w-])[\d_-]*+([^\W\d_][\w-]*+)\Z")
_REST = re.compile(r"[\w-]*")
_FILLER = "x"  # a name in place of the word that is being typed
_REMARK = re.compile(r'(?:[^"#\n]|"[^"\n]*")*(?:#.*|"[^"\n]*)\Z')


def completions(source: Source, offset: int, known: KnownBlocks, own: str) -> tuple[Completion, ...]:
    """The words that can stand at an offset and begin with what is typed there, the likeliest first.

    `own` is the name of the text.
    """
    line_start = source.text.rfind("\n", 0, offset) + 1
    if _REMARK.match(source.text[line_start:offset]):
        return ()
    begun = _BEGUN.search(source.text, line_start, offset)
    start = begun.start(1) if begun else offset
    rest = _REST.match(source.text, offset)
    end = rest.end() if rest and begun else offset
    begins, block, index = _cut(source, start)
    prefix = source.text[start:offset].casefold()
    used = words_used(source.text)
    found: dict[str, tuple[int, Kind]] = {}
    for rank, word, kind in _possible(begins, block, index, known, source, own):
        if word.casefold().startswith(prefix) and word not in found:
            found[word] = rank, kind
    typed = source.text[start:offset]

    def order(word: str) -> tuple[bool, int, int, str]:
        rank, _ = found[word]
        return not word.startswith(typed), rank, -used[word], word

    return tuple(_completion(start, end, word, found[word][1], known) for word in sorted(found, key=order))


def _cut(source: Source, start: int) -> tuple[int, TextBlock, int]:
    """A block with a filler at an offset and all brackets closed after it; where it begins; the filler's index."""
    head = source.text[:start] + _FILLER
    *_, (begins, block) = blocks_of(Source(source.path, head + "\n"), start)
    index = len(block.words) - 1
    opened = Counter(placed.word.terminals for placed in block.words)
    if opened["LPAR",] > opened["RPAR",]:
        closed = head + ")" * (opened["LPAR",] - opened["RPAR",])
        *_, (begins, block) = blocks_of(Source(source.path, closed + "\n"), start)
    return begins, block, min(index, len(block.words) - 1)


def _completion(start: int, end: int, word: str, kind: Kind, known: KnownBlocks) -> Completion:
    about = _form(word) if kind == "keyword" else known.about(word, kind)
    return Completion(start, end, word, kind, about)


def _possible(
    begins: int, block: TextBlock, index: int, known: KnownBlocks, source: Source, own: str
) -> Iterator[tuple[int, str, Kind]]:
    """The words that can stand at a place of a block, each with its rank (0 is best) and kind."""
    placed = block.words[index]
    start = begins + placed.word.start
    allowed = None if placed.stack is None else {*legal(placed.stack), *_continuing(block, index)}
    for terminal, word in keywords().items():
        if (allowed is None or terminal in allowed) and (block.looked or terminal not in OF_LAWS):
            yield 2, word, "keyword"
    if allowed is not None and "NAME" not in allowed:
        return
    behind = kind_behind(block, index)
    if behind is not None:
        yield from ((1, name, behind) for name in _of_kind(behind, known, own))
        yield from ((3, name, behind) for name in _unknown(source, known, start))
        if behind in ("word", "file", "ruling", "source", "reading", "block", "scenario", "law", "cards"):
            return
    yield from ((0, name, "choice") for name in _around(begins, block, source))
    yield from ((1, name, "choice") for name in known.in_turn)
    if block.is_scenario:
        yield from ((1, name, "choice") for name in known.anywhere)
        yield from ((3, name, "reason") for name in _of_kind("reason", known, own))
    yield from ((1, name, kind) for name, kind in known.declared.items())
    yield from ((2, name, "value") for name in circumstances.named(block.looked))
    yield from ((2, name, "keyword") for name in circumstances.ended(block.looked))
    yield from ((3, name, "cards") for name in known.by_kind.get("cards", ()))
    yield from ((4, name, "name") for name in _unknown(source, known, start))


def _continuing(block: TextBlock, index: int) -> Iterator[str]:
    """The terminals with which a deeper line would continue the line above instead of beginning its block."""
    placed = block.words[index]
    if not index or placed.first != index or placed.stack is None:
        return
    before, head = block.words[index - 1], block.words[block.words[index - 1].first]
    if _column(block.text, placed) <= _column(block.text, head) or before.stack is None or before.terminal is None:
        return
    end = shift(before.stack, before.terminal)
    yield from () if end is None else set(legal(end)) - {"NAME", *legal(placed.stack)}


def _column(text: str, placed: Placed) -> int:
    return placed.word.start - text.rfind("\n", 0, placed.word.start)


def _of_kind(kind: Kind, known: KnownBlocks, own: str) -> Iterable[str]:
    """The known names of a kind."""
    if kind == "file":
        return {*known.files, own}
    if kind == "reading":
        return known.files
    if kind == "scenario":
        return known.scenarios
    if kind == "action":
        return () if known.names is None else known.names.words
    if kind in known.by_kind or not known.declared:
        return known.by_kind.get(kind, ())
    return [name for name, there in known.declared.items() if there == kind]


def _around(begins: int, block: TextBlock, source: Source) -> frozenset[str]:
    """The names bound in the block that is being typed, also after the cursor."""
    whole = next((each for start, each in blocks_of(source) if start == begins), block)
    return block.chosen | whole.chosen


def _unknown(source: Source, known: KnownBlocks, start: int) -> Iterator[str]:
    """The undeclared names that the text uses elsewhere: a declaration probably means one of them."""
    for begins, block in blocks_of(source):
        for placed in block.words:
            here = begins + placed.word.start == start
            if placed.terminal == "NAME" and not here and placed.word.text not in known.declared:
                yield placed.word.text


@cache
def _form(word: str) -> str:
    """The shortest form that the grammar has for a keyword."""
    forms = []
    for rule in parser().rules:
        for at, symbol in enumerate(rule.expansion):
            if keywords().get(symbol.name) == word:
                said = (_said(each.name, each.is_term) for each in rule.expansion[at:])
                forms.append((at, " ".join(filter(None, said))))
    return min(forms, key=lambda form: (form[0] > 0, " " not in form[1], len(form[1])))[1]


def _said(symbol: str, is_term: bool) -> str:
    if not is_term:
        return "…"
    fixed = {"NAME": "NAME", "INT": "NUMBER", "STRING": '"TEXT"', "COLON": ":", "_C": ",", "CITE": "(SOURCE:LINES)"}
    return keywords().get(symbol, fixed.get(symbol, ""))
