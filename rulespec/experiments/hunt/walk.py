"""The games of a hunt, played by players of some habit and traced by the engine."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from attrs import define, field, frozen

from rulespec.engine.game import Game
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Decision
from rulespec.engine.python.watched import Note
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.report import LONGEST
from rulespec.experiments.hunt.tracks import DECLINED, TAKEN, InstructionTracks, Mark
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.game.api import Ruleset, State
from rulespec.game.history import beginning, history, raw_answers

STOOD = 12  # each value of a counter up to here counts as something that happens


@frozen(eq=False)
class WalkStep:
    """A state after an answer, the step before it, and the marks that were traced in between."""

    state: State
    before: "WalkStep | None"
    marks: tuple[Mark, ...]

    @property
    def way(self) -> list["WalkStep"]:
        """All steps of its game from the first to this one."""
        steps, step = [self], self.before
        while step is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]


def retraced(state: State) -> WalkStep:
    """The steps to a state, from the first decision of its game."""
    step = None
    for here, option in history(state):
        if isinstance(here.pending, Decision):
            step = WalkStep(here, step, ())
        last = here.apply(option)
    return WalkStep(last if step else state, step, ())


Habit = Callable[["HuntTable", WalkStep, Random], WalkStep]  # the next step: which answer is given


@define(eq=False)
class HuntTable:
    """The games with one number of players, and the events in them so far."""

    rules: Ruleset
    players: int
    without: frozenset[str] = frozenset()  # the laws that are known to be broken
    counts: Counter[Mark] = field(init=False, factory=Counter)
    plain: Counter[Mark] = field(init=False, factory=Counter)  # in the games alone whose shares are told
    firsts: dict[Mark, WalkStep | State] = field(init=False, factory=dict)  # the first step, or state, with each mark
    broken: dict[str, WalkStep] = field(init=False, factory=dict)  # the step that broke each law
    looked_otherwise: Counter[str] = field(init=False, factory=Counter)  # how often each law was checked by the engine
    taken_up: Counter[Mark] = field(init=False, factory=Counter)  # how often a game branched off the first step of each
    game: Game = field(init=False)
    _tracks: InstructionTracks = field(init=False)
    _watches: list[LawWatch] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.game = self.rules.game(self.players)
        self._tracks = InstructionTracks(self.game)
        self._watch()

    def begun(self, first: int, chance: Random) -> WalkStep:
        """A new game at its first decision."""
        return self._step(lambda: self._watches[-1].begin(first, chance.random), None, [])

    def after(self, step: WalkStep, raw: RawAnswer, chance: Random) -> WalkStep:
        """The step after an answer; its events count even if the step is only tried."""
        marks: list[Mark] = [(step.state.pc, DECLINED if raw is None else TAKEN)]
        option = step.state.option(raw)
        return self._step(lambda: self._watches[-1].apply(step.state, option, chance.random), step, marks)

    def follow(self, state: State) -> None:
        """Counts the events on the way to a state."""
        self._tracks.lately()
        here = beginning(state, self._tracks.game)
        for raw in raw_answers(state):
            here = here.next(raw)
        self.counts.update(self._tracks.lately())

    def _step(
        self, go: Callable[[], tuple[State, Broken | None]], before: WalkStep | None, marks: list[Mark]
    ) -> WalkStep:
        self._tracks.lately()
        state, broken = go()
        marks += self._tracks.lately()
        marks += [(~at, str(stands)) for at, stands in enumerate(state.variables) if (stands or 0) <= STOOD]
        step = WalkStep(state, before, tuple(marks))
        for mark in marks:
            if mark not in self.counts:
                self.firsts[mark] = step
        self.counts.update(marks)
        if broken is not None:
            self.broken[broken.key] = step
            self._watch()
        return step

    def _watch(self) -> None:
        """Watches all laws but those that have been broken, which would hide others."""
        laws = [law for law in self.game.plan.named_laws if law not in self.without and law not in self.broken]
        self._watches.append(LawWatch(self._tracks.game, laws))

    def looked(self, law: str) -> int:
        """How often a law was checked; a law that is known to be broken counts once."""
        by_watches = sum(watch.looked[law] for watch in self._watches)
        return by_watches + self.looked_otherwise[law] + (law in self.without)

    def rare(self, chance: Random) -> WalkStep | None:
        """A step at which something rare happened, to branch off from; those taken up before are less likely."""
        found = [mark for mark in self.firsts if self._goes_on(mark)]
        if not found:
            return None
        least = min(found, key=lambda mark: (self.taken_up[mark] + 1) * self.counts[mark] * (1 + chance.random()))
        self.taken_up[least] += 1
        return self.first(least)

    def first(self, mark: Mark) -> WalkStep | None:
        """The first step with a mark, if there was any."""
        found = self.firsts.get(mark)
        if isinstance(found, State):
            found = self.firsts[mark] = retraced(found)
        return found

    def _goes_on(self, mark: Mark) -> bool:
        found = self.firsts[mark]
        return bool((found if isinstance(found, State) else found.state).raws)

    def played(self, step: WalkStep, habit: str, since: WalkStep) -> ObservedGame:
        """The game up to a step, for observers: in the plain game; its steps after `since` are new."""
        states = tuple(self.as_is(each.state) for each in step.way)
        return ObservedGame(self.players, habit, states, len(since.way) - 1)

    def read(self, note: Note) -> Iterable[Mark]:
        """The marks of a note."""
        return self._tracks.read(note)

    def as_is(self, state: State) -> State:
        """A state in the plain game, without the engine that traces it."""
        return state.within(self.game)


def walk(table: HuntTable, habit: Habit, start: WalkStep, chance: Random) -> WalkStep:
    """Plays on from a step to the end of the game, for at most `LONGEST` answers."""
    step = start
    for _ in range(LONGEST):
        if not step.state.raws:
            break
        step = habit(table, step, chance)
    return step
