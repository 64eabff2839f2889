"""Games of a hunt: played by an engine that notes what happens, by players of some habit."""

from collections import Counter
from collections.abc import Callable
from random import Random

from attrs import define, field, frozen

from rulespec.api import Ruleset, State
from rulespec.game import Game
from rulespec.hunt.observer import Played
from rulespec.hunt.tracks import DECLINED, TAKEN, Mark, Tracks
from rulespec.laws import Broken, LawWatch
from rulespec.plan.options import RawAnswer

LONGEST = 1000  # answers, after which a game is left: so one that does not end leaves time for others
STOOD = 12  # what a counter stands at is something new up to here
KEPT = 200  # places to go on from


@frozen(eq=False)
class Step:
    """A state after an answer, how it was come to, and what was noted on the way."""

    state: State
    before: "Step | None"
    marks: tuple[Mark, ...]

    @property
    def way(self) -> list["Step"]:
        """All steps of its game, the first one first."""
        steps, step = [self], self.before
        while step is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]


Habit = Callable[["Table", Step, Random], Step]  # the next step: which answer is given


@define(eq=False)
class Table:
    """Where the games of a number of players are played, and what has happened there so far."""

    rules: Ruleset
    players: int
    without: frozenset[str] = frozenset()  # laws that are known to be broken
    counts: Counter[Mark] = field(init=False, factory=Counter)
    firsts: dict[Mark, Step] = field(init=False, factory=dict)  # the step on the way to which something happened first
    broken: dict[str, Step] = field(init=False, factory=dict)  # by law
    taken_up: Counter[Mark] = field(init=False, factory=Counter)  # how often a game went on from there
    game: Game = field(init=False)
    _tracks: Tracks = field(init=False)
    _watches: list[LawWatch] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.game = self.rules.game(self.players)
        self._tracks = Tracks(self.game)
        self._watch()

    def begun(self, first: int, chance: Random) -> Step:
        """A new game, at the first state at which somebody is asked."""
        return self._step(lambda: self._watches[-1].begin(first, chance.random), None, [])

    def after(self, step: Step, raw: RawAnswer, chance: Random) -> Step:
        """The next step, with an answer; it may be but tried."""
        marks: list[Mark] = [(step.state.pc, DECLINED if raw is None else TAKEN)]
        option = step.state.option(raw)
        return self._step(lambda: self._watches[-1].apply(step.state, option, chance.random), step, marks)

    def _step(self, go: Callable[[], tuple[State, Broken | None]], before: Step | None, marks: list[Mark]) -> Step:
        self._tracks.lately()
        state, broken = go()
        marks += self._tracks.lately()
        marks += [(~at, str(stands)) for at, stands in enumerate(state.variables) if (stands or 0) <= STOOD]
        step = Step(state, before, tuple(marks))
        for mark in marks:
            if mark not in self.counts:
                self.firsts[mark] = step
        self.counts.update(marks)
        if broken is not None:
            self._breaks(broken, step)
        return step

    def _breaks(self, broken: Broken, step: Step) -> None:
        """A law that is broken is not looked at again, as it would hide others."""
        self.broken[broken.key] = step
        self._watch()

    def _watch(self) -> None:
        laws = [law for law in self.game.plan.named_laws if law not in self.without and law not in self.broken]
        self._watches.append(LawWatch(self._tracks.game, laws))

    def looked(self, law: str) -> int:
        """How often a law was looked at; one that is known to be broken was."""
        return sum(watch.looked[law] for watch in self._watches) + (law in self.without)

    def rare(self, chance: Random) -> Step | None:
        """A step after which something happened that has seldom happened, to go on from; seldom the same one."""
        found = [mark for mark, step in self.firsts.items() if step.state.raws]
        if not found:
            return None
        least = min(found, key=lambda mark: (self.taken_up[mark] + 1) * self.counts[mark] * (1 + chance.random()))
        self.taken_up[least] += 1
        return self.firsts[least]

    def played(self, step: Step, habit: str, since: Step) -> Played:
        """A game as observers see it: by the rules, without a trace of what notes its steps."""
        way = step.way
        fresh = len(since.way) - 1
        return Played(self.players, habit, tuple(self.as_is(each.state) for each in way), fresh)

    def as_is(self, state: State) -> State:
        """A state as it is in a game that nobody watches."""
        return state.within(self.game)


def walk(table: Table, habit: Habit, start: Step, chance: Random) -> Step:
    """Plays on from a step to the end of the game, or until it gets too long."""
    step = start
    for _ in range(LONGEST):
        if not step.state.raws:
            break
        step = habit(table, step, chance)
    return step
