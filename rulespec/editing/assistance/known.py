"""The names that are known to a text: its own and those of the files beneath it."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import get_args

from attrs import frozen

from rulespec.editing.assistance.answer import Kind
from rulespec.editing.assistance.blocks import TextBlock
from rulespec.language.files import SUFFIX, kind_at
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.findings import Alike, Circumstances
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import read
from rulespec.language.trees import parse
from rulespec.rules.compose import Composed
from rulespec.rules.resolve import circumstances
from rulespec.rules.resolve.names import Names, declared

_KINDS: dict[str, Kind] = {
    "list": "list", "word": "word", "zone": "zone", "counter": "counter", "note": "note", "value": "value",
    "named condition": "condition", "option": "value",
}  # fmt: skip
# the kind of a name after a keyword, where it declares or mentions it
_BEHIND: dict[str, Kind] = {
    "ZONE": "zone", "COUNTER": "counter", "NOTE": "note", "VALUE": "value", "OPTION": "value", "WORD": "list",
    "NUMBERS": "list", "ACTION": "action", "RULING": "ruling", "SOURCE": "source", "ALWAYS": "law",
    "SCENARIO": "scenario", "ENDS": "reason", "PUT": "reason", "READING": "reading", "RULESET": "file",
    "LAYER": "file", "SCENARIOS": "file", "EXTENDS": "file", "CHANGES": "scenario", "ON": "file", "_SIGN": "file",
}  # fmt: skip
_CALLED = ("PLAYER", "CARD", "GAME")  # after `call`
_LISTED = ("ACTION", "EXTENDS", "CHANGES", "ON")  # keywords before a list of names
_BLOCKS: dict[type[d.Declared], Kind] = {
    d.Action: "action", d.RoundEnds: "reason", d.GameEnds: "reason", d.Always: "law", d.Ruling: "ruling",
    d.SourceText: "source", d.Scenario: "scenario", d.Cards: "cards", d.BeforeTurn: "block", d.AfterTurn: "block",
    d.AfterRound: "block",
}  # fmt: skip


_ALIKE = Alike()


@frozen(slots=False)
class KnownBlocks:
    """The blocks that are known to a text, None if they cannot be composed, and its library."""

    composed: Composed | None
    library: tuple[Path, ...]

    @cached_property
    def names(self) -> Names | None:
        return None if self.composed is None else declared(self.composed)[0]

    @cached_property
    def declared(self) -> dict[str, Kind]:
        """The names that expressions can use, with their kinds."""
        return {} if self.names is None else {name: _KINDS[kind] for name, kind in self.names.taken().items()}

    @cached_property
    def told(self) -> Circumstances:
        """All that the kinds of names go by."""
        cards = tuple(self.by_kind.get("cards", ()))
        return _ALIKE.of((self.declared, self.in_turn, self.anywhere, self._renamed, cards))

    @cached_property
    def _renamed(self) -> dict[str, str]:
        """What was renamed, with the new names."""
        return {} if self.composed is None else {old: new for old, (new, _) in self.composed.renamed.items()}

    @cached_property
    def in_turn(self) -> frozenset[str]:
        """The names bound by the turn, which are known in all blocks."""
        turn = None if self.composed is None else self.composed.one(d.Turn)
        return frozenset() if turn is None else frozenset(_chosen(turn))

    @cached_property
    def anywhere(self) -> frozenset[str]:
        """The names bound by any block: scenarios use them to label answers."""
        found = () if self.composed is None else self.composed.declarations
        return frozenset(name for declaration in found for name in _chosen(declaration))

    @cached_property
    def by_kind(self) -> dict[Kind, dict[str, str]]:
        """The keys of the blocks that expressions cannot name, by kind and name."""
        found: dict[Kind, dict[str, str]] = {}
        for key, entry in () if self.composed is None else self.composed.entries.items():
            kind = _BLOCKS.get(type(entry.declaration))
            if kind is not None:
                found.setdefault(kind, {})[key.rpartition(" ")[2]] = key
        return found

    @cached_property
    def scenarios(self) -> dict[str, str]:
        """The scenarios of these rules, including those of scenario files in the library, with their paths."""
        own = {} if self.composed is None else self.composed.of(d.Scenario)
        found = {each.name: each.span.source.path for each in own}
        here = set() if self.composed is None else {layer.name for layer in self.composed.layers}
        paths = (path for folder in self.library for path in sorted(folder.glob(f"*{SUFFIX}")))
        for path in paths:
            tree = parse(read(path))[0] if kind_at(path) == "scenarios" else None
            if tree is not None and here.issuperset(tree.header.extends):
                found |= {node.name: str(path) for node in walk(tree) if isinstance(node, d.Scenario)}
        return found

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The names of the files of the library."""
        return tuple(sorted({path.stem for folder in self.library for path in folder.glob(f"*{SUFFIX}")}))

    def kind_of(self, block: TextBlock, index: int) -> Kind:
        """The kind of a name in a block."""
        behind = kind_behind(block, index)
        if behind is not None:
            return behind
        name = block.words[index].word.text
        if name not in self.declared:
            name = self._renamed.get(name, name)
        if name in block.chosen or name in self.in_turn:
            return "choice"
        if name in self.declared:
            return self.declared[name]
        if block.is_scenario and (name in self.anywhere or _is_aside(block, index)):
            return "choice"
        if block.is_scenario and name == "seat":
            return "keyword"
        if name in circumstances.named(block.looked):
            return "value"
        if name in circumstances.ended(block.looked):
            return "keyword"
        return "cards" if name in self.by_kind.get("cards", ()) else "name"

    def key_of(self, name: str, kind: Kind) -> str | None:
        """The key of the block that a name means, if there is one; a word means its action, else its list."""
        if kind in ("word", "action"):
            action = self.by_kind.get("action", {}).get(name)
            list_ = None if self.names is None else self.names.words.get(name)
            return action or (None if list_ is None else d.key(d.WordList, list_))
        if kind in self.by_kind:
            return self.by_kind[kind].get(name)
        keys = {
            "zone": d.key(d.Zone, name), "counter": d.key(d.Counter, name), "note": d.key(d.Note, name),
            "condition": d.key(d.Call, name),
        }  # fmt: skip
        several = {"list": (d.WordList, d.NumberList), "value": (d.Value, d.Option)}.get(kind)
        if several and self.composed is not None:
            of_all = (d.key(each, name) for each in several)
            return next((each for each in of_all if each in self.composed.entries), None)
        key = keys.get(kind)
        return key if self.composed is not None and key in self.composed.entries else None

    def about(self, name: str, kind: Kind) -> str:
        """One line about a name."""
        key = self.key_of(name, kind)
        if kind == "choice":
            return "a name for the chosen answer"
        if kind == "file":
            return "a file in the library"
        if key is None or self.composed is None:
            return ""
        if kind == "word" and self.names is not None and name in self.names.words:
            return f"a word of {self.names.words[name]}"
        return lines(self.composed.entries[key].declaration)[0].strip()


