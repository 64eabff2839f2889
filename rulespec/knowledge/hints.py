"""The cards that cannot be at a position of a hidden row, as the rules would have done something else with them.

A turn runs again on the table as the player saw it. Where a condition looks at an unknown card, both ways go on; a way
ends where it does what was not heard. Each way excludes the cards with which its conditions would have come out
otherwise, and what all the ways that are left exclude is certain.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, assert_never

from attrs import define, evolve, field, frozen

from rulespec.errors import BudgetExceededError
from rulespec.events import kinds as k
from rulespec.events.hearing import Hearing
from rulespec.events.log import RawEvent, events
from rulespec.knowledge.recall import Unseen, UnseenError
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.options import HIDDEN
from rulespec.run.machine import Machine
from rulespec.run.program import Asking, Program

WAYS = 64  # through a turn; of more nothing is concluded
STEPS = 2_000  # instructions in a turn, on all ways

Spot = tuple[int, int, int]  # a moment, a place, an index there
Excluded = dict[Spot, int]  # a set of cards for each spot, one bit each

_CARDS = f.Move | f.Insert | f.Exchange | f.Show | f.ShowSecretly
_ENDS = k.RoundEnds.number, k.GameEnds.number, k.Limit.number
_LASTS = k.IsLast.number, k.Leaves.number


class UnknownCard(Unseen):
    """Stands for the unknown card at one position of a row: a rule can pick it, but not look at it."""

    def __init__(self, place: int, index: int, cards: int) -> None:
        self.place = place
        self.index = index
        self.cards = cards  # those that it can be

    def _look(self, *_: object) -> NoReturn:
        raise UnseenError(self)

    __index__ = __hash__ = __lt__ = __gt__ = __le__ = __ge__ = __eq__ = __ne__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __iter__ = __len__ = _look


@frozen(eq=False)
class _Way:
    """A way through the turn: where it is, how many events have come true, and what it excludes."""

    machine: Machine
    pc: int
    moment: int
    excluded: Excluded = field(factory=dict)
    over: bool = False  # nothing is known of how it goes on


@define(eq=False)
class Hints:
    """Works out what the events of a turn exclude; `table` gives the table before an event."""

    program: Program
    hearing: Hearing
    heard: Sequence[RawEvent]
    table: Callable[[int], Machine]

    def excluded(self, turn: int) -> Excluded:
        """What is excluded by all that happened in the turn that an event began; nothing in doubt."""
        code = self.program.plan.code
        begins = [pc for pc, each in enumerate(code) if isinstance(each, i.TurnBegins)]
        if len(begins) != 1:
            return {}
        machine = self._at(turn + 1)
        machine.own, machine.names, machine.stack = machine.active, [None] * self.program.plan.slots, ()
        ways, ended, steps = [_Way(machine, i.past_jumps(code, begins[0] + 1), turn + 1)], list[_Way](), 0
        try:
            while ways:
                way = ways.pop()
                steps += 1
                if steps > STEPS or len(ways) + len(ended) > WAYS:
                    return {}
                if way.over or (way.moment < len(self.heard) and self.heard[way.moment][0] in _ENDS):
                    ended.append(way)
                    if not way.excluded:
                        return {}
                else:
                    ways += self._further(way)
        except BudgetExceededError:
            return {}
        return _common([way.excluded for way in ended])

    def _at(self, moment: int) -> Machine:
        machine = self.table(moment)
        machine.watching, machine.log = False, None
        return machine

    def _further(self, way: _Way) -> Iterator[_Way]:
        instruction = self.program.plan.code[way.pc]
        match instruction:
            case i.Branch(test, otherwise):
                after = i.past_jumps(self.program.plan.code, way.pc + 1)
                holds = self.program.executor.values.test(test)
                yield from self._tested(way, lambda machine: holds(machine, machine.own, None), after, otherwise)
            case i.EndsIf(test, to):
                after = i.past_jumps(self.program.plan.code, way.pc + 1)
                holds = self.program.executor.values.test(test)
                yield from self._tested(way, lambda machine: holds(machine, machine.active, None), to, after)
            case i.Happen(effect) if isinstance(effect, _CARDS):
                yield from self._moved(way, self.program.heard_origins[effect.origin])
            case i.Draw():
                yield from self._drawn(way, self.program.heard_origins[instruction.query.origin])
            case i.Ask() | i.AskWhether() | i.ChooseByChance():
                yield from self._answered(way)
            case i.TurnBegins() | i.RoundBegins():
                if way.moment < len(self.heard) and self.heard[way.moment][0] in (k.TURN, k.ROUND):
                    yield evolve(way, over=True)
            case i.Happen():
                yield from self._run(way, self.program.code[way.pc])
            case (
                i.Jump() | i.EachBegins() | i.EachNext() | i.Perform() | i.RepeatBegins() | i.RepeatNext()
                | i.WordsBegin() | i.WordsNext() | i.Return() | i.Forget() | i.DrawBegins() | i.TurnEnds() | i.Gauge()
            ):  # fmt: skip
                yield from self._run(way, self.program.code[way.pc])
            case (
                i.Stop() | i.DealBegins() | i.Defer() | i.DealNext() | i.TogetherEnds() | i.AskPart() | i.Together()
                | i.SkipLapsed() | i.Commit() | i.ReasonBegins() | i.TogetherBegins()
            ):  # fmt: skip
                yield evolve(way, over=True)
            case _:
                assert_never(instruction)

    def _run(self, way: _Way, operation: Callable[[Machine], int]) -> Iterator[_Way]:
        """The way after an operation, if what it does was heard."""
        machine = way.machine
        try:
            pc = operation(machine)
        except UnseenError:
            yield evolve(way, over=True)
            return
        told = [each for each in map(self.hearing.event, events(machine.log)) if each is not None]
        moment = way.moment + len(told)
        if tuple(told) != tuple(self.heard[way.moment : moment]):
            return
        yield evolve(way, machine=self._after(machine, moment) if told else machine, pc=pc, moment=moment)

    def _after(self, machine: Machine, moment: int) -> Machine:
        """The table before a later event, with the names and the calls of an earlier one."""
        found = self._at(moment)
        found.own, found.names, found.stack = machine.own, machine.names.copy(), machine.stack
        return found

    def _tested(self, way: _Way, holds: Callable[[Machine], bool], yes: int, no: int) -> Iterator[_Way]:
        """The ways after a condition, each excluding the cards with which it would be otherwise."""
        try:
            yield evolve(way, pc=yes if holds(way.machine) else no)
            return
        except UnseenError as unseen:
            looked = unseen.args[0] if unseen.args else None
        says = {True: 0, False: 0}
        if isinstance(looked, UnknownCard):
            for card in range(looked.cards.bit_length()):
                if looked.cards >> card & 1:
                    told = _told(holds, way.machine, looked, card)
                    if told is not None:
                        says[told] |= 1 << card
        for is_so, pc in ((True, yes), (False, no)):
            excluded = way.excluded
            if isinstance(looked, UnknownCard):
                spot = way.moment, looked.place, looked.index
                excluded = {**excluded, spot: excluded.get(spot, 0) | says[not is_so]}
                if looked.cards & ~excluded[spot] == 0:
                    continue
            yield evolve(way, machine=self._after(way.machine, way.moment), pc=pc, excluded=excluded)

    def _moved(self, way: _Way, origin: int) -> Iterator[_Way]:
        """After an effect on cards: it was heard, or did nothing."""
        after, moment = i.past_jumps(self.program.plan.code, way.pc + 1), way.moment
        yield evolve(way, machine=self._after(way.machine, moment), pc=after)
        if moment < len(self.heard) and self._comes_from(moment, origin):
            moment += 1
            while moment < len(self.heard) and self.heard[moment][0] in _LASTS:
                moment += 1
            yield evolve(way, machine=self._after(way.machine, moment), pc=after, moment=moment)

    def _comes_from(self, moment: int, origin: int) -> bool:
        happened = k.read(self.heard[moment])
        return not isinstance(happened, k.IsLast | k.Leaves) and happened.statement == origin

    def _drawn(self, way: _Way, origin: int) -> Iterator[_Way]:
        """After the next card of a draw."""
        *below, (left, source, to) = way.machine.stack
        if left > 0 and way.moment < len(self.heard) and self._comes_from(way.moment, origin):
            _, heard = self._moved(way, origin)
            is_draw = self.heard[way.moment][0] == k.DRAW
            heard.machine.stack = (*below, (left - is_draw, source, to))
            yield evolve(heard, pc=way.pc)
            return
        way.machine.stack = tuple(below)
        yield evolve(way, pc=i.past_jumps(self.program.plan.code, way.pc + 1), over=left > 0)

    def _answered(self, way: _Way) -> Iterator[_Way]:
        """After an answer that was heard as a whole."""
        ask = self.program.asks[way.pc]
        match k.read(self.heard[way.moment]) if way.moment < len(self.heard) else None:
            case (
                k.Choose(seat=seat, pc=pc, answer=answer)
                | k.Pick(seat=seat, pc=pc, answer=answer)
                | k.ChooseByChance(seat=seat, pc=pc, answer=answer)
            ) if (  # fmt: skip
                pc == self.program.heard_asks[way.pc]
                and seat == way.machine.own
                and HIDDEN not in str(answer)
                and not (isinstance(ask, Asking) and ask.part is not None)
            ):
                yield from self._run(way, lambda machine: ask.answer(machine, answer))
            case _:
                yield evolve(way, over=True)


def _told(holds: Callable[[Machine], bool], machine: Machine, looked: UnknownCard, card: int) -> bool | None:
    """What a condition says if one card is at the position that it looked at; None if it looks at others too."""
    row, where = machine.zones[looked.place], machine.where[card]
    there: list[Any] = list(row)
    there[looked.index] = card
    machine.zones[looked.place], machine.where[card] = tuple(there), looked.place
    try:
        return bool(holds(machine))
    except UnseenError:
        return None
    finally:
        machine.zones[looked.place], machine.where[card] = row, where


def _common(ways: Sequence[Excluded]) -> Excluded:
    """What all ways exclude."""
    if not ways:
        return {}
    first, *others = ways
    found = {}
    for spot, cards in first.items():
        for other in others:
            cards &= other.get(spot, 0)
        if cards:
            found[spot] = cards
    return found
