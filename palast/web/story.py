"""The story of a game for one seat as data, told incrementally, in the words of a language."""

from collections.abc import Callable, Iterable

from attrs import evolve

from palast.web import protocol as p
from palast.web.table import Things, key_of
from rulespec import Card, State
from rulespec.engine.events.event import Answered, Event, Next
from rulespec.game.api import View
from rulespec.wording.narration.narration import Telling, Told


class Story:
    """The steps told so far to a seat, or to a spectator.

    Scores are those of the current `state`, if everybody may know them. `endings` are those of rounds and of the game,
    and `answered` is the number of steps up to the last answer of the seat, with its own steps that follow from it.
    """

    def __init__(self, things: Things, state: Callable[[], State], seat: int | None = None) -> None:
        self.steps: list[p.Step] = []
        self.endings: list[p.Ending] = []
        self.outcome: p.Outcome | None = None
        self.answered = 0
        self._follows = False  # whether the last step is an answer of the seat, or follows from one
        self._seat = seat
        self._things = things
        scored = state if things.scored else None
        self._telling = Telling(things.game, things.words, scored, hearer=seat, view=lambda: self._view)
        self._heard: View | None = None
        self._view: View  # as of what is being told
        self._tally: dict[str, p.Tally] = {}  # as it was told last

    def hear(self, view: View) -> None:
        """Tells what has happened since the last view."""
        self._view = view
        news = view.news(self._heard)
        told = list(self._telling.tell(news))
        ends = [each for each in told if each.what == "ends" and each.events[0].kind != "limit"]
        about = {id(each): said for each, said in zip(ends, view.concerned(len(ends)), strict=True)}
        places, since = {id(event): place for place, event in enumerate(news, 1)}, 0
        for each in told:
            until = max((places.get(id(event), 0) for event in each.events), default=since)
            self._add(each, *about.get(id(each), ((), ())), answered=self._answers(news[since:until]))
            since = max(since, until)
        if self._answers(news[since:]):
            self.answered, self._follows = len(self.steps), True
        self._heard = view
        if view.result is not None and self.outcome is None:
            closing = list(self._telling.outcome(view.result))
            for each in closing:
                self._add(each)
            why = self.endings[-1].why if self.endings else ""
            returns = [str(each) for each in view.result.returns]
            self.outcome = p.Outcome([*view.result.winners], returns, closing[-1].text, why)

    def _add(
        self, told: Told, seats: Iterable[int] = (), cards: Iterable[Card] = (), *, answered: bool = False
    ) -> None:
        numbers = [self._things.numbers[card] for card in cards]
        step = self._step(told, numbers)
        self._close(told, step, [*seats], numbers)
        if answered:
            self.answered = len(self.steps)
        self.steps.append(step)
        self._follows = self._is_own(told, step, answered=answered)
        if self._follows:
            self.answered = len(self.steps)

    def _answers(self, events: Iterable[Event]) -> bool:
        """Whether the seat answers in these events, which are not all told."""
        return any(isinstance(each, Answered) and each.player == self._seat is not None for each in events)

    def _is_own(self, told: Told, step: p.Step, *, answered: bool) -> bool:
        """Whether the seat has done this: it has just answered, or the step follows from its answer.

        A step without events says what has not happened, which the seat cannot see.
        """
        begins = step.turn is not None or step.what in ("ends", "round", "standings")
        others = any(each.player not in (None, self._seat) for each in told.events)
        follows = self._follows and told.events and not (begins or step.passing)
        return not others and bool(answered or follows)

    def _step(self, told: Told, concerned: Iterable[int]) -> p.Step:
        named = dict.fromkeys(atom for event in told.events for atom in event.atoms if isinstance(atom, Card))
        text = f"{told.label}: {told.text}" if told.label else told.text
        player = told.events[0].player if told.events and told.turn is None else told.active
        what: p.Kind = "step" if told.what == "idle" else told.what
        passing = what == "step" and all(isinstance(event, Next) for event in told.events)
        cards = [*dict.fromkeys([*(self._things.numbers[card] for card in named), *concerned])]
        places = [*dict.fromkeys(key_of(where) for event in told.events for where in event.zones)]
        return p.Step(what, text, *block_and_cites(told.rule), passing, told.turn, player, cards, places)

    # ---- the ends of rounds

    def _close(self, told: Told, step: p.Step, seats: list[int], cards: list[int]) -> None:
        """Adds to what is told of the end of a round, or begins with it."""
        last = self.endings[-1] if self.endings else None
        match told.what:
            case "ends":
                self.endings.append(p.Ending(len(self.steps), told.text, step.rule, step.cites, seats, cards, [], []))
            case "standings":
                before = self._tally.get(told.name)
                gained = [value - (before.values[seat] if before else 0) for seat, value in enumerate(told.values)]
                tally = p.Tally(told.name, told.label, [*told.values], gained)
                self._tally[told.name] = tally
                if last is not None:
                    self.endings[-1] = evolve(last, tally=[*last.tally, tally])
            case "step" if last is not None and not any(each.what == "round" for each in self.steps[last.step :]):
                self.endings[-1] = evolve(last, then=[*last.then, told.text])
            case _:
                pass


def block_and_cites(rule: str) -> tuple[str, str]:
    """A block's key and its citations."""
    block, _, cites = rule.partition(", ")
    return block, cites
