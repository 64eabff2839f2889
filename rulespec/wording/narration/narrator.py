"""Narrations as lines of a page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import assert_never

from rulespec.engine.events.event import Event
from rulespec.engine.game import Game
from rulespec.engine.pending import Over
from rulespec.game.api import State, View
from rulespec.wording.language import Wording
from rulespec.wording.narration.narration import Telling, Told
from rulespec.wording.page import Page


class Narrator:
    """Lays out a `Telling` in the lines of a page."""

    def __init__(
        self,
        game: Game,
        page: Page,
        words: Wording,
        state: Callable[[], State] | None = None,
        *,
        brief: bool = False,
        hearer: int | None = None,
        view: Callable[[], View] | None = None,
    ) -> None:
        self._page = page
        self._telling = Telling(game, words, state, brief=brief, hearer=hearer, view=view)
        self._wide = len(str(game.most_turns))
        self._rounds = 0

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """The lines of the next events."""
        return self._lines(self._telling.tell(events))

    def outcome(self, over: Over) -> Iterator[str]:
        """The lines of the result."""
        told = [*self._telling.outcome(over)]
        stand = [each for each in told if each.what == "standings"]
        yield from self._lines(stand)
        yield ""
        yield from self._lines(told[len(stand) :])

    def _lines(self, told: Iterable[Told]) -> Iterator[str]:
        for each in told:
            if each.what == "round":
                self._rounds += 1
                yield from ("",) * (self._rounds > 1)
            yield from self._page.lines(each.text, each.rule, *self._lead(each))

    def _lead(self, told: Told) -> tuple[str] | tuple[str, int]:
        """The text before a line, and the indentation of further lines if it differs."""
        match told.what:
            case "round" | "outcome":
                return ("",)
            case "step" | "idle":
                number = "" if told.turn is None else str(told.turn)
                lead = "    " if told.active is None else f"  {number:>{self._wide}} "
                return lead, len(lead) + 2
            case "ends":
                return ("  ",)
            case "returns":
                return ("    ",)
            case "standings":
                return (f"    {told.label}: ",)
            case _:
                assert_never(told.what)
