"""A recorded game under other rules: where it first goes differently, and where an answer becomes illegal."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from attrs import fields, frozen

from rulespec.api import Ruleset, State
from rulespec.errors import IllegalAction
from rulespec.events import kinds as k
from rulespec.events.event import Event
from rulespec.events.log import Log, events
from rulespec.events.telling import Teller
from rulespec.history import answers, beginning, begun
from rulespec.language.printer import rule_text
from rulespec.material import Card
from rulespec.pending import Decision, Option, Over
from rulespec.record.notation import Headings, asked, result, who
from rulespec.record.wording import translator
from rulespec.tree import declarations as d

Translate = Callable[[str], str]

_ENDS = (k.RoundEnds.kind, k.GameEnds.kind)
_SAID_ONLY = ("block", "cites", "sentence")  # what says where an event comes from, not what happened


@frozen
class Difference:
    """A place in a game, by its heading and the last answer there, and what either rules say about it."""

    heading: str
    answer: str
    recorded: str
    other: str


@frozen
class Comparison:
    """Where a game first goes differently, and the answer that is the first to be illegal; None where there is none."""

    different: Difference | None
    illegal: Difference | None


def compare(state: State, rules: Ruleset) -> Comparison:
    """Plays a game again under other rules for the same material; a `ValueError` if they have another one."""
    return _Lockstep(state, rules).comparison()


class _Lockstep:
    """Both games, one answer after the other."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        self._end = state
        self._translate, self._back = translator(state.rules, rules), translator(rules, state.rules)
        self._there = self._beginning(rules)
        self._logs: tuple[Log, Log] = (None, None)
        self._headings = Headings()
        self._heading = self._answer = ""

    def comparison(self) -> Comparison:
        different: Difference | None = None
        here = beginning(self._end)
        for option in (*answers(self._end), None):
            different = different or self._happened(here)
            self._logs = here.raw_log, self._there.raw_log
            heading = self._headings.next(here)
            if heading is not None:
                self._heading, self._answer = heading, ""
            different = different or self._asked(here)
            if option is None:
                break
            self._answer = f"{who(here)} {asked(here)}".rstrip() + f": {option.text}"
            illegal = self._follow(here, option)
            if illegal is not None:
                return Comparison(different or illegal, illegal)
            here = here.apply(option)
        return Comparison(different, None)

    def _follow(self, here: State, option: Option) -> Difference | None:
        """Gives the same answer there."""
        there = self._there
        if _question(here) != _question(there):
            return self._difference(_waits(here), _waits(there))
        try:
            self._there = there.apply(self._translate(option.text))
        except IllegalAction as error:
            return self._difference(_waits(here), str(error))
        return None

    def _happened(self, here: State) -> Difference | None:
        """What happened since the last answer."""
        there = self._there
        for event, other in zip_longest(_events(here, self._logs[0]), _events(there, self._logs[1])):
            if event is None or other is None or self._translate(_facts(event)) != _facts(other):
                return self._difference(
                    _waits(here) if event is None else _told(event), _waits(there) if other is None else _told(other)
                )
        return None

    def _asked(self, here: State) -> Difference | None:
        """What the games wait for, and what can be answered."""
        there = self._there
        if _question(here) != _question(there):
            return self._difference(_waits(here), _waits(there))
        options, others = [self._translate(text) for text in _texts(here)], _texts(there)
        for text in others:
            if text not in options:
                return self._difference(_refusal(here, self._back(text)), _offer(there, text))
        for text in options:
            if text not in others:
                return self._difference(_offer(here, self._back(text)), _refusal(there, text))
        return None

    def _difference(self, recorded: str, other: str) -> Difference:
        return Difference(self._heading, self._answer, recorded, other)

    def _beginning(self, rules: Ruleset) -> State:
        """The same beginning there."""
        start, players = beginning(self._end), self._end.players
        if players not in rules.players:
            raise ValueError(f"{rules.name} is not for {players} players")
        cards = {self._translate(card.name) for card in start.rules.game(players).material.cards}
        others = {card.name for card in rules.game(players).material.cards}
        if cards != others:
            lacks = ", ".join(sorted(cards - others)[:3] or sorted(others - cards)[:3])
            has = "has no" if cards - others else "alone has"
            raise ValueError(f"{rules.name} is played with other cards than {start.rules.name}: it {has} {lacks}")
        begin = begun(start)
        if begin.zones is None:
            return rules.new_game(players, begin.first)
        return self._laid(rules, start, begin.first, begin.zones, begin.variables)

    def _laid(self, rules: Ruleset, start: State, first: int, zones: Any, variables: Any) -> State:
        """The same position there."""
        material = start.game.program.material
        cards, counted = {}, {}
        for place, held in zip(material.places, zones, strict=True):
            names = [self._translate(material.cards[card].name) for card in held]
            if names:
                cards[self._translate(place.zone.name), place.owner] = names
        for variable, value in zip(material.variables, variables, strict=True):
            holder = variable.holder
            if value is None or (isinstance(holder, d.Counter) and value == 0):
                continue
            if isinstance(holder, d.Note) and holder.of != "player":
                counted[self._translate(holder.name), variable.owner] = self._translate(
                    material.words(holder.of)[value]
                )
            else:
                counted[self._translate(holder.name), variable.owner] = value
        try:
            return rules.at(start.players, cards, counted, first)
        except LookupError as error:
            raise ValueError(f"the position cannot be laid under {rules.name}: {error}") from error


def _question(state: State) -> Any:
    """Who is asked, or draws, or has won."""
    pending = state.pending
    return pending if isinstance(pending, Over) else (type(pending), state.position.own)


def _texts(state: State) -> list[str]:
    pending = state.pending
    return [] if isinstance(pending, Over) else [option.text for option in pending.options]


def _events(state: State, before: Log) -> tuple[Event, ...]:
    return Teller(state.game.program).tell(tuple(events(state.raw_log, before)))


def _facts(event: Event) -> str:
    """What happened, without the rule that made it happen; an end is its reason."""
    facts = [getattr(event, each.name) for each in fields(type(event)) if each.name not in _SAID_ONLY]
    return str(_plain((*facts, event.block if event.kind in _ENDS else "")))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.text if isinstance(value, Option) else value.name if isinstance(value, Card) else value


def _told(event: Event) -> str:
    rule = rule_text(event.block, event.cites)
    return f"{event} [{rule}]" if rule else str(event)


def _waits(state: State) -> str:
    """What a game waits for."""
    pending = state.pending
    if isinstance(pending, Over):
        return result(state)
    rule = f" [{state.rules.rule_of(pending.block)}]" if isinstance(pending, Decision) else ""
    return pending.prompt + rule


def _offer(state: State, text: str) -> str:
    """That an answer is offered."""
    pending = state.pending
    rule = f" [{state.rules.rule_of(pending.block)}]" if isinstance(pending, Decision) else ""
    return f"{who(state)} can answer '{text}'{rule}"


def _refusal(state: State, text: str) -> str:
    """Why an answer is not offered."""
    try:
        state.apply(text)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(text)
