"""The frame of a hunt: plays the games and shows them to the observers."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import chain, cycle
from random import Random

from attrs import define, evolve, field

from rulespec.experiments.failures import breach
from rulespec.experiments.hunt.base_rules import BaseGames
from rulespec.experiments.hunt.distribution import HuntWorkers
from rulespec.experiments.hunt.endings import Endings
from rulespec.experiments.hunt.endless_games import Endless
from rulespec.experiments.hunt.enumeration import proof
from rulespec.experiments.hunt.exchanged_cards import ExchangedPositions
from rulespec.experiments.hunt.exploration import Exploration, exploration
from rulespec.experiments.hunt.facts import facts
from rulespec.experiments.hunt.habits import HABITS
from rulespec.experiments.hunt.hidden_reasons import HiddenReasons
from rulespec.experiments.hunt.idle_choices import IdleChoices
from rulespec.experiments.hunt.idle_layers import IdleLayers
from rulespec.experiments.hunt.leaks import LeakObserver
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.overwritten_effects import Overwritten
from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.hunt.report import Finding, Level, Report, Searched
from rulespec.experiments.hunt.short_deals import ShortDeals
from rulespec.experiments.hunt.single_answers import SingleAnswers
from rulespec.experiments.hunt.step_limit import stopping
from rulespec.experiments.hunt.unoffered_words import NeverOffered
from rulespec.experiments.hunt.unreachable_reasons import Unreachable
from rulespec.experiments.hunt.unused_clauses import never
from rulespec.experiments.hunt.walk import HuntTable, walk
from rulespec.experiments.loop import GameLoop, driven
from rulespec.experiments.population import spread
from rulespec.experiments.profiling import profile
from rulespec.experiments.scenarios import Outcome, laid_in
from rulespec.experiments.suite import Looked, Suite, trial
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import BudgetExceededError
from rulespec.language.tree.source import Span

DECISIONS = 2_000_000  # the default for each number of players, of games that the engine plays by itself
WATCHED = 5_000  # at most, of games that are looked into from outside, which takes a hundred times as long
RARE = 12  # states at which something rare happened that are looked into, too
LEAST = 12  # games with each number of players, however long they are, so that every habit plays
SHORT = 50  # a shorter game counts as one of so many decisions
MIDDLING = 125  # the decisions of a game of medium length, the unit of the budget's effort

WatchedGame = tuple[HuntTable, ObservedGame]
News = tuple[Searched, Finding | None]  # each finding as it comes, and the progress after each game
Progress = Callable[[Searched, Finding | None], None]  # called with all news

SHORTENING = 20_000  # answers that are tried to shorten a game, a second or two
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
OBSERVERS = (
    LeakObserver, Endless, HiddenReasons, IdleChoices, IdleLayers, Unreachable, Endings, Overwritten, NeverOffered,
    ShortDeals, SingleAnswers,
)  # fmt: skip

PROFILED = 500_000  # steps of the random games that show which lines take the most work
ON_PURPOSE = 0.5  # of random games: a layer that breaks an inherited law that often means to

EXPLAINS = {"W053": "W062"}  # a finding that makes another one redundant
SEVERAL = frozenset(["W072"])  # of these, several can be found at one place
PROVED = frozenset(["W065", "W066"])  # proofs that a reason to end never comes
_TURNS = ("any answer", "any answer", "seeking", "declining", "seeking", "prolonging")  # the habits of the next games


def hunt(
    rules: Ruleset,
    *,
    decisions: int = DECISIONS,
    games: int | None = None,
    seconds: float | None = None,
    positions: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Report:
    """Tests scenarios and laws, and plays random games to find faults and clauses that never run.

    The engine plays by itself until `decisions` have been made with each number of players, where it can; a few games
    more are looked into from outside. With `games` these are so many in all, and there are no others. Where no more
    than so many `positions` can come about, all of them are visited, so that some things are proved. The result depends
    on `seed` and these numbers only, unless the search is to end after `seconds` of processor time. An `executor` does
    long tasks in parallel, and finds the same.
    """
    going = hunting(
        rules, decisions=decisions, games=games, seconds=seconds, positions=positions, seed=seed, executor=executor
    )
    return driven(going, lambda news: None if progress is None else progress(*news))


def hunting(
    rules: Ruleset,
    *,
    decisions: int = DECISIONS,
    games: int | None = None,
    seconds: float | None = None,
    positions: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> Generator[News, None, Report]:
    """A `hunt` as a generator of its news, which can be left at any time; it returns the report."""
    numbers = spread(rules.players)
    effort = min(decisions, WATCHED) * len(numbers) // MIDDLING if games is None else games
    budget = HuntBudget(seconds, effort=effort, seed=seed)
    return _Hunt(rules, numbers, decisions, games, positions, budget, executor).report()


@define(eq=False)
class _Hunt:
    _rules: Ruleset
    _numbers: list[int]  # the numbers of players
    _decisions: int
    _games: int | None
    _positions: int | None  # that are visited at most
    _budget: HuntBudget
    _executor: Executor | None
    _findings: dict[tuple[str, Span | None], Finding] = field(init=False, factory=dict)
    _searched: Searched = field(init=False, factory=Searched)
    _told: set[str] = field(init=False, factory=set)  # the laws that are known to be broken
    _elsewhere: HuntWorkers | None = field(init=False, default=None)  # what workers do

    def report(self) -> Generator[News, None, Report]:
        try:
            return (yield from self._report())
        except BudgetExceededError as error:  # rules that take so much have to be changed before anything else is found
            yield from self._found(stopping(self._rules, self._numbers, self._budget.seed, error))
            return Report(self._rules, tuple(sorted(self._findings.values(), key=_gravity)), self._searched, 0, ())
        finally:
            if self._elsewhere is not None:
                self._elsewhere.end()

    def _report(self) -> Generator[News, None, Report]:
        budget = self._budget
        yield from self._all(map(_failed, self._tested()))
        observers = [make(self._rules, budget) for make in OBSERVERS]
        tables = [HuntTable(self._rules, players, frozenset(self._told)) for players in self._numbers]
        explorations = self._explorations(tables)
        base = BaseGames(self._rules, self._numbers, self._decisions, budget)
        if explorations and self._executor is not None:
            decisions = self._decisions, base.decisions
            self._elsewhere = base.elsewhere = HuntWorkers.begun(
                self._executor, budget, tables, base.tables, decisions, self._positions
            )
        proofs = tuple(self._proved(tables) if explorations else ())
        for law, state in [broken for each in proofs for broken in each.broken]:
            yield from self._broken(state, law)
        for each in explorations:
            yield from self._explored(each)
            yield from self._all(chain.from_iterable([observer.explored(each) for observer in observers]))
        watched = _WatchedGames(tables, budget.seed, self._games, min(self._decisions, WATCHED), budget=budget)
        for table, played in watched.run():
            self._count(played, watched.games.total())
            for law, step in table.broken.items():
                yield from self._broken(table.as_is(step.state), law)
            yield from self._all(chain.from_iterable([observer.looks(played) for observer in observers]))
            yield self._searched, None
        for played in self._rare(explorations):
            yield from self._all(chain.from_iterable([observer.looks(played) for observer in observers]))
        exchanged = ExchangedPositions(self._rules, explorations, self._decisions, budget)
        yield from self._exchanged(exchanged)
        summed = chain.from_iterable([observer.sums_up(self._searched) for observer in observers])
        yield from self._all(finding for finding in summed if finding.state is not None or not budget.cut)
        visited = frozenset(each.players for each in proofs)
        findings, clauses, idle = never(self._rules, tables, self._searched, visited, base, exchanged)
        if not budget.cut:  # a search cut short may only not have reached it
            yield from self._all(finding for finding in findings if not self._is_explained(finding))
        yield from self._all(base.no_longer() if explorations else ())
        ranked = sorted(self._findings.values(), key=_gravity)
        searched = evolve(self._searched, cut=budget.cut)
        shown = facts(self._rules, explorations, base.tallies, budget.seed) if explorations else ()
        costs = () if budget.is_over else profile(self._rules, seed=budget.seed, steps=PROFILED).costs
        return Report(self._rules, tuple(ranked), searched, clauses, idle, shown, proofs, costs)

    def _tested(self) -> Iterator[Outcome | Looked]:
        """The scenarios and laws that do not hold when tested by themselves."""
        trying = trial(Suite("", "", "", laid_in(self._rules)), seed=self._budget.seed)
        while not self._budget.is_over and (tested := next(trying, None)) is not None:
            if not tested.held:
                self._told |= {tested.key} if isinstance(tested, Looked) else set()
                yield tested

    def _proved(self, tables: list[HuntTable]) -> Iterator[Proof]:
        """The proofs, if there are few positions."""
        for table in tables:
            if self._budget.is_over:
                break
            if self._elsewhere is not None:
                proved = self._elsewhere.proof(table)
            else:
                proved = proof(table, self._decisions, self._positions)
            if proved is not None:
                yield proved

    def _explorations(self, tables: list[HuntTable]) -> list[Exploration]:
        """The games that the engine plays by itself; none where games are counted, which are all looked into."""
        if self._games is not None:
            return []
        return [each for table in tables if (each := exploration(table, self._budget.seed))]

    def _explored(self, exploration: Exploration) -> Generator[News, None, None]:
        """The games that the engine plays by itself: laws that they break, and their counts."""
        before = self._searched
        elsewhere = None if self._elsewhere is None else self._elsewhere.stretches(exploration.table)
        with closing(exploration.plays(self._decisions, elsewhere)) as going:
            while not self._budget.is_over and (broken := next(going, None)) is not None:
                for law in filter(self._is_own, broken):
                    yield from self._broken(broken[law], law)
                self._explores(exploration, before)
                yield self._searched, None
        if exploration.games:
            self._explores(exploration, before)
        exploration.tells()
        for law in sorted(exploration.broken.keys() - self._told):
            often = exploration.breaking[law] >= ON_PURPOSE * exploration.tally.games
            yield from self._broken(exploration.broken[law], law, note=often)

    def _explores(self, exploration: Exploration, before: Searched) -> None:
        """Counts the games that the engine played by itself, beside those before."""
        games = {**before.games, exploration.players: exploration.games}
        decisions = {**before.decisions, exploration.players: exploration.decisions}
        self._searched = evolve(before, games=games, decisions=decisions, left=before.left + exploration.left)

    def _is_own(self, law: str) -> bool:
        """True if a law is of the top layer."""
        return self._rules.composed.inherited(law) is None

    def _rare(self, explorations: list[Exploration]) -> Iterator[ObservedGame]:
        """Games up to states at which something rare happened."""
        for each in explorations:
            for step in each.rare_steps(RARE):
                if self._budget.is_over:
                    return
                yield each.table.played(step, "seeking", step)

    def _exchanged(self, exchanged: ExchangedPositions) -> Iterator[News]:
        """The findings from exchanged positions: for a law a warning if a game leads there, else a note."""
        for law, shown in exchanged.broken():
            unseen = None if law in self._told else exchanged.unseen(law, shown)
            if unseen is not None and shown.led is not None:
                yield from self._broken(shown.led, law)
            elif unseen is not None:
                yield from self._found(unseen)
            self._told.add(law)
        yield from self._all(exchanged.leaks())

    def _broken(self, state: State, law: str, *, note: bool = False) -> Iterator[News]:
        """The finding of a broken law, once."""
        if law not in self._told:
            self._told.add(law)
            shown = breach(state, law, effort=SHORTENING)
            yield from self._found(Finding(shown.problem, shown.state, note))

    def _all(self, findings: Iterable[Finding]) -> Iterator[News]:
        for finding in findings:
            yield from self._found(finding)

    def _count(self, played: ObservedGame, watched: int) -> None:
        here, before = played.players, self._searched
        games = {**before.games, here: before.games.get(here, 0) + 1}
        decisions = {**before.decisions, here: before.decisions.get(here, 0) + played.decisions}
        left = before.left + bool(played.states[-1].raws)
        self._searched = evolve(before, games=games, decisions=decisions, left=left, watched=watched)

    def _is_explained(self, finding: Finding) -> bool:
        """True if the finding is already proved."""
        span = finding.problem.span
        proved = (each.problem.span for each in self._findings.values() if each.problem.code in PROVED)
        return span is not None and any(other is not None and _overlap(span, other) for other in proved)

    def _found(self, finding: Finding) -> Iterator[News]:
        code, span = finding.problem.code, finding.problem.span
        key = (finding.problem.message if code in SEVERAL else code, span)
        codes = {each.problem.code for each in self._findings.values() if not each.note}
        known = self._findings.get(key)
        is_news = known is None or (known.note and not finding.note)
        if is_news and EXPLAINS.get(code) not in codes:
            self._findings[key] = finding
            yield self._searched, finding


@define(eq=False)
class _WatchedGames(GameLoop[WatchedGame, WatchedGame]):
    """Games that observers look into: numbers of players, seats and habits take turns until enough was played."""

    tables: Sequence[HuntTable]
    seed: int
    wanted: int | None  # games in all; None for as many as the decisions allow
    most: int  # decisions with each number of players
    games: Counter[int] = field(init=False, factory=Counter)  # by number of players
    _spent: Counter[int] = field(init=False, factory=Counter)  # decisions

    def population(self) -> Iterator[tuple[HuntTable, str, Random]]:
        turns = cycle((habit, table) for habit in _TURNS for table in self.tables)
        while any(self._goes_on(each.players) for each in self.tables):
            habit, table = next(turns)
            if self._goes_on(table.players):
                yield table, habit, Random(f"{self.seed} {self.games.total()}")

    def observe(self, table: HuntTable, habit: str, chance: Random) -> WatchedGame:
        first = self.games[table.players] % table.players
        self.games[table.players] += 1
        rare = table.rare(chance) if habit == "seeking" and chance.random() < 0.5 else None
        start = table.begun(first, chance) if rare is None else rare
        played = table.played(walk(table, HABITS[habit], start, chance), habit, start)
        self._spent[table.players] += max(played.decisions, SHORT)
        return table, played

    def _goes_on(self, players: int) -> bool:
        """True if another game is to be played with this number of players."""
        if self.wanted is not None:
            return self.games.total() < self.wanted
        return self.games[players] < LEAST or self._spent[players] < self.most


def _gravity(finding: Finding) -> tuple[int, bool]:
    """The most serious come first, and among these findings that a game shows or a proof before events never seen."""
    return LEVELS.index(finding.level), finding.state is None and finding.problem.code not in PROVED


def _failed(tested: Outcome | Looked) -> Finding:
    assert tested.problem is not None
    return Finding(tested.problem, None if tested.failure is None else tested.failure.state)


def _overlap(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.end and other.start < one.end
