"""Where names stand in a rule file and in the texts beside it, and what each of them means there."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from attrs import frozen

from rulespec.editing.assistance.answer import Kind
from rulespec.editing.assistance.blocks import TextBlock
from rulespec.editing.assistance.known import kind_behind
from rulespec.editing.assistance.symbols import BLOCK, CHOICE, FILE, NAME, REASON, SCENARIO, SPACES, Symbol, TopFile
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source
from rulespec.rules.texts.parser import Texts, parsed

_OF_KIND: dict[Kind, str] = {
    "zone": NAME, "counter": NAME, "note": NAME, "value": NAME, "condition": NAME, "list": NAME, "word": NAME,
    "action": NAME, "reason": REASON, "law": "law", "ruling": "ruling", "source": "source", "scenario": "scenario",
    "cards": "cards", "file": FILE, "reading": FILE, "block": BLOCK, "choice": CHOICE,
}  # fmt: skip
_BESIDE = ("REMOVE", "CITE", "RENAME", "PUT", "TRIED", "CHANGES")  # what begins so declares nothing
_CITED = re.compile(r"(?<![\w-])(?:(R[0-9]+)(?=[ \t]*[;,)])|(\w[\w-]*)(?=[ \t]*:))")
_WORD = re.compile(r"[^\W\d_][\w-]*")
_FILLED = re.compile(r"\{([^{}|=]*)(?=[}=])")
_FIXED = ("no", "and", "not", "afterwards", "cannot", "of")  # words of labels and braces that are no names


@frozen
class Mention:
    """A name between two offsets of a text, what it means there, and whether that is what declares it.

    It means all of its symbols, on different rulesets, but for one that is `unsure`: that means one of them.
    """

    start: int
    end: int
    name: str
    symbols: tuple[Symbol, ...]
    declares: bool = False
    unsure: bool = False


@lru_cache(maxsize=256)  # for speed: see `on_top`
def mentions(file: TopFile) -> tuple[Mention, ...]:
    """The names in the text of a rule file, in order, as far as it is known what they mean."""
    return tuple(_mentions(file))


def _mentions(file: TopFile) -> Iterator[Mention]:
    for number, (begins, block) in enumerate(file.blocks):
        if block.words and block.words[0].terminal == "RENAME":
            yield from _renaming(file, begins, block)
            continue
        for index, placed in enumerate(block.words):
            start, end = begins + placed.word.start, begins + placed.word.end
            if placed.terminal == "CITE":
                yield from _citing(file, placed.word.text, start)
            elif placed.terminal == "STRING":
                if "HEARD" in block.before(index):
                    yield from _heard(file, placed.word.text, start)
            elif placed.word.is_name if placed.terminal in ("NAME", None) else placed.terminal == "INT":
                name = placed.word.text
                symbols = tuple(_meant(file, number, block, index))
                if symbols:
                    declares = _declares(file, number, block, index)
                    yield Mention(start, end, name, symbols, declares, unsure=len(symbols) > 1)


def _meant(file: TopFile, number: int, block: TextBlock, index: int) -> Iterator[Symbol]:
    """What a name in a block can mean: one thing, but for the names of answers in scenarios."""
    name, kind = block.words[index].word.text, file.known.kind_of(block, index)
    if block.words[index].terminal == "INT" and kind != "source":
        return
    space = _OF_KIND.get(kind)
    if space == CHOICE:
        yield from _chosen(file, number, block, name)
    elif space == FILE:
        yield Symbol("", FILE, name)
    elif space is not None:
        if space == BLOCK:  # such as `after turn`
            space = " ".join(terminal.casefold() for terminal in reversed(block.before(index)[:2]))
        found = file.meant(space, name)
        if found is None and space == SCENARIO and name in file.known.scenarios:
            found = Symbol(file.known.scenarios[name], SCENARIO, name)
        if found is not None:
            yield found


def _chosen(file: TopFile, number: int, block: TextBlock, name: str) -> Iterator[Symbol]:
    """What the name of a choice means: that of this block, else of the turn; an answer of a scenario, that of any."""
    if block.is_scenario:
        yield from dict.fromkeys(each.symbol(name) for each in file.writers.values() if name in each.binds)
        return
    turn = file.writers.get(d.KEYWORDS[d.Turn])
    if name in file.binds.get(number, block.chosen):
        yield Symbol(file.source.path, CHOICE, name, number)
    elif turn is not None and name in turn.binds:
        yield turn.symbol(name)
    elif (found := file.meant(NAME, name)) is not None:  # it only looked like one that is chosen
        yield found


def _declares(file: TopFile, number: int, block: TextBlock, index: int) -> bool:
    """Whether a name stands where it is declared."""
    placed = block.words[index]
    kind = kind_behind(block, index)
    if placed.first or block.words[0].terminal in _BESIDE:
        return not block.is_scenario and block.binds(index)
    if kind == "file":
        return number == 0 and index == 1
    if block.words[0].terminal == "ADD" and index == 1:
        return True
    return kind is not None or block.binds(index)


def _renaming(file: TopFile, begins: int, block: TextBlock) -> Iterator[Mention]:
    """The names of a line that renames one: the old one as it was called beneath, the new one."""
    names = [placed.word for placed in block.words if placed.terminal == "NAME"]
    for word, known, new in zip(names, (file.beneath, file.here), (False, True), strict=False):
        symbols = tuple(each for (_, name), each in known.items() if name == word.text)
        if symbols:
            yield Mention(begins + word.start, begins + word.end, word.text, symbols, new)


def _citing(file: TopFile, said: str, start: int) -> Iterator[Mention]:
    """The rulings and sources in a citation."""
    for found in _CITED.finditer(said):
        symbol = file.meant("ruling", found[0]) or file.meant("source", found[0])
        if symbol is not None:
            yield Mention(start + found.start(), start + found.end(), found[0], (symbol,))


def _heard(file: TopFile, said: str, start: int) -> Iterator[Mention]:
    """The names in a sentence that somebody heard."""
    for found in _WORD.finditer(said):
        symbol = file.meant(NAME, found[0])
        if symbol is not None:
            yield Mention(start + found.start(), start + found.end(), found[0], (symbol,))


# ---- in texts for people


def mentions_in_texts(source: Source, file: TopFile) -> Iterable[Mention]:
    """The names in a file of texts beside a rule file, in order."""
    found = [*_keys(source, file), *_said(parsed(source)[0], file)]
    return sorted(found, key=lambda each: each.start)


def _keys(source: Source, file: TopFile) -> Iterator[Mention]:
    """The names in the keys of blocks, at the margin."""
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        kind, _, name = line.split("#")[0].rstrip().rpartition(" ")
        if not kind or line[0].isspace():
            continue
        spaces = {SPACES.get(each, NAME) for each, said in d.KEYWORDS.items() if said == " ".join(kind.split())}
        symbol = next((symbol for space in spaces if (symbol := file.meant(space, name))), None)
        if symbol is not None:
            at = start + line.index(name, len(kind))
            yield Mention(at, at + len(name), name, (symbol,))


def _said(texts: Texts, file: TopFile) -> Iterator[Mention]:
    """The names that have forms or looks, those in labels, and those in braces."""
    for line in (*texts.names, *texts.looks):
        symbols = tuple(filter(None, (file.meant(NAME, line.name), file.meant("cards", line.name))))
        if symbols:
            yield Mention(line.span.start, line.span.start + len(line.name), line.name, symbols)
    for text in texts.texts:
        start, said = text.span.start, text.span.text
        own = file.writers.get(text.key)
        for label in _WORD.finditer(said, 0, len(text.label)):
            if own is not None and label[0] in own.binds and label[0] not in _FIXED:
                yield Mention(start + label.start(), start + label.end(), label[0], (own.symbol(label[0]),))
        for braces in _FILLED.finditer(said, len(text.label)):
            for word in _WORD.finditer(said, braces.start(1), braces.end(1)):
                symbols = tuple(_filled(word[0], text.key, file))
                if symbols and word[0] not in _FIXED:
                    yield Mention(start + word.start(), start + word.end(), word[0], symbols)


def _filled(name: str, key: str, file: TopFile) -> Iterator[Symbol]:
    """What a name in braces means: what was chosen, else what the rules call so."""
    for writer in (file.writers.get(key), file.writers.get(d.KEYWORDS[d.Turn])):
        if writer is not None and name in writer.binds:
            yield writer.symbol(name)
            return
    yield from filter(None, (file.meant(NAME, name), file.meant("cards", name)))
