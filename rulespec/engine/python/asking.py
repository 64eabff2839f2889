"""Questions as operations that wait for an answer: a choice, a part of one, whether to do something."""

from collections.abc import Callable

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.closures import Closures
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.engine.python.stepwise.completing import Completing
from rulespec.engine.python.unheard import answered, lapse_unseen
from rulespec.engine.python.waiting import Waiting, stop
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.choices import Unheard
from rulespec.plan.stepwise.ways import ways


def gauge(instruction: i.Gauge, after: int, made: Closures) -> Operation:
    counted = [(low, high, made.values.value(size)) for low, high, size in instruction.counted]
    most, parts = instruction.most, instruction.parts

    def gauges(mc: Machine) -> int:
        found = 1
        for low, high, size in counted:
            found = ways(found, size(mc, mc.own, None), low, high)
        if not parts:
            mc.charge(found)
        return parts if parts and found > most else after

    return gauges


def ask(instruction: i.Ask, here: int, after: int, made: Closures) -> tuple[Operation, Waiting]:
    query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
    choice, kind = Choice(instruction.choice, made.values, made.effects), _kind(unheard)
    origin, optional, changed = query.origin, instruction.optional, instruction.changed
    secretly = unheard is not None and unheard.secretly

    def answer(mc: Machine, raw: RawAnswer) -> int:
        mc.log = ((kind, origin, mc.own, here, raw), mc.log)
        if unheard is not None:
            answered(unheard, mc, query, here, raw)
        if raw is None:
            return leave
        choice.bind(mc, raw)
        mc.dirty |= changed
        return after

    def asks(mc: Machine) -> int:
        raws = choice.raws(mc)
        if not raws and secretly:
            return stop(mc, here, [None])
        if not raws:
            return _lapses(mc, instruction)
        if len(raws) == 1 and choice.is_settled(mc):
            mc.dirty |= changed
            choice.bind(mc, raws[0])
            return after
        return stop(mc, here, [*raws, None] if optional else raws)

    return asks, Waiting(query, answer, choice, None, unheard, optional)


def ask_part(
    instruction: i.AskPart, here: int, after: int, made: Closures, whole: Choice, completed: Completing
) -> tuple[Operation, Waiting]:
    query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
    choice, kind = Choice(instruction.choice, made.values, made.effects), _kind(unheard)
    origin, optional, changed = query.origin, instruction.optional, instruction.changed
    secretly, last = (
        unheard is not None and unheard.secretly,
        instruction.at == len(instruction.completion.parts) - 1,
    )
    bit = Bit(completed, instruction.at)

    def answer(mc: Machine, raw: RawAnswer) -> int:
        chosen = None if raw is None else bit.answer(mc, raw)
        mc.log = ((kind, origin, mc.own, here, raw), mc.log)
        if unheard is not None and (raw is None or (chosen is not None and (last or not secretly))):
            answered(unheard, mc, query, here, chosen)
        if raw is None:
            mc.stage = None
            return leave
        mc.dirty |= changed
        return here if chosen is None else after

    def asks(mc: Machine) -> int:
        raws = bit.raws(mc)
        if not raws and secretly:
            return stop(mc, here, [None])
        if not raws:
            mc.stage = None
            return _lapses(mc, instruction)
        if bit.begins(mc) and choice.is_settled(mc) and bit.settles(mc):
            mc.dirty |= changed
            return instruction.out
        return stop(mc, here, [*raws, None] if optional and bit.begins(mc) else raws)

    return asks, Waiting(query, answer, choice, bit, unheard, optional)


def ask_whether(instruction: i.AskWhether, here: int, after: int, made: Closures) -> tuple[Operation, Waiting]:
    query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
    kind, could = _kind(unheard), _could(instruction, made)
    secretly = unheard is not None and unheard.secretly

    def answer(mc: Machine, raw: RawAnswer) -> int:
        mc.note((kind, query.origin, mc.own, here, raw))
        if unheard is not None:
            answered(unheard, mc, query, here, raw)
        return leave if raw is None else after

    def asks(mc: Machine) -> int:
        if could(mc):
            return stop(mc, here, [True, None])
        return stop(mc, here, [None]) if secretly else leave

    return asks, Waiting(query, answer, unheard=unheard, optional=True)


def _could(instruction: i.AskWhether, made: Closures) -> Callable[[Machine], bool]:
    """Whether it would do anything to say yes."""
    if instruction.could is None:
        return lambda mc: True
    evaluate, _ = made.effects.build(instruction.could)
    return lambda mc: evaluate(mc) is not None


def _kind(unheard: Unheard | None) -> int:
    return k.CHOOSE if unheard is None else k.PICK


def _lapses(mc: Machine, instruction: i.Ask | i.AskPart) -> int:
    """There is nothing to choose."""
    if not instruction.optional:
        origin = instruction.query.origin
        if instruction.unheard is None:
            mc.note((k.LAPSE, origin, mc.own, r.ALL))
        else:
            lapse_unseen(mc, origin)
    return instruction.leave
