"""Two rulesets block by block, up to renaming: the blocks that are equal, that differ, and that only one has."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from attrs import frozen

from rulespec.language.printer import cited, lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Citation, Cited, renamed, rewrite, walk
from rulespec.records.lockstep import Words
from rulespec.rules.compose import digest, uncited
from rulespec.rules.rulebook import RuleBook

Sort = Literal["rule", "law", "scenario", "ruling"]

_IN_ORDER = (
    ("order of reasons to end", (d.RoundEnds, d.GameEnds)),
    ("order of blocks before a turn", (d.BeforeTurn,)),
    ("order of blocks after a turn", (d.AfterTurn,)),
    ("order of blocks after a round", (d.AfterRound,)),
)  # fmt: skip


@frozen
class Text:
    """The text of a block in one of the rulesets: its lines without citations, and the citations."""

    key: str
    lines: tuple[str, ...]
    cites: str


@frozen
class ComparedBlock:
    """A block that differs in two rulesets, or that only one of them has (the other is None)."""

    sort: Sort
    one: Text | None
    other: Text | None

    @property
    def key(self) -> str:
        """Its key in the first ruleset that has it."""
        text = self.one or self.other
        assert text is not None
        return text.key


@frozen
class Order:
    """Keys of blocks that come in another order in the other ruleset."""

    key: str
    one: tuple[str, ...]
    other: tuple[str, ...]


@frozen
class ComparedBlocks:
    """All blocks of two rulesets: the keys of the equal ones, by the first ruleset's names, and the others."""

    renamed: tuple[tuple[str, str], ...]
    same: tuple[str, ...]
    different: tuple[ComparedBlock, ...]
    orders: tuple[Order, ...]

    @property
    def alike(self) -> bool:
        """True if all blocks are equal, and in the same order."""
        return not (self.different or self.orders)

    @property
    def play_alike(self) -> bool:
        """True if all blocks that affect play are equal; laws, scenarios and rulings may differ."""
        return not self.orders and all(each.sort != "rule" for each in self.different)


def blocks(one: RuleBook, other: RuleBook) -> ComparedBlocks:
    """Compares two rulesets block by block."""
    words = Words(one, other)
    met = {key: words.key(key) for key in one.composed.entries}
    same: list[str] = []
    different: list[ComparedBlock] = []
    for key, there in met.items():
        if there not in other.composed.entries:
            different.append(ComparedBlock(_sort(one, key), _text(one, key), None))
        elif _says_the_same(one, key, other, there, words):
            same.append(key)
        else:
            different.append(ComparedBlock(_sort(one, key), _text(one, key), _text(other, there)))
    alone = [key for key in other.composed.entries if key not in met.values()]
    different += [ComparedBlock(_sort(other, key), None, _text(other, key)) for key in alone]
    return ComparedBlocks(tuple(words.names().items()), tuple(same), tuple(different), tuple(_orders(one, other, met)))


def _says_the_same(one: RuleBook, key: str, other: RuleBook, there: str, words: Words) -> bool:
    """True if two blocks are equal up to renaming, also of the names that choices bind."""
    names = words.names()
    for here, beside in (("turn", "turn"), (key, there)):
        mine, theirs = one.resolved.bound.get(here, {}), other.resolved.bound.get(beside, {})
        if len(mine) == len(theirs):
            names |= {name: called for name, called in zip(mine, theirs, strict=True) if name != called}
    said = renamed(one.composed.entries[key].declaration, names)
    return digest(_direct(said)) == digest(_direct(other.composed.entries[there].declaration))


def _direct(node: Any) -> Any:
    """A block without double negations, as in `unless it is not`."""
    if isinstance(node, e.Not) and isinstance(node.part, e.Not):
        return _direct(node.part.part)
    return rewrite(node, _direct)


def _sort(rules: RuleBook, key: str) -> Sort:
    match rules.composed.entries[key].declaration:
        case d.SourceText() | d.Ruling():
            return "ruling"
        case d.Always():
            return "law"
        case d.Scenario():
            return "scenario"
        case _:
            return "rule"


def _text(rules: RuleBook, key: str) -> Text:
    entry = rules.composed.entries[key]
    inner = [cite for node in walk(entry.declaration) if isinstance(node, Cited) for cite in node.cites]
    cites: Iterable[Citation] = dict.fromkeys([*entry.cites, *inner])
    return Text(key, tuple(lines(uncited(entry.declaration))), cited(tuple(cites)))


def _orders(one: RuleBook, other: RuleBook, met: dict[str, str]) -> Iterator[Order]:
    """The blocks whose order matters and differs."""
    for called, kinds in _IN_ORDER:
        here, there = ([each.key for each in rules.composed.of(*kinds)] for rules in (one, other))
        common = {met[key]: key for key in here if met[key] in there}
        mine, theirs = list(common), [key for key in there if key in common]
        if mine != theirs:
            yield Order(called, *_moved([common[key] for key in mine], theirs, common))


def _moved(mine: list[str], theirs: list[str], common: dict[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both orders without their common beginning and end."""
    begin, end = 0, len(mine)
    while common[theirs[begin]] == mine[begin]:
        begin += 1
    while common[theirs[end - 1]] == mine[end - 1]:
        end -= 1
    return tuple(mine[begin:end]), tuple(theirs[begin:end])
