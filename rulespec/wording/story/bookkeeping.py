"""Things that a story leaves out: those declared for bookkeeping, and counters that only count turns."""

from collections.abc import Iterator
from functools import lru_cache

from attrs import field, frozen

from rulespec.engine.events.event import Changed, Event, Moved
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.rulebook import RuleBook


@frozen
class Bookkeeping:
    """The names of the counters, notes and zones that nobody at the table would announce."""

    rules: RuleBook
    _names: frozenset[str] = field(init=False)

    @_names.default
    def _found(self) -> frozenset[str]:
        holders = self.rules.composed.of(d.Counter, d.Note, d.Zone)
        return frozenset(each.name for each in holders if each.bookkeeping) | _counting_turns(self.rules)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def left_out(self, event: Event) -> bool:
        """True for an event that is bookkeeping only."""
        match event:
            case Changed(what=(name, *_)):
                return name in self
            case Moved(to=(name, *_)):
                return name in self
            case _:
                return False


@lru_cache(maxsize=16)  # for speed: the same rules are asked at each table that is shown
def _counting_turns(rules: RuleBook) -> frozenset[str]:
    """Shared counters that are changed by nothing but the same step in every turn."""
    every_turn = {id(change) for block in rules.resolved.of(*_TURNS) for change in _at_each(block)}
    counting: set[str] = set()
    other: set[str] = set()
    for block in rules.resolved.blocks.values():
        for node in walk(block):
            for change in s.changes(node) if isinstance(node, s.AnyEffect) else ():
                (counting if id(node) in every_turn else other).add(change.name)
    shared = {each.name for each in rules.composed.of(d.Counter) if each.is_single}
    return frozenset((counting - other) & shared)


_TURNS = (d.BeforeTurn, d.Turn, d.AfterTurn)


def _at_each(block: d.Block) -> Iterator[Node]:
    """The unconditional additions of a block to counters."""
    for statement in block.body:
        for each in statement.body if isinstance(statement, s.Together) else (statement,):
            match each:
                case s.Do(s.Add(e.Number(), e.OnCounter(_, None, None)) as add):
                    yield add
