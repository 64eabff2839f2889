"""Many games that the engine plays by itself: half of them from the deal, half from states where something was new.

The engine counts events, and keeps a state whenever something happened for the first time: a branch, an answer,
how far a counter got, how near a condition or a law's breach came. From the rarest of these states games go on, so that
events behind several rare conditions are reached step by step. Others begin some answers before a condition came nearer
than ever to a value that it never had: when it is checked, it may be too late to change it.

Many decisions are made in stretches, each of which begins with nothing kept and has chance of its own. So any process
can play any stretch, and the finds of all are put together in their order.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from functools import cached_property
from random import Random

from attrs import define, field, frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Decision
from rulespec.engine.python import watched as r
from rulespec.engine.python.explorer import DEEDS, LEVELS, OUTCOMES, Counts, Explorer, effort, led, note_of
from rulespec.engine.python.snapshot import Snapshot
from rulespec.experiments.explorers import explorer_of, opening
from rulespec.experiments.hunt.counts import ExploredCounts
from rulespec.experiments.hunt.report import LONGEST
from rulespec.experiments.hunt.tracks import BEGUN, entrance
from rulespec.experiments.hunt.walk import HuntTable, WalkStep, retraced
from rulespec.game.api import State
from rulespec.game.history import history
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.roles import ORIGIN, having
from rulespec.plan.plan import Plan

FROM_DEAL = 5_000  # decisions from a deal at a time
FROM_KEPT = 500  # decisions from a kept state at a time, on average
SOUGHT = 0.5  # of the times that games go on from a kept state they do so from before a condition was near
BACK = 6  # doublings of how many answers before that are gone back, at most
SHARE = 0.5  # of the decisions are made in games from the deal, half of them with every answer equally likely
COMPARED = 24  # rare marks of which the rarest is taken
STRETCH = 2_000_000  # decisions, at most, for which a state is kept and gone on from


@frozen
class GameTally:
    """Counts of games from the deal in which every answer is equally likely."""

    ended: int  # of games of all kinds, how many ended before the limit of turns
    games: int
    limit: int  # ended by the limit of turns
    stuck: int  # of these, how many after turns in which nothing could be decided any more
    nobody: int  # without a winner, though not by the limit
    shared: int
    left: int  # unfinished, and in none of the other figures
    turns: int
    unasked: int  # turns in which nobody was asked
    won: int  # 1 if a game of any kind had a winner
    wins: tuple[int, ...]


NO_GAMES = GameTally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ())


@define(eq=False, slots=False)  # without slots for the cached property
class Exploration:
    """The games with one number of players that the engine plays by itself."""

    table: HuntTable
    _explorer: Explorer | None  # None if it was played elsewhere
    _numbers: dict[int, str]  # the laws that are looked at
    _seed: int
    _stretch: int = 0  # the number of the stretch
    read: Counts = field(init=False)  # what was counted
    games: int = field(init=False, default=0)
    decisions: int = field(init=False, default=0)
    left: int = field(init=False, default=0)
    work: int = field(init=False, default=0)  # instructions, terms and members of sets
    broken: dict[str, State] = field(init=False, factory=dict)
    met: dict[int, Snapshot] = field(init=False, factory=dict)  # the state at which each mark was first met
    ends: dict[int, Snapshot] = field(init=False, factory=dict)  # the first game that ended in each of some ways
    _taken_up: Counter[int] = field(init=False, factory=Counter)
    _starts: list[tuple[Snapshot, Snapshot | None]] = field(init=False, factory=list)
    came_near: dict[int, tuple[int, Snapshot]] = field(init=False, factory=dict)  # of conditions and laws
    _varies: set[int] = field(init=False, factory=set)  # those that were farther at first
    _times_sought: Counter[int] = field(init=False, factory=Counter)
    _ways: dict[int, list[Snapshot]] = field(init=False, factory=dict)  # the last states on the way to the nearest

    def __attrs_post_init__(self) -> None:
        if self._explorer is not None:
            self.read = self._explorer

    @property
    def laws(self) -> frozenset[str]:
        """The laws that are looked at."""
        return frozenset(self._numbers.values())

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def tally(self) -> GameTally:
        n, wins = self.read.tally()
        return GameTally(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], wins)

    @property
    def effort(self) -> int:
        """The decisions made; where much is done in each, one counts as several."""
        return effort(self.decisions, self.work)

    def plays(
        self, decisions: int, elsewhere: "Iterator[Exploration] | None" = None
    ) -> Generator[dict[str, State], None, None]:
        """Plays with an effort of so many decisions; yields the laws newly broken, now and then.

        If the next stretches were played `elsewhere`, none is played here.
        """
        for number, many in enumerate(stretches(decisions)):
            if elsewhere is not None:
                yield self._adds(next(elsewhere))
            elif not number:
                yield from self.stretch(many)
            else:
                other = exploration(self.table, self._seed, number)
                assert other is not None
                try:
                    yield from other.stretch(many)
                finally:
                    self._adds(other)

    def stretch(self, decisions: int) -> Iterator[dict[str, State]]:
        """Plays one stretch."""
        said = f"{self._seed} {self.table.players} exploring"
        game, chance = self.table.game, Random(f"{said} {self._stretch}" if self._stretch else said)
        numbers = game.engine.numbers(chance.getrandbits(64))
        for seat in range(game.players):
            self._starts.append((self.table.rules.new_game(game.players, seat).snapshot, self._opening(seat)))
        dealt = 0
        while self.effort < decisions:
            left = decisions - self.effort
            if dealt > self.decisions * SHARE:
                many = min(left, 1 + int(chance.expovariate(1 / FROM_KEPT)))
                sought = self._sought(chance) if chance.random() < SOUGHT else None
                if sought is not None:
                    yield self._played(sought[0], None, numbers, many, True, True, False, longest=sought[1])
                    continue
                if (start := self._rarest(chance)) is not None:
                    yield self._played(start, None, numbers, many, True, True, False)
                    continue
            before, plain = self.decisions, chance.random() < 0.5
            dealing, before_dealing = self._starts[chance.randrange(game.players)]
            yield self._played(dealing, before_dealing, numbers, min(left, FROM_DEAL), not plain, False, plain)
            dealt += self.decisions - before

    def _adds(self, other: "Exploration") -> dict[str, State]:
        """Adds the finds of the next stretch; returns the laws that it broke first."""
        new = {law: state for law, state in other.broken.items() if law not in self.broken}
        self.games, self.decisions = self.games + other.games, self.decisions + other.decisions
        self.left, self.work = self.left + other.left, self.work + other.work
        self.broken |= new
        for mine, others in ((self.met, other.met), (self.ends, other.ends)):
            mine |= {mark: snapshot for mark, snapshot in others.items() if mark not in mine}
        for what, (level, snapshot) in other.came_near.items():
            if what not in self.came_near or level < self.came_near[what][0]:
                self.came_near[what] = level, snapshot
        self.read = ExploredCounts.of(self.table.game, self.read) + ExploredCounts.of(self.table.game, other.read)
        return new

    def _opening(self, seat: int) -> Snapshot | None:
        """The opening table, if a law compares with it."""
        game = self.table.game
        return opening(game, seat) if any(law.compares for law in game.plan.laws) else None

    def _played(
        self, start: Snapshot, opening: Snapshot | None, numbers: object, decisions: int, *how: bool,
        longest: int = LONGEST,
    ) -> dict[str, State]:  # fmt: skip
        assert self._explorer is not None
        explored = self._explorer.games(start, opening, numbers, decisions, longest, *how)  # type: ignore[arg-type]
        (games, made, left, work), found, broken = explored
        self.games, self.decisions, self.work = self.games + games, self.decisions + made, self.work + work
        self.left += left if longest == LONGEST else 0
        for snapshot, marks in found:
            for mark in marks:
                (self.met if mark >= 0 else self.ends)[mark] = snapshot
                self._nears(mark, snapshot)
        new = {self._numbers[law]: self._state(snapshot) for law, snapshot in broken}
        self.broken |= new
        return new

    def _rarest(self, chance: Random) -> Snapshot | None:
        """A state to go on from: probably at which something rare happened, and from which few games have gone on."""
        waiting = [mark for mark, snapshot in self.met.items() if snapshot.raws]
        if not waiting:
            return None
        counts = self._counts
        some = [waiting[chance.randrange(len(waiting))] for _ in range(COMPARED)]
        found = min(some, key=lambda mark: (self._taken_up[mark] + 1) * counts[mark])
        self._taken_up[found] += 1
        return self.met[found]

    def _nears(self, mark: int, snapshot: Snapshot) -> None:
        """Keeps the state at which a condition, or a law's breach, came nearer than before."""
        what, level = self.about(mark)
        if what is None:
            return
        if what not in self.came_near or level < self.came_near[what][0]:
            self._varies |= {what} if what in self.came_near else set()
            self.came_near[what] = level, snapshot
            self._ways.pop(what, None)

    def _sought(self, chance: Random) -> tuple[Snapshot, int] | None:
        """A state some answers before something came near that has never been, and how many answers to go on from it.

        The least often sought comes first.
        """
        counts = self._counts
        some = [what for what in self.came_near if self._is_open(what, counts)]
        if not some:
            return None
        what = min(some, key=lambda each: self._times_sought[each])
        self._times_sought[what] += 1
        if what not in self._ways:
            state = self._state(self.came_near[what][1])
            way = [here.snapshot for here, _ in history(state) if isinstance(here.pending, Decision)]
            self._ways[what] = way[-(2**BACK) :] or [state.snapshot]
        back = 2 ** chance.randrange(BACK + 1)
        return self._ways[what][-back:][0], 2 * back + 1

    def _is_open(self, what: int, counts: memoryview) -> bool:
        """True if a condition has never been true, or never false; or a law never broken that is not always as near."""
        law = what - len(self.table.game.plan.code)
        if law >= 0:
            return what in self._varies and self._numbers[law] not in self.broken
        on, there, _ = (any(counts[at : at + DEEDS]) for at in range(what * OUTCOMES, (what + 1) * OUTCOMES, DEEDS))
        return not (on and there)

    @cached_property
    def _first_near(self) -> int:
        """The first mark of the nearness of a condition; those of laws come last."""
        plan, material = self.table.game.plan, self.table.game.material
        return len(plan.code) * OUTCOMES + (len(material.variables) + len(material.places)) * LEVELS

    # ---- what is handed over

    def ended(self, way: int) -> State | None:
        """The end of the first game of those that are counted that ended in some way."""
        return self._state(self.ends[way]) if way in self.ends else None

    @property
    def breaking(self) -> dict[str, int]:
        """How many of the games that are counted broke each law."""
        return {self._numbers[law]: games for law, games in enumerate(self.read.broken()) if law in self._numbers}

    def rare_steps(self, many: int) -> list[WalkStep]:
        """Where each block first began, and so many other states at which something rare happened, the rarest first."""
        table, counts = self.table, self._counts
        entrances = [entrance(table.game.plan, key) for key in table.game.plan.blocks]
        begun = [step.state for pc in entrances if pc is not None and (step := table.first((pc, BEGUN)))]
        by_rarity = sorted(self.met, key=lambda mark: (counts[mark], mark))[:many]
        states = [*begun, *(self._state(self.met[mark]) for mark in by_rarity)]
        return [retraced(state) for state in {state.position: state for state in states}.values()]

    def rarely(self, share: float, many: int) -> list[State]:
        """So many states at which an instruction had an outcome rarer than a share of the games, the rarest first."""
        counts, instructions = self._counts, len(led(self.table.game.plan))
        rare = [mark for mark in self.met if mark < instructions * OUTCOMES and counts[mark] < share * self.games]
        by_rarity = sorted(rare, key=lambda mark: (counts[mark], mark))
        states = {id(self.met[mark]): self.met[mark] for mark in by_rarity}
        return [self._state(snapshot) for snapshot in [*states.values()][:many]]

    @property
    def kept(self) -> list[Snapshot]:
        """The states at which something happened for the first time."""
        return [*self.met.values()]

    def count(self, mark: int) -> int:
        """How often a mark was met."""
        return self._counts[mark]

    def about(self, mark: int) -> tuple[int | None, int]:
        """The condition or law of a mark of nearness, by a number, and how near it came: less is nearer; or None."""
        what, level = divmod(mark - self._first_near, LEVELS)
        return (what, level) if what >= 0 else (None, 0)

    def nearest(self, many: int) -> list[tuple[int, int, State]]:
        """So many states, at each of which a condition came nearest to an unseen value, or a law to its breach.

        The one that was near least often comes first. Each has the result of `about`.
        """
        counts, first = self._counts, self._first_near
        near = sorted(self.came_near.items(), key=lambda each: (counts[first + each[0] * LEVELS + each[1][0]], each[0]))
        return [(what, level, self._state(snapshot)) for what, (level, snapshot) in near[:many]]

    def taken(self, pc: int, raw: RawAnswer) -> int | None:
        """How often an answer was given at a place; None if it is not counted."""
        return self.read.taken(pc, raw)

    @property
    def written(self) -> Iterator[tuple[int, int]]:
        """How often the result of each effect was read, and how often it was overwritten before."""
        return zip(*self.read.written(), strict=True)

    def shortages(self) -> Iterator[tuple[tuple[str, str], int, int]]:
        """The draws and moves that got fewer cards than declared: block and text, how often, and how often in all.

        They are those of the games that are counted.
        """
        plan, counts = self.table.game.plan, self._plain
        for pc, instruction in enumerate(plan.code):
            done = range(pc * OUTCOMES, (pc + 1) * OUTCOMES)
            short = sum(counts[mark] for mark in done if mark % DEEDS & r.LESS)
            if short and (said := saying(plan, instruction)) is not None:
                begun = pc - 1 if isinstance(instruction, i.Draw) else pc
                times = sum(counts[mark] for mark in range(begun * OUTCOMES, (begun + 1) * OUTCOMES))
                yield said, short, times

    @property
    def _counts(self) -> memoryview:
        """How often each mark was met."""
        return memoryview(self.read.counts()).cast("Q")

    @property
    def _plain(self) -> memoryview:
        """The same in the games that are counted."""
        return memoryview(self.read.plain()).cast("Q")

    def tells(self) -> None:
        """Adds the counts to the table of the hunt."""
        table, leads = self.table, led(self.table.game.plan)
        counts, plain = self._counts, self._plain
        for mark, snapshot in self.met.items():
            note = note_of(mark, leads)
            for each in () if note is None else table.read(note):
                table.counts[each] += counts[mark]
                table.plain[each] += plain[mark]
                table.firsts.setdefault(each, self._state(snapshot))
        for law, times in enumerate(self.read.looked()):
            table.looked_otherwise[table.game.plan.named_laws[law]] += times

    def _state(self, snapshot: Snapshot) -> State:
        return State(self.table.game, snapshot)


def stretches(decisions: int) -> list[int]:
    """How many decisions are made in each stretch."""
    many = max(1, -(-decisions // STRETCH))
    return [decisions * (number + 1) // many - decisions * number // many for number in range(many)]


def saying(plan: Plan, instruction: i.Instruction) -> tuple[str, str] | None:
    """The block and the text of an instruction that gets cards; None if it gets none."""
    origin = next(having(ORIGIN, instruction), None)
    if not isinstance(instruction, i.Draw | i.Happen | i.Together | i.Defer) or origin is None:
        return None
    said = plan.origins[origin]
    return said.block, said.text


def laws_of(table: HuntTable) -> frozenset[str]:
    """The laws that are not known to be broken."""
    return frozenset(table.game.plan.named_laws) - table.without


def exploration(table: HuntTable, seed: int, stretch: int = 0) -> Exploration | None:
    """The games that the engine can play by itself; None if it plays one by one."""
    made = explorer_of(table.game, laws_of(table))
    return None if made is None else Exploration(table, *made, seed, stretch)
