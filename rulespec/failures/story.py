"""A game that failed in sentences, the last of which says what failed."""

from collections.abc import Iterator

from rulespec.api import State
from rulespec.failures.laying import SHOWN
from rulespec.failures.openings import openings
from rulespec.history import history
from rulespec.narration.amounts import many
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.pending import Decision, Over
from rulespec.plan.options import share_name

LAST = 6  # the decisions at the end of a long game that are told if it is abridged


def story(state: State, failed: str, *, whole: bool = True) -> Iterator[str]:
    """The game line by line, as an omniscient narrator tells it; `failed` says what went wrong at its end.

    A long game that is not to be told as a `whole` is abridged to its beginning and the turns of its last answers.
    """
    page, names = Page(), state.game.seat_names
    yield from page.lines(f"{state.rules.title or state.rules.name} ({state.rules.name})")
    yield from page.lines(f"{many(state.players, 'player')}: {', '.join(names)}")
    yield from _laid(state, page)
    yield ""
    narrator = Narrator(state.game, page, lambda: state, brief=True)
    first, last, left_out = (0, 0, 0) if whole else _left_out(state)
    yield from narrator.tell(state.log[:first])
    if left_out:
        for _ in narrator.tell(state.log[first:last]):
            pass  # the narrator needs to know these turns to go on from there
        yield f"  ... answers left out: {left_out:,} ..."
    yield from narrator.tell(state.log[last:])
    if isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(f"Here it fails: {failed}", hang=4)


def _left_out(state: State) -> tuple[int, int, int]:
    """The range of the log that is left out, and how many decisions that is; (0, 0, 0) for a short game."""
    asked = [here.turns for here, _ in history(state) if isinstance(here.pending, Decision)]
    if len(asked) <= SHOWN or asked[-LAST] < 2:
        return 0, 0, 0
    begins = [number for number, event in enumerate(state.log) if event.kind == "turn"]
    told = asked[-LAST]  # the first of the last turns
    return begins[0], begins[told - 1], sum(0 < turn < told for turn in asked)


def _laid(state: State, page: Page) -> Iterator[str]:
    """The position that the game began with, where one was laid out."""
    beginning, *_ = openings(state)
    material = state.game.material
    if beginning.laid:
        yield ""
        yield from page.lines(f"{state.seat_name(beginning.first)}'s turn begins in a position that was laid out")
        for holder, cards in beginning.zones.items():
            yield from page.lines(f"{share_name(material, *holder)}: {', '.join(cards)}", lead="    ", hang=6)
        for holder in beginning.values:
            yield from page.lines(f"{share_name(material, *holder)}: {beginning.said(holder)}", lead="    ", hang=6)
