"""A composed ruleset: its blocks after all layers, with the history of each."""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from rulespec.language.errors import Problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree.blocks import Blocks
from rulespec.language.tree.node import Citations
from rulespec.language.tree.source import Source, Span, source_of
from rulespec.rules.compose.hashing import digest, is_played


@frozen
class Setting:
    """A value that is chosen for an option, as written."""

    option: str
    value: str

    @property
    def path(self) -> str:
        """The setting as a part of a spec."""
        return f"{self.option}={self.value}"

    def names(self, option: str) -> bool:
        """True if this sets the option; in Python, `_` stands for `-`."""
        return self.option.replace("_", "-") == option.replace("_", "-")


@frozen
class Options:
    """The options of some layers with their values."""

    declared: Mapping[str, d.Option]
    values: Mapping[str, int | str]
    idle: frozenset[int] = frozenset()  # the items that do not apply, by identity
    changing: Mapping[str, frozenset[str]] = field(factory=dict)  # by block: the options it uses, not at their default
    versions: Mapping[str, tuple[d.Declaration, ...]] = field(factory=dict)  # of blocks that options change, as written
    conditional: frozenset[str] = frozenset()  # the blocks that apply under a condition

    def __str__(self) -> str:
        """All values: `hand-size=5, stacking=no`; empty without options."""
        return ", ".join(f"{name}={value}" for name, value in self.values.items())

    def applies(self, item: d.Item) -> bool:
        return id(item) not in self.idle


@frozen
class File:
    """A rule file; `beneath` has the paths of the files that it extends, directly or not.

    `texts` are the files beside it that say in some language how its choices are asked. `elsewhere` are the files of
    each ruleset that a layer with texts is tried on: what its texts speak of can be there. A file without text can
    instead be the `setting` of an option.
    """

    source: Source
    beneath: frozenset[str] = frozenset()
    texts: tuple[Source, ...] = ()
    elsewhere: tuple[tuple["File", ...], ...] = ()
    setting: Setting | None = None

    @property
    def path(self) -> str:
        return self.source.path


def file_of(setting: Setting) -> File:
    """The file that stands for the setting of an option."""
    return File(source_of(setting.path, ""), setting=setting)


@frozen
class Layer:
    """A file with its tree, to be laid on others."""

    tree: d.RuleFile
    beneath: frozenset[str]
    texts: tuple[Source, ...] = ()
    elsewhere: tuple[tuple[File, ...], ...] = ()

    @property
    def name(self) -> str:
        return self.tree.header.name

    @property
    def path(self) -> str:
        return self.tree.span.source.path

    @property
    def file(self) -> File:
        """The file as it was read, whatever was made of its tree."""
        return File(self.tree.span.source, self.beneath, self.texts, self.elsewhere)


@frozen
class Change:
    """What a file did to a block: declared, added, replaced, extended, renamed, put, cited or changed it."""

    what: str
    layer: str
    span: Span = field(repr=False)
    cites: Citations


@frozen
class Entry:
    """A block after all layers, and the changes that made it."""

    declaration: d.Declaration
    changes: tuple[Change, ...]

    @property
    def changed(self) -> Change | None:
        """The change that says that this scenario no longer holds."""
        return next((change for change in self.since_written if change.what == "changed"), None)

    @property
    def since_written(self) -> tuple[Change, ...]:
        """The changes from the last one on that wrote the whole block."""
        whole = [i for i, change in enumerate(self.changes) if change.what in ("declared", "added", "replaced")]
        return self.changes[whole[-1] :]

    @property
    def cites(self) -> Citations:
        """The citations of the block, with those that layers added."""
        cites = list(self.declaration.cites)
        for change in self.since_written:
            if change.what in ("cited", "renamed", "put"):
                cites += [cite for cite in change.cites if cite not in cites]
        return tuple(cites)


@frozen
class Composed(Blocks):
    """All blocks of a ruleset after all its layers, by key and in order; `renamed` has old names."""

    layers: tuple[Layer, ...]
    settings: tuple[Setting, ...]
    options: "Options"
    entries: dict[str, Entry]
    renamed: dict[str, tuple[str, d.Rename]]
    reported: frozenset[str] = frozenset()  # words in erroneous blocks, which are not reported again
    absent: tuple[Problem, ...] = ()  # problems of scenarios that layers mention and that are missing

    @property
    def name(self) -> str:
        """The ruleset's name with its layers and the options that are set: `base+layer+option=value`."""
        rulesets = [layer.name for layer in self.layers if layer.tree.header.kind == "ruleset"]
        return "+".join([rulesets[-1], *(each.name for each in self._on_top), *(each.path for each in self.settings)])

    @property
    def files(self) -> tuple[File, ...]:
        """All files as they were read, and the settings of options."""
        return (*map(file_of, self.settings), *(layer.file for layer in self.layers))

    @property
    def is_tried(self) -> bool:
        """Whether the topmost file is to be tested on this base: a layer can name the rulesets it is tried on."""
        top = self.layers[-1]
        said = [base for item in top.tree.items if isinstance(item, d.TriedOn) for base in item.rulesets]
        return top.tree.header.kind != "layer" or not said or self.name.removesuffix(f"+{top.name}") in said

    @property
    def top(self) -> Iterator[Layer]:
        """The last layer that has rules, and the files of scenarios on it."""
        for layer in reversed(self.layers):
            yield layer
            if layer.tree.header.kind != "scenarios":
                return

    def inherited(self, key: str) -> str | None:
        """The layer that a block is inherited from; None if one of the layers on top (see `top`) wrote it."""
        origin = self.entries[key].changes[-1].layer
        return None if origin in {layer.name for layer in self.top} else origin

    @cached_property
    def changed_on_top(self) -> frozenset[str]:
        """The keys of the blocks that the top layer was the last to change."""
        top = self.layers[-1].name
        return frozenset(key for key, entry in self.entries.items() if entry.changes[-1].layer == top)

    @property
    def title(self) -> str:
        """The titles of the ruleset and its layers, joined by plus."""
        ruleset, *on_top = self.titled
        return " + ".join(
            [ruleset.tree.header.title or self.name, *(each.tree.header.title or each.name for each in on_top)]
        )

    @property
    def titled(self) -> tuple[Layer, ...]:
        """The files that name the rules: the ruleset, and the layers on it."""
        return (self.layers[self._last_ruleset], *self._on_top)

    @property
    def _on_top(self) -> Iterator[Layer]:
        """The layers above the last ruleset."""
        return (layer for layer in self.layers[self._last_ruleset + 1 :] if layer.tree.header.kind == "layer")

    @property
    def _last_ruleset(self) -> int:
        return max(i for i, layer in enumerate(self.layers) if layer.tree.header.kind == "ruleset")

    def players_for(self, scenario: d.Scenario) -> d.Players:
        """The numbers of players of the rules that a scenario was written for: its file's, or of those beneath."""
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
        """A hash of all blocks that play depends on, without layout, comments and citations: 16 hex digits."""
        texts = (digest(entry.declaration) for entry in self.entries.values() if is_played(entry.declaration))
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
