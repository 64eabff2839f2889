"""W067, declared names that nothing uses."""

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from rulespec.language.errors import Problem, problem
from rulespec.language.suggest import nearest
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.findings import kept
from rulespec.language.tree.node import Node, names_in, walk
from rulespec.rules.checks.demands import demand
from rulespec.rules.compose.options import used_in
from rulespec.rules.resolve.ruleset import Rules

Usable = d.WordList | d.NumberList | d.Zone | d.Counter | d.Note | d.Value | d.Table | d.Call | d.Action


@demand(first=False)
def unused_names(rules: Rules) -> Iterator[Problem]:
    """Every name is used by another block, unless a layer replaced or removed the block that used it."""
    named = unused(rules)
    for block in named:
        others = {each.name for each in rules.of(type(block))} - {each.name for each in named}
        near = nearest(block.name, others)
        added = rules.entry(block.key).changes[-1].what == "added"
        meant = f"replace {d.key(type(block), near or '')}" if added else near
        similar = "" if near is None else f"did you mean '{meant}'? "
        message, remedy = _explanation(block)
        yield problem("W067", block.span, message, f"{similar}{remedy}")


@demand(first=False)
def unused_options(rules: Rules) -> Iterator[Problem]:
    """Every option changes something."""
    items = [item for layer in rules.composed.layers for item in layer.tree.items]
    used = {name for item in items for name in used_in(item)}
    for option in rules.of(d.Option):
        if option.name not in used:
            remedy = f"use its value, or put blocks under: if {option.name} is {option.members[-1]}"
            yield problem("W067", option.span, f"nothing uses the option '{option.name}'", remedy)


def unused(rules: Rules) -> list[Usable]:
    """The blocks whose names no other block uses."""
    used, replaced = _used_by_any(rules), _named_in_replaced(rules)
    declared = (each for each in rules.declarations if isinstance(each, Usable))
    unused = (each for each in declared if each.key not in used and not _is_for_players(each))
    return [each for each in unused if replaced.isdisjoint((each.name, *_words_of(each)))]


def _words_of(block: Usable) -> tuple[str, ...]:
    return block.words if isinstance(block, d.WordList) else ()


def _is_for_players(block: Usable) -> bool:
    return isinstance(block, d.Counter | d.Note) and block.for_players


def _explanation(block: Usable) -> tuple[str, str]:
    """The message and the remedy for an unused name."""
    match block:
        case d.Zone():
            return f"the zone '{block.name}' never contains a card", "move cards there, or remove the zone"
        case d.Counter() | d.Note():
            remedy = "use it in a rule, remove it, or declare it 'for players' if it only informs them"
            return f"no rule, score, law or scenario reads '{block.name}'", remedy
        case d.Action():
            return f"nothing performs the action '{block.name}'", "perform it, or remove it"
        case d.WordList() | d.NumberList() | d.Value() | d.Table() | d.Call():
            return f"nothing uses '{block.name}'", "use it in a rule, or remove it"
        case _:
            assert_never(block)


def _used_by_any(rules: Rules) -> set[str]:
    """The keys of all blocks that others use."""
    names = rules.names
    keys = {
        each.name: each.key for each in rules.declarations if isinstance(each, Usable) and type(each) is not d.Action
    }
    keys |= {word: keys[list_] for word, list_ in names.words.items() if list_ in keys}
    used = {keys[name] for block in rules.declarations for name in _named_by(block) if name in keys}
    for node in rules.within(s.Perform):
        list_ = names.lists.get(str(e.kind_of(node.word).list))
        words = (node.word.word,) if isinstance(node.word, e.WordOf) else list_.members if list_ else ()
        used |= {d.key(d.Action, str(word)) for word in words}
    return used


@kept
def _named_by(block: d.Declared) -> frozenset[str]:
    """The names that a block uses; a counter or note that it only changes is not used."""
    changed = [each for effect in block.within(s.AnyEffect) for each in s.changes(effect)]
    named = Counter(name for node in block.nodes if node is not block for name in _names(node))
    named.subtract(each.name for each in changed)
    return frozenset(name for name, times in named.items() if times > 0) | frozenset(_declared_with(block))


def _declared_with(block: d.Declared) -> Iterator[str]:
    """The names in the declaration itself, without those that it declares."""
    own = {block.name} if isinstance(block, d.Named | d.NamedBlock) else set()
    if not isinstance(block, d.WordList):
        yield from (name for name in names_in(block) if name not in own)


def _names(node: Node) -> Iterator[str]:
    """The names that a resolved node uses, without the nodes inside it."""
    yield from names_in(node)
    match node:
        case e.InZone() | e.OnCounter() | e.OnNote():
            yield node.name
        case e.OfValue():
            yield node.value
        case e.WordOf():
            yield node.word
        case e.Listed():
            yield node.list
        case e.Shown():
            yield node.attribute
        case e.Fits():
            yield node.call
        case _:
            pass


def _named_in_replaced(rules: Rules) -> set[str]:
    """The names in blocks that a layer replaced or removed."""
    standing = {id(each) for each in rules.composed.declarations}
    found = set[str]()
    for layer in rules.composed.layers:
        for item in layer.tree.items:
            if isinstance(item, d.Rename) and item.old in found:
                found.add(item.new)
            if isinstance(item, d.Plain | d.AddBlock | d.Replace) and id(item.declaration) not in standing:
                nodes = walk(item.declaration)
                found |= {name for node in nodes if node is not item.declaration for name in names_in(node)}
                found |= set(_declared_with(item.declaration))
    return found
