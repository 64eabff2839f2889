"""Two rulesets block by block: what is the same once words are called alike, what differs, what only one has."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from attrs import evolve, frozen

from rulespec.compose import digest
from rulespec.language.printer import cited, lines
from rulespec.lockstep import Words
from rulespec.rulebook import RuleBook
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.node import Citation, Cited, renamed, rewrite, walk

Sort = Literal["rule", "law", "scenario", "ruling"]

_IN_ORDER = (
    ("order of reasons to end", (d.RoundEnds, d.GameEnds)),
    ("order of what comes before a turn", (d.BeforeTurn,)),
    ("order of what comes after a turn", (d.AfterTurn,)),
    ("order of what comes after a round", (d.AfterRound,)),
)  # fmt: skip


@frozen
class Text:
    """A block as one of the rulesets says it: its lines without citations, and these."""

    key: str
    lines: tuple[str, ...]
    cites: str


@frozen
class Block:
    """A block that two rulesets say differently, or that only one of them has."""

    sort: Sort
    one: Text | None
    other: Text | None

    @property
    def key(self) -> str:
        """What it is called, in the first of the rulesets that has it."""
        text = self.one or self.other
        assert text is not None
        return text.key


@frozen
class Order:
    """Blocks that both have, which come in another order."""

    key: str
    one: tuple[str, ...]
    other: tuple[str, ...]


@frozen
class Blocks:
    """All blocks of two rulesets: the keys of those that are the same, in the words of the one, and the others."""

    renamed: tuple[tuple[str, str], ...]
    same: tuple[str, ...]
    different: tuple[Block, ...]
    orders: tuple[Order, ...]

    @property
    def alike(self) -> bool:
        """Whether they say the same."""
        return not (self.different or self.orders)

    @property
    def play_alike(self) -> bool:
        """Whether their rules are the same, so that their games are, whatever else they say."""
        return not self.orders and all(each.sort != "rule" for each in self.different)


def blocks(one: RuleBook, other: RuleBook) -> Blocks:
    """Two rulesets, block by block."""
    words = Words(one, other)
    met = {key: words.key(key) for key in one.composed.entries}
    same: list[str] = []
    different: list[Block] = []
    for key, there in met.items():
        if there not in other.composed.entries:
            different.append(Block(_sort(one, key), _text(one, key), None))
        elif _says_the_same(one, key, other, there, words):
            same.append(key)
        else:
            different.append(Block(_sort(one, key), _text(one, key), _text(other, there)))
    alone = [key for key in other.composed.entries if key not in met.values()]
    different += [Block(_sort(other, key), None, _text(other, key)) for key in alone]
    return Blocks(tuple(words.names().items()), tuple(same), tuple(different), tuple(_orders(one, other, met)))


def _says_the_same(one: RuleBook, key: str, other: RuleBook, there: str, words: Words) -> bool:
    """Whether a block says the same, whatever the names are that it gives to what is chosen."""
    names = words.names()
    for here, beside in (("turn", "turn"), (key, there)):
        mine, theirs = one.resolved.bound.get(here, {}), other.resolved.bound.get(beside, {})
        if len(mine) == len(theirs):
            names |= {name: called for name, called in zip(mine, theirs, strict=True) if name != called}
    said = renamed(one.composed.entries[key].declaration, names)
    return digest(_direct(said)) == digest(_direct(other.composed.entries[there].declaration))


def _direct(node: Any) -> Any:
    """A block without negations of negations, as `unless it is not` has one."""
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
    return Text(key, tuple(lines(_uncited(entry.declaration))), cited(tuple(cites)))


def _uncited(node: Any) -> Any:
    return rewrite(evolve(node, cites=()) if isinstance(node, Cited) else node, _uncited)


def _orders(one: RuleBook, other: RuleBook, met: dict[str, str]) -> Iterator[Order]:
    """Blocks that are done, or looked at, one after another."""
    for called, kinds in _IN_ORDER:
        here, there = ([each.key for each in rules.composed.of(*kinds)] for rules in (one, other))
        common = {met[key]: key for key in here if met[key] in there}
        mine, theirs = list(common), [key for key in there if key in common]
        if mine != theirs:
            yield Order(called, *_moved([common[key] for key in mine], theirs, common))


def _moved(mine: list[str], theirs: list[str], common: dict[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both orders, without what comes first, and last, in both."""
    begin, end = 0, len(mine)
    while common[theirs[begin]] == mine[begin]:
        begin += 1
    while common[theirs[end - 1]] == mine[end - 1]:
        end -= 1
    return tuple(mine[begin:end]), tuple(theirs[begin:end])
