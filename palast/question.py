"""What a player is asked, in plain words: a rule file says it in its own, which `rule` shows."""

import re
from collections.abc import Iterable, Sequence

from rulespec import Card, Decision, Option
from rulespec.pending import Atom
from rulespec.plan.choices import DECLINE
from rulespec.plan.options import DO_IT, ENOUGH
from rulespec.run.program import Asking, Program

_ARTICLES = {"card": "a card", "player": "a player", "number": "a number", "word": "a word"}


def question(decision: Decision, program: Program) -> str:
    """The question that a decision puts, as the rules laid out as a program ask it."""
    options = [option for option in decision.options if option.text not in (DECLINE, ENOUGH)]
    free = any(option.text == DECLINE for option in decision.options)
    if not options:
        return "There is nothing more to choose."
    if all(option.text == DO_IT for option in options):
        return f"You may {decision.prompt.partition(': ')[2].removeprefix('may ')}. Do you?"
    said = f"choose {_one_by_one(decision, program) or _what(options)}"
    if any(option.text == ENOUGH for option in decision.options):
        said = f"{said}, or have enough"
    return f"You may {said}, or decline." if free else f"{said[:1].upper()}{said[1:]}."


def asks_several(decision: Decision, program: Program) -> bool:
    """Whether an answer has several parts, or is asked part by part."""
    return _is_part(decision, program) or any(len(option.atoms) > 1 for option in decision.options)


def parts_of(option: Option) -> list[str]:
    """The text of each atom of an option."""
    return option.text.split(", ")


def _one_by_one(decision: Decision, program: Program) -> str:
    """So many cards, where they are too many for a list of all sets, and are asked one after the other."""
    found = re.search(r"(?<![\w-])[\w-]++(?: to [\w-]++)? cards as ([\w-]++)(?= from)", decision.prompt)
    if found is None or not _is_part(decision, program):
        return ""
    if any(option.text == ENOUGH for option in decision.options):
        return f"another card as {found[1]}"
    return f"{found[0]}, one after the other"


def _is_part(decision: Decision, program: Program) -> bool:
    """Whether a decision is about one part of an answer, and the next decision about the next."""
    asks = (ask for ask in program.asks.values() if isinstance(ask, Asking) and ask.bit is not None)
    return any(decision.prompt in ask.site.prompts for ask in asks)


def _what(options: Sequence[Option]) -> str:
    names = options[0].names
    if len(names) == 1:
        return _several(names[0], options)
    kinds = [_kind([option.atoms[at]], [parts_of(option)[at]]) for option in options[:1] for at in range(len(names))]
    parts = [_as(_ARTICLES[kind], name) for kind, name in zip(kinds, names, strict=False)]
    return " and ".join(parts)


def _several(name: str, options: Sequence[Option]) -> str:
    """So many of a kind, under one name."""
    sizes = sorted({len(option.atoms) for option in options})
    first = next((option for option in options if option.atoms), options[0])
    kind = _kind(first.atoms, parts_of(first))
    if sizes == [1]:
        return _as(_ARTICLES[kind], name)
    span = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return _as(f"{span} {kind}s", name)


def _kind(atoms: Iterable[Atom], texts: Iterable[str]) -> str:
    """What an answer is: a seat is a number as well, but is not written as one."""
    for atom, text in zip(atoms, texts, strict=False):
        if isinstance(atom, Card):
            return "card"
        if isinstance(atom, int):
            return "number" if text == str(atom) else "player"
    return "word"


def _as(what: str, name: str) -> str:
    return what if name in what.split() else f"{what} as {name}"
