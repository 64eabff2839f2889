"""The steps of possible games, as long as one player would have heard in them what he did hear."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, permutations, product
from typing import Any

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events.chance import decided
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.known import Known
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.hearer import Comparison, HeardStep
from rulespec.engine.python.memory import Memory
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.rawstate import RawState
from rulespec.knowledge.perspective import Perspective
from rulespec.language.errors import WorldsError

EFFORT = 8_000_000  # steps tried for one sample, or for the next world of a list


@define(eq=False, slots=False)
class Steps:
    """The transitions of the games that agree with what one player has heard, and the effort spent on them."""

    seen: Perspective
    listing: bool = False
    tried: int = field(init=False, default=0)  # steps in this search
    most: int | None = field(init=False, default=None)  # of them, where they are fewer than for a sample
    furthest: int = field(init=False, default=0)  # events that came true at most in a search that failed
    _read: dict[int, k.Event] = field(init=False, factory=dict)  # events that were decoded, by index
    _known_revealed: dict[tuple[int, int | None, int, int], list[Any]] = field(init=False, factory=dict)

    @cached_property
    def program(self) -> Program:
        """The program of the game."""
        return self.seen.game.program

    @property
    def memory(self) -> Memory:
        """What he remembers."""
        return self.seen.memory

    def _told(self, at: int) -> k.Event:
        """The event of an index that he has heard."""
        found = self._read.get(at)
        if found is None:
            found = self._read[at] = k.read(self.memory.heard[at])
        return found

    def event(self, at: int) -> k.Event | None:
        """The event of an index that he has heard; None after the last one."""
        return self._told(at) if at <= self.last else None

    @cached_property
    def hearing(self) -> Hearing:
        """What he hears of events."""
        return self.seen.game.hearing(self.seen.player)

    @cached_property
    def last(self) -> int:
        """The moment after the last event."""
        return len(self.memory.heard) - 1

    # ---- effort

    def attempt(self, steps: int) -> None:
        """Counts steps that are tried; a `WorldsError` if they exceed the effort."""
        self.tried += steps
        if self.left >= 0:
            return
        if self.listing:
            raise WorldsError(
                f"too many worlds to list: no other was found in {EFFORT:,} steps; view.sample(random) returns one"
            )
        raise self.not_found()

    def not_found(self) -> WorldsError:
        """The error that no world was found within the budget; it names the first event that never came true."""
        found = f"no possible world found in {self._budget:,} steps"
        if 0 < self.furthest <= self.last:
            event = self.hearing.teller.event(self.memory.heard[self.furthest])
            return WorldsError(f"{found}: none matches '{event}' (event {self.furthest} of {self.last})")
        return WorldsError(
            f"{found}: none has the same next decision as this {self.seen!r}" if self.furthest else found
        )

    @property
    def _budget(self) -> int:
        return EFFORT if self.most is None else self.most

    @property
    def left(self) -> int:
        """The number of steps that can still be tried."""
        return self._budget - self.tried

    # ---- how games begin

    def begun(self) -> Iterator[HeardStep]:
        """The first steps of all possible beginnings."""
        return filter(None, map(self.begin, self._beginnings()))

    def begin(self, snapshot: Snapshot) -> HeardStep | None:
        """The first step of a game; None if he would have heard something else."""
        self.attempt(1)
        return self.agreeing(snapshot)

    def agreeing(self, snapshot: Snapshot) -> HeardStep | None:
        """As `begin`, for a game that was counted before."""
        return self.comparison.begun(snapshot)

    def beginning(self, lying: tuple[int, ...], order: tuple[int, ...]) -> Snapshot:
        """The beginning of the game with each unseen card in the place `lying` has for it, rows in this `order`."""
        begin = k.began(self.memory.heard[0])
        zones = begin.zones
        if zones is not None:
            zones = tuple(
                self._lying(at, [card for card in order if lying[card] == at]) if HIDDEN in zone else zone
                for at, zone in enumerate(zones)
            )
        game = self.seen.game
        return game.engine.begin(*game.opening(begin.first, zones, begin.variables))

    def _lying(self, place: int, cards: list[int]) -> tuple[int, ...]:
        return tuple(cards if self.rows[place] else sorted(cards))

    @cached_property
    def rows(self) -> tuple[bool, ...]:
        """For each place whether its cards lie in an order."""
        return self.program.plan.table.rows

    def _beginnings(self) -> Iterator[Snapshot]:
        zones = k.began(self.memory.heard[0]).zones
        if zones is None:
            yield self.beginning((), ())
            return
        lying = {card: place for place, cards in enumerate(zones) for card in cards if card != HIDDEN}
        unseen = [card for card in range(len(self.program.material.cards)) if card not in lying]
        rooms = [(place, len(cards)) for place, cards in enumerate(zones) if HIDDEN in cards]
        for laid in _layings(unseen, rooms):
            where = lying | laid
            rows = [[card for card in laid if laid[card] == place] for place, _ in rooms if self.rows[place]]
            others = tuple(card for card in where if not any(card in row for row in rows))
            for ordered in product(*map(permutations, rows)):
                order = (*others, *chain.from_iterable(ordered))
                yield self.beginning(tuple(where[card] for card in range(len(where))), order)

    # ---- how games go on

    def is_at(self, step: HeardStep, end: int) -> bool:
        """Whether a game has passed all that was heard up to a moment, and at the last one also fits the present."""
        snapshot, at, _ = step
        if end < self.last:
            return at > end
        return at > end and self.is_now(snapshot)

    def is_now(self, snapshot: Snapshot) -> bool:
        """Whether a game waits for the same as the true one, as far as he knows."""
        return Perspective(RawState(self.seen.game, snapshot), self.seen.player).now == self.seen.now

    def state(self, snapshot: Snapshot) -> RawState:
        """The state of a game that agrees; it shares what is memoised about the true one."""
        game, player = self.seen.game, self.seen.player
        heard = game.hearer(player).heard_alike(snapshot, self.seen.heard)
        return RawState(game, snapshot, {player: Known(self.hearing, snapshot, heard)})

    def further(self, step: HeardStep) -> Iterator[HeardStep]:
        """The steps after all answers that may have come next."""
        return filter(None, (self.after(step, raw) for raw in self.answers(step)))

    def after(self, step: HeardStep, raw: Any) -> HeardStep | None:
        """The step after an answer; None if he would have heard something else."""
        self.attempt(1)
        return self.again(step, raw)

    def again(self, step: HeardStep, raw: Any) -> HeardStep | None:
        """As `after`, for a step that was counted before."""
        return self.comparison.after(step[0], step[1], raw)

    @cached_property
    def comparison(self) -> Comparison:
        return self.seen.game.hearer(self.seen.player).comparison(self.memory)

    def answers(self, step: HeardStep) -> list[Any]:
        """The answers to the question of a step that may lead to what he heard next."""
        snapshot, at, _ = step
        ask = self.program.asks.get(snapshot.pc)
        if ask is None:
            return []
        raws = list(snapshot.raws)
        expected = self.event(at)
        if not isinstance(ask, Asking):
            drawn = None if expected is None else decided(expected, self.program.material)
            raws = [raw for raw in raws if drawn in (HIDDEN, raw)]
            if isinstance(expected, k.Draw):
                may, to = self.memory.may[at], expected.to
                raws = [raw for raw in raws if may[raw] >> to & 1]
            return raws
        seat, here = snapshot.own, self.program.heard_asks[snapshot.pc]
        match expected:
            case k.Choose(pc=pc) | k.Pick(pc=pc) if expected.seat == seat and pc == here:
                return [raw for raw in raws if self.hearing.answer(seat, pc, raw) == expected.answer]
            case _ if seat == self.seen.player:
                return []
            case _ if ask.part is not None:
                return self._as_revealed(raws, snapshot, ask, at)
            case _:
                return raws

    def _as_revealed(self, answers: list[Any], snapshot: Snapshot, ask: Asking, at: int) -> list[Any]:
        """The committed answers that agree with what is revealed later."""
        seat, pc, stage = snapshot.own, snapshot.pc, snapshot.stage
        part = None if ask.part is None else self.program.heard_origins[ask.part]
        revealed = self._revealed(at, part, seat, self.program.heard_asks[pc])
        if not revealed:
            return answers
        if stage is not None:  # cards that are asked one by one are revealed as one
            return [raw for raw in answers if any(_leads(stage, raw, each) for each in revealed)]
        return [raw for raw in answers if self.hearing.answer(seat, pc, raw) in revealed]

    def _revealed(self, at: int, part: int | None, seat: int, pc: int) -> list[Any]:
        """What is revealed later of a seat's answer given after `at` events at a program counter; memoised."""
        asked_for = at, part, seat, pc
        if asked_for not in self._known_revealed:
            commits, revealed = 0, list[Any]()
            for index in range(at, self.last + 1):
                match event := self._told(index):
                    case k.Commit(stated, who) if (stated, who) == (part, seat):
                        commits += 1
                    case k.Reveal(_, who, asked, answer) if (who, asked) == (seat, pc):
                        revealed.append(answer)
                if commits > 1 or (commits == 0 and isinstance(event, k.Turn)):
                    break
            self._known_revealed[asked_for] = revealed
        return self._known_revealed[asked_for]


def _leads(stage: tuple[int, ...], raw: tuple[int, ...] | None, revealed: tuple[Any, ...] | None) -> bool:
    """Whether a set chosen one by one, after `raw` is added to the `stage`, can still become what is revealed."""
    if raw is None or revealed is None:
        return raw == revealed and not stage
    chosen = {*stage, *raw}
    if HIDDEN in revealed:
        return len(chosen) <= len(revealed)
    return chosen <= set(revealed) and (bool(raw) or len(chosen) == len(revealed))


def _layings(cards: list[int], rooms: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """All ways to distribute cards over places with the given capacities."""
    if not rooms:
        yield {}
        return
    (place, room), *others = rooms
    for here in combinations(cards, room):
        for rest in _layings([card for card in cards if card not in here], others):
            yield rest | dict.fromkeys(here, place)
