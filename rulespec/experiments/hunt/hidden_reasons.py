"""W065, shadowed reasons to end: whenever one holds, another has already ended the round or the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.game import Game
from rulespec.engine.pending import Option
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Program
from rulespec.engine.python.snapshot import Snapshot, machine_at
from rulespec.engine.rawstate import RawState
from rulespec.experiments.failures import SHOWN, decided, late_attempt, shortest_attempt
from rulespec.experiments.hunt.implication import Implication
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.game.api import State
from rulespec.game.history import beginning
from rulespec.language.errors import problem
from rulespec.language.tree import declarations as d
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.terms import AnyOf
from rulespec.plan.plan import Plan
from rulespec.rules.resolve.bounds import Bounding

GAMES = 30  # games without the reason that may hide another
LONGEST = 400  # answers in each of them
ENOUGH = 4  # times that the hidden reason has to hold there
EFFORT = 10_000  # answers that are tried to find a shorter game, about a second

Looked = Callable[[Machine], bool]


@define(eq=False)
class HiddenReasons(Observer):
    """Counts which reasons end rounds and games, then plays without each of these to see which others it hides."""

    _ended: Counter[str] = field(init=False, factory=Counter)  # how often each reason ended something
    _shown: dict[str, dict[int, State]] = field(init=False, factory=dict)  # such a game by reason and number of players

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """Nothing yet: a hidden reason must be hidden in all games."""
        last = played.states[-1]
        for told in events(last.raw_log, played.states[0].raw_log):
            if told[0] in (k.ROUND_ENDS, k.GAME_ENDS):
                key = last.game.plan.origins[told[1]].block
                self._ended[key] += 1
                self._shown.setdefault(key, {}).setdefault(last.players, last)
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """Each reason that never ended anything and is hidden by another."""
        for reason in self._rules.resolved.of(d.Reason):
            if not self._ended[reason.key] and not self._budget.is_over:
                alike = sorted(
                    self._ended, key=lambda key: (key.split()[0] != reason.key.split()[0], -self._ended[key])
                )
                for other in alike:  # what ends no game seldom keeps another reason from ending it
                    games = [state.game for _, state in sorted(self._shown[other].items())]
                    there = hides(games, other, reason.key, Random(f"{self._budget.seed} {reason.key} {other}"))
                    if not there and self._comes_later(reason.key, other):
                        there = [each.players for each in games if self._implies(reason.key, other, each)]
                    if there:
                        yield self._finding(reason.key, other, self._shown[other][there[0]], searched)
                        break

    def _comes_later(self, hidden: str, hiding: str) -> bool:
        """True if a reason is looked at in the same moment as another, but after it."""
        keys = [reason.key for reason in self._rules.resolved.of(d.Reason)]
        alike = self._reason(hidden).moment == self._reason(hiding).moment
        return alike and keys.index(hiding) < keys.index(hidden)

    def _others(self, hidden: str) -> list[str]:
        """The reasons that ended something: first those that end the same as the hidden one, and the most frequent."""
        kind = hidden.split()[0]
        return sorted(self._ended, key=lambda key: (key.split()[0] != kind, -self._ended[key]))

    def _finding(self, hidden: str, hiding: str, shown: State, searched: Searched) -> Finding:
        """`shown` is a game that the hiding reason ended, with as many players as the hidden one needs to hold."""
        found = _both(shown.game, hidden, hiding, Random(f"{self._budget.seed} both"))
        state = _shortest(found or shown, hidden, hiding, both=found is not None)
        sure = found is not None or self._implies(hidden, hiding, shown.game)
        held = f"whenever its condition is true, '{hiding}' also applies and comes first"
        held = held if sure else f"in games without '{hiding}', it applied only when '{hiding}' would have"
        what = f"'{hidden}' never happened {searched}: {held}"
        one, other = hidden.split()[-1], hiding.split()[-1]
        alike = found is not None and self._reason(hidden).moment == self._reason(hiding).moment
        remedy = f"put {one} before {other}, or remove it" if alike else "do you need it?"
        composed, top = self._rules.composed, self._rules.composed.layers[-1].name
        changes = [change for key in (hidden, hiding) for change in composed.entries[key].changes]
        new = [change.span for change in changes if change.layer == top]
        span = new[0] if new else composed.entries[hidden].declaration.span
        added = [change.what for change in composed.entries[hiding].changes if change.layer == top] == ["added"]
        instead = added and all(change.layer != top for change in composed.entries[hidden].changes)
        return Finding(problem("W065", span, what, remedy), state, note=not (new and sure) or instead)

    def _implies(self, hidden: str, hiding: str, game: Game) -> bool:
        """True if the hidden reason's condition provably implies the hiding one's."""
        bounding = Bounding(self._rules.resolved, len(game.material.cards), game.players)
        one, other = self._reason(hidden).condition, self._reason(hiding).condition
        return Implication(self._rules.resolved, bounding).holds(one, other)

    def _reason(self, key: str) -> d.Reason:
        reason = self._rules.resolved.blocks[key]
        assert isinstance(reason, d.Reason)
        return reason


def hides(games: Sequence[Game], hiding: str, hidden: str, chance: Random) -> list[int]:
    """The numbers of players with which a hidden reason holds often enough in games without the hiding one.

    None of them if it ever holds where the hiding one does not.
    """
    there: list[int] = []
    for game in games:
        seen = _seen_without(game, hiding, hidden, chance)
        if not all(seen):
            return []
        if len(seen) >= ENOUGH:
            there.append(game.players)
    return there


def _seen_without(game: Game, hiding: str, hidden: str, chance: Random) -> list[bool]:
    """For each time that the hidden reason holds without the hiding one: whether that holds, too; up to a False."""
    seen: list[bool] = []
    twin = _noting(game.running(_without(game.program, hiding)), hidden, _holds(game.program, hiding), seen)
    for number in range(GAMES):
        for _ in _random_game(twin, number % game.players, chance):
            if not all(seen):
                return seen
    return seen


def _both(game: Game, hidden: str, hiding: str, chance: Random) -> State | None:
    """A random game in which the hiding reason ends something while the hidden one holds; None if none is found."""
    seen, twin = _watching(game, hidden, hiding)
    for number in range(GAMES):
        for state in _random_game(twin, number % game.players, chance):
            if any(seen):
                return State.of(state)
    return None


def _random_game(game: Game, first: int, chance: Random) -> Iterator[RawState]:
    """The states of a random game."""
    state = RawState.begin(game, first, random=chance.random)
    for _ in range(LONGEST):
        yield state
        if not state.raws:
            return
        state = state.next(state.raws[int(chance.random() * len(state.raws))], chance.random)


# ---- the shortest game


@frozen(eq=False)
class _Ending:
    """An attempt that fails when a reason ends something, with `both` only while another holds, too."""

    state: State
    seen: list[bool] = field(repr=False)
    both: bool
    before: bool = False  # whether it happened before this state
    failed: bool = field(init=False)

    @failed.default
    def _failed(self) -> bool:
        return self.before or any(not self.both or each for each in self.seen)

    def after(self, option: Option) -> "_Ending":
        self.seen.clear()
        return _Ending(self.state.apply(option), self.seen, self.both, self.failed)


def _shortest(state: State, hidden: str, hiding: str, *, both: bool) -> State:
    """The shortest game found in which that happens, or its end if it is long."""

    def begin(first: State) -> _Ending:
        seen, twin = _watching(first.rules.game(first.players), hidden, hiding)
        return _Ending(beginning(first, twin), seen, both)

    found = shortest_attempt(state, begin, effort=EFFORT).state
    late = late_attempt(found, begin) if decided(found) > SHOWN else None
    return late.state if late else found


# ---- instrumented games


def _watching(game: Game, hidden: str, hiding: str) -> tuple[list[bool], Game]:
    """An instrumented game, and its list: whether the hidden reason held each time the hiding one ended something."""
    seen: list[bool] = []
    return seen, _noting(game, hiding, _holds(game.program, hidden), seen)


def _without(program: Program, key: str) -> Program:
    """The program in which a reason never holds."""
    plan = program.plan
    begins = _begins(plan, key)
    code = tuple(
        i.EndsIf(AnyOf(()), each.to) if isinstance(each, i.EndsIf) and each.to == begins else each
        for each in plan.code
    )  # fmt: skip
    watches = tuple(watch for watch in plan.watches if watch.to != begins)
    return Program(program.material, evolve(plan, code=code, watches=watches), budget=program.budget)


def _noting(game: Game, key: str, holds: Looked, seen: list[bool]) -> Game:
    """The game, instrumented to append to `seen` whether something holds each time a reason ends anything."""
    begins = _begins(game.plan, key)

    def look(pc: int, now: Snapshot) -> None:
        seen.append(holds(machine_at(now, game.program)))

    return game.played_by(game.engine.before([begins], look))


def _begins(plan: Plan, key: str) -> int:
    """The program counter at which the block of a reason begins."""
    return next(pc for pc in plan.blocks[key] if isinstance(plan.code[pc], i.ReasonBegins))


def _holds(program: Program, key: str) -> Looked:
    """True if a reason holds on a table, as the engine tests it."""
    plan = program.plan
    begins = _begins(plan, key)
    watch = next((each for each in plan.watches if each.to == begins), None)
    term = watch or next(each for each in plan.code if isinstance(each, i.EndsIf) and each.to == begins)
    holds, seats = program.executor.values.test(term.test), None if watch is None else watch.seats

    def look(mc: Machine) -> bool:
        own, mc.own = mc.own, mc.active
        held = holds(mc, mc.active, None) if seats is None else any(holds(mc, at, at) for at in range(len(seats)))
        mc.own = own
        return held

    return look
