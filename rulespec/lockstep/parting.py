"""Where two games played in step part, told with the rule on either side."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Literal

from attrs import frozen

from rulespec.api import State
from rulespec.errors import IllegalAction
from rulespec.events.event import Event
from rulespec.events.log import RawEvent, events
from rulespec.events.telling import Teller
from rulespec.language.printer import rule_text
from rulespec.lockstep.account import Account
from rulespec.lockstep.pair import Pair
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.options import RawAnswer, share_name
from rulespec.tree import declarations as d

What = Literal["event", "heard", "table", "question", "option", "chance", "result"]


@frozen
class Said:
    """What happens in one of the games, or can be answered there, and the rule that it comes from."""

    text: str
    rule: str = ""  # a block with its citations

    @property
    def block(self) -> str:
        """The key of the block."""
        return self.rule.partition(" (")[0]

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


@frozen
class Parting:
    """What is different in two games that were the same for so many `events`; `what` says of which sort it is."""

    what: What
    one: Said
    other: Said
    events: int

    @property
    def happened(self) -> bool:
        """Whether it is something that has happened, and not what the games have come to."""
        return self.what in ("event", "heard")


def parting(pair: Pair) -> Parting | None:
    """Where two games have parted since the last answer, if they have."""
    if not pair.failed:
        return None
    return next(_differences(pair))


def refused(pair: Pair, option: Option) -> tuple[Said, Said] | None:
    """Why an answer to the one cannot be given to the other, if it cannot: what both say."""
    here, there = pair.lockstep.one, pair.lockstep.other
    if here.question(pair.one) != there.question(pair.other):
        return waits(pair.one), waits(pair.other)
    if pair.offers(option):
        return None
    return waits(pair.one), _refusal(pair.other, _text_there(pair, option.raw))


def _differences(pair: Pair) -> Iterator[Parting]:
    """All that is different, the earliest first."""
    step, one, other = pair.lockstep, pair.one, pair.other
    here, there = step.one, step.other
    all_told = events(one.raw_log)
    new, other_new = events(one.raw_log, pair.before[0]), events(other.raw_log, pair.before[1])
    for same, mine, theirs in _happened(pair, new, other_new):
        yield Parting("event", mine, theirs, len(all_told) - len(new) + same)
    come_to: list[tuple[What, Said, Said]] = []
    if here.question(one) != there.question(other):
        over = isinstance(one.pending, Over) or isinstance(other.pending, Over)
        come_to.append(("result" if over else "question", waits(one), waits(other)))
    elif one.raws or other.raws:
        come_to += _options(pair)
    seat = step.heard_apart(new, other_new)
    if seat is not None:
        come_to.append(("heard", *_heard(pair, seat, new, other_new)))
    come_to += _table(pair)
    for what, mine, theirs in come_to:
        yield Parting(what, mine, theirs, len(all_told))
    raise AssertionError("what has parted has parted somewhere")


def _happened(pair: Pair, new: list[RawEvent], other_new: list[RawEvent]) -> Iterator[tuple[int, Said, Said]]:
    """The events that are not in both, each after how many."""
    told, other_told = _facts(pair.lockstep.one, new), _facts(pair.lockstep.other, other_new)
    for mine, theirs in zip_longest(told, other_told):
        if mine is None or theirs is None or mine[0] != theirs[0]:
            one = waits(pair.one) if mine is None else _event(pair.one, mine[1])
            other = waits(pair.other) if theirs is None else _event(pair.other, theirs[1])
            yield len(new) if mine is None else new.index(mine[1]), one, other


def _facts(account: Account, new: list[RawEvent]) -> list[tuple[object, RawEvent]]:
    return [(fact, event) for event in new for fact in account.happened([event])]


def _options(pair: Pair) -> Iterator[tuple[What, Said, Said]]:
    """An answer that is not offered in both."""
    here, there = pair.lockstep.one, pair.lockstep.other
    mine, theirs = here.options(pair.one), there.options(pair.other)
    what: What = "chance" if here.waits_for_chance(pair.one) else "option"
    for key, raw in mine.items():
        if key not in theirs:
            yield what, _offer(pair.one, raw), _refusal(pair.other, _text_there(pair, raw))
    for key, raw in theirs.items():
        if key not in mine:
            yield what, _refusal(pair.one, _text_here(pair, raw)), _offer(pair.other, raw)


def _text_there(pair: Pair, raw: RawAnswer) -> str:
    """How an answer to the one would be written in the other."""
    return pair.lockstep.between.text(pair.one.option(raw))


def _text_here(pair: Pair, raw: RawAnswer) -> str:
    return pair.lockstep.between.back.text(pair.other.option(raw))


def _table(pair: Pair) -> Iterator[tuple[What, Said, Said]]:
    """A counter, a note or a zone that is not the same."""
    between = pair.lockstep.between
    one, other = pair.one.position, pair.other.position
    for here, there in enumerate(between.variables):
        if there is not None and between.value(here, one.variables[here]) != other.variables[there]:
            yield "table", _stands(pair.one, here), _stands(pair.other, there)
    for here, there in enumerate(between.places):
        if there is not None:
            yield "table", _lies(pair.one, here), _lies(pair.other, there)


def _stands(state: State, variable: int) -> Said:
    material = state.game.material
    held, value = material.variables[variable], state.variables[variable]
    if value is None:
        said = "none"
    elif isinstance(held.holder, d.Counter):
        said = str(value)
    else:
        said = state.seat_name(value) if held.holder.of == "player" else material.words(held.holder.of)[value]
    whose = "" if held.owner is None else f"{state.seat_name(held.owner)}: "
    return Said(f"{whose}{held.holder.name} is {said}", state.rules.rule_of(held.holder.key))


def _lies(state: State, place: int) -> Said:
    material = state.game.material
    held = material.places[place]
    called = share_name(material, held.zone.name, held.owner)
    cards = ", ".join(material.cards[card].name for card in state.position.zones[place]) or "no card"
    return Said(f"{called}: {cards}", state.rules.rule_of(held.zone.key))


def _heard(pair: Pair, seat: int, new: list[RawEvent], other_new: list[RawEvent]) -> tuple[Said, Said]:
    """What somebody is told of the same event in one game and not in the other."""
    heard = pair.one.game.hearing(seat).events(new), pair.other.game.hearing(seat).events(other_new)
    told, other_told = _facts(pair.lockstep.one, heard[0]), _facts(pair.lockstep.other, heard[1])
    for mine, theirs in zip_longest(told, other_told):
        if mine is None or theirs is None or mine[0] != theirs[0]:
            said = [
                Said(f"{state.seat_name(seat)} hears nothing of it")
                if fact is None
                else _with_hearer(state, seat, fact[1])
                for state, fact in ((pair.one, mine), (pair.other, theirs))
            ]
            return said[0], said[1]
    raise AssertionError


def _with_hearer(state: State, seat: int, heard: RawEvent) -> Said:
    said = _event(state, heard)
    return Said(f"{state.seat_name(seat)} hears: {said.text}", said.rule)


def _event(state: State, told: RawEvent) -> Said:
    event: Event = Teller(state.game.program).event(told)
    return Said(str(event), rule_text(event.block, event.cites))


def waits(state: State) -> Said:
    """What a game waits for, or how it ended."""
    pending = state.pending
    match pending:
        case Over():
            rule = next((key for key in ("winners", "returns") if key in state.rules.composed.entries), "")
            return Said(pending.told(state.game.seat_names), state.rules.rule_of(rule))
        case Decision():
            return Said(pending.prompt, state.rules.rule_of(pending.block))
        case Chance():
            return Said(pending.prompt, _drawing(state))


def _drawing(state: State) -> str:
    """The rule by which a card is drawn."""
    site = state.game.asks[state.pc].site
    origin = state.game.plan.origins[site.origin]
    return rule_text(origin.block, origin.cites)


def _offer(state: State, raw: RawAnswer) -> Said:
    """That an answer is possible."""
    pending, text = state.pending, state.option(raw).text
    name = state.seat_name(state.own)
    if isinstance(pending, Chance):
        return Said(f"{name} can draw {text}", _drawing(state))
    assert isinstance(pending, Decision)
    return Said(f"{name} can answer '{text}'", state.rules.rule_of(pending.block))


def _refusal(state: State, text: str) -> Said:
    """Why an answer is not possible; one with the same text can be another."""
    try:
        state.apply(text)
    except IllegalAction as error:
        return Said(error.reason, error.rule)
    return waits(state)
