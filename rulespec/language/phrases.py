"""Phrases: the words and slots that the grammar has for a class of the tree, by which it is built and printed.

A class is regular if the grammar has one phrase for it, in a rule or an alias of its name (`first` for `First`), with a
slot for each of its fields, in their order. So a new expression or effect is a class and a line of the grammar.
"""

from collections.abc import Iterable
from functools import cache
from re import sub
from typing import get_args

from attrs import evolve, fields, frozen
from lark.grammar import Rule, Symbol

from rulespec.language.cache import keep, recalled
from rulespec.language.grammar import keywords, parser
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node

_SAYABLE = (
    d.Declaration | d.Item | d.Reading | d.Stretch | s.Statement | s.Pick | s.Effect | e.Expression | e.Condition
    | e.Sieve | e.Noun | e.Case | sc.Laid | sc.Line | sc.Claim | sc.Content | sc.Offer
)  # fmt: skip
_SIGNS = {"COLON": ":", "_C": ",", "_is": "is", "_cards": "cards"}
_UNSAID = ("CITE", "_NL")  # citations are of the line, whatever it says
_SLOTS = ("NAME", "INT", "STRING")
_NAMES = ("NAME", "names")


PROPERTIES: dict[str, tuple[str, object]] = {
    # of zones, counters and notes, by rule of the grammar: the field, and its value; None for what is in the slot
    "in_row": ("ordered", True),
    "last_seen": ("last_seen", True),
    "shuffled": ("shuffled", True),
    "seen_by": ("seen_by", None),
    "refilled_from": ("refill", None),
    "each_round": ("reset", "round"),
    "each_turn": ("reset", "turn"),
    "never_below": ("below", None),
    "never_above": ("above", None),
    "bookkeeping": ("bookkeeping", True),
    "for_players": ("for_players", True),
}


@frozen
class Slot:
    """A place for a part, by the rule of the grammar; `between` separates several, and is None for one."""

    rule: str
    between: str | None = None


Phrase = tuple[str | Slot, ...]


@cache
def kinds() -> dict[str, type[Node]]:
    """The classes that the grammar can say, by their names in snake case."""
    return {sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(_SAYABLE)}


@cache
def phrases() -> dict[type[Node], Phrase]:
    """The phrases of the regular classes; kept for the next start, which then prints rules without the grammar."""
    found: dict[str, Phrase] | None = recalled("phrases", ())
    if found is None:
        of_all = {name: _phrase(kind, ways()[name]) for name, kind in kinds().items() if name in ways()}
        found = {name: phrase for name, phrase in of_all.items() if phrase is not None}
        keep("phrases", (), found)
    return {kinds()[name]: phrase for name, phrase in found.items()}


@cache
def properties() -> dict[str, Phrase]:
    """The phrases of the properties, in the order in which they are printed."""
    found: dict[str, Phrase] | None = recalled("properties", ())
    if found is None:
        of_all = {rule: filter(None, map(_said, ways()[rule])) for rule in PROPERTIES}
        found = {rule: _longest(said) for rule, said in of_all.items()}
        keep("properties", (), found)
    return found


@cache
def marks() -> frozenset[str]:
    """The aliases of rules whose alternatives consist of keywords alone: they are built as their own names."""
    ways: dict[str, list[Rule]] = {}
    for rule in parser().rules:
        ways.setdefault(rule.origin.name, []).append(rule)
    bare = (several for several in ways.values() if all(each.alias and _is_bare(each) for each in several))
    return frozenset(str(each.alias) for several in bare for each in several)


def _is_bare(rule: Rule) -> bool:
    return all(symbol.name in keywords() for symbol in rule.expansion)


@cache
def ways() -> dict[str, list[Rule]]:
    """The productions of each rule or alias of the grammar."""
    ways: dict[str, list[Rule]] = {}
    for rule in parser().rules:
        if rule.alias or not rule.options.expand1:  # else it is read as what is in it
            ways.setdefault(rule.alias or rule.origin.name, []).append(rule)
    return ways


def slots(phrase: Phrase) -> tuple[Slot, ...]:
    """The slots of a phrase, in order."""
    return tuple(part for part in phrase if isinstance(part, Slot))


def parts(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that its phrase has slots for; a body comes last."""
    names = [each.name for each in fields(kind) if each.name not in ("span", "cites", "applies")]
    return tuple(sorted(names, key="body".__eq__))


def _phrase(kind: type[Node], ways: list[Rule]) -> Phrase | None:
    """The phrase of a class; None if it is not regular."""
    wanted, said = parts(kind), []
    for phrase in map(_said, ways):
        if phrase is None:
            return None
        if slots(phrase) or not wanted:  # else it is a mark of the same name
            said.append(phrase)
    if {len(slots(phrase)) for phrase in said} != {len(wanted)} or len(set(map(_rules, said))) > 1:
        return None
    best = _longest(said)
    named = {each.name for each in fields(kind) if each.metadata.get("names")}
    fitting = (rule in _NAMES for name, rule in zip(wanted, _rules(best), strict=True) if name in named)
    return best if all(fitting) else None


def _longest(said: Iterable[Phrase]) -> Phrase:
    """The most complete of several phrases: with optional words, and with repetition."""
    return max(said, key=lambda phrase: (any(slot.between is not None for slot in slots(phrase)), len(phrase)))


def _rules(phrase: Phrase) -> tuple[str, ...]:
    return tuple(slot.rule for slot in slots(phrase))


def _said(rule: Rule) -> Phrase | None:
    """The words and slots of a production; None if it has anything else."""
    found: list[str | Slot] = []
    for symbol in rule.expansion:
        if symbol.name in _UNSAID:
            continue
        if symbol.name.startswith("__") and not symbol.is_term:
            more = _more(symbol)
            if more is None:
                return None
            between, slot = more
            if found[-1] == slot:  # as in `cond ("else" cond)*`, and not in `expr (_C sieve)+`
                found.pop()
            else:
                found.append(between)
            found.append(evolve(slot, between=between))
        elif (part := _part(symbol)) is not None:
            found.append(part)
        else:
            return None
    return tuple(found)


def _more(symbol: Symbol) -> tuple[str, Slot] | None:
    """The separator and the slot of a repetition, `( ... )*` or `( ... )+`; None if it has anything else."""
    once = [rule.expansion for rule in parser().rules if rule.origin == symbol and rule.expansion[0] != symbol]
    match [[_part(each) for each in expansion] for expansion in once]:
        case [[str() as between, Slot() as slot]]:
            return between, slot
        case _:
            return None


def _part(symbol: Symbol) -> str | Slot | None:
    if symbol.name in _SLOTS or not (symbol.is_term or symbol.name.startswith("_")):
        return Slot(symbol.name)
    return _SIGNS.get(symbol.name) or keywords().get(symbol.name)
