"""Hints: the cards that cannot be at a position of a hidden row, because the rules would have acted otherwise.

A turn runs again on the table as the player saw it. A condition on an unknown card splits the way through the turn in
two, and a way that does something unheard is dropped. Each way excludes the cards for which one of its conditions would
have had the other result. The cards that all remaining ways exclude are certain.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from operator import and_
from typing import Any

from attrs import define, evolve, field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.program import Program
from rulespec.engine.python.values import Test
from rulespec.knowledge.recall import Unseen, UnseenError
from rulespec.language.errors import BudgetExceededError
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i

WAYS = 64  # through a turn; more lead to no conclusion
STEPS = 2_000  # instructions in a turn, on all ways
LASTS = k.LAST, k.LEAVES  # they follow an event that moves cards

Excluded = dict[tuple[int, int, int], int]  # by moment, place and index there: a set of cards, one bit each

_UNKNOWN = UnseenError, BudgetExceededError
_CARDS = f.Move | f.Insert | f.Exchange | f.Show | f.ShowSecretly
_UNCLEAR = i.Stop | i.ReasonBegins | i.AskPart | i.DealBegins | i.TogetherBegins | i.Together
_ENDS = k.ROUND_ENDS, k.GAME_ENDS, k.LIMIT


@frozen(eq=False)
class UnknownCard(Unseen):
    """Stands for an unknown card: a rule can pick it, but reading it raises an `UnseenError`."""

    place: int
    index: Any  # None if it is unknown
    cards: int  # the candidates, one bit each


@frozen(eq=False)
class _Way:
    """A way through the turn: its instruction, the next event it must cause, and the cards it excludes."""

    machine: Machine
    pc: int
    moment: int
    excluded: Excluded = field(factory=dict)
    over: bool = False  # its continuation is unknown


@define(eq=False)
class Hints:
    """Finds the cards that the events of a turn exclude; `table` returns the table before an event."""

    program: Program
    hearing: Hearing
    heard: Sequence[RawEvent]
    table: Callable[[int], Machine]

    def excluded(self, turn: int) -> Excluded:
        """The cards excluded by the turn that begins with an event; none in case of doubt."""
        begins = next(pc for pc, each in enumerate(self.program.plan.code) if isinstance(each, i.TurnBegins))
        machine = self.table(turn + 1)
        machine.own, machine.names = machine.active, [None] * self.program.plan.slots
        ways, ended = [_Way(machine, self._next(begins), turn + 1)], list[Excluded]()
        for _ in range(STEPS):
            way = ways.pop()
            ended += [way.excluded] if way.over else []
            ways += [] if way.over else self._step(way)
            if not ways or not all(ended) or len(ways) + len(ended) > WAYS:
                break
        if ways or not ended:
            return {}
        common = {spot: reduce(and_, [each.get(spot, 0) for each in ended]) for spot in ended[0]}
        return {spot: cards for spot, cards in common.items() if cards}

    def _next(self, pc: int) -> int:
        return i.past_jumps(self.program.plan.code, pc + 1)

    def _at(self, way: _Way, moment: int, pc: int) -> _Way:
        """The way at an instruction, on the table before an event."""
        machine, earlier = self.table(moment), way.machine
        machine.own, machine.names, machine.stack = earlier.own, earlier.names.copy(), earlier.stack
        return evolve(way, machine=machine, moment=moment, pc=pc)

    def _step(self, way: _Way) -> Iterator[_Way]:
        """The ways after the next instruction."""
        instruction, program, after = self.program.plan.code[way.pc], self.program, self._next(way.pc)
        event = self.heard[way.moment] if way.moment < len(self.heard) else None
        match instruction:
            case _ if isinstance(instruction, _UNCLEAR) or (event is not None and event[0] in _ENDS):
                yield evolve(way, over=True)
            case i.Branch(test, otherwise):
                yield from self._tested(way, program.executor.values.test(test), way.machine.own, after, otherwise)
            case i.EndsIf(test, to):
                yield from self._tested(way, program.executor.values.test(test), way.machine.active, to, after)
            case i.Happen(effect) if isinstance(effect, _CARDS):
                yield self._at(way, way.moment, after)  # if it had no effect
                yield from self._caused(way, effect.origin, after)
            case i.Draw(query):
                *below, (left, source, to) = way.machine.stack
                for each in self._caused(way, query.origin, way.pc) if left > 0 else ():
                    each.machine.stack = (*below, (left - (self.heard[way.moment][0] == k.DRAW), source, to))
                    yield each
                    return
                way.machine.stack = tuple(below)
                yield evolve(way, pc=after, over=left > 0)
            case i.Ask() | i.AskWhether() | i.ChooseByChance():
                yield from self._answered(way, event)
            case i.TurnBegins() | i.RoundBegins():
                if event is not None and event[0] in (k.TURN, k.ROUND):
                    yield evolve(way, over=True)
            case _:
                yield from self._run(way, program.code[way.pc])

    def _run(self, way: _Way, operation: Operation) -> Iterator[_Way]:
        """The way after an operation, if the player heard all its events."""
        try:
            pc = operation(way.machine)
        except _UNKNOWN:
            yield evolve(way, over=True)
            return
        told = self.hearing.events(events(way.machine.log))
        moment = way.moment + len(told)
        if told == list(self.heard[way.moment : moment]):
            yield self._at(way, moment, pc) if told else evolve(way, pc=pc)

    def _tested(self, way: _Way, holds: Test, own: int, yes: int, no: int) -> Iterator[_Way]:
        """The ways after a condition; each excludes the cards that would have led to the other."""
        try:
            yield evolve(way, pc=yes if holds(way.machine, own, None) else no)
            return
        except _UNKNOWN as error:
            looked = error.args[0]
        if not isinstance(looked, UnknownCard):
            yield from (self._at(way, way.moment, pc) for pc in (yes, no))
            return
        with_it = {True: 0, False: 0}  # the cards that fulfil the condition, and those that do not
        for card in members(looked.cards):
            machine = way.machine.twin()
            machine.where[card], row = looked.place, list[Any](machine.zones[looked.place])
            row[looked.index] = card
            machine.zones[looked.place] = tuple(row)
            with suppress(*_UNKNOWN):  # it also reads other unknown cards
                with_it[bool(holds(machine, own, None))] |= 1 << card
        spot = way.moment, looked.place, looked.index
        for is_so, pc in ((True, yes), (False, no)):
            others = way.excluded.get(spot, 0) | with_it[not is_so]
            if looked.cards & ~others:
                yield evolve(self._at(way, way.moment, pc), excluded={**way.excluded, spot: others})

    def _caused(self, way: _Way, origin: int, pc: int) -> Iterator[_Way]:
        """The way after the event of a statement, at an instruction, if that event is the next one heard."""
        heard, moment = self.heard, way.moment
        if moment < len(heard) and k.read(heard[moment]).statement == self.program.heard_origins[origin]:
            later = [at for at in range(moment + 1, len(heard)) if heard[at][0] not in LASTS]
            yield self._at(way, later[0] if later else len(heard), pc)

    def _answered(self, way: _Way, event: RawEvent | None) -> Iterator[_Way]:
        """The way after an answer, if the player heard all of it."""
        ask, happened = self.program.asks[way.pc], event and k.read(event)
        if (
            isinstance(happened, k.Choose | k.Pick | k.ChooseByChance)
            and (happened.pc, happened.seat) == (self.program.heard_asks[way.pc], way.machine.own)
            and HIDDEN not in str(happened.answer)
            and ask.part is None
        ):
            answer = happened.answer
            yield from self._run(way, lambda machine: ask.answer(machine, answer))
        else:
            yield evolve(way, over=True)


def members(cards: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]
