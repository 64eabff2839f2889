"""A game that failed, told as a story that ends with what failed."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.failures.laying import SHOWN
from rulespec.failures.openings import openings
from rulespec.history import history
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.pending import Decision, Over
from rulespec.plan.options import share_name

LAST = 6  # answers of players with which a long game ends that is not told as a whole


def story(state: State, failed: str, *, whole: bool = True) -> Iterator[str]:
    """The game, line by line, as one who sees everything tells it.

    If it is long, and not the `whole` is wanted: how it begins, and the turns with its last answers.
    """
    page, names = Page(), state.game.seat_names
    yield from page.lines(f"{state.rules.title or state.rules.name} ({state.rules.name})")
    yield from page.lines(f"{state.players} players: {', '.join(names)}")
    yield from _laid(state, page)
    yield ""
    narrator = Narrator(state.game, page, lambda: state, brief=True)
    first, last, left_out = (0, 0, 0) if whole else _left_out(state)
    yield from narrator.tell(state.log[:first])
    if left_out:
        for _ in narrator.tell(state.log[first:last]):
            pass  # what it goes on from there has to know of these turns
        yield f"  ... answers left out: {left_out:,} ..."
    yield from narrator.tell(state.log[last:])
    if isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(f"Here it fails: {failed}", hang=4)


def _left_out(state: State) -> tuple[int, int, int]:
    """From where to where nothing is told of its log, and how many answers of players that are; 0 of a short game."""
    asked = [here.turns for here, _ in history(state) if isinstance(here.pending, Decision)]
    if len(asked) <= SHOWN or asked[-LAST] < 2:
        return 0, 0, 0
    begins = [number for number, event in enumerate(state.log) if event.kind == "turn"]
    told = asked[-LAST]  # the first of the last turns
    return begins[0], begins[told - 1], sum(0 < turn < told for turn in asked)


def _laid(state: State, page: Page) -> Iterator[str]:
    """The position that a game began with, as far as it is not that of any game."""
    beginning, *_ = openings(state)
    material = state.game.material
    if beginning.laid:
        yield ""
        yield from page.lines(f"{state.seat_name(beginning.first)}'s turn begins in a position that was laid out")
        for holder, cards in beginning.zones.items():
            yield from page.lines(f"{share_name(material, *holder)}: {', '.join(cards)}", lead="    ", hang=6)
        for holder in beginning.values:
            yield from page.lines(f"{share_name(material, *holder)}: {beginning.said(holder)}", lead="    ", hang=6)
