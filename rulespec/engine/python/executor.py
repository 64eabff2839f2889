"""Instructions as operations: what each does to a machine, and where it goes on.

This is what a plan means. All operations are made once, before play; each gives the place of the next one, or `STOP`.
"""

from typing import assert_never

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import sealed
from rulespec.engine.python.asking import ask, ask_part, ask_whether, gauge
from rulespec.engine.python.by_chance import choose_by_chance
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.closures import closures_of
from rulespec.engine.python.drawing import deal_begins, deal_next, draw, draw_begins
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.stepwise.completing import Completing, completing
from rulespec.engine.python.unheard import TOLD, has_lapsed, wait_for_close
from rulespec.engine.python.values import Value, Values
from rulespec.engine.python.waiting import Waiting, WaitingForChance, stop
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.plan import EVERYTHING, Plan

SEALED = 16  # turns after which the log may get a seal


class Executor:
    """Runs a plan: `code` has an operation for each instruction, `waits` the places that somebody answers at."""

    def __init__(self, plan: Plan, values: Values | None = None) -> None:
        self._made = closures_of(plan, values or Values(plan))
        self.values = self._made.values
        self.prices = self.values.prices
        self.costs = [self.prices.instruction(each) for each in plan.code]
        self.lasts = self._made.lasts
        self.waits: dict[int, Waiting | WaitingForChance] = {}
        deferred = (each for each in plan.code if isinstance(each, i.Defer))
        self._deferred = {each.number: self._made.effects.build(each.effect) for each in deferred}
        self._wholes: dict[int, tuple[Choice, Completing]] = {}
        self.code = [self._operation(each, pc, i.past_jumps(plan.code, pc + 1)) for pc, each in enumerate(plan.code)]

    def _operation(self, instruction: i.Instruction, here: int, after: int) -> Operation:
        match instruction:
            case i.Stop():
                return lambda mc: stop(mc, here)
            case i.RoundBegins():
                return _round_begins(instruction, after)
            case i.TurnBegins():
                return self._turn_begins(instruction, after)
            case i.TurnEnds():
                return lambda mc: _turn_ends(mc, after)
            case i.EndsIf(test, to):
                holds = self.values.test(test)
                return lambda mc: to if holds(mc, mc.active, None) else after
            case i.ReasonBegins():
                return _reason_begins(instruction, after)
            case i.Jump(to):
                return lambda mc: to
            case i.Branch(test, otherwise):
                holds = self.values.test(test)
                return lambda mc: after if holds(mc, mc.own, None) else otherwise
            case i.EachBegins(players):
                return _each_begins(self.values.value(players), after)
            case i.EachNext():
                return _each_next(instruction, after)
            case i.Perform():
                return _perform(instruction, self.values.value(instruction.word), after)
            case i.RepeatBegins(times):
                return _repeat_begins(self.values.value(times), after)
            case i.RepeatNext(out):
                return lambda mc: _repeat_next(mc, after, out)
            case i.WordsBegin(words):
                return _words_begin(self.values.value(words), after)
            case i.WordsNext():
                return _words_next(instruction, after)
            case i.Return(slots):
                return _return(slots)
            case i.Forget(slots):
                return lambda mc: _forget(mc, slots, after)
            case i.Happen(effect):
                return self.lasts.telling(self._happen(effect, after))
            case i.DrawBegins():
                return draw_begins(instruction, after, self._made)
            case i.DealBegins():
                return deal_begins(instruction, after, self._made)
            case i.DealNext(out):
                return lambda mc: deal_next(mc, after, out)
            case i.Draw():
                return self._waits(here, *draw(instruction, here, after, self._made))
            case i.ChooseByChance():
                return self._waits(here, *choose_by_chance(instruction, here, after, self._made))
            case i.Together(effects):
                return self.lasts.telling(self._together(effects, after))
            case i.TogetherBegins():
                return lambda mc: _together_begins(mc, after)
            case i.Defer(number):
                return self._defer(number, after)
            case i.SkipLapsed(to):
                return lambda mc: to if has_lapsed(mc) else after
            case i.Commit(origin):
                return lambda mc: _commit(mc, origin, after)
            case i.TogetherEnds():
                return self.lasts.telling(self._together_ends(after))
            case i.Gauge():
                return gauge(instruction, after, self._made)
            case i.Ask():
                return self._waits(here, *ask(instruction, here, after, self._made))
            case i.AskPart():
                return self._waits(
                    here, *ask_part(instruction, here, after, self._made, *self._whole(instruction, here))
                )
            case i.AskWhether():
                return self._waits(here, *ask_whether(instruction, here, after, self._made))
            case _:
                assert_never(instruction)

    def _waits(self, here: int, operation: Operation, waiting: Waiting | WaitingForChance) -> Operation:
        self.waits[here] = waiting
        return operation

    def _whole(self, instruction: i.AskPart, here: int) -> tuple[Choice, Completing]:
        """What all parts of a choice share: where it is asked bit by bit, what is found out for one serves the next."""
        first = here - instruction.at  # they lie one after another
        if first not in self._wholes:
            choice = Choice(instruction.choice, self.values, self._made.effects)
            self._wholes[first] = choice, completing(instruction.completion, choice, self.values)
        return self._wholes[first]

    # ---- turns

    def _turn_begins(self, instruction: i.TurnBegins, after: int) -> Operation:
        n, no_names, check = self._made.plan.table.players, [None] * self._made.plan.slots, self._made.check
        resets, most, at_limit, changed = (
            instruction.resets, instruction.turns, instruction.at_limit, instruction.changed,
        )  # fmt: skip

        def turn_begins(mc: Machine) -> int:
            mc.turns += 1
            if mc.turns > most:
                mc.note((k.LIMIT, most))
                return at_limit
            mc.active = mc.own = (mc.active + mc.direction) % n if mc.next is None else mc.next
            mc.next = None
            for variable, value in resets:
                mc.variables[variable] = value
            mc.names = no_names.copy()
            mc.watching = True
            mc.dirty |= changed
            mc.log = ((k.TURN, mc.active), mc.log if mc.turns % SEALED else sealed(mc.log))
            return check(mc) or after

        return turn_begins

    # ---- what happens

    def _happen(self, effect: f.Effect, after: int) -> Operation:
        (evaluate, execute), check = self._made.effects.build(effect), self._made.check

        def happens(mc: Machine) -> int:
            what = evaluate(mc)
            if what is None:
                return after
            execute(mc, what)
            return (check(mc) or after) if mc.watching else after

        return happens

    def _together(self, effects: tuple[f.Effect, ...], after: int) -> Operation:
        built, check = [self._made.effects.build(each) for each in effects], self._made.check

        def happen(mc: Machine) -> int:
            for execute, what in [(execute, evaluate(mc)) for evaluate, execute in built]:
                if what is not None:
                    execute(mc, what)
            return (check(mc) or after) if mc.watching else after

        return happen

    # ---- at the same time, with questions

    def _defer(self, number: int, after: int) -> Operation:
        evaluate, _ = self._deferred[number]

        def deferred(mc: Machine) -> int:
            what = evaluate(mc)
            if what is not None:
                wait_for_close(mc, number, what)
            return after

        return deferred

    def _together_ends(self, after: int) -> Operation:
        executes, check = {number: execute for number, (_, execute) in self._deferred.items()}, self._made.check

        def closes(mc: Machine) -> int:
            happening, mc.together, own = mc.together or (), None, mc.own
            for number, (who, what) in happening:
                mc.own = who
                mc.forget()
                if number == TOLD:
                    mc.note(what)
                else:
                    executes[number](mc, what)
            mc.own = own
            return (check(mc) or after) if mc.watching else after

        return closes


