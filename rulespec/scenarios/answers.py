"""Answers as a scenario writes them, found among those that are offered."""

from rulespec.api import State
from rulespec.pending import Decision, Option
from rulespec.scenarios.cards import CardNames


def matching(cards: CardNames, state: State, pending: Decision, said: str) -> Option | None:
    """The option that is meant: by its text, by copies of unnumbered cards, in another order."""
    found = next((option for option in pending.options if option.text == said), None)
    if found is not None:
        return found
    parts = said.split(", ")
    for option in pending.options:
        texts = option.text.split(", ")
        if len(texts) == len(parts) and all(_is(cards, state, *pair) for pair in zip(parts, texts, strict=True)):
            return option
    alike = [option for option in pending.options if len(parts) > 1 and _same(cards, state, parts, option)]
    return alike[0] if alike else None


def _is(cards: CardNames, state: State, said: str, text: str) -> bool:
    """Whether what is said means what is offered: the same, or a copy of it."""
    return said == text or any(state.game.material.cards[card].name == text for card in cards.called(said))


def _same(cards: CardNames, state: State, parts: list[str], option: Option) -> bool:
    """Whether an option has just these parts, in whatever order."""
    left = option.text.split(", ")
    for part in parts:
        found = next((text for text in left if _is(cards, state, part, text)), None)
        if found is None:
            return False
        left.remove(found)
    return not left
