"""What the grammar says of a class of the tree: its words and its slots. By that it is both built and printed.

A class is regular if the grammar has a rule or an alias of its name (`first` for `First`) that says it in one way, with
a slot for each of its fields, in their order. So a further expression or effect is a class and a line of the grammar.
"""

from collections.abc import Iterable
from functools import cache
from re import sub
from typing import get_args

from attrs import evolve, fields, frozen
from lark.grammar import Rule, Symbol

from rulespec.language.grammar import keywords, parser
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import scenarios as sc
from rulespec.tree import statements as s
from rulespec.tree.node import Node

_SAYABLE = (
    d.Declaration | d.Item | d.Reading | s.Statement | s.Pick | s.Effect | e.Expression | e.Condition | e.Sieve | e.Noun
    | sc.Laid | sc.Line | sc.Claim | sc.Content | sc.Offer
)  # fmt: skip
_SIGNS = {"COLON": ":", "_C": ",", "_is": "is"}
_UNSAID = ("CITE", "_NL")  # citations are of the line, whatever it says
_SLOTS = ("NAME", "INT", "STRING")
_NAMES = ("NAME", "names")


PROPERTIES: dict[str, tuple[str, object]] = {
    # of zones, counters and notes, by the rules that say them: the field, and what it is then; None for what is said
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
}


@frozen
class Slot:
    """A place for a part, by the rule that reads it; `between` is what stands between several."""

    rule: str
    between: str | None = None


Phrase = tuple[str | Slot, ...]


@cache
def kinds() -> dict[str, type[Node]]:
    """The classes that the grammar can say, by the names that it would have for them."""
    return {sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(_SAYABLE)}


@cache
def phrases() -> dict[type[Node], Phrase]:
    """The phrases of the regular classes."""
    found = {kind: _phrase(kind, _ways()[name]) for name, kind in kinds().items() if name in _ways()}
    return {kind: phrase for kind, phrase in found.items() if phrase is not None}


@cache
def properties() -> dict[str, Phrase]:
    """The phrases of the properties, in the order in which they are printed."""
    return {
        rule: _longest(phrase for way in _ways()[rule] if (phrase := _said(way)) is not None) for rule in PROPERTIES
    }


@cache
def marks() -> frozenset[str]:
    """What a word says alone: the aliases of the rules that have nothing but words to choose from."""
    ways: dict[str, list[Rule]] = {}
    for rule in parser().rules:
        ways.setdefault(rule.origin.name, []).append(rule)
    bare = (several for several in ways.values() if all(each.alias and _is_bare(each) for each in several))
    return frozenset(str(each.alias) for several in bare for each in several)


def _is_bare(rule: Rule) -> bool:
    return all(symbol.name in keywords() for symbol in rule.expansion)


@cache
def _ways() -> dict[str, list[Rule]]:
    """The ways to say a rule or an alias of the grammar."""
    ways: dict[str, list[Rule]] = {}
    for rule in parser().rules:
        if rule.alias or not rule.options.expand1:  # else it is read as what is in it
            ways.setdefault(rule.alias or rule.origin.name, []).append(rule)
    return ways


def slots(phrase: Phrase) -> tuple[Slot, ...]:
    return tuple(part for part in phrase if isinstance(part, Slot))


def parts(kind: type[Node]) -> tuple[str, ...]:
    """The fields that a class is said by, what it does last."""
    names = [each.name for each in fields(kind) if each.name not in ("span", "cites")]
    return tuple(sorted(names, key="body".__eq__))


def _phrase(kind: type[Node], ways: list[Rule]) -> Phrase | None:
    """The one way to say a class."""
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
    """Of several ways, the one with every word that can be left out, and for as many parts as there can be."""
    return max(said, key=lambda phrase: (any(slot.between is not None for slot in slots(phrase)), len(phrase)))


def _rules(phrase: Phrase) -> tuple[str, ...]:
    return tuple(slot.rule for slot in slots(phrase))


def _said(rule: Rule) -> Phrase | None:
    """The words and slots of a rule; None if there is more to it."""
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
    """What repeats, and what stands before it each time, in `( ... )*` and `( ... )+`."""
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