def kind_behind(block: TextBlock, index: int) -> Kind | None:
    """The kind of a name if the words before it determine it."""
    before = block.before(index)
    if not before:
        return None
    if before[0] in _BEHIND:
        return _BEHIND[before[0]]
    if before[:2] == ["BY", "ENDED"]:
        return "reason"
    if before[0] == "CALL" or (before[0] in _CALLED and before[1:2] == ["CALL"]):
        return "condition"
    if before[0] == "CARDS" and before[1:2] in ([], ["ADD"], ["REPLACE"], ["REMOVE"], ["CITE"], ["STRING"]):
        return "cards"
    if before[0] in ("TURN", "ROUND") and before[1:2] in (["AFTER"], ["BEFORE"]):
        return "block"
    if before[0] in ("BEFORE", "AFTER") and "PUT" in before:
        return "reason"
    if before[0] == "_C":
        head = next((each for each in before if each not in ("NAME", "_C", "_SIGN")), "")
        if head == "COLON" and before[-1] in ("WORD", "ADD", "REPLACE") and "WORD" in before:
            return "word"
        return _BEHIND[head] if head in _LISTED else None
    return "word" if before[0] == "COLON" and "WORD" in before else None


def _is_aside(block: TextBlock, index: int) -> bool:
    """Whether a name is one of the words in brackets that stand for what is no card, such as `(do it)`."""
    return next((terminal for terminal in block.before(index) if terminal != "NAME"), "") == "LPAR"


def _chosen(declaration: d.Declaration) -> Iterator[str]:
    for pick in declaration.within(*get_args(s.Pick)):
        yield from (name for name in pick.names if name != s.THAT)
