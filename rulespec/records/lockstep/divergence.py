"""Where two games in lockstep part, with the rule on either side."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Literal, assert_never

from attrs import field, frozen

from rulespec.engine.events.event import Event
from rulespec.engine.events.log import Log, RawEvent, events
from rulespec.engine.events.sentences import Teller
from rulespec.engine.options import RawAnswer, share_name, standing_name
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.game.api import State
from rulespec.game.history import moves_among
from rulespec.language.errors import IllegalAction
from rulespec.language.printer import rule_text
from rulespec.language.tree import declarations as d
from rulespec.records.lockstep.counterparts import Counterparts
from rulespec.records.lockstep.pair import Pair
from rulespec.records.lockstep.parts import Parts
from rulespec.records.lockstep.subjects import About, Answers, Happens, HasValue, HearsNothing, Lies, WaitsFor
from rulespec.records.lockstep.translation import Account

PartedBy = Literal["event", "heard", "table", "question", "option", "chance", "result"]


@frozen
class Said:
    """An event or a possible answer in one of the games, and its rule; `about` is the same as data."""

    text: str
    rule: str = ""  # a block with its citations
    about: About | None = field(default=None, eq=False, repr=False)

    @property
    def block(self) -> str:
        """The key of the rule's block."""
        return self.rule.partition(" (")[0]

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


@frozen
class Parting:
    """The first difference between two games, after a number of equal `events`; `what` is its sort."""

    what: PartedBy
    one: Said
    other: Said
    events: int

    @property
    def happened(self) -> bool:
        """True if it is an event, and not the state that the games have reached."""
        return self.what in ("event", "heard")


def parting(pair: Pair) -> Parting | None:
    """Where two games have parted since the last answer; None if they have not."""
    return next(_differences(pair)) if pair.failed else None


def refused(pair: Pair, option: Option) -> tuple[Said, Said] | None:
    """The statements of both games if an answer to the one cannot be given to the other; None if it can."""
    here, there = pair.lockstep.one, pair.lockstep.other
    if here.question(pair.one) != there.question(pair.other):
        return waits(pair.one), waits(pair.other)
    if pair.parts is not None:
        taken = pair.offers(option) and pair.after(option).takes_it
        return None if taken else (waits(pair.one), _answer(pair.other, "cannot", _whole_there(pair, option.raw)))
    if pair.offers(option):
        return None
    return waits(pair.one), _refusal(pair.other, _text_there(pair, option.raw))


def _differences(pair: Pair) -> Iterator[Parting]:
    """All differences, the earliest first."""
    step, one, other = pair.lockstep, pair.one, pair.other
    here, there = step.one, step.other
    all_told = events(one.raw_log)
    new, other_new = events(one.raw_log, pair.before[0]), events(other.raw_log, pair.before[1])
    if pair.unlike is not None or pair.waits:
        for mine, theirs in _whole(pair, *(pair.unlike or (one, other))):
            yield Parting("option", mine, theirs, len(all_told) - len(new))
    for same, mine, theirs in _happened(pair, new, other_new):
        yield Parting("event", mine, theirs, len(all_told) - len(new) + same)
    come_to: list[tuple[PartedBy, Said, Said]] = []
    if here.question(one) != there.question(other):
        over = isinstance(one.pending, Over) or isinstance(other.pending, Over)
        come_to.append(("result" if over else "question", waits(one), waits(other)))
    elif pair.parts is not None:
        come_to += [("option", mine, theirs) for mine, theirs in _whole(pair, one, other)]
    elif one.raws or other.raws:
        come_to += _options(pair)
    seat = step.heard_apart(new, other_new)
    if seat is not None:
        come_to.append(("heard", *_heard(pair, seat, new, other_new)))
    come_to += _table(pair)
    for what, mine, theirs in come_to:
        yield Parting(what, mine, theirs, len(all_told))
    raise AssertionError("diverging games have a point of divergence")


def _happened(pair: Pair, new: list[RawEvent], other_new: list[RawEvent]) -> Iterator[tuple[int, Said, Said]]:
    """The events that differ, each with the number of new events before it."""
    told, other_told = pair.lockstep.one.told(new), pair.lockstep.other.told(other_new)
    for mine, theirs in zip_longest(told, other_told):
        if mine is None or theirs is None or mine[0] != theirs[0]:
            one = waits(pair.one) if mine is None else _event(pair.one, mine[1])
            other = waits(pair.other) if theirs is None else _event(pair.other, theirs[1])
            yield len(new) if mine is None else new.index(mine[1]), one, other


def _options(pair: Pair) -> Iterator[tuple[PartedBy, Said, Said]]:
    """The answers that are not offered in both."""
    here, there = pair.lockstep.one, pair.lockstep.other
    mine, theirs = here.options(pair.one), there.options(pair.other)
    what: PartedBy = "chance" if here.waits_for_chance(pair.one) else "option"
    for key, raw in mine.items():
        if key not in theirs:
            yield what, _offer(pair.one, raw), _refusal(pair.other, _text_there(pair, raw))
    for key, raw in theirs.items():
        if key not in mine:
            text = pair.lockstep.between.back.text(pair.other.option(raw))
            yield what, _refusal(pair.one, text), _offer(pair.other, raw)


def _whole(pair: Pair, one: State, other: State) -> Iterator[tuple[Said, Said]]:
    """The whole answers that are not offered in both, where only one game asks for them bit by bit."""
    step, parts = pair.lockstep, pair.lockstep.parts(one, other)
    assert parts is not None
    if one.pc in step.one.bits:
        yield from _whole_apart(step.one, one, pair.before[0], other, parts, step.between)
    else:
        for theirs, mine in _whole_apart(step.other, other, pair.before[1], one, parts, step.between.back):
            yield mine, theirs


