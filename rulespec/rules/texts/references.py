"""The names that a text may use: earlier choices, and the active player."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulespec.language.tree import declarations as d
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.choices import Asked
from rulespec.rules.texts.current import OF_A_CHOICE, choices_of, of_choice

Before: TypeAlias = Mapping[str, tuple[Asked, ...]]  # choices by the names that their answers get
ACTIVE, IT = "active", "it"
_TURN = d.KEYWORDS[d.Turn]


def spoken_of(rules: Rules, key: str, label: str) -> Before:
    """The choices that a text can speak of: those of the turn, and in a block those before it, or with its own."""
    asked = choices_of(rules.blocks.get(key))
    choice = next((each for each in reversed(asked) if label in of_choice(each)), None)
    if choice is None:
        return {}
    own = [choice] if label.endswith(OF_A_CHOICE) else []
    of_turn = choices_of(rules.blocks.get(_TURN)) if key != _TURN else ()
    found: dict[str, tuple[Asked, ...]] = {}
    for each in (*of_turn, *asked[: asked.index(choice)], *own):
        for name in each.names.split(" and "):
            found[name] = (*found.get(name, ()), each)
    return found


def words_for_players(label: str, *, of_choice: bool) -> Iterator[str]:
    """The words that stand for players in a text: who has the turn, and what a refusal is about."""
    if of_choice or label == "told":
        yield ACTIVE
    if f" {label}".endswith((" not", " not afterwards")):
        yield IT
