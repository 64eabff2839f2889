"""Instructions as operations: what each does to a machine, and where it goes on.

This is what a plan means. All operations are made once, before play; each gives the place of the next one, or `STOP`.
"""

from collections.abc import Callable
from typing import assert_never

from attrs import field, frozen

from rulespec.events import kinds as k
from rulespec.plan import effects as f
from rulespec.plan import instructions as i
from rulespec.plan.choices import Query, Unheard
from rulespec.plan.layout import past_jumps
from rulespec.plan.options import RawAnswer
from rulespec.plan.plan import EVERYTHING, Plan, Watch
from rulespec.run.choices import Choice
from rulespec.run.effects import Effects
from rulespec.run.machine import STOP, Machine, Operation
from rulespec.run.stepwise.bits import Bit
from rulespec.run.stepwise.completing import Completing, completing
from rulespec.run.unheard import TOLD, answered, has_lapsed, lapse_unseen, wait_for_close
from rulespec.run.values import Test, Value, Values

Answer = Callable[[Machine, RawAnswer], int]  # takes an answer, and gives the place to go on at


@frozen(eq=False)
class Waiting:
    """Where an operation waits for the answer of the subject; `bit` where that is one part of what is chosen."""

    query: Query
    answer: Answer = field(repr=False)
    choice: Choice | None = None
    bit: Bit | None = None
    unheard: Unheard | None = None
    optional: bool = False  # whether it can be declined


@frozen(eq=False)
class WaitingForChance:
    """Where an operation waits for a card to be drawn."""

    query: Query
    answer: Answer = field(repr=False)


