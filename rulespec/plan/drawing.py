"""Draws as operations: card by card, from a row the last one laid, from any other zone by chance."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulespec.language.printer import show
from rulespec.plan.layout import stop
from rulespec.run.expressions import Value
from rulespec.run.machine import Machine, Operation
from rulespec.run.options import Site
from rulespec.run.program import Drawing
from rulespec.tree import declarations as d
from rulespec.tree import meanings as m
from rulespec.tree import statements as s

if TYPE_CHECKING:
    from rulespec.plan.lines import Lines


def draw(lines: "Lines", effect: s.Draw, origin: int) -> None:
    """Each card drawn is an effect of its own; an empty zone is refilled as part of the draw."""
    layout, effects = lines.layout, lines.layout.effects
    place, refill = effects.zone(effect.source, lines.expressions), _refill(lines, effect)
    target, amount = effects.zone(effect.to, lines.expressions), lines.expressions.value(effect.amount)
    site = Site(origin, ("card",), (), (), (), layout.material, show(effect))
    ordered = tuple(each.zone.ordered for each in layout.material.places)
    owners = tuple(each.owner for each in layout.material.places)
    check, most = layout.check(), len(layout.material.cards)  # no draw goes on for ever by refilling itself

    def begin(here: int, after: int) -> Operation:
        def begins(mc: Machine) -> int:
            many = min(amount(mc, mc.own, None) or 0, most)
            mc.stack = (*mc.stack, (many, place(mc), target(mc)))
            return after

        return begins

    def refilled(mc: Machine, empty: int) -> tuple[int, ...]:
        cards = () if refill is None else refill(mc, owners[empty], None)
        if cards:
            mc.note(("refill", origin, cards, tuple([mc.where[card] for card in cards]), empty))
            effects.gather(mc, cards, empty)
        return mc.zones[empty]

    def drawn(mc: Machine, source: int, at: int, to: int) -> int:
        card = mc.zones[source][at]
        effects.take(mc, source, at, to)
        mc.log = (("draw", origin, mc.own, card, source, to), mc.log)
        return check(mc) if mc.watching else 0

    def draw_cards(here: int, after: int) -> Operation:
        def take(mc: Machine, card: int) -> int:
            left, source, to = mc.stack[-1]
            mc.stack = (*mc.stack[:-1], (left - 1, source, to))
            return drawn(mc, source, mc.zones[source].index(card), to) or here

        layout.program.asks[here] = Drawing(site, take)

        def draws(mc: Machine) -> int:
            left, source, to = mc.stack[-1]
            while left > 0 and source is not None and to is not None:
                held = mc.zones[source] or refilled(mc, source)
                if not held:
                    break
                if mc.random is not None and not (mc.watching or ordered[source] or ordered[to]):
                    left -= effects.deal(mc, source, to, min(left, len(held)), mc.random, origin)
                    continue
                if ordered[source]:
                    at = len(held) - 1
                elif mc.random is not None:
                    at = int(mc.random() * len(held))
                else:
                    mc.stack = (*mc.stack[:-1], (left, source, to))
                    return stop(mc, here, list(held))
                left -= 1
                ended = drawn(mc, source, at, to)
                if ended:
                    return ended
            mc.stack = mc.stack[:-1]
            return after

        return draws

    layout.emit(begin)
    layout.emit(draw_cards)


def can_draw(lines: "Lines", effect: s.Draw) -> Callable[[Machine], bool]:
    """Whether there is a card to draw."""
    place, refill = lines.layout.effects.zone(effect.source, lines.expressions), _refill(lines, effect)
    owners = tuple(each.owner for each in lines.layout.material.places)

    def could(mc: Machine) -> bool:
        at = place(mc)
        return at is not None and bool(mc.zones[at] or (refill and refill(mc, owners[at], None)))

    return could


def _refill(lines: "Lines", effect: s.Draw) -> Value | None:
    assert isinstance(effect.source, m.InZone)
    zone = lines.layout.rules.blocks[f"zone {effect.source.zone}"]
    assert isinstance(zone, d.Zone)
    return None if zone.refill is None else lines.layout.outside().many(zone.refill)
