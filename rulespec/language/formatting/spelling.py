"""The canonical spelling of what an author has written: the printer's, as far as he has no choice."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, pairwise

from attrs import evolve

from rulespec.language.formatting.lines import WrittenLine, WrittenWord, written
from rulespec.language.printer import INDENT, item_lines
from rulespec.language.scan import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse

# What is written for the sake of a reader, or where the author wants it, and words that agree with others.
_CHOSEN = frozenset({"(", ")", ",", "if", "unless", "not", "openly", "secretly", "is", "are", "card", "cards"})
_MOST = 1_000  # words of a line, which are compared with each other; what is longer stays as it is
_JOINED_BEFORE = (")", ",", ":", "+")
_JOINED_AFTER = ("(", "+")


def spelled(block: Sequence[WrittenLine], items: Sequence[d.Item]) -> Sequence[WrittenLine]:
    """The lines of a block, spelled as the printer spells them where that says the same."""
    printed = list(_arranged([_words(line) for line in _printed(items)], block))
    if len(printed) != len(block):  # it is arranged in another way
        return block
    changed = [evolve(line, words=_merged(line.words, words)) for line, words in zip(block, printed, strict=True)]
    return block if changed == [*block] else _read(changed, tuple(items)) or block


def said(words: Sequence[WrittenWord]) -> str:
    """Words as they stand in one row."""
    rest = (f" {word.text}" if apart(before, word) else word.text for before, word in pairwise(words))
    return "".join((words[0].text, *rest))


def apart(before: WrittenWord, word: WrittenWord) -> bool:
    """Whether there is a space between two words."""
    return before.text not in _JOINED_AFTER and word.text not in _JOINED_BEFORE


def _printed(items: Sequence[d.Item]) -> list[str]:
    """The items of one block as the printer writes them; several are one action of several words."""
    first, *others = items
    if others and isinstance(first, d.Plain | d.AddBlock | d.Replace) and isinstance(first.declaration, d.Action):
        named = (each.declaration for each in items if isinstance(each, d.Plain | d.AddBlock | d.Replace))
        names = ", ".join(each.name for each in named if isinstance(each, d.Action))
        first = evolve(first, declaration=evolve(first.declaration, name=names))
    return item_lines(first)


def _words(line: str) -> list[str]:
    return [word.text for each in lines(line) for word in each.words if word.terminals != ("CITE",)]


def _arranged(printed: list[list[str]], block: Sequence[WrittenLine]) -> Iterator[list[str]]:
    """The words of the printer's lines, with `otherwise` in a line of its own where the author has it in one."""
    alone = (len(line.words) == 1 for line in block)
    for words in printed:
        if next(alone, False) and words[:2] == ["otherwise", "if"]:
            yield words[:1]
            next(alone, None)
            yield words[1:]
        else:
            yield words


def _merged(author: tuple[WrittenWord, ...], printer: list[str]) -> tuple[WrittenWord, ...]:
    """The author's words where he has a choice, else the printer's."""
    words = [word.text for word in author]
    if words == printer or len(words) > _MOST:
        return author
    merged: list[WrittenWord] = []
    left: tuple[str, ...] = ()  # comments behind words that the printer does not write
    for _, start, end, first, last in SequenceMatcher(None, words, printer, autojunk=False).get_opcodes():
        if {*words[start:end], *printer[first:last]} <= _CHOSEN or words[start:end] == printer[first:last]:
            merged += author[start:end]
            continue
        merged += map(WrittenWord, printer[first:last])
        left = (*left, *chain.from_iterable(word.remarks for word in author[start:end]))
        if left and merged:
            merged[-1], left = evolve(merged[-1], breaks=True, beneath=(*merged[-1].beneath, *left)), ()
    return (evolve(merged[0], breaks=True, beneath=(*left, *merged[0].beneath)), *merged[1:]) if left else tuple(merged)


def _read(block: Sequence[WrittenLine], items: tuple[d.Item, ...]) -> list[WrittenLine] | None:
    """The lines of a changed block, with how deep their words are now; None if it does not say these items."""
    between = (": " if line.joined else "\n" + INDENT * line.level for line in block)
    text = "".join(f"{before}{said(line.words)}" for before, line in zip(between, block, strict=True))
    source = Source("spelled", f"layer spelled{text}\n")
    tree, problems = parse(source)
    if tree is None or problems or tree.items != items:
        return None
    again = [each.words for each in written(source, tree) if isinstance(each, WrittenLine) and each.block]
    return [
        evolve(line, words=tuple(evolve(word, deep=at.deep) for word, at in zip(line.words, there, strict=True)))
        for line, there in zip(block, again, strict=True)
    ]
