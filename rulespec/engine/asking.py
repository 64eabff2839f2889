"""Choices, and whether to do something at all, as operations that wait for an answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulespec.engine.choices import Choice, picked_kinds, publicity
from rulespec.engine.drawing import can_draw
from rulespec.engine.layout import stop
from rulespec.engine.machine import Machine, Operation, Raw
from rulespec.engine.options import Site
from rulespec.engine.pairs import foreseen
from rulespec.engine.program import Asking, Label
from rulespec.engine.together import lapse_unseen, reveal_later
from rulespec.language.printer import show
from rulespec.tree import statements as s

if TYPE_CHECKING:
    from rulespec.engine.lines import Lines


def choose(lines: "Lines", effect: s.Choose, origin: int, following: s.Statement | None, decline: Label | None) -> None:
    """A decision of whoever is doing something; where it can be declined, `decline` is where that leads."""
    layout, material = lines.layout, lines.layout.material
    slots, kinds = tuple(lines.slot(name) for name in effect.names), picked_kinds(effect)
    site = Site(origin, effect.names, slots, kinds, publicity(effect, material), material, show(effect))
    choice = Choice(effect, lines.expressions, site)
    if effect.afterwards is not None:
        assert isinstance(following, s.Do)
        choice.apply = _hypothesis(lines, following.effect)
        choice.foresee = foreseen(effect, following.effect, material)
    part, lapse = lines.part, lines.lapse
    kind = "choose" if part is None else "pick"
    names_changed = 1 << (len(material.places) + len(material.variables))

    def ask(here: int, after: int) -> Operation:
        leave = (decline or lapse).pc

        def answer(mc: Machine, raw: Raw) -> int:
            whole = raw
            if raw is None:
                mc.stage = None
            elif mc.stage is None:
                choice.bind(mc, raw)
            else:
                whole = choice.staged_answer(mc, raw)
            mc.log = ((kind, origin, mc.own, here, raw), mc.log)
            if part is not None and (raw is None or whole is not None):
                reveal_later(mc, site, here, whole)
            if raw is None:
                return leave
            mc.dirty |= names_changed
            return here if whole is None else after

        layout.program.asks[here] = Asking(site, choice, answer, part)

        def asks(mc: Machine) -> int:
            raws = choice.raws(mc)
            if not raws:
                if decline is not None:
                    return leave
                if part is None:
                    mc.note(("lapse", origin, mc.own, "all"))
                else:
                    lapse_unseen(mc, origin)
                return leave
            if choice.if_several and len(raws) == 1:
                mc.dirty |= names_changed
                choice.bind(mc, raws[0])
                return after
            if decline is not None and not mc.stage:
                raws = [*raws, None]
            return stop(mc, here, raws)

        return asks

    layout.emit_branch(lines.branch(effect, effect), ask)


def ask_whether(lines: "Lines", may: s.May, first: s.Effect, origin: int, end: Label) -> None:
    """A block that begins with an effect: do it or decline."""
    layout, could = lines.layout, _could(lines, first)
    site, part = Site(origin, (), (), (), (), layout.material, f"may {show(first)}"), lines.part
    kind = "choose" if part is None else "pick"

    def ask(here: int, after: int) -> Operation:
        no = end.pc

        def answer(mc: Machine, raw: Raw) -> int:
            mc.note((kind, origin, mc.own, here, raw))
            if part is not None:
                reveal_later(mc, site, here, raw)
            return no if raw is None else after

        layout.program.asks[here] = Asking(site, None, answer, part)
        return lambda mc: stop(mc, here, [True, None]) if could(mc) else no

    layout.emit_branch(lines.branch(may, first), ask)


def _could(lines: "Lines", first: s.Effect) -> Callable[[Machine], bool]:
    """Whether an effect would do anything."""
    if isinstance(first, s.Draw):
        return can_draw(lines, first)
    if isinstance(first, s.Move | s.Exchange):
        evaluate, _ = lines.layout.effects.build(first, lines.expressions, 0)
        return lambda mc: evaluate(mc) is not None
    return lambda mc: True


def _hypothesis(lines: "Lines", effect: s.Effect) -> Callable[[Machine], None]:
    """What an effect would do, for `so that afterwards`."""
    evaluate, execute = lines.layout.effects.build(effect, lines.expressions, 0)

    def happen(mc: Machine) -> None:
        what = evaluate(mc)
        if what is not None:
            execute(mc, what)

    return happen
