"""A game that failed, told as a story that ends with what failed."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.failures.openings import Holder, openings
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.pending import Over


def story(state: State, failed: str) -> Iterator[str]:
    """The game, line by line, as one who sees everything tells it."""
    page, names = Page(), state.game.seat_names
    yield from page.lines(f"{state.rules.title or state.rules.name} ({state.rules.name})")
    yield from page.lines(f"{state.players} players: {', '.join(names)}")
    yield from _laid(state, page)
    yield ""
    narrator = Narrator(state.game, page, lambda: state, brief=True)
    yield from narrator.tell(state.log)
    if isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(f"Here it fails: {failed}", hang=4)


def _laid(state: State, page: Page) -> Iterator[str]:
    """The position that a game began with, as far as it is not that of any game."""
    beginning, *_ = openings(state)
    if beginning.laid:
        yield ""
        yield from page.lines(f"{state.seat_name(beginning.first)}'s turn begins in a position that was laid out")
        for holder, cards in beginning.zones.items():
            yield from page.lines(f"{_whose(state, holder)}: {', '.join(cards)}", lead="    ", hang=6)
        for holder in beginning.values:
            yield from page.lines(f"{_whose(state, holder)}: {beginning.said(holder)}", lead="    ", hang=6)


def _whose(state: State, holder: Holder) -> str:
    name, owner = holder
    return name if owner is None else f"{name} of {state.seat_name(owner)}"
