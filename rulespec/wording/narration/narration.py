"""Narrations as data: rounds, turns and steps, each with its rule."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen

from rulespec.engine.events.event import Event, Moved
from rulespec.engine.game import Game
from rulespec.engine.pending import Over
from rulespec.game.api import State, View
from rulespec.language.tree.node import Citations
from rulespec.rules.material import Where
from rulespec.rules.rulebook import RuleBook
from rulespec.wording.language import Wording
from rulespec.wording.narration.omissions import NEXT_TURN, NotPerformed
from rulespec.wording.narration.standings import Standings
from rulespec.wording.narration.steps import ALONE, Step, steps
from rulespec.wording.story.bookkeeping import Bookkeeping
from rulespec.wording.story.secrets import Secrets
from rulespec.wording.story.story import Story

What = Literal["round", "step", "idle", "ends", "standings", "returns", "outcome"]


@frozen
class Told:
    """A unit of a narration; `idle` is a turn without any other unit."""

    what: What
    text: str
    rule: str = ""
    label: str = ""  # the name of the score or counter, for standings
    turn: int | None = None  # the number of the turn, in the first unit of a turn
    active: int | None = None  # the seat whose turn it is
    events: tuple[Event, ...] = ()
    name: str = ""  # what the rules call that, also for which word
    values: tuple[int, ...] = ()  # of each seat, for standings


class Telling:
    """Tells the events of a game incrementally in the words of a language, to `hearer` as to one of the players.

    Scores are those of the current `state`; without one none are told. If `brief`, events before the first turn of a
    round are told without rules. With the current `view` of the hearer, or of a spectator, it also tells which actions
    a condition left out.
    """

    def __init__(
        self,
        game: Game,
        words: Wording,
        state: Callable[[], State] | None = None,
        *,
        brief: bool = False,
        hearer: int | None = None,
        view: Callable[[], View] | None = None,
    ) -> None:
        self._rules = game.rules
        self._brief = brief
        self._story = Story(words, game, hearer)
        self._secrets = Secrets(game)
        self._standings = Standings(game, state)
        self._books = Bookkeeping(game.rules)
        self._hearer = hearer
        self._omitted = None if view is None else NotPerformed(view, words)
        self._heard = 0  # the number of events
        self._unsaid = False  # whether what was not performed in this turn is still to be told
        self._owed = False  # whether the standings of the last round are still to be told
        self._is_turn = False  # whether the latest event is one of a turn
        self._through: dict[Where, Where] = {}  # zones for bookkeeping, and where their cards were before
        self._round = self._turn = 0
        self._player: int | None = None
        self._begun = False  # whether a turn has begun and nothing of it has been told

    def tell(self, events: Sequence[Event]) -> Iterator[Told]:
        """The units of the next events."""
        stretch: list[Event] = []
        self._heard += len(events)
        for event in events:
            if self._owed and (event.kind in ("round", "game ends")):
                yield from self._steps(stretch)
                yield from self._stand()
                stretch = []
            self._standings.take(event)
            stretch.append(event)
            self._owed = self._owed or event.kind == "round ends"
        yield from self._steps(stretch)
        if self._unsaid and self._omitted and self._hearer is not None and self._heard == self._omitted.heard:
            yield from self._not_performed() if self._omitted.is_next_asked else ()

    def outcome(self, over: Over) -> Iterator[Told]:
        """The result: who won, and what each seat gets where the rules declare returns."""
        yield from self._stand(over=True)
        if "returns" in self._rules.composed.entries:
            yield Told("returns", self._story.returns(over.returns), self._rule("returns"))
        said = self._story.outcome(over.winners, self._standings.final())
        yield Told("outcome", said, self._rule("winners") if over.winners else "")

    def _stand(self, *, over: bool = False) -> Iterator[Told]:
        """The standings that are new."""
        self._owed = False
        for each in self._standings.new(over=over):
            said, label = self._story.standing(each.values, fewest=each.fewest), self._story.label(each.name, each.word)
            yield Told("standings", said, label=label, name=each.label, values=each.values)

    # ---- steps

    def _steps(self, events: Sequence[Event]) -> Iterator[Told]:
        for step in steps([*self._announced(events)], self._secrets, self._story.has_text):
            if self._unsaid and (step.kind in ALONE or step.rule[0] == NEXT_TURN):
                yield from self._not_performed()
            match step.kind:
                case "round":
                    yield from self._begin_round()
                case "turn":
                    yield from self._begin_turn(step)
                case "round ends" | "game ends" | "limit":
                    yield from self._ends(step)
                case _:
                    said = self._story.told(step.events, self._player)
                    rule = "" if self._dealing else cited(*step.rule)
                    yield from [self._told("step", said, rule, step.events)] if said else ()
        yield from self._idle()

    def _announced(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events without bookkeeping; cards that went through such a zone come from where they were before."""
        for event in events:
            if event.kind in ("turn", "round"):
                self._through, self._is_turn = {}, event.kind == "turn"
            if isinstance(event, Moved) and self._is_turn:
                places = tuple(self._through.get(where, where) for where in event.places)
                if self._books.left_out(event) and len(event.sources) == 1:
                    self._through[event.to] = places[0]
                event = event if places == event.places else evolve(event, places=places)
            if not self._books.left_out(event):
                yield event

    def _not_performed(self) -> Iterator[Told]:
        """The units of the actions that were not performed in this turn."""
        self._unsaid = False
        for each in self._omitted.of(self._turn) if self._omitted else ():
            block, _, cites = each.rule.partition(" (")
            yield self._told("step", each.text, ", ".join(filter(None, (block, cites.removesuffix(")")))))

    def _begin_round(self) -> Iterator[Told]:
        yield from self._idle()
        self._round += 1
        self._player = None
        yield Told("round", self._story.round(self._round), self._rule("round"))

    def _begin_turn(self, step: Step) -> Iterator[Told]:
        yield from self._idle()
        self._turn += 1
        self._player, self._begun, self._unsaid = step.player, True, True

    def _idle(self) -> Iterator[Told]:
        """The unit of a turn that has no other unit."""
        if self._begun and self._player is not None:
            yield self._told("idle", self._story.idle(self._player))

    def _told(self, what: What, text: str, rule: str = "", events: tuple[Event, ...] = ()) -> Told:
        """A unit of the current turn, or of what precedes the first one."""
        number = self._turn if self._begun else None
        self._begun = False
        return Told(what, text, rule, turn=number, active=self._player, events=events)

    @property
    def _dealing(self) -> bool:
        """True while rules are left out."""
        return self._brief and self._player is None

    def _ends(self, step: Step) -> Iterator[Told]:
        yield from self._idle()
        self._player = None
        said = self._story.ends(step.events[0])
        rule = self._rule("limit") if step.kind == "limit" else cited(*step.rule)
        yield Told("ends", said[:1].upper() + said[1:], rule, events=step.events)

    def _rule(self, key: str) -> str:
        return rule_of(self._rules, key) if key in self._rules.composed.entries else ""


def rule_of(rules: RuleBook, key: str) -> str:
    """A block's key with its citations, for the end of a line."""
    return cited(key, rules.composed.entries[key].cites)


def cited(block: str, cites: Citations) -> str:
    """A block's key with the citations of one of its statements."""
    return ", ".join([block, *map(str, cites)])
