"""A game that failed, told as a story that ends with what failed."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.pending import Over


def story(state: State, failed: str) -> Iterator[str]:
    """The game, line by line, as one who sees everything tells it."""
    page, names = Page(), state.game.seat_names
    yield from page.lines(f"{state.rules.title or state.rules.name} ({state.rules.name})")
    yield from page.lines(f"{state.players} players: {', '.join(names)}")
    yield ""
    narrator = Narrator(state.game, page, lambda: state, brief=True)
    yield from narrator.tell(state.log)
    if isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(f"Here it fails: {failed}", hang=4)
