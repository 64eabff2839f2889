"""Snapshots: positions with their history, which never change; and engines, which know how games go on from them."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from random import Random as Twister
from typing import Any, Protocol

from attrs import Factory, define, field

from rulespec.events.heard import Heard, heard_all
from rulespec.events.hearing import Hearing
from rulespec.events.log import Log, OtherGameError, RawEvent, events, log_of
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.options import RawAnswer
from rulespec.run.asked import Outcome, asked, ended
from rulespec.run.games import Games
from rulespec.run.machine import STOP, Machine, Operation
from rulespec.run.memory import BitMemory, Memory
from rulespec.run.position import Position, frozen, thawed
from rulespec.run.program import ChanceNode, Program
from rulespec.run.randomly import Random, below
from rulespec.run.tracks import Tracks
from rulespec.run.waiting import Answer
from rulespec.run.watched import Looks, Note, answer_looked_at, looked_at_after, looked_at_before, noted

Numbers = Random | int  # what gives numbers in [0, 1), or the seed of a `random.Random` whose numbers they are


class Snapshot(Protocol):
    """Where a game stands, as an engine keeps it."""

    @property
    def position(self) -> Position: ...  # everything that decides how the game can go on
    @property
    def variables(self) -> tuple[int | None, ...]: ...  # counters and notes
    @property
    def where(self) -> tuple[int, ...]: ...  # the place of each card
    @property
    def log(self) -> Log: ...  # everything that happened, the newest first
    @property
    def turns(self) -> int: ...  # how many have begun
    @property
    def dirty(self) -> int: ...  # what has changed since the reasons to end were looked at
    @property
    def pc(self) -> int: ...  # the place in the plan
    @property
    def own(self) -> int: ...  # who acts, or is asked
    @property
    def active(self) -> int: ...  # whose turn it is
    @property
    def stage(self) -> tuple[int, ...] | None: ...  # the cards of a set that were named so far, one by one
    @property
    def is_together(self) -> bool: ...  # whether answers wait until all have given theirs
    @property
    def raws(self) -> tuple[RawAnswer, ...]: ...  # what can be answered
    @property
    def options(self) -> tuple[Option, ...]: ...  # the same, as people read it
    @property
    def pending(self) -> Decision | Chance | Over: ...  # what the game waits for

    def next(self, raw: RawAnswer, random: Random | None = None, /) -> "Snapshot":
        """The snapshot after an answer and, with `random`, all draws that follow."""

    def take(self, option: object, random: Random | None = None, /) -> "Snapshot | None":
        """The snapshot after one of its options; None if this very object is none of them."""

    def playout(self, seats: tuple[Numbers, ...], random: Numbers, /) -> "Snapshot":
        """The snapshot at the end of the game: each seat takes any answer, by its own numbers; chance has others."""

    def outcome(self) -> "Outcome":
        """How the game has ended."""

    @property
    def standing(self) -> Hashable:
        """One value for the position: equal if and only if that is."""

    def retold(self, told: "Sequence[Snapshot]", /) -> "Snapshot":
        """The same with the histories of some snapshots, one after another, in place of its own."""

    def exchanged(self, one: int, other: int, slots: frozenset[int], /) -> "Snapshot":
        """The same, but that two cards lie in each other's place, and have each other's names in some slots.

        Where nobody is asked then as it stands, nothing can be answered.
        """

    def failing(self, laws: "list[LookedAt]", /) -> int:
        """The first of some laws that is not the case, by its number; -1 if there is none."""


LookedAt = tuple[int, Snapshot | None]  # a law of the plan, and the earlier snapshot that it compares with, if it does


def machine_at(snapshot: Snapshot) -> Machine:
    """A machine that stands as a snapshot does, and can go its own way."""
    return thawed(snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty)


Look = Callable[[int, Snapshot], object]  # is given a place in the plan, and how the game stands there


Masked = tuple[tuple[RawEvent, int], ...]  # events of which a player did not hear all, each with its moment
Step = tuple[Snapshot, int, Masked]  # a game, how many events he has heard, and the latest of them that were masked


class Hearer(Protocol):
    """A player, or a spectator, who hears of games what he may hear."""

    def key(self, snapshot: Snapshot, /) -> Hashable:
        """One value for all that he has heard in a game: equal if and only if the same was heard."""

    def heard(self, snapshot: Snapshot, /) -> Heard:
        """All that he has heard in a game."""

    def heard_since(self, snapshot: Snapshot, since: Snapshot, earlier: Heard, /) -> Heard | None:
        """The same, going on from an earlier time; None if the game has not gone on from there."""

    def heard_alike(self, snapshot: Snapshot, heard: Heard, /) -> Heard:
        """All that he has heard in a game in which he heard the same as in another."""

    def memory(self, snapshot: Snapshot, earlier: Memory | None = None, /) -> Memory:
        """What he has heard in a game; it goes on from what he remembers of the game until some time ago."""

    def recalled(self, heard: tuple[RawEvent, ...], /) -> Memory:
        """The same, of a game of which nothing is there but what he has heard."""

    def comparison(self, memory: Memory, /) -> "Comparison":
        """What he has heard, with which games are compared."""


class Comparison(Protocol):
    """What a player has heard, with which games are compared that are played on."""

    def begun(self, snapshot: Snapshot, /) -> Step | None:
        """A game that has begun; None if he would have heard something else of it."""

    def after(self, snapshot: Snapshot, at: int, raw: RawAnswer, /) -> Step | None:
        """A game of which he has heard so much, after an answer; None if he would have heard something else."""

    def stretch(self, start: int, end: int, is_now: "Callable[[Snapshot], bool]", /) -> "Stretch | None":
        """The events after moment `start`, up to moment `end`; None where ways through it are looked for step by step.

        `is_now` says whether a game waits for what the player knows that it waits for.
        """


# steps tried, events come true, where it led, or by which answers it came furthest, as it was mended by then
Way = tuple[int, int, Snapshot | None, list[RawAnswer], Tracks | None]


class Listing(Protocol):
    """All games that agree with what was heard, one after another."""

    def next(self, left: int, /) -> tuple[int, Snapshot | None]:
        """How many steps were tried, and the next game; None if there is none, or if more was tried than was left."""


class Stretch(Protocol):
    """A part of what was heard, in which an engine looks for ways itself.

    It finds what `knowledge` finds step by step, with the same numbers, and gives up where more steps are tried than
    are left.
    """

    def lay(self, draw: Random, unsure: list[int], exchanges: int, /) -> tuple[Tracks, tuple[int, ...]] | None:
        """A guess of where all cards lay, in which some have changed places so often; see `Laying`."""

    def play(
        self,
        snapshot: Snapshot,
        at: int,
        tracks: Tracks,
        draw: Random,
        mends: bool,
        left: int,
        ahead: int,
        ends: int,
        /,
    ) -> Way:
        """A guess played from where a game has come to, and mended if it shall be; see `Guessing`."""

    def exchange(
        self,
        tracks: Tracks,
        checkpoints: tuple[tuple[Snapshot, int, RawAnswer, int], ...],
        draw: Random,
        unsure: list[int],
        slots: tuple[int, ...],
        left: int,
        most: int,
        mixed: int,
        /,
    ) -> tuple[int, bool, list[tuple[Snapshot, RawAnswer]]]:
        """Cards exchanged until what failed at the first checkpoint comes true there; see `Guessing`.

        Gives how many steps were tried, whether it did, and how each checkpoint stands then, with its answer.
        """  # fmt: skip

    def ways(self, begun: tuple[tuple[Snapshot, int], ...], most: int, left: int, /) -> tuple[int, list[Step] | None]:
        """How many steps were tried, and all ways through it; None where there is too much to try; see `Worlds`."""

    def listing(self, snapshot: Snapshot, at: int, /) -> Listing:
        """All games through it that go on from one in which so many events have come true, in the order of `Worlds`."""


class Engine(Protocol):
    """What plays a plan; another one may be watched meanwhile, and plays the same games."""

    @property
    def name(self) -> str: ...
    @property
    def watched(self) -> bool: ...  # whether somebody looks at the games, or has them noted

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> Snapshot:
        """The snapshot of a game that goes on from a place in the plan until somebody has to be asked."""

    def stand(self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int) -> Snapshot:
        """The snapshot of a game that waits in a position."""

    def hearer(self, hearing: Hearing) -> Hearer:
        """Somebody who hears of the games that are played here."""

    def numbers(self, seed: int) -> Random:
        """The numbers that a `random.Random` gives with a seed of 64 bits."""

    def games(
        self, mc: Machine, pc: int, layout: bytes, arrays: tuple[Any, ...], count: int, parts: int
    ) -> Games | None:
        """So many games that begin so, told in arrays as a layout says; None if this engine plays one after another."""

    def adopt(self, snapshot: Snapshot) -> Snapshot:
        """A snapshot of any engine that plays this plan, as one of this engine."""

    def before(self, places: Iterable[int], look: Look) -> "Engine":
        """The same, but that something looks at games before the instructions at these places are done."""

    def after(self, places: Iterable[int], look: Look) -> "Engine":
        """The same, but that something looks at games when one of these instructions, or its answer, told something."""

    def noting(self, notes: list[Note]) -> "Engine":
        """The same, but that each instruction is noted in a list once a step is made; an answer is none."""


@define(eq=False)
class Interpreter:
    """The engine in Python: it runs the operations of a program, or others that do the same and are watched."""

    program: Program
    code: list[Operation] = Factory(lambda self: self.program.code, takes_self=True)
    answers: Mapping[int, Answer] = Factory(
        lambda self: {pc: ask.answer for pc, ask in self.program.asks.items()}, takes_self=True
    )
    watched: bool = False
    name = "python"

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> "Thawable":
        mc.random, mc.singly = random, self.watched
        mc.run(self.code, pc)
        return self.frozen(mc)

    def stand(self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int) -> "Thawable":
        return Thawable(self, position, where, log, turns, dirty)

    def hearer(self, hearing: Hearing) -> "Listener":
        return Listener(hearing)

    def numbers(self, seed: int) -> Random:
        return Twister(seed).random

    def games(self, mc: Machine, pc: int, layout: bytes, arrays: tuple[Any, ...], count: int, parts: int) -> None:
        return None

    def frozen(self, mc: Machine) -> "Thawable":
        """The snapshot of a machine that waits."""
        raws = None if mc.raws is None else tuple(mc.raws)
        return Thawable(self, frozen(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, raws, [mc])

    # ---- watching

    def adopt(self, snapshot: Snapshot) -> "Thawable":
        return self.stand(snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty)

    def before(self, places: Iterable[int], look: Look) -> "Interpreter":
        return self._with({pc: looked_at_before(self.code[pc], self._looking(pc, look)) for pc in places}, {})

    def after(self, places: Iterable[int], look: Look) -> "Interpreter":
        looks = {pc: self._looking(pc, look) for pc in places}
        return self._with(
            {pc: looked_at_after(self.code[pc], looking) for pc, looking in looks.items()},
            {pc: answer_looked_at(self.answers[pc], looking) for pc, looking in looks.items() if pc in self.answers},
        )

    def noting(self, notes: list[Note]) -> "Interpreter":
        code = zip(self.program.plan.code, self.code, strict=True)
        return self._with({pc: noted(pc, *each, notes) for pc, each in enumerate(code)}, {})

    def _with(self, code: Mapping[int, Operation], answers: Mapping[int, Answer]) -> "Interpreter":
        """The same with other operations in some places."""
        all_of_it = [code.get(pc, operation) for pc, operation in enumerate(self.code)]
        return Interpreter(self.program, all_of_it, {**self.answers, **answers}, watched=True)

    def _looking(self, pc: int, look: Look) -> Looks:
        """Looks at a machine as it stands between two instructions, as a snapshot that nobody watches."""
        plain = Interpreter(self.program)

        def looks(mc: Machine) -> None:
            warm = [mc]
            look(pc, Thawable(plain, frozen(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, (), warm))
            warm.clear()  # as it goes on

        return looks


@define(eq=False)
class Thawable:
    """A snapshot that is thawed to a machine whenever it goes on."""

    _engine: Interpreter
    position: Position
    where: tuple[int, ...]
    log: Log
    turns: int
    dirty: int
    _raws: tuple[RawAnswer, ...] | None = None
    _warm: list[Machine] = field(factory=list)
    _options: tuple[Option, ...] | None = None
    _pending: Decision | Chance | Over | None = None

    @property
    def pc(self) -> int:
        return self.position.pc

    @property
    def own(self) -> int:
        return self.position.own

    @property
    def active(self) -> int:
        return self.position.active

    @property
    def variables(self) -> tuple[int | None, ...]:
        return self.position.variables

    @property
    def stage(self) -> tuple[int, ...] | None:
        return self.position.stage

    @property
    def is_together(self) -> bool:
        return self.position.together is not None

    @property
    def raws(self) -> tuple[RawAnswer, ...]:
        if self._raws is None:
            mc = machine_at(self)
            waits = self._engine.program.code[mc.pc](mc) == STOP
            self._raws = tuple(mc.raws or ()) if waits else ()
        return self._raws

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            ask = self._engine.program.asks.get(self.pc)
            self._options = () if ask is None else ask.site.all(self.raws)
        return self._options

    @property
    def pending(self) -> Decision | Chance | Over:
        if self._pending is None:
            program = self._engine.program
            self._pending = asked(program, self.pc, self.own, self.options) or ended(program, self)
        return self._pending

    def next(self, raw: RawAnswer, random: Random | None = None, /) -> "Thawable":
        engine, mc = self._engine, self._machine()
        mc.random, mc.singly = random, engine.watched
        mc.run(engine.code, engine.answers[mc.pc](mc, raw))
        return engine.frozen(mc)

    def take(self, option: object, random: Random | None = None, /) -> "Thawable | None":
        for at, each in enumerate(self.options):
            if each is option:
                return self.next(self.raws[at], random)
        return None

    def playout(self, seats: tuple[Numbers, ...], random: Numbers, /) -> "Thawable":
        if len(seats) != self._engine.program.plan.table.players:
            raise ValueError("each seat needs numbers")
        snapshot, asks = self, self._engine.program.asks
        *picks, chance = [Twister(each).random if isinstance(each, int) else each for each in (*seats, random)]
        while raws := snapshot.raws:
            pick = chance if isinstance(asks[snapshot.pc], ChanceNode) else picks[snapshot.own]
            snapshot = snapshot.next(raws[below(len(raws), pick)], chance)
        return snapshot

    def outcome(self) -> Outcome:
        program, mc = self._engine.program, machine_at(self)
        winners = None if program.winners is None else program.winners(mc, mc.active, None)
        if program.returns is None:
            return winners, None
        returns = []
        for mc.own in range(program.plan.table.players):
            returns.append(program.returns(mc, mc.own, None) or 0)
        return winners, tuple(returns)

    @property
    def standing(self) -> Position:
        return self.position

    def retold(self, told: "Sequence[Snapshot]", /) -> "Thawable":
        log = log_of(chain.from_iterable(events(each.log) for each in told))
        return Thawable(self._engine, self.position, self.where, log, self.turns, self.dirty, self._raws)

    def exchanged(self, one: int, other: int, slots: frozenset[int], /) -> "Thawable":
        mc, turned = machine_at(self), {one: other, other: one}
        places = here, there = mc.where[one], mc.where[other]
        mc.where[one], mc.where[other] = there, here
        for place in places:
            held = [turned.get(card, card) for card in self.position.zones[place]]
            mc.zones[place] = tuple(held if self._engine.program.plan.table.rows[place] else sorted(held))
        for slot in slots:
            named = mc.names[slot]
            several = isinstance(named, tuple)
            mc.names[slot] = tuple([turned.get(each, each) for each in named]) if several else turned.get(named, named)
        return Thawable(self._engine, frozen(mc), tuple(mc.where), self.log, self.turns, self.dirty)

    def failing(self, laws: list[LookedAt], /) -> int:
        tests, mc, found = self._engine.program.laws, self._machine(), -1
        own, mc.own = mc.own, mc.active
        for law, earlier in laws:
            mc.earlier = None if earlier is None else machine_at(earlier)
            if not tests[law](mc, mc.active, None):
                found = law
                break
        mc.own, mc.earlier = own, None
        self._warm.append(mc)
        return found

    def _machine(self) -> Machine:
        """The machine that came to this state, if it is still as it was, and nobody else uses it; or another."""
        try:
            return self._warm.pop()
        except IndexError:
            return machine_at(self)


@define(eq=False)
class Listener:
    """Somebody who hears the log of a game, event by event."""

    _hearing: Hearing

    def key(self, snapshot: Snapshot, /) -> Hashable:
        return self._hearing.log(snapshot.log)

    def heard(self, snapshot: Snapshot, /) -> Heard:
        return heard_all(self._hearing.log(snapshot.log))

    def heard_since(self, snapshot: Snapshot, since: Snapshot, earlier: Heard, /) -> Heard | None:
        try:
            new = events(snapshot.log, since.log)
        except OtherGameError:
            return None
        return earlier.extended(self._hearing.events(new))

    def heard_alike(self, snapshot: Snapshot, heard: Heard, /) -> Heard:
        return heard

    def memory(self, snapshot: Snapshot, earlier: Memory | None = None, /) -> BitMemory:
        known = earlier if isinstance(earlier, BitMemory) else None
        return BitMemory(self._hearing, self._hearing.log(snapshot.log), known)

    def recalled(self, heard: tuple[RawEvent, ...], /) -> BitMemory:
        return BitMemory(self._hearing, heard)

    def comparison(self, memory: Memory, /) -> "Compared":
        return Compared(self._hearing, tuple(memory.heard), tuple(memory.may))


@define(eq=False)
class Compared:
    """What a player has heard, with which games are compared event by event."""

    _hearing: Hearing
    _heard: tuple[RawEvent, ...]
    _may: tuple[tuple[int, ...], ...]

    def begun(self, snapshot: Snapshot, /) -> Step | None:
        return self._agreed(snapshot, None, 0)

    def after(self, snapshot: Snapshot, at: int, raw: RawAnswer, /) -> Step | None:
        return self._agreed(snapshot.next(raw), snapshot.log, at)

    def stretch(self, start: int, end: int, is_now: Callable[[Snapshot], bool], /) -> None:
        return None

    def _agreed(self, snapshot: Snapshot, before: Log, at: int) -> Step | None:
        heard, known, hear = self._heard, self._may, self._hearing.event
        since, last, masked = known[at - 1] if at else None, len(heard), list[tuple[RawEvent, int]]()
        for event in events(snapshot.log, before):
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
            for place, places in zip(snapshot.where, may, strict=True):
                if not places >> place & 1:
                    return None
        return snapshot, at, tuple(masked)
