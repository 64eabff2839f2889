"""Finds the answers that a scenario writes among the options."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Chance, Decision, Option
from rulespec.engine.python.program import Asking
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.experiments.scenarios.cards import CardNames
from rulespec.game.api import State


def bit_of(state: State) -> Bit | None:
    """The part of a choice that is asked; None where it is not asked bit by bit."""
    ask = state.game.asks.get(state.pc)
    return ask.bit if isinstance(ask, Asking) else None


def in_order(cards: CardNames, state: State, said: list[str]) -> list[str]:
    """The parts of an answer in the order in which they are asked bit by bit; within a set their order is arbitrary."""
    bit, mc = bit_of(state), state.machine()
    assert bit is not None
    if mc.stage:
        return said
    asked = [state.game.asks[state.pc].site.text(each) for each in bit.everything(mc)]
    many = bit.together(mc, len(said))
    many = min(many, said.index(ENOUGH) + 1) if ENOUGH in said else many

    def place(text: str) -> int:
        return next((at for at, each in enumerate(asked) if cards.means(text, each)), len(asked))

    return [*sorted(said[:many], key=place), *said[many:]]


@frozen
class Missing:
    """The part of a whole answer that is not offered, and its place."""

    state: State
    said: str


def whole(cards: CardNames, state: State, said: str) -> tuple[str, ...] | Missing:
    """The parts of a whole answer that is offered, which is one part where it is not asked bit by bit."""
    if bit_of(state) is None:
        option = _offered(cards, state, said)
        return Missing(state, said) if option is None else (option.text,)
    begun, found = state, list[str]()
    for part in in_order(cards, state, said.split(", ")):
        if found and not _is_begun(state):
            return Missing(begun, said)
        option, enough = _offered(cards, state, part), _offered(cards, state, ENOUGH)
        if option is None and enough is not None and _is_begun(further := state.apply(enough)):
            state, option = further, _offered(cards, further, part)  # it is about another name
        if option is None:
            return Missing(state, part)
        found.append(option.text)
        state = state.apply(option)
    if _is_begun(state) and _offered(cards, state, ENOUGH) is None:
        return Missing(state, ENOUGH)
    return tuple(part for part in found if part != ENOUGH)


def whole_answers(state: State, most: int) -> int:
    """How many whole answers are offered, counted up to so many."""
    bit, raws = bit_of(state), state.raws
    return len(raws) if bit is None else bit.whole_answers(state.machine(), most) + raws.count(None)


def _is_begun(state: State) -> bool:
    """True if a choice asked bit by bit needs further names."""
    bit = bit_of(state)
    return bit is not None and bit.is_begun(state.snapshot.stage)


def _offered(cards: CardNames, state: State, said: str) -> Option | None:
    pending = state.pending
    return matching(cards, pending, said) if isinstance(pending, Decision) else None


def matching(cards: CardNames, pending: Decision | Chance, said: str) -> Option | None:
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
