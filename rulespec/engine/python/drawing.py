"""Draws and deals as operations: card by card, from a row the last one laid, from any other place by chance."""

from rulespec.engine.events import kinds as k
from rulespec.engine.python.closures import Closures
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.randomly import below
from rulespec.engine.python.waiting import WaitingForChance, stop
from rulespec.plan.nodes import instructions as i


def draw_begins(instruction: i.DrawBegins, after: int, made: Closures) -> Operation:
    amount, most = made.values.value(instruction.amount), made.plan.table.cards
    source, target = made.effects.place(instruction.source), made.effects.place(instruction.to)

    def begins(mc: Machine) -> int:
        many = min(amount(mc, mc.own, None) or 0, most)  # no draw goes on for ever by refilling itself
        mc.stack = (*mc.stack, (many, source(mc), target(mc)))
        return after

    return begins


def deal_begins(instruction: i.DealBegins, after: int, made: Closures) -> Operation:
    source, which = made.effects.place(instruction.source), made.values.value(instruction.to)
    first, evenly, out = instruction.first, instruction.evenly, instruction.out

    def begins(mc: Machine) -> int:
        there = source(mc)
        if there is None:
            return out
        places = tuple([first + each for each in which(mc, mc.own, None) if first + each != there])
        left = len(mc.zones[there]) if places else 0
        left -= left % len(places) if evenly and places else 0
        if not left:
            return out
        mc.stack = (*mc.stack, (left, there, places))
        return after

    return begins


def deal_next(mc: Machine, after: int, out: int) -> int:
    *below, (left, source, places) = mc.stack
    if left <= 0:
        mc.stack = tuple(below)
        return out
    mc.stack = (*below, (left - 1, source, (*places[1:], places[0])), (1, source, places[0]))
    return after


def draw(instruction: i.Draw, here: int, after: int, made: Closures) -> tuple[Operation, WaitingForChance]:
    origin, motions, check = instruction.query.origin, made.effects.motions, made.check
    rows, owners, price = made.plan.table.rows, made.plan.table.owners, made.values.prices.instruction(instruction)
    refill = None if instruction.refill is None else made.values.value(instruction.refill)

    @made.lasts.telling
    def refilled(mc: Machine, empty: int) -> tuple[int, ...]:
        cards = () if refill is None else refill(mc, owners[empty], None)
        if cards:
            mc.note((k.REFILL, origin, cards, tuple([mc.where[card] for card in cards]), empty))
            motions.gather(mc, cards, empty)
        return mc.zones[empty]

    @made.lasts.telling
    def drawn(mc: Machine, source: int, at: int, to: int) -> int:
        card = mc.zones[source][at]
        motions.take(mc, source, at, to)
        mc.log = ((k.DRAW, origin, mc.own, card, source, to), mc.log)
        return check(mc) if mc.watching else 0

    def take(mc: Machine, card: int) -> int:
        left, source, to = mc.stack[-1]
        mc.stack = (*mc.stack[:-1], (left - 1, source, to))
        return drawn(mc, source, mc.zones[source].index(card), to) or here

    def draws(mc: Machine) -> int:
        left, source, to = mc.stack[-1]
        held = (mc.zones[source] or refilled(mc, source)) if left > 0 and source is not None and to is not None else ()
        if not held:
            mc.fell_short |= left > 0
            mc.stack = mc.stack[:-1]
            return after
        if mc.random is not None and source != to and not (mc.watching or mc.singly or rows[source] or rows[to]):
            count = motions.deal(mc, source, to, min(left, len(held)), mc.random, origin)
            mc.charge((count - 1) * price)  # as if they were drawn one by one
            mc.stack = (*mc.stack[:-1], (left - count, source, to))
            return here
        if rows[source]:
            at = len(held) - 1
        elif mc.random is not None:
            at = below(len(held), mc.random)
        else:
            return stop(mc, here, list(held))
        mc.stack = (*mc.stack[:-1], (left - 1, source, to))
        return drawn(mc, source, at, to) or here

    return draws, WaitingForChance(instruction.query, take)