class Executor:
    """Runs a plan: `code` has an operation for each instruction, `waits` the places that somebody answers at."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values = Values(plan)
        self.waits: dict[int, Waiting | WaitingForChance] = {}
        self._effects = Effects(plan, self.values)

        deferred = (each for each in plan.code if isinstance(each, i.Defer))
        self._deferred = {each.number: self._effects.build(each.effect) for each in deferred}
        self._completing: dict[int, Completing] = {}
        self._check = _watching(plan.watches, self.values)
        self.code = [self._operation(each, pc, past_jumps(plan.code, pc + 1)) for pc, each in enumerate(plan.code)]

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
            case i.Return(slots):
                return _return(slots)
            case i.Forget(slots):
                return lambda mc: _forget(mc, slots, after)
            case i.Happen(effect):
                return self._happen(effect, after)
            case i.DrawBegins():
                return self._draw_begins(instruction, after)
            case i.Draw():
                return self._draw(instruction, here, after)
            case i.Together(effects):
                return self._together(effects, after)
            case i.TogetherBegins():
                return lambda mc: _together_begins(mc, after)
            case i.Defer(number):
                return self._defer(number, after)
            case i.SkipLapsed(to):
                return lambda mc: to if has_lapsed(mc) else after
            case i.Commit(origin):
                return lambda mc: _commit(mc, origin, after)
            case i.TogetherEnds():
                return self._together_ends(after)
            case i.Ask():
                return self._ask(instruction, here, after)
            case i.AskPart():
                return self._ask_part(instruction, here, after)
            case i.AskWhether():
                return self._ask_whether(instruction, here, after)
            case _:
                assert_never(instruction)

    # ---- turns

    def _turn_begins(self, instruction: i.TurnBegins, after: int) -> Operation:
        n, no_names, check = self.plan.table.players, [None] * self.plan.slots, self._check
        resets, most, at_limit, changed = (
            instruction.resets, instruction.turns, instruction.at_limit, instruction.changed,
        )  # fmt: skip

        def turn_begins(mc: Machine) -> int:
            mc.turns += 1
            if mc.turns > most:
                mc.note((k.LIMIT, most))
                return at_limit
            mc.active = mc.own = (mc.active + 1) % n if mc.next is None else mc.next
            mc.next = None
            for variable, value in resets:
                mc.variables[variable] = value
            mc.names = no_names.copy()
            mc.watching = True
            mc.dirty |= changed
            mc.log = ((k.TURN, mc.active), mc.log)
            return check(mc) or after

        return turn_begins

    # ---- what happens

    def _happen(self, effect: f.Effect, after: int) -> Operation:
        (evaluate, execute), check = self._effects.build(effect), self._check

        def happens(mc: Machine) -> int:
            what = evaluate(mc)
            if what is None:
                return after
            execute(mc, what)
            return (check(mc) or after) if mc.watching else after

        return happens

    def _draw_begins(self, instruction: i.DrawBegins, after: int) -> Operation:
        amount, most = self.values.value(instruction.amount), self.plan.table.cards
        source, target = self._effects.place(instruction.source), self._effects.place(instruction.to)

        def begins(mc: Machine) -> int:
            many = min(amount(mc, mc.own, None) or 0, most)  # no draw goes on for ever by refilling itself
            mc.stack = (*mc.stack, (many, source(mc), target(mc)))
            return after

        return begins

    def _draw(self, instruction: i.Draw, here: int, after: int) -> Operation:
        origin, motions, check = instruction.query.origin, self._effects.motions, self._check
        rows, owners = self.plan.table.rows, self.plan.table.owners
        refill = None if instruction.refill is None else self.values.value(instruction.refill)

        def refilled(mc: Machine, empty: int) -> tuple[int, ...]:
            cards = () if refill is None else refill(mc, owners[empty], None)
            if cards:
                mc.note((k.REFILL, origin, cards, tuple([mc.where[card] for card in cards]), empty))
                motions.gather(mc, cards, empty)
            return mc.zones[empty]

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
            while left > 0 and source is not None and to is not None:
                held = mc.zones[source] or refilled(mc, source)
                if not held:
                    break
                if mc.random is not None and not (mc.watching or rows[source] or rows[to]):
                    left -= motions.deal(mc, source, to, min(left, len(held)), mc.random, origin)
                    continue
                if rows[source]:
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

        self.waits[here] = WaitingForChance(instruction.query, take)
        return draws

    def _together(self, effects: tuple[f.Effect, ...], after: int) -> Operation:
        built, check = [self._effects.build(each) for each in effects], self._check

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
        executes, check = {number: execute for number, (_, execute) in self._deferred.items()}, self._check

        def closes(mc: Machine) -> int:
            happening, mc.together, own = mc.together or (), None, mc.own
            for number, (who, what) in happening:
                mc.own = who
                if number == TOLD:
                    mc.note(what)
                else:
                    executes[number](mc, what)
            mc.own = own
            return (check(mc) or after) if mc.watching else after

        return closes

    # ---- questions

    def _ask(self, instruction: i.Ask, here: int, after: int) -> Operation:
        query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
        choice, kind = Choice(instruction.choice, self.values, self._effects), _kind(unheard)
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
            if choice.if_several and len(raws) == 1:
                mc.dirty |= changed
                choice.bind(mc, raws[0])
                return after
            return stop(mc, here, [*raws, None] if optional else raws)

        self.waits[here] = Waiting(query, answer, choice, None, unheard, optional)
        return asks

    def _ask_part(self, instruction: i.AskPart, here: int, after: int) -> Operation:
        query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
        choice, kind = Choice(instruction.choice, self.values, self._effects), _kind(unheard)
        origin, optional, changed = query.origin, instruction.optional, instruction.changed
        secretly, last = (
            unheard is not None and unheard.secretly,
            instruction.at == len(instruction.completion.parts) - 1,
        )
        bit = Bit(self._completed(instruction, choice), instruction.at)

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
            if choice.if_several and bit.begins(mc) and bit.settles(mc):
                mc.dirty |= changed
                return instruction.out
            return stop(mc, here, [*raws, None] if optional and bit.begins(mc) else raws)

        self.waits[here] = Waiting(query, answer, choice, bit, unheard, optional)
        return asks

    def _completed(self, instruction: i.AskPart, choice: Choice) -> Completing:
        """All parts of a choice share what is found out for one of them."""
        if instruction.out not in self._completing:
            self._completing[instruction.out] = completing(instruction.completion, choice, self.values)
        return self._completing[instruction.out]

    def _ask_whether(self, instruction: i.AskWhether, here: int, after: int) -> Operation:
        query, leave, unheard = instruction.query, instruction.leave, instruction.unheard
        kind, could = _kind(unheard), self._could(instruction)
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

        self.waits[here] = Waiting(query, answer, unheard=unheard, optional=True)
        return asks

    def _could(self, instruction: i.AskWhether) -> Callable[[Machine], bool]:
        """Whether it would do anything to say yes."""
        match instruction.could:
            case None:
                return lambda mc: True
            case i.CanDraw(source, refill):
                place, owners = self._effects.place(source), self.plan.table.owners
                cards = None if refill is None else self.values.value(refill)
                return lambda mc: (
                    (at := place(mc)) is not None
                    and bool(mc.zones[at] or (cards is not None and cards(mc, owners[at], None)))
                )
            case effect:
                evaluate, _ = self._effects.build(effect)
                return lambda mc: evaluate(mc) is not None


def stop(mc: Machine, pc: int, raws: list[RawAnswer] | None = None) -> int:
    """Waits at a place for an answer."""
    mc.pc, mc.raws = pc, raws
    return STOP


def _kind(unheard: Unheard | None) -> int:
    return k.CHOOSE if unheard is None else k.PICK


def _lapses(mc: Machine, instruction: i.Ask | i.AskPart) -> int:
    """There is nothing to choose."""
    if not instruction.optional:
        origin = instruction.query.origin
        if instruction.unheard is None:
            mc.note((k.LAPSE, origin, mc.own, k.ALL))
        else:
            lapse_unseen(mc, origin)
    return instruction.leave


# ---- reasons to end that hold at once


def _watching(watches: tuple[Watch, ...], values: Values) -> Callable[[Machine], int]:
    """Whether a reason to end holds now: where to go on, or 0."""
    found = [(watch.mask, _holds(watch, values), watch.to) for watch in watches]
    anything = 0
    for watch in watches:
        anything |= watch.mask

    def check(mc: Machine) -> int:
        dirty, mc.dirty = mc.dirty, 0
        if not dirty & anything:
            return 0
        own, mc.own = mc.own, mc.active
        for mask, holds, to in found:
            if dirty & mask and holds(mc, dirty):
                return to
        mc.own = own
        return 0

    return check


def _holds(watch: Watch, values: Values) -> Callable[[Machine, int], bool]:
    """Whether a reason holds, given the bits of what has changed."""
    test, seats = values.test(watch.test), watch.seats
    if seats is None:
        return lambda mc, dirty: test(mc, mc.active, None)
    return _some(tuple(enumerate(seats)), test)


def _some(of_whom: tuple[tuple[int, int], ...], test: Test) -> Callable[[Machine, int], bool]:
    def some(mc: Machine, dirty: int) -> bool:
        for seat, bits in of_whom:  # noqa: SIM110 (a generator would cost as much as the test)
            if dirty & bits and test(mc, seat, seat):
                return True
        return False

    return some


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
