"""Games that are played on step by step, as long as one player would have heard in them what he did hear."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, islice, permutations, product
from typing import Any

from attrs import define, field

from rulespec.errors import WorldsError
from rulespec.events import kinds as k
from rulespec.events.chance import decided
from rulespec.events.hearing import Hearing
from rulespec.events.known import Known
from rulespec.events.log import Log, RawEvent, events
from rulespec.knowledge.memory import Memory
from rulespec.knowledge.perspective import Perspective
from rulespec.plan.options import HIDDEN
from rulespec.rawstate import RawState
from rulespec.run.machine import Machine
from rulespec.run.position import frozen
from rulespec.run.program import Asking, Program

EFFORT = 50_000  # steps tried for one sample, or for one more world of a list; to guess an event counts as one, too

Masked = list[tuple[RawEvent, int]]  # events of which he did not hear all, each with its moment
Step = tuple[Machine, int, Masked]  # a game that waits, how many events he has heard, and the latest that were masked


@define(eq=False, slots=False)
class Steps:
    """What can follow what in the games that agree with what one player has heard and sees."""

    seen: Perspective
    listing: bool = False
    tried: int = field(init=False, default=0)  # steps, in this search

    @cached_property
    def program(self) -> Program:
        return self.seen.game.program

    @cached_property
    def heard(self) -> tuple[RawEvent, ...]:
        return tuple(self.seen.heard)

    @cached_property
    def _told(self) -> list[k.Event]:
        return [k.read(event) for event in self.heard]

    @cached_property
    def memory(self) -> Memory:
        return Memory(self.program.material, self.heard)

    @cached_property
    def _hearing(self) -> Hearing:
        return self.seen.game.hearing(self.seen.player)

    @cached_property
    def last(self) -> int:
        """The moment after the last event."""
        return len(self.heard) - 1

    @cached_property
    def quiet(self) -> int:
        """From which event on he has heard no more than that others have committed."""
        told = (at + 1 for at, event in enumerate(self.heard) if k.kind_of(event) not in (k.Commit, k.Pick))
        return max(told, default=0)

    # ---- how much is tried

    def attempt(self, steps: int) -> None:
        """Counts what is tried, and gives up where that is too much."""
        self.tried += steps
        if self.tried <= EFFORT:
            return
        if self.listing:
            raise WorldsError(
                f"too many to list: {EFFORT} steps led to no further world; view.sample(random) gives one"
            )
        raise self.not_found()

    def not_found(self) -> WorldsError:
        return WorldsError(
            f"no possible world was found for this {self.seen!r} within {EFFORT} steps, though there is one: other "
            "random numbers may lead to one, view.sample(Random(2)), and so may an earlier view"
        )

    # ---- how games begin

    def begun(self) -> Iterator[Step]:
        """The games from all ways in which it may have begun."""
        return filter(None, (self.agreed(machine, None, 0) for machine in self._beginnings()))

    def beginning(self, lying: tuple[int, ...], order: tuple[int, ...]) -> Machine:
        """The game from how it began, with every unseen card where it was guessed, those of a row in an order."""
        begin = k.began(self.heard[0])
        zones = begin.zones
        if zones is not None:
            zones = tuple(
                self._lying(at, [card for card in order if lying[card] == at]) if HIDDEN in zone else zone
                for at, zone in enumerate(zones)
            )
        machine, pc = self.seen.game.opening(begin.first, zones, begin.variables)
        machine.run(self.program.code, pc)
        return machine

    def _lying(self, place: int, cards: list[int]) -> tuple[int, ...]:
        return tuple(cards if self._rows[place] else sorted(cards))

    @cached_property
    def _rows(self) -> tuple[bool, ...]:
        return self.program.plan.table.rows

    def _beginnings(self) -> Iterator[Machine]:
        zones = k.began(self.heard[0]).zones
        if zones is None:
            yield self.beginning((), ())
            return
        lying = {card: place for place, cards in enumerate(zones) for card in cards if card != HIDDEN}
        unseen = [card for card in range(len(self.program.material.cards)) if card not in lying]
        rooms = [(place, len(cards)) for place, cards in enumerate(zones) if HIDDEN in cards]
        for laid in _layings(unseen, rooms):
            where = lying | laid
            rows = [[card for card in laid if laid[card] == place] for place, _ in rooms if self._rows[place]]
            others = tuple(card for card in where if not any(card in row for row in rows))
            for ordered in product(*map(permutations, rows)):
                order = (*others, *chain.from_iterable(ordered))
                yield self.beginning(tuple(where[card] for card in range(len(where))), order)

    # ---- how games go on

    def is_at(self, step: Step, end: int) -> bool:
        """Whether a game has come through all that was heard up to a moment, the last one being now."""
        machine, at, _ = step
        if end < self.last:
            return at > end
        return at > end and Perspective(self.state(machine), self.seen.player).now == self.seen.now

    def state(self, machine: Machine) -> RawState:
        """The state that a machine stands at, in which is known what is known of the true one."""
        known = Known(self._hearing, machine.log, self.seen.heard)
        return RawState.standing(
            self.seen.game, frozen(machine), tuple(machine.where), machine.log, machine.turns, machine.dirty,
            {self.seen.player: known},
        )  # fmt: skip

    def further(self, step: Step) -> Iterator[Step]:
        """The games after all answers that may have come next."""
        return filter(None, (self.after(step, raw) for raw in self.answers(step)))

    def after(self, step: Step, raw: Any) -> Step | None:
        """The game after an answer."""
        machine, at, _ = step
        machine, ask = machine.twin(), self.program.asks[machine.pc]
        before = machine.log
        machine.run(self.program.code, ask.answer(machine, raw))
        return self.agreed(machine, before, at)

    def agreed(self, machine: Machine, before: Log, at: int) -> Step | None:
        """A game with how far it is in what he heard; None if he would have heard something else."""
        self.attempt(1)
        heard, known, hear = self.heard, self.memory.may, self._hearing.event
        since, last, masked = known[at - 1] if at else None, len(heard), Masked()
        for event in events(machine.log, before):
            told = hear(event)
            if told is None:
                continue
            if at >= last or told != heard[at]:
                return None
            if told is not event:
                masked.append((event, at))
            at += 1
        may = known[at - 1]
        if may is not since:
            for place, places in zip(machine.where, may, strict=True):
                if not places >> place & 1:
                    return None
        return machine, at, masked

    def answers(self, step: Step) -> list[Any]:
        """The answers that may lead to what he heard next."""
        machine, at, _ = step
        ask = self.program.asks.get(machine.pc)
        if ask is None:
            return []
        raws = list(machine.raws or ())
        expected = self._told[at] if at < len(self._told) else None
        if not isinstance(ask, Asking):
            drawn = None if expected is None else decided(expected, self.program.material)
            raws = [raw for raw in raws if drawn in (HIDDEN, raw)]
            if isinstance(expected, k.Draw):
                may, to = self.memory.may[at], expected.to
                raws = [raw for raw in raws if may[raw] >> to & 1]
            return raws
        seat = machine.own
        match expected:
            case k.Choose(pc=pc) | k.Pick(pc=pc) if expected.seat == seat and pc == machine.pc:
                return [raw for raw in raws if self._hearing.answer(seat, pc, raw) == expected.answer]
            case _ if seat == self.seen.player:
                return []
            case _ if ask.part is not None:
                return self._as_revealed(raws, machine, ask, at)
            case _:
                return raws

    def _as_revealed(self, answers: list[Any], machine: Machine, ask: Asking, at: int) -> list[Any]:
        """Those of the committed answers that agree with what is revealed later of any that he gave there."""
        seat, pc, stage, commits, revealed = machine.own, machine.pc, machine.stage, 0, list[Any]()
        for event in islice(self._told, at, None):
            match event:
                case k.Commit(part, who) if (part, who) == (ask.part, seat):
                    commits += 1
                case k.Reveal(_, who, asked, answer) if (who, asked) == (seat, pc):
                    revealed.append(answer)
            if commits > 1 or (commits == 0 and isinstance(event, k.Turn)):
                break
        if not revealed:
            return answers
        if stage is not None:  # cards that are asked one by one are revealed as one
            return [raw for raw in answers if any(_leads(stage, raw, each) for each in revealed)]
        return [raw for raw in answers if self._hearing.answer(seat, pc, raw) in revealed]


def _leads(stage: tuple[int, ...], raw: tuple[int, ...] | None, revealed: tuple[Any, ...] | None) -> bool:
    """Whether one more of some cards, or no more of them, can lead to what is revealed; None is to decline."""
    if raw is None or revealed is None:
        return raw == revealed and not stage
    chosen = {*stage, *raw}
    if HIDDEN in revealed:
        return len(chosen) <= len(revealed)
    return chosen <= set(revealed) and (bool(raw) or len(chosen) == len(revealed))


def _layings(cards: list[int], rooms: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """All ways to lay cards where there is room for them."""
    if not rooms:
        yield {}
        return
    (place, room), *others = rooms
    for here in combinations(cards, room):
        for rest in _layings([card for card in cards if card not in here], others):
            yield rest | dict.fromkeys(here, place)
