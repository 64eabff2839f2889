"""Finds the answers that a scenario writes among the options."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.pending import Decision, Option
from rulespec.plan.options import ENOUGH
from rulespec.run.program import Asking
from rulespec.scenarios.cards import CardNames


def in_order(cards: CardNames, state: State, said: list[str]) -> list[str]:
    """The parts of an answer in the order in which they are asked bit by bit; within a set their order is arbitrary."""
    ask, mc = state.game.asks[state.pc], state.machine()
    assert isinstance(ask, Asking) and ask.bit is not None
    if mc.stage:
        return said
    asked = [ask.site.text(each) for each in ask.bit.everything(mc)]
    many = ask.bit.together(mc, len(said))
    many = min(many, said.index(ENOUGH) + 1) if ENOUGH in said else many

    def place(text: str) -> int:
        return next((at for at, each in enumerate(asked) if cards.means(text, each)), len(asked))

    return [*sorted(said[:many], key=place), *said[many:]]


def matching(cards: CardNames, pending: Decision, said: str) -> Option | None:
    """The option that is meant: by its text, else with copies of unnumbered cards, else in another order."""
    found = next((option for option in pending.options if option.text == said), None)
    if found is not None:
        return found
    parts = said.split(", ")
    for option in pending.options:
        texts = option.text.split(", ")
        if len(texts) == len(parts) and all(map(cards.means, parts, texts)):
            return option
    several = pending.options if len(parts) > 1 else ()
    alike = [option for option in several if cards.unmatched(parts, option.text.split(", ")) == []]
    by_name = (option for option in alike if all(cards.unmatched(*pair) == [] for pair in _by_name(parts, option)))
    return next(by_name, alike[0] if alike else None)


def _by_name(parts: list[str], option: Option) -> Iterator[tuple[list[str], list[str]]]:
    """The parts of an answer and of an option for each name, in a choice that binds several."""
    texts = option.text.split(", ")
    for name in dict.fromkeys(option.names if len(option.names) == len(texts) else ()):
        places = [at for at, each in enumerate(option.names) if each == name]
        yield [parts[at] for at in places], [texts[at] for at in places]
