"""What each name in a file means: which of the files beneath it introduced the name, and as what."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import assert_never

from attrs import field, frozen

from rulespec.editing.assistance.blocks import TextBlock, blocks_of
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.game.pipeline import trees
from rulespec.language.parser import blocks
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Source
from rulespec.rules.compose import File, Layer, compose

NAME, REASON, CHOICE, SCENARIO, FILE, BLOCK = "name", "reason", "choice", "scenario", "file", "block"
# What a name is told apart from: no two things of one space have the same name. Whatever expressions name is one space.
SPACES: dict[type[d.Declared], str] = {
    d.WordList: NAME, d.NumberList: NAME, d.Zone: NAME, d.Counter: NAME, d.Note: NAME, d.Value: NAME, d.Table: NAME,
    d.Call: NAME, d.Option: NAME, d.RoundEnds: REASON, d.GameEnds: REASON, d.SourceText: "source", d.Ruling: "ruling",
    d.Cards: "cards", d.Always: "law", d.Scenario: SCENARIO, d.BeforeTurn: "before turn",
    d.AfterTurn: "after turn", d.AfterRound: "after round",
}  # fmt: skip

InSpace = tuple[str, str]  # a space, and a name in it


@frozen
class Symbol:
    """A name where it was introduced: declared, or given by renaming; one that a choice binds, by a block's number."""

    path: str
    space: str
    name: str
    block: int | None = None


@frozen
class Writer:
    """The block of a file, by its number, that says what a key stands for; and the names that its choices bind."""

    path: str
    block: int
    binds: frozenset[str]

    def symbol(self, name: str) -> Symbol:
        """A name that it binds."""
        return Symbol(self.path, CHOICE, name, self.block)


@frozen(slots=False, eq=False)
class TopFile:
    """A file on top of others: what its names mean there, and what they meant beneath it."""

    source: Source
    tree: d.RuleFile | None
    known: KnownBlocks = field(repr=False)
    here: Mapping[InSpace, Symbol] = field(repr=False)
    beneath: Mapping[InSpace, Symbol] = field(repr=False)
    writers: Mapping[str, Writer] = field(repr=False)  # by key

    @cached_property
    def blocks(self) -> tuple[tuple[int, TextBlock], ...]:
        """The blocks of its text, and where they begin."""
        return tuple(blocks_of(self.source))

    @cached_property
    def binds(self) -> dict[int, frozenset[str]]:
        """The names that the choices of its blocks bind, by the block's number, as far as these can be read."""
        return _bound(self.tree)

    def meant(self, space: str, name: str) -> Symbol | None:
        """What a name means: here, else beneath, where this file takes it away."""
        return self.here.get((space, name)) or self.beneath.get((space, name))


@lru_cache(maxsize=256)  # for speed: whoever looks for a name looks into the same files for the next one
def on_top(files: tuple[File, ...], library: tuple[Path, ...] = ()) -> TopFile:
    """The topmost of some files in its place."""
    layers, _ = trees(files)
    composed = compose(layers)[0] if layers and layers[0].tree.header.kind == "ruleset" else None
    here: dict[InSpace, Symbol] = {}
    writers: dict[str, Writer] = {}
    beneath: dict[InSpace, Symbol] = {}
    for layer in layers:
        beneath = dict(here)
        _rename(layer, here, writers)
        _declare(layer, here, writers)
    top = files[-1].source
    tree = layers[-1].tree if layers and layers[-1].path == top.path else None
    return TopFile(top, tree, KnownBlocks(composed, library), here, beneath, writers)


def _rename(layer: Layer, here: dict[InSpace, Symbol], writers: dict[str, Writer]) -> None:
    """Renames what is there, all that a layer renames at once."""
    names = {item.old: item.new for item in layer.tree.items if isinstance(item, d.Rename)}
    if not names:
        return
    old = [each for each in here if each[1] in names]
    for each in old:
        del here[each]
    here |= {(space, names[name]): Symbol(layer.path, space, names[name]) for space, name in old}
    there = {" ".join(names.get(word, word) for word in key.split()): writer for key, writer in writers.items()}
    writers.clear()
    writers |= there


def _declare(layer: Layer, here: dict[InSpace, Symbol], writers: dict[str, Writer]) -> None:
    """Adds what a layer declares, and takes away what it removes."""
    bound, file = _bound(layer.tree), layer.tree.span.source
    for item in layer.tree.items:
        match item:
            case d.Plain(declaration) | d.AddBlock(declaration) | d.Replace(declaration):
                number = _block_of(item, file)
                writers[declaration.key] = Writer(layer.path, number, bound.get(number, frozenset()))
                for space, name in declares(declaration):
                    here.setdefault((space, name), Symbol(layer.path, space, name))
            case d.AddWord(word, _):
                here.setdefault((NAME, word), Symbol(layer.path, NAME, word))
            case d.Remove(reference):
                writer = writers.pop(reference.key, None)
                kind, _, name = reference.key.rpartition(" ")
                for space in {SPACES[each] for each, said in d.KEYWORDS.items() if said == kind and each in SPACES}:
                    if writer is not None:
                        here.pop((space, name), None)
            case d.Rename() | d.Put() | d.Cite() | d.TriedOn() | d.Changes():
                pass
            case _:
                assert_never(item)


def declares(declaration: d.Declaration) -> Iterator[InSpace]:
    """The names that a declaration introduces, or writes anew."""
    space = SPACES.get(type(declaration))
    if space is not None and isinstance(declaration, d.Named | d.NamedBlock):
        yield space, declaration.name
    if isinstance(declaration, d.WordList):
        yield from ((NAME, word) for word in declaration.words)


def _block_of(item: d.Item, file: Source) -> int:
    """The number of the block of a file in which an item stands."""
    return bisect_right(blocks(file), item.span.within(file).start, key=lambda each: each[0]) - 1


def _bound(tree: d.RuleFile | None) -> dict[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = {}
    if tree is None:
        return found
    for item in tree.items:
        if isinstance(item, d.Plain | d.AddBlock | d.Replace):
            number = _block_of(item, tree.span.source)
            picks = (node for node in walk(item.declaration) if isinstance(node, s.Pick))
            names = {name for pick in picks for name in pick.names if not name.startswith(s.THAT)}
            found[number] = found.get(number, frozenset()) | names
    return found
