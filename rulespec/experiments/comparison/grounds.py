"""Why two rulesets diverge where they do: the differing blocks among those that the rules there use."""

from collections.abc import Iterator

from rulespec.experiments.comparison.blocks import ComparedBlock, ComparedBlocks, Order
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import walk
from rulespec.records.lockstep import Parting
from rulespec.rules.rulebook import RuleBook


def grounds(one: RuleBook, other: RuleBook, parts: Parting, said: ComparedBlocks) -> tuple[ComparedBlock | Order, ...]:
    """The differing blocks that the rules on either side of a parting are, or use."""
    used = set(_used(one, parts.one.block)), set(_used(other, parts.other.block))
    found = tuple(
        each
        for each in said.different
        if (each.one is not None and each.one.key in used[0]) or (each.other is not None and each.other.key in used[1])
    )
    moved = tuple(each for each in said.orders if parts.one.block in each.one or parts.other.block in each.other)
    return found + moved


def _used(rules: RuleBook, key: str) -> Iterator[str]:
    """The keys of a block and of all that it uses, transitively."""
    met, waiting = set[str](), [key]
    while waiting:
        key = waiting.pop()
        if key in met or key not in rules.resolved.blocks:
            continue
        met.add(key)
        yield key
        for node in walk(rules.resolved.blocks[key]):
            match node:
                case e.OfValue() | e.Fits():
                    waiting.append(node.key)
                case e.PlayersWho(adjective=name):
                    waiting.append(d.key(d.Call, name))
                case e.Listed(list=name):
                    waiting += [d.key(d.WordList, name), d.key(d.NumberList, name)]
                case e.InZone(zone=name):
                    waiting.append(d.key(d.Zone, name))
                case e.OnCounter(counter=name):
                    waiting.append(d.key(d.Counter, name))
                case e.OnNote(note=name):
                    waiting.append(d.key(d.Note, name))
