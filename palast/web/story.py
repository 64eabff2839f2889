"""The story of a game for one seat as data, told incrementally."""

from collections.abc import Callable, Iterable

from attrs import evolve

from palast.web import protocol as p
from palast.web.table import Things
from rulespec import Card, State
from rulespec.api import View
from rulespec.events.event import Next
from rulespec.narration.telling import Telling, Told


class Story:
    """The steps told so far; scores are those of the current `state`, if everybody may know them."""

    def __init__(self, things: Things, state: Callable[[], State]) -> None:
        self.steps: list[p.Step] = []
        self._things = things
        self._telling = Telling(things.game, state if things.scored else None)
        self._heard: View | None = None
        self._over = False

    def hear(self, view: View) -> None:
        """Tells what has happened since the last view."""
        told = list(self._telling.tell(view.news(self._heard)))
        ends = [at for at, each in enumerate(told) if each.what == "ends" and each.events[0].kind != "limit"]
        for at, speaking in zip(ends, view.why_ended(len(ends)), strict=True):
            told[at] = evolve(told[at], text=f"{told[at].text}: {speaking}" if speaking else told[at].text)
        self._add(told)
        self._heard = view
        if view.result is not None and not self._over:
            self._over = True
            self._add(self._telling.outcome(view.result))

    def _add(self, told: Iterable[Told]) -> None:
        self.steps += map(self._step, told)

    def _step(self, told: Told) -> p.Step:
        named = dict.fromkeys(atom for event in told.events for atom in event.atoms if isinstance(atom, Card))
        text = f"{told.label}: {told.text}" if told.label else told.text
        player = told.events[0].player if told.events and told.turn is None else told.active
        what: p.Kind = "step" if told.what == "idle" else told.what
        passing = what == "step" and all(isinstance(event, Next) for event in told.events)
        cards = [self._things.numbers[card] for card in named]
        return p.Step(what, text, *block_and_cites(told.rule), passing, told.turn, player, cards)


def block_and_cites(rule: str) -> tuple[str, str]:
    """A block's key and its citations."""
    block, _, cites = rule.partition(", ")
    return block, cites
