"""The question of a decision: as it is written for people, else in plain English made from the rule file."""

import re
from collections.abc import Iterable, Sequence

from rulespec import Card, Decision, Option
from rulespec.api import View
from rulespec.events.event import Answered
from rulespec.pending import Atom
from rulespec.plan.nodes.choices import DECLINE
from rulespec.plan.options import DO_IT, ENOUGH
from rulespec.run.program import Asking, Program
from rulespec.wording import answered, wording

_CARDS = re.compile(r"(?<![\w-])(?:(?P<low>[\w-]++) to )?(?P<high>[\w-]++) cards as (?P<name>[\w-]++)(?= from)")
_ARTICLES = {"card": "a card", "player": "a player", "number": "a number", "word": "a word"}


def question(decision: Decision, view: View) -> str:
    """The question of a decision to the player of a view, with what he has chosen so far."""
    options = [option for option in decision.options if option.text not in (DECLINE, ENOUGH)]
    free = any(option.text == DECLINE for option in decision.options)
    if not options:
        return "There is nothing more to choose."
    written = wording(view.rules, "en").question(decision, view)
    if written is not None:
        chosen = _chosen(view, decision) if _is_part(decision, view.game.program) else []
        return f"{written} So far: {', '.join(chosen)}." if chosen else written
    if all(option.text == DO_IT for option in options):
        return f"You may {decision.prompt.partition(': ')[2].removeprefix('may ')}. Do you?"
    said = f"choose {_one_by_one(decision, view) or _what(options)}"
    if any(option.text == ENOUGH for option in decision.options):
        said = f"{said}, or have enough"
    return f"You may {said}, or decline." if free else f"{said[:1].upper()}{said[1:]}."


def asks_several(decision: Decision, program: Program) -> bool:
    """Whether an answer has several atoms, or is asked bit by bit."""
    return _is_part(decision, program) or any(len(option.atoms) > 1 for option in decision.options)


def parts_of(option: Option) -> list[str]:
    """The text of each atom of an option."""
    return option.text.split(", ")


def _one_by_one(decision: Decision, view: View) -> str:
    """The phrase for a set of cards that is asked bit by bit, else an empty string."""
    if not _is_part(decision, view.game.program):
        return ""
    [name] = decision.binds
    found = next((each for each in _CARDS.finditer(decision.prompt) if each["name"] == name), None)
    if found is None:
        return ""
    chosen = _chosen(view, decision)
    if chosen:
        return f"another card as {name} beside {', '.join(chosen)}"
    known = answered(view, {})
    low, high = (each and known.get(each, (each,))[0] for each in found.group("low", "high"))
    return f"{f'{low} to ' if low else ''}{high} cards as {name}, one after the other"


def _chosen(view: View, decision: Decision) -> list[str]:
    """The cards of the set that were chosen so far."""
    found: list[str] = []
    for event in reversed(view.log):
        option = event.option if isinstance(event, Answered) and event.player == decision.player else None
        if option is None or event.block != decision.block or option.names != decision.binds:
            break
        found = [*parts_of(option), *found]
    return found


def _is_part(decision: Decision, program: Program) -> bool:
    """Whether a decision is part of a choice that is asked bit by bit."""
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
    """The phrase for several atoms of a kind with one name."""
    sizes = sorted({len(option.atoms) for option in options})
    first = next((option for option in options if option.atoms), options[0])
    kind = _kind(first.atoms, parts_of(first))
    if sizes == [1]:
        return _as(_ARTICLES[kind], name)
    span = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return _as(f"{span} {kind}s", name)


def _kind(atoms: Iterable[Atom], texts: Iterable[str]) -> str:
    """The kind of an answer; seats are integers, too, but are written as names."""
    for atom, text in zip(atoms, texts, strict=False):
        if isinstance(atom, Card):
            return "card"
        if isinstance(atom, int):
            return "number" if text == str(atom) else "player"
    return "word"


def _as(what: str, name: str) -> str:
    return what if name in what.split() else f"{what} as {name}"
