"""Choices, and whether to do something at all, as operations that wait for an answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulespec.language.printer import show
from rulespec.plan.drawing import can_draw
from rulespec.plan.layout import stop
from rulespec.plan.material import Material
from rulespec.plan.stepwise.completion import Completion
from rulespec.plan.stepwise.sums import Sums
from rulespec.run.choices import Choice, picked_kinds, publicity
from rulespec.run.expressions import Expressions
from rulespec.run.machine import Machine, Operation, Raw
from rulespec.run.options import DECLINE, NOTHING, Site
from rulespec.run.pairs import foreseen
from rulespec.run.program import Asking, Label
from rulespec.run.stepwise.bits import Bit
from rulespec.run.unheard import lapse_unseen, unheard
from rulespec.tree import statements as s

if TYPE_CHECKING:
    from rulespec.plan.lines import Lines


def choose(lines: "Lines", effect: s.Choose, origin: int, following: s.Statement | None, decline: Label | None) -> None:
    """A decision of whoever is doing something; where it can be declined, `decline` is where that leads."""
    way = lines.layout.ways.of(effect, following)
    if way.sums is not None:
        _bit_by_bit(lines, effect, origin, following, decline, way.sums)
        return
    layout = lines.layout
    choice = _choice(lines, effect, _site(lines, effect, origin, decline, effect.names, show(effect)), following)
    changed = _names_changed(layout.material)
    hidden, lapse = unheard(lines.part, effect.adverbs, origin, optional=decline is not None), lines.lapse
    part, kind = (None, "choose") if hidden is None else (hidden.part, "pick")
    secretly = hidden is not None and hidden.secretly

    def ask(here: int, after: int) -> Operation:
        leave = (decline or lapse).pc

        def answer(mc: Machine, raw: Raw) -> int:
            mc.log = ((kind, origin, mc.own, here, raw), mc.log)
            if hidden is not None:
                hidden.answered(mc, choice.site, here, raw)
            if raw is None:
                return leave
            choice.bind(mc, raw)
            mc.dirty |= changed
            return after

        layout.program.asks[here] = Asking(choice.site, choice, answer, part, optional=decline is not None)

        def asks(mc: Machine) -> int:
            raws = choice.raws(mc)
            if not raws and secretly:
                return stop(mc, here, [None])
            if not raws:
                return _lapses(mc, origin, leave, part, decline)
            if choice.if_several and len(raws) == 1:
                mc.dirty |= changed
                choice.bind(mc, raws[0])
                return after
            return stop(mc, here, raws if decline is None else [*raws, None])

        return asks

    layout.emit_branch(lines.branch(effect, effect), ask)


def _bit_by_bit(
    lines: "Lines", effect: s.Choose, origin: int, following: s.Statement | None, decline: Label | None, sums: Sums
) -> None:
    """A decision for each name of a choice, and for each card of a set."""
    layout, lapse, end = lines.layout, lines.lapse, Label()
    hidden = unheard(lines.part, effect.adverbs, origin, optional=decline is not None)
    part, kind = (None, "choose") if hidden is None else (hidden.part, "pick")
    secretly = hidden is not None and hidden.secretly
    slots = {name: lines.slot(name) for name in effect.names} | {name: layout.spare() for name, _ in sums.measured}
    expressions = Expressions(layout.shared, layout.turn_slots | layout.slots(lines.key) | slots)
    whole = _choice(lines, effect, _site(lines, effect, origin, decline, effect.names, show(effect)), following)
    completion = Completion(effect, sums, expressions, slots, layout.material, whole.afterwards if sums.tried else None)
    changed = _names_changed(layout.material)

    def lay(bit: Bit, site: Site, *, last: bool) -> None:
        def ask(here: int, after: int) -> Operation:
            leave, out = (decline or lapse).pc, end.pc

            def answer(mc: Machine, raw: Raw) -> int:
                chosen = None if raw is None else bit.answer(mc, raw)
                mc.log = ((kind, origin, mc.own, here, raw), mc.log)
                if hidden is not None and (raw is None or (chosen is not None and (last or not secretly))):
                    hidden.answered(mc, site, here, chosen)
                if raw is None:
                    mc.stage = None
                    return leave
                mc.dirty |= changed
                return here if chosen is None else after

            layout.program.asks[here] = Asking(site, whole, answer, part, bit, optional=decline is not None)

            def asks(mc: Machine) -> int:
                raws = bit.raws(mc)
                if not raws and secretly:
                    return stop(mc, here, [None])
                if not raws:
                    mc.stage = None
                    return _lapses(mc, origin, leave, part, decline)
                if effect.if_several and bit.begins(mc) and bit.settles(mc):
                    mc.dirty |= changed
                    return out
                return stop(mc, here, [*raws, None] if decline is not None and bit.begins(mc) else raws)

            return asks

        layout.emit_branch(lines.branch(effect, effect), ask)

    for at, name in enumerate(effect.names):
        said = show(effect) if len(effect.names) == 1 else f"{show(effect)} ({name})"
        lay(Bit(completion, at), _site(lines, effect, origin, decline, (name,), said), last=at == len(effect.names) - 1)
    layout.place(end)


def _site(
    lines: "Lines", effect: s.Choose, origin: int, decline: Label | None, names: tuple[str, ...], said: str
) -> Site:
    """A place to ask for some of the names of a choice."""
    material = lines.layout.material
    known = zip(effect.names, picked_kinds(effect), publicity(effect, material), strict=True)
    kinds, public = zip(*((kind, seen) for name, kind, seen in known if name in names), strict=True)
    none = NOTHING if decline is None else DECLINE
    return Site(origin, names, tuple(map(lines.slot, names)), kinds, public, material, said, none)


def _choice(lines: "Lines", effect: s.Choose, site: Site, following: s.Statement | None) -> Choice:
    choice = Choice(effect, lines.expressions, site)
    if effect.afterwards is not None:
        assert isinstance(following, s.Do)
        choice.apply = _hypothesis(lines, following.effect)
        choice.foresee = foreseen(effect, following.effect, lines.layout.material)
    return choice


def _names_changed(material: Material) -> int:
    """The dirty bit of the names."""
    return 1 << (len(material.places) + len(material.variables))


def _lapses(mc: Machine, origin: int, leave: int, part: int | None, decline: Label | None) -> int:
    """There is nothing to choose."""
    if decline is None:
        if part is None:
            mc.note(("lapse", origin, mc.own, "all"))
        else:
            lapse_unseen(mc, origin)
    return leave


def ask_whether(lines: "Lines", may: s.May, first: s.Effect, origin: int, end: Label) -> None:
    """A block that begins with an effect: do it or decline."""
    layout, could = lines.layout, _could(lines, first)
    site = Site(origin, (), (), (), (), layout.material, f"may {show(first)}")
    hidden = unheard(lines.part, may.adverbs, origin, optional=True)
    part, kind = (None, "choose") if hidden is None else (hidden.part, "pick")
    secretly = hidden is not None and hidden.secretly

    def ask(here: int, after: int) -> Operation:
        no = end.pc

        def answer(mc: Machine, raw: Raw) -> int:
            mc.note((kind, origin, mc.own, here, raw))
            if hidden is not None:
                hidden.answered(mc, site, here, raw)
            return no if raw is None else after

        layout.program.asks[here] = Asking(site, None, answer, part, optional=True)
        if secretly:
            return lambda mc: stop(mc, here, [True, None] if could(mc) else [None])
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
