"""What chance chooses, as operations: one of all answers, each equally likely."""

from rulespec.engine.events import kinds as k
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.closures import Closures
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.randomly import one_of
from rulespec.engine.python.waiting import WaitingForChance, stop
from rulespec.plan.nodes import instructions as i


def choose_by_chance(
    instruction: i.ChooseByChance, here: int, after: int, made: Closures
) -> tuple[Operation, WaitingForChance]:
    choice = Choice(instruction.choice, made.values, made.effects)
    origin, changed, check = instruction.query.origin, instruction.changed, made.check

    def chosen(mc: Machine, raw: RawAnswer) -> int:
        choice.bind(mc, raw)
        mc.dirty |= changed
        mc.note((k.CHOOSE_BY_CHANCE, origin, mc.own, here, raw))
        return (check(mc) or after) if mc.watching else after

    def chooses(mc: Machine) -> int:
        raws = choice.raws(mc)
        if not raws:
            choice.unbind(mc)
            mc.dirty |= changed
            return after
        return stop(mc, here, raws) if mc.random is None else chosen(mc, one_of(raws, mc.random))

    return chooses, WaitingForChance(instruction.query, chosen)
