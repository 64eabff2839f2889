"""Hovers: the block that the name at an offset means, and its versions in related rulesets."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from rulespec.editing.assistance.answer import Elsewhere, Hover, Kind
from rulespec.editing.assistance.blocks import TextBlock
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.game.explain import rulings
from rulespec.game.loading import remembered
from rulespec.game.pipeline import settings_in, trees
from rulespec.language.errors import RulesError
from rulespec.language.files import SUFFIX, kind_at
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.rules.compose import Composed, File, compose
from rulespec.rules.compose.hashing import digest
from rulespec.rules.finding import stack
from rulespec.wording import wording


def hover(blocks: Iterable[tuple[int, TextBlock]], offset: int, known: KnownBlocks) -> Hover | None:
    """The hover at an offset; None if no known name stands there."""
    for begins, block in blocks:
        for index, placed in enumerate(block.words):
            start, end = begins + placed.word.start, begins + placed.word.end
            if start <= offset <= end and placed.word.is_name:
                kind = known.kind_of(block, index) if placed.terminal in ("NAME", None) else "keyword"
                key = _head(block, index, known) if kind == "keyword" else known.key_of(placed.word.text, kind)
                return None if key is None else hover_of(start, end, placed.word.text, kind, key, known)
    return None


def in_words(files: tuple[File, ...], key: str, language: str) -> tuple[str, ...]:
    """What a block of some files says to people, line by line; nothing where these cannot be played."""
    try:
        rules = remembered(files)
    except RulesError:
        return ()
    block = rules.resolved.blocks.get(key)
    if block is None or isinstance(block, d.SourceText | d.Ruling | d.Scenario):  # which are for people as they are
        return ()
    return tuple(wording(rules, language).told(key))


def _head(block: TextBlock, index: int, known: KnownBlocks) -> str | None:
    """The key of a nameless block, if the word is part of its head."""
    if known.composed is None or block.words[index].first:
        return None
    said = [placed.word.text for placed in block.words[:5] if placed.first == 0]
    said = said[1:] if said[:1] in (["add"], ["replace"], ["remove"], ["cite"]) else said
    for many in (2, 1):
        key = " ".join(said[:many])
        entry = known.composed.entries.get(key)
        if entry is not None and not isinstance(entry.declaration, d.Named | d.NamedBlock):
            return key
    return None


def hover_of(start: int, end: int, name: str, kind: Kind, key: str, known: KnownBlocks) -> Hover:
    """The hover of a name that means a block."""
    composed = known.composed
    assert composed is not None
    entry = composed.entries[key]
    said = tuple(lines(evolve(entry.declaration, cites=entry.cites)))
    return Hover(start, end, name, kind, key, said, tuple(rulings(composed, entry)), tuple(_elsewhere(key, known)))


def _elsewhere(key: str, known: KnownBlocks) -> Iterator[Elsewhere]:
    """Other versions of a block, in rulesets of the library that share a file with this one."""
    composed = known.composed
    assert composed is not None
    beneath = {layer.name for layer in composed.layers}
    mine = digest(composed.entries[key].declaration)
    for name, other in _rulesets(known.library):
        if beneath.isdisjoint(layer.name for layer in other.layers) or name == composed.name.partition("+")[0]:
            continue
        entry = other.entries.get(key)
        if entry is not None and digest(entry.declaration) != mine:
            yield Elsewhere(name, tuple(lines(evolve(entry.declaration, cites=entry.cites))))


def _rulesets(library: tuple[Path, ...]) -> Iterator[tuple[str, Composed]]:
    """The readable rulesets of a library, by name."""
    paths = (path for folder in reversed(library) for path in sorted(folder.glob(f"*{SUFFIX}")))
    for path in sorted({path.stem: path for path in paths}.values()):
        found = _composed(path, path.stat().st_mtime_ns) if kind_at(path) == "ruleset" else None
        if found is not None:
            yield path.stem, found


@lru_cache(maxsize=64)
def _composed(path: Path, changed: int) -> Composed | None:
    try:
        files = stack(path, path.parent)
    except RulesError:
        return None
    return compose(trees(files)[0], settings_in(files))[0]