def _whole_apart(
    asks: Account, part: State, before: Log, whole: State, parts: Parts, between: Counterparts
) -> Iterator[tuple[Said, Said]]:
    """The statements about answers that only one game offers, if one of them asks in parts."""
    said, offered = asks.said(part, before), asks.options(part)
    leads = parts.next(said)
    for key, raw in offered.items():
        if key not in leads:
            given = _completed(asks, part, before, raw)
            here, there = ", ".join(each.text for each in given), ", ".join(map(between.text, given))
            yield _answer(part, "can", here), _refusal(whole, there)
    for each, raw in parts.answers.items():
        if each[: len(said)] == said and each[len(said)] not in offered:
            yield _answer(part, "cannot", between.back.text(whole.option(raw))), _offer(whole, raw)


def _completed(asks: Account, part: State, before: Log, raw: RawAnswer) -> list[Option]:
    """The parts of some whole answer that begins with the parts given so far and this one."""
    since = before if asks.has_begun(part) else part.raw_log
    after = part.next(raw)
    while asks.has_begun(after):
        after = after.next(after.raws[-1])  # which ends the answer, if it may end
    program = part.game.program
    given = [
        program.asks[pc].site.option(each)
        for _, pc, each in moves_among(events(after.raw_log, since), program)
        if pc in asks.bits
    ]
    return [each for each in given if each.raw != ()] or given[:1]


def _whole_there(pair: Pair, raw: RawAnswer) -> str:
    """The text in the other game of the whole answer that this answer to the one is, or is a part of."""
    step = pair.lockstep
    if pair.one.pc not in step.one.bits:
        return _text_there(pair, raw)
    return ", ".join(map(step.between.text, _completed(step.one, pair.one, pair.before[0], raw)))


def _text_there(pair: Pair, raw: RawAnswer) -> str:
    """The text in the other game of an answer to the one."""
    return pair.lockstep.between.text(pair.one.option(raw))


def _table(pair: Pair) -> Iterator[tuple[PartedBy, Said, Said]]:
    """The counters, notes and zones, counters and notes only if they differ."""
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
    stands = f"{standing_name(material, held)} is {said}"
    return Said(stands, state.rules.rule_of(held.holder.key), HasValue(state, variable))


def _lies(state: State, place: int) -> Said:
    material = state.game.material
    held = material.places[place]
    called = share_name(material, *held.where)
    cards = ", ".join(material.cards[card].name for card in state.position.zones[place]) or "no card"
    return Said(f"{called}: {cards}", state.rules.rule_of(held.zone.key), Lies(state, place))


def _heard(pair: Pair, seat: int, new: list[RawEvent], other_new: list[RawEvent]) -> tuple[Said, Said]:
    """The perception of an event by a seat in each game, if it differs."""
    heard = pair.one.game.hearing(seat).events(new), pair.other.game.hearing(seat).events(other_new)
    told, other_told = pair.lockstep.one.told(heard[0]), pair.lockstep.other.told(heard[1])
    for mine, theirs in zip_longest(told, other_told):
        if mine is None or theirs is None or mine[0] != theirs[0]:
            said = [
                Said(f"{state.seat_name(seat)} learns nothing of it", about=HearsNothing(state, seat))
                if fact is None
                else _with_hearer(state, seat, fact[1])
                for state, fact in ((pair.one, mine), (pair.other, theirs))
            ]
            return said[0], said[1]
    raise AssertionError


def _with_hearer(state: State, seat: int, heard: RawEvent) -> Said:
    said = _event(state, heard)
    return Said(f"{state.seat_name(seat)} learns: {said.text}", said.rule, Happens(state, heard, seat))


def _event(state: State, told: RawEvent) -> Said:
    event: Event = Teller(state.game.program).event(told)
    return Said(str(event), rule_text(event.block, event.cites), Happens(state, told))


def waits(state: State) -> Said:
    """The next decision of a game, or its result, with the rule."""
    pending = state.pending
    match pending:
        case Over():
            rule = next((key for key in ("winners", "returns") if key in state.rules.composed.entries), "")
            return Said(pending.told(state.game.seat_names), state.rules.rule_of(rule), WaitsFor(state))
        case Decision():
            return Said(pending.prompt, state.rules.rule_of(pending.block), WaitsFor(state))
        case Chance():
            return Said(pending.prompt, _drawing(state), WaitsFor(state))
        case _:
            assert_never(pending)


def _drawing(state: State) -> str:
    """The rule of the current draw."""
    return state.game.plan.origins[state.game.asks[state.pc].site.origin].rule


def _offer(state: State, raw: RawAnswer) -> Said:
    """That an answer is possible."""
    text = state.option(raw).text
    if isinstance(state.pending, Chance):
        said = f"{state.seat_name(state.own)} can draw {text}"
        return Said(said, _drawing(state), Answers(state, text, can=True))
    return _answer(state, "can", text)


def _answer(state: State, can: Literal["can", "cannot"], text: str) -> Said:
    """That an answer is possible or not."""
    pending = state.pending
    assert isinstance(pending, Decision)
    said, about = f"{state.seat_name(state.own)} {can} answer '{text}'", Answers(state, text, can == "can")
    return Said(said, state.rules.rule_of(pending.block), about)


def _refusal(state: State, text: str) -> Said:
    """The reason why an answer is not possible; if another one of that text is, the next decision."""
    try:
        state.apply(text)
    except IllegalAction as error:
        return Said(error.reason, error.rule, Answers(state, text, can=False))
    return waits(state)