# ---- rounds, turns and their ends


def _round_begins(instruction: i.RoundBegins, after: int) -> Operation:
    def round_begins(mc: Machine) -> int:
        for variable, value in instruction.resets:
            mc.variables[variable] = value
        mc.dirty = EVERYTHING
        if instruction.told:
            mc.note((k.ROUND,))
        return after

    return round_begins


def _turn_ends(mc: Machine, after: int) -> int:
    mc.watching, mc.own = False, mc.active
    return after


def _reason_begins(instruction: i.ReasonBegins, after: int) -> Operation:
    kept = instruction.kept

    def begins(mc: Machine) -> int:
        mc.watching, mc.own, mc.stack, mc.together, mc.stage = False, mc.active, (), None, None
        mc.names[kept:] = [None] * (len(mc.names) - kept)
        mc.note((k.GAME_ENDS if instruction.game else k.ROUND_ENDS, instruction.origin, mc.active))
        return after

    return begins


# ---- going on elsewhere


def _each_begins(players: Value, after: int) -> Operation:
    def begins(mc: Machine) -> int:
        mc.stack = (*mc.stack, (players(mc, mc.own, None), mc.own))
        return after

    return begins


def _each_next(instruction: i.EachNext, after: int) -> Operation:
    slots, out = instruction.slots, instruction.out

    def next_member(mc: Machine) -> int:
        left, own = mc.stack[-1]
        for slot in slots:
            mc.names[slot] = None
        if not left:
            mc.stack, mc.own = mc.stack[:-1], own
            return out
        mc.own = left[0]
        mc.stack = (*mc.stack[:-1], (left[1:], own))
        return after

    return next_member


def _perform(instruction: i.Perform, word: Value, after: int) -> Operation:
    entrances = instruction.entrances

    def performs(mc: Machine) -> int:
        index = word(mc, mc.own, None)
        if index is None:
            return after
        mc.stack = (*mc.stack, after)
        return entrances[index]

    return performs


def _repeat_begins(times: Value, after: int) -> Operation:
    def begins(mc: Machine) -> int:
        mc.stack = (*mc.stack, (max(0, times(mc, mc.own, None) or 0),))
        return after

    return begins


def _repeat_next(mc: Machine, after: int, out: int) -> int:
    *below, (left,) = mc.stack
    mc.stack = (*below, (left - 1,)) if left > 0 else tuple(below)
    return after if left > 0 else out


def _words_begin(words: Value, after: int) -> Operation:
    def begins(mc: Machine) -> int:
        mc.stack = (*mc.stack, (tuple(sorted(words(mc, mc.own, None))),))
        return after

    return begins


def _words_next(instruction: i.WordsNext, after: int) -> Operation:
    named, slots, out = instruction.slot, instruction.slots, instruction.out

    def next_word(mc: Machine) -> int:
        *below, (left,) = mc.stack
        for slot in slots:
            mc.names[slot] = None
        mc.names[named] = left[0] if left else None
        mc.stack = (*below, (left[1:],)) if left else tuple(below)
        return after if left else out

    return next_word


def _return(slots: tuple[int, ...]) -> Operation:
    def returns(mc: Machine) -> int:
        for slot in slots:
            mc.names[slot] = None
        back: int = mc.stack[-1]
        mc.stack = mc.stack[:-1]
        return back

    return returns


def _forget(mc: Machine, slots: tuple[int, ...], after: int) -> int:
    for slot in slots:
        mc.names[slot] = None
    return after


# ---- at the same time


def _together_begins(mc: Machine, after: int) -> int:
    mc.together = ()
    return after


def _commit(mc: Machine, origin: int, after: int) -> int:
    mc.note((k.COMMIT, origin, mc.own))
    return after
