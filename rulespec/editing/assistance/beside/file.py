"""A file of texts beside the rules that it is about: its blocks, and what their keys and names mean there."""

from functools import cached_property

from attrs import evolve, frozen

from rulespec.editing.assistance.answer import Kind
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.editing.assistance.shelf import Shelf, rules_of
from rulespec.editing.assistance.symbols import TopFile, on_top
from rulespec.language.files import LANGUAGES
from rulespec.language.tree import declarations as d
from rulespec.language.tree.origins import Origins, origins
from rulespec.language.tree.source import Source, Span, UnreadableError
from rulespec.rules.compose import File
from rulespec.rules.resolve.resolution import resolve
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.parser import language_of, pieces

_NOTHING = KnownBlocks(None, ())


@frozen
class TextsBlock:
    """A block of texts: its key, as it is written, and the lines beneath, each with those that go on with it."""

    head: Span
    lines: tuple[Span, ...]

    @property
    def key(self) -> str:
        return " ".join(self.head.text.split())

    @property
    def end(self) -> int:
        """Where its last line ends."""
        return self.lines[-1].end if self.lines else self.head.end

    @property
    def depth(self) -> int | None:
        """How far its lines are indented; None as long as it has none."""
        text = self.lines[0].text if self.lines else ""
        return len(text) - len(text.lstrip()) if text else None


@frozen(slots=False, eq=False)
class TextsFile:
    """A file of texts, and the rules that it lies beside on the first of the rulesets that these are laid on."""

    source: Source
    file: TopFile | None
    stack: tuple[File, ...] = ()  # these rules, with all texts but this file

    @property
    def language(self) -> str:
        return language_of(self.source)

    @property
    def known(self) -> KnownBlocks:
        """The blocks and names of the rules."""
        return _NOTHING if self.file is None else self.file.known

    @cached_property
    def rules(self) -> Rules | None:
        """The rules, as far as it can be said what they mean, whether or not they are right."""
        return None if self.known.composed is None else resolve(self.known.composed)[0]

    @cached_property
    def header(self) -> Span | None:
        """The first line, which says the language."""
        return next(iter(pieces(self.source)), None)

    @cached_property
    def blocks(self) -> tuple[TextsBlock, ...]:
        """Its blocks, in order."""
        found = list[tuple[Span, list[Span]]]()
        for line in pieces(self.source)[1:]:
            if not line.text[0].isspace():
                found.append((line, []))
            elif found:
                found[-1][1].append(line)
        return tuple(TextsBlock(head, tuple(lines)) for head, lines in found)

    def kind_of_key(self, key: str) -> tuple[Kind, str]:
        """The kind of block that a key stands for, and the name at its end; "" for one that has no name."""
        entry = None if self.known.composed is None else self.known.composed.entries.get(key)
        if entry is None or not isinstance(entry.declaration, d.Named | d.NamedBlock):
            return "block", ""
        name = entry.declaration.name
        named = (kind for kind, names in self.known.by_kind.items() if names.get(name) == key)
        return next(named, None) or self.known.declared.get(name, "block"), name

    def kind_of_name(self, name: str, key: str) -> Kind:
        """The kind of a name that a text about a block mentions."""
        if name in self.chosen(key):
            return "choice"
        return self.known.declared.get(name, "cards" if name in self.known.by_kind.get("cards", ()) else "name")

    def chosen(self, key: str) -> frozenset[str]:
        """The names that choices of a block, and of the turn, bind."""
        writers = {} if self.file is None else self.file.writers
        bound = (writers[each].binds for each in (key, d.KEYWORDS[d.Turn]) if each in writers)
        return frozenset[str]().union(*bound)


def texts_file(shelf: Shelf, path: str) -> tuple[TextsFile, Origins] | None:
    """A file of texts, and where its places are as it is written; None if it cannot be read, or says no language."""
    try:
        source, rules = shelf.source(path), rules_of(path)
    except UnreadableError:
        return None
    if language_of(source) not in LANGUAGES:
        return None
    stacks = shelf.stacks(rules)
    if not stacks:
        return TextsFile(source, None), origins(shelf.written(path))
    stack = tuple(evolve(each, texts=tuple(text for text in each.texts if text.path != path)) for each in stacks[0])
    return TextsFile(source, on_top(stacks[0], shelf.around(rules)), stack), origins(shelf.written(path))
