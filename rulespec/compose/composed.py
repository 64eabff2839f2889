"""A composed ruleset: its blocks as they stand after all layers, and how each came to be so."""

import hashlib
from collections.abc import Iterator

from attrs import field, frozen

from rulespec.compose.hashing import digest, is_played
from rulespec.errors import Problem
from rulespec.tree import declarations as d
from rulespec.tree.blocks import Blocks
from rulespec.tree.node import Citations
from rulespec.tree.source import Source, Span


@frozen
class Layer:
    """A file in its place: `beneath` names the files that it was written on top of."""

    tree: d.RuleFile
    beneath: frozenset[str]

    @property
    def name(self) -> str:
        return self.tree.header.name

    @property
    def path(self) -> str:
        return self.tree.span.source.path


@frozen
class Change:
    """What one file did to a block: declared, added, replaced, renamed, put or cited it."""

    what: str
    layer: str
    span: Span = field(repr=False)
    cites: Citations


@frozen
class Entry:
    """A block as it stands after all layers, and how it came to be so."""

    declaration: d.Declaration
    changes: tuple[Change, ...]

    @property
    def changed(self) -> Change | None:
        """What says that the block, a scenario, is meant to hold no longer."""
        return next((change for change in self._since_written if change.what == "changed"), None)

    @property
    def _since_written(self) -> tuple[Change, ...]:
        """The change that made the block as it stands, and those after it."""
        whole = [i for i, change in enumerate(self.changes) if change.what in ("declared", "added", "replaced")]
        return self.changes[whole[-1] :]

    @property
    def cites(self) -> Citations:
        """The citations of the block as it stands, with those that layers added to it."""
        cites = list(self.declaration.cites)
        for change in self._since_written:
            if change.what in ("cited", "renamed", "put"):
                cites += [cite for cite in change.cites if cite not in cites]
        return tuple(cites)


@frozen
class Composed(Blocks):
    """All blocks of a ruleset by key, in order, after all its layers."""

    layers: tuple[Layer, ...]
    entries: dict[str, Entry]
    renamed: dict[str, tuple[str, d.Rename]]
    reported: frozenset[str] = frozenset()  # words of blocks that are wrong
    absent: tuple[Problem, ...] = ()  # scenarios that files speak of, and that are not among these

    @property
    def name(self) -> str:
        """The ruleset's name with the layers that lie on it: `base+layer`."""
        rulesets = [layer.name for layer in self.layers if layer.tree.header.kind == "ruleset"]
        return "+".join([rulesets[-1], *(layer.name for layer in self._on_top)])

    @property
    def is_tried(self) -> bool:
        """Whether the topmost file is tried on what it lies on; one that does not say on what is tried on anything."""
        top = self.layers[-1]
        said = [base for item in top.tree.items if isinstance(item, d.TriedOn) for base in item.rulesets]
        return top.tree.header.kind != "layer" or not said or self.name.removesuffix(f"+{top.name}") in said

    @property
    def title(self) -> str:
        titles = [self.layers[self._last_ruleset].tree.header.title or self.name]
        titles += [layer.tree.header.title or layer.name for layer in self._on_top]
        return " + ".join(titles)

    @property
    def _on_top(self) -> Iterator[Layer]:
        """The layers above the last ruleset."""
        return (layer for layer in self.layers[self._last_ruleset + 1 :] if layer.tree.header.kind == "layer")

    @property
    def _last_ruleset(self) -> int:
        return max(i for i, layer in enumerate(self.layers) if layer.tree.header.kind == "ruleset")

    def players_for(self, scenario: d.Scenario) -> d.Players:
        """How many can play by the rules that a scenario was written for: its file's, or those of what is beneath."""
        declared = None
        for layer in self.layers[:-1]:
            for item in layer.tree.items:
                if isinstance(item, d.Plain | d.AddBlock | d.Replace) and isinstance(item.declaration, d.Players):
                    declared = item.declaration
            if declared and layer.path == scenario.span.source.path:
                return declared
        return self.the(d.Players)

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(layer.tree.span.source for layer in self.layers)

    @property
    def declarations(self) -> Iterator[d.Declaration]:
        return (entry.declaration for entry in self.entries.values())

    @property
    def digest(self) -> str:
        """A hash of what all blocks that play depends on say, whatever their layout, comments and citations."""
        texts = (digest(entry.declaration) for entry in self.entries.values() if is_played(entry.declaration))
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
