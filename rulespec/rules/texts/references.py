"""The names that a text may use: earlier choices, and the active player."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulespec.language.tree import declarations as d
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.choices import Asked
from rulespec.rules.texts.current import OF_A_CHOICE, choice_for, choices_of, is_deed
from rulespec.rules.texts.parser import TOLD

Before: TypeAlias = Mapping[str, tuple[Asked, ...]]  # choices by the names that their answers get
ACTIVE, IT = "active", "it"
_TURN = d.KEYWORDS[d.Turn]


def spoken_of(rules: Rules, key: str, label: str) -> Before:
    """The choices that a text can speak of: those of the turn, and in a block those before it, or with its own.

    A text on an answer speaks of nothing but this answer.
    """
    asked, choice = choices_of(rules.blocks.get(key)), choice_for(rules, key, label)
    if choice is None:
        return {}
    if is_deed(label):
        unanswered = label.startswith("no ") or label.endswith(f" cannot {TOLD}")
        return {} if unanswered else dict.fromkeys(choice.names.split(" and "), (choice,))
    own = [choice] if label.endswith(OF_A_CHOICE) else []
    of_turn = choices_of(rules.blocks.get(_TURN)) if key != _TURN else ()
    found: dict[str, tuple[Asked, ...]] = {}
    for each in (*of_turn, *asked[: asked.index(choice)], *own):
        for name in each.names.split(" and "):
            found[name] = (*found.get(name, ()), each)
    return found


def words_for_players(label: str, *, of_choice: bool) -> Iterator[str]:
    """The words that stand for players in a text: who has the turn, and what a refusal is about."""
    if of_choice or label == TOLD or is_deed(label):
        yield ACTIVE
    if f" {label}".endswith((" not", " not afterwards")):
        yield IT
