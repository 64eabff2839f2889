"""What may stand at an offset: words of the language, by the grammar, and the names that are known there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from rulespec.assistance.answer import Completion, Kind
from rulespec.assistance.blocks import Block, blocks_of
from rulespec.assistance.known import Known, kind_behind
from rulespec.language.grammar import keywords, legal, parser
from rulespec.language.mistakes.slips import words_used
from rulespec.tree.source import Source

_BEGUN = re.compile(r"(?<![\w-])[\d_-]*+([^\W\d_][\w-]*+)\Z")
_REST = re.compile(r"[\w-]*")
_FILLER = "x"  # a name in place of what is being written
_REMARK = re.compile(r'(?:[^"#\n]|"[^"\n]*")*(?:#.*|"[^"\n]*)\Z')


def completions(source: Source, offset: int, known: Known, own: str) -> tuple[Completion, ...]:
    """The words that may stand at an offset, and begin with what is written there already; the likeliest first."""
    line_start = source.text.rfind("\n", 0, offset) + 1
    if _REMARK.match(source.text[line_start:offset]):
        return ()
    begun = _BEGUN.search(source.text, line_start, offset)
    start = begun.start(1) if begun else offset
    rest = _REST.match(source.text, offset)
    end = rest.end() if rest and begun else offset
    block, index = _cut(source, start)
    prefix = source.text[start:offset].casefold()
    used = words_used(source.text)
    found: dict[str, tuple[int, Kind]] = {}
    for rank, word, kind in _possible(block, index, known, source, own):
        if word.casefold().startswith(prefix) and word not in found:
            found[word] = rank, kind
    typed = source.text[start:offset]

    def order(word: str) -> tuple[bool, int, int, str]:
        rank, _ = found[word]
        return not word.startswith(typed), rank, -used[word], word

    return tuple(_completion(start, end, word, found[word][1], known) for word in sorted(found, key=order))


def _cut(source: Source, start: int) -> tuple[Block, int]:
    """The block that a text ends with, had a name been written at a place and all brackets been closed behind it."""
    head = source.text[:start] + _FILLER
    *_, block = blocks_of(Source(source.path, head + "\n"))
    index = len(block.words) - 1
    opened = Counter(placed.word.terminals for placed in block.words)
    if opened["LPAR",] > opened["RPAR",]:
        *_, block = blocks_of(Source(source.path, head + ")" * (opened["LPAR",] - opened["RPAR",]) + "\n"))
    return block, min(index, len(block.words) - 1)


def _completion(start: int, end: int, word: str, kind: Kind, known: Known) -> Completion:
    about = _form(word) if kind == "keyword" else known.about(word, kind)
    return Completion(start, end, word, kind, about)


def _possible(block: Block, index: int, known: Known, source: Source, own: str) -> Iterator[tuple[int, str, Kind]]:
    """The words for a place in a block, each with its rank, the best being the least."""
    placed = block.words[index]
    start = block.start + placed.word.start
    allowed = None if placed.stack is None else set(legal(placed.stack))
    for terminal, word in keywords().items():
        if allowed is None or terminal in allowed:
            yield 2, word, "keyword"
    if allowed is not None and "NAME" not in allowed:
        return
    behind = kind_behind(block, index)
    if behind is not None:
        yield from ((1, name, behind) for name in _of_kind(behind, known, own))
        yield from ((3, name, behind) for name in _unknown(source, known, start))
        if behind in ("word", "file", "ruling", "source", "reading", "block", "scenario", "law", "cards"):
            return
    yield from ((0, name, "choice") for name in _around(block, source))
    yield from ((1, name, "choice") for name in known.in_turn)
    if block.is_scenario:
        yield from ((1, name, "choice") for name in known.anywhere)
        yield from ((3, name, kind) for kind in ("reason",) for name in _of_kind(kind, known, own))
    yield from ((1, name, kind) for name, kind in known.declared.items())
    yield from ((3, name, "cards") for name in known.by_kind.get("cards", ()))
    yield from ((4, name, "name") for name in _unknown(source, known, start))


def _of_kind(kind: Kind, known: Known, own: str) -> Iterable[str]:
    """The names that there are of a kind."""
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


def _around(block: Block, source: Source) -> frozenset[str]:
    """The names that are chosen in the block that is being written, also behind the place of the cursor."""
    whole = next((each for each in blocks_of(source) if each.start == block.start), block)
    return block.chosen | whole.chosen


def _unknown(source: Source, known: Known, start: int) -> Iterator[str]:
    """The names that the text speaks of elsewhere and nobody declares: who declares one now means one of them."""
    for block in blocks_of(source):
        for placed in block.words:
            here = block.start + placed.word.start == start
            if placed.terminal == "NAME" and not here and placed.word.text not in known.declared:
                yield placed.word.text


@cache
def _form(word: str) -> str:
    """How the language goes on behind a word, in the shortest way that it allows."""
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
