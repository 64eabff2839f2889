"""A game that failed, in sentences, the last of which is the failure."""

from collections.abc import Iterator

from rulespec.engine.events.hearing import SPECTATOR
from rulespec.engine.pending import Decision, Over
from rulespec.experiments.failures.late_start import SHOWN
from rulespec.experiments.failures.openings import openings
from rulespec.game.api import State
from rulespec.game.history import history
from rulespec.wording import Wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from rulespec.wording.reports import Reporting
from rulespec.wording.story.story import Story

LAST = 6  # the decisions at the end of a long game that are told if it is abridged


def story(state: State, failed: str, words: Wording, *, whole: bool = True) -> Iterator[str]:
    """The game line by line for a reader who sees everything; `failed` is the failure at its end.

    A long game is abridged to its beginning and the turns of its last answers, unless the `whole` is wanted.
    """
    page, reporting = Page(), Reporting([words])
    yield from page.lines(f"{words.title} ({state.rules.name})")
    players = words.phrase("players.one", least=str(state.players))
    yield from page.lines(words.phrase("heading", players=players, names=", ".join(_names(state, words))))
    yield from _laid(state, words, page)
    yield ""
    view = state.view(SPECTATOR)
    narrator = Narrator(state.game, page, words, lambda: state, brief=True, view=lambda: view)
    first, last, left_out = (0, 0, 0) if whole else _left_out(state)
    yield from narrator.tell(state.log[:first])
    if left_out:
        for _ in narrator.tell(state.log[first:last]):
            pass  # the narrator needs to know these turns to go on from there
        yield f"  ... {reporting.say('failure.left out', number=reporting.number(f'{left_out:,}'))} ..."
    yield from narrator.tell(state.log[last:])
    if isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(reporting.say("failure.here", failed=failed), hang=4)


def _names(state: State, words: Wording) -> Iterator[str]:
    """The players, each with the name in the rules if it differs, as the failure is in the words of the rules."""
    for name in state.game.seat_names:
        said = words.names.seat(name)
        yield said if said.casefold() == name.casefold() else f"{said} ({words.names.grammar.quoted(name)})"


def _left_out(state: State) -> tuple[int, int, int]:
    """The range of the log that is left out, and how many decisions that is; (0, 0, 0) for a short game."""
    asked = [here.turns for here, _ in history(state) if isinstance(here.pending, Decision)]
    if len(asked) <= SHOWN or asked[-LAST] < 2:
        return 0, 0, 0
    begins = [number for number, event in enumerate(state.log) if event.kind == "turn"]
    told = asked[-LAST]  # the first of the last turns
    return begins[0], begins[told - 1], sum(0 < turn < told for turn in asked)


def _laid(state: State, words: Wording, page: Page) -> Iterator[str]:
    """The position that the game began with, if one was set up."""
    beginning, *_ = openings(state)
    if not beginning.laid:
        return
    told, cards = Story(words, state.game), {card.name: card for card in state.game.material.cards}
    yield ""
    yield from page.lines(words.phrase("report.failure.laid", player=told.seat(beginning.first)))
    for where, names in beginning.zones.items():
        listed = ", ".join(words.names.card(cards[name]).nominative for name in names)
        yield from page.lines(listed, lead=f"    {told.called(where)}: ", hang=6)
    for where, value in beginning.values.items():
        yield from page.lines(told.value(where, value), lead=f"    {told.called(where)}: ", hang=6)
