"""Answers as a scenario writes them, found among those that are offered."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.pending import Decision, Option
from rulespec.plan.options import ENOUGH
from rulespec.run.program import Asking
from rulespec.scenarios.cards import CardNames


def in_order(cards: CardNames, state: State, said: list[str]) -> list[str]:
    """The parts of an answer as they are asked bit by bit, where the order of those of one set means nothing."""
    ask, mc = state.game.asks[state.pc], state.machine()
    assert isinstance(ask, Asking) and ask.bit is not None
    if mc.stage:
        return said
    asked = [ask.site.text(each) for each in ask.bit.everything(mc)]
    many = ask.bit.together(mc, len(said))
    many = min(many, said.index(ENOUGH) + 1) if ENOUGH in said else many

    def place(text: str) -> int:
        return next((at for at, each in enumerate(asked) if _is(cards, state, text, each)), len(asked))

    return [*sorted(said[:many], key=place), *said[many:]]


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
    alike = [option for option in pending.options if len(parts) > 1 and _same(cards, state, parts, option.text)]
    by_name = (option for option in alike if all(_same(cards, state, *pair) for pair in _by_name(parts, option)))
    return next(by_name, alike[0] if alike else None)


def _is(cards: CardNames, state: State, said: str, text: str) -> bool:
    """Whether what is said means what is offered: the same, or a copy of it."""
    return said == text or any(state.game.material.cards[card].name == text for card in cards.called(said))


def _same(cards: CardNames, state: State, parts: list[str], text: str) -> bool:
    """Whether a text has just these parts, in whatever order."""
    left = text.split(", ")
    for part in parts:
        found = next((text for text in left if _is(cards, state, part, text)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _by_name(parts: list[str], option: Option) -> Iterator[tuple[list[str], str]]:
    """What is said, and what an option has, for each name of a choice that gives several."""
    texts = option.text.split(", ")
    for name in dict.fromkeys(option.names if len(option.names) == len(texts) else ()):
        places = [at for at, each in enumerate(option.names) if each == name]
        yield [parts[at] for at in places], ", ".join(texts[at] for at in places)
