"""What somebody wants to begin: asked at the terminal, question by question, as far as it is not said already."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from palast.drafts import KINDS, Kind
from palast.keyboard import Keyboard
from palast.rulesets import found, load, rulesets
from palast.streams import complain
from rulespec import RulesError, Ruleset
from rulespec.language.errors import called
from rulespec.language.grammar import reserved
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree.limits import NAME

KINDS_SAID: dict[Kind, str] = {
    "cards": "more cards of a kind",
    "person": "a new character or card with an effect",
    "action": "another effect of a card",
    "end": "another way to end a round or the game",
    "numbers": "other numbers, such as points or cards dealt",
}
_NAME = re.compile(r"[^\W\d_]\w*+(?:-\w++)*+")

Answer = TypeVar("Answer")


class WrongAnswerError(Exception):
    """An answer that cannot be taken; the message says what could be."""


@frozen
class Wish:
    """On which rules a draft is wanted, as they are named and as they are loaded; of which kind; and its name."""

    on: str
    rules: Ruleset
    kind: Kind
    name: str


def wish(on: str | None, kind: str | None, name: str | None) -> Wish:
    """What is wanted: what is not said is asked. `EOFError` where the input ends; errors for what cannot be."""
    where, rules = _rules(on) if on is not None else _asked(_ON, rulesets(), _rules)
    what = _kind(kind) if kind is not None else _asked(_what(), KINDS, _kind)
    return Wish(where, rules, what, new_name(name) if name is not None else _asked(_CALLED, (), new_name))


def new_name(said: str) -> str:
    """A name for a new file; a `WrongAnswerError` where it cannot be one."""
    if not _NAME.fullmatch(said):
        what = f"'{called(said)}' is not a valid name" if said else "the rule needs a name"
        raise WrongAnswerError(f"{what}; use letters, digits and hyphens, as in our-rule")
    if len(said) > NAME.most:
        raise WrongAnswerError(f"{NAME.told(len(said))}; {NAME.remedy}")
    if said in reserved():
        raise WrongAnswerError(f"'{said}' is a word of the rule language; choose another name")
    there = found(said)
    if there is not None:
        raise WrongAnswerError(f"the name '{said}' is taken, by {called(there)}; choose another one")
    return said


_ON = f"Which rules do you want to change? {', '.join(rulesets())}, another name from 'palast rules', or a path\n> "
_CALLED = "What is the name of your rule?\n> "


def _what() -> str:
    lines = [f"  {kind:<8} {said}" for kind, said in KINDS_SAID.items()]
    return "\n".join(["Which kind of change?", *lines, "> "])


def _rules(said: str) -> tuple[str, Ruleset]:
    return said, load(said)


def _kind(said: str) -> Kind:
    for kind in KINDS:
        if said == kind:
            return kind
    raise WrongAnswerError(f"unknown kind '{called(said)}'; {did_you_mean(said, KINDS)}")


def _asked(question: str, known: Sequence[str], take: Callable[[str], Answer]) -> Answer:
    """The first answer to a question that can be taken."""
    keyboard = Keyboard()
    head, _, prompt = question.rpartition("\n")
    print(head)
    while True:
        said = keyboard.line(prompt, lambda begun: [each for each in known if each.startswith(begun)])
        try:
            return take(said)
        except (WrongAnswerError, RulesError) as error:
            complain(f"palast: {error}" if isinstance(error, WrongAnswerError) else str(error))


def same_name(name: str, path: str) -> bool:
    """Whether the file of a path is what a name means where new files are written."""
    there = found(name)
    return there is not None and Path(path).exists() and there.samefile(path)
