"""The frame of a hunt: plays the games of a budget and shows them to all who look."""

from collections.abc import Callable, Generator, Iterator
from itertools import cycle
from random import Random

from attrs import define, evolve, field

from rulespec.api import Ruleset, State
from rulespec.failures import breach
from rulespec.hunt.endless import Endless
from rulespec.hunt.habits import HABITS
from rulespec.hunt.hidden_reasons import HiddenReasons
from rulespec.hunt.idle_choices import IdleChoices
from rulespec.hunt.idle_layers import IdleLayers
from rulespec.hunt.leaking import Leaking
from rulespec.hunt.lengths import Lengths
from rulespec.hunt.nearing import broken_by_nearing
from rulespec.hunt.never import never
from rulespec.hunt.observer import Budget, Observer, Played
from rulespec.hunt.report import Finding, Level, Report, Searched
from rulespec.hunt.unreachable import Unreachable
from rulespec.hunt.walk import Table, walk
from rulespec.tree.source import Span

GAMES, SECONDS = 120, 20.0  # by default; so many games take a few seconds

News = tuple[Searched, Finding | None]  # each finding as it comes, and after each game how far a hunt has come
Progress = Callable[[Searched, Finding | None], None]  # told of all news

SHORTENING = 20_000  # answers that are tried to make a game shorter, a second or two
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
OBSERVERS: tuple[Callable[[Ruleset, Budget], Observer], ...] = (
    Leaking, Endless, HiddenReasons, IdleChoices, IdleLayers, Unreachable, Lengths,
)  # fmt: skip

EXPLAINS = {"W053": "W062"}  # what says more about the same, if it is found
PROVED = frozenset(["W065", "W066"])  # reasons to end that can never come
_TURNS = ("any answer", "any answer", "seeking", "declining", "seeking", "prolonging")  # whose the next game is


def hunt(
    rules: Ruleset,
    *,
    games: int = GAMES,
    seconds: float = SECONDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """What random games show, and what never happens in them.

    The same seed and number of games find the same; after so many `seconds` no further game is begun.
    """
    going = hunting(rules, games=games, seconds=seconds, seed=seed)
    while True:
        try:
            news = next(going)
        except StopIteration as over:
            report: Report = over.value
            return report
        if progress is not None:
            progress(*news)


def hunting(
    rules: Ruleset, *, games: int = GAMES, seconds: float = SECONDS, seed: int = 0
) -> Generator[News, None, Report]:
    """The same, one piece after another, so that it can be left at any time."""
    return _Hunting(rules, Budget(games, seconds, seed)).report()


@define(eq=False)
class _Hunting:
    _rules: Ruleset
    _budget: Budget
    _findings: dict[tuple[str, Span | None], Finding] = field(init=False, factory=dict)
    _searched: Searched = field(init=False, factory=Searched)

    def report(self) -> Generator[News, None, Report]:
        observers = [make(self._rules, self._budget) for make in OBSERVERS]
        tables = [Table(self._rules, players) for players in self._rules.players]
        told = set[str]()
        for table, played in self._games(tables):
            self._count(played)
            for law in [each for each in table.broken if each not in told]:
                yield from self._broken(table.as_is(table.broken[law].state), law)
            told |= table.broken.keys()
            for observer in observers:
                for finding in observer.looks(played):
                    yield from self._found(finding)
            yield self._searched, None
        for law, state in broken_by_nearing(self._rules, self._budget, told):
            yield from self._broken(state, law)
        for observer in observers:
            for finding in observer.sums_up(self._searched):
                yield from self._found(finding)
        findings, clauses, idle = never(self._rules, tables, self._searched)
        for finding in findings:
            if not self._is_explained(finding):
                yield from self._found(finding)
        ranked = sorted(self._findings.values(), key=lambda finding: LEVELS.index(finding.level))
        return Report(self._rules, tuple(ranked), self._searched, clauses, idle)

    def _games(self, tables: list[Table]) -> Iterator[tuple[Table, Played]]:
        """All numbers of players, seats and habits in turn."""
        turns = cycle((habit, table) for habit in _TURNS for table in tables)
        for number, (habit, table) in zip(range(self._budget.games), turns, strict=False):
            if self._budget.is_over:
                self._searched = evolve(self._searched, cut=True)
                return
            chance = Random(f"{self._budget.seed} {number}")
            first = number // len(tables) % table.players
            rare = table.rare(chance) if habit == "seeking" and chance.random() < 0.5 else None
            start = table.begun(first, chance) if rare is None else rare
            yield table, table.played(walk(table, HABITS[habit], start, chance), habit, start)

    def _broken(self, state: State, law: str) -> Iterator[News]:
        shown = breach(state, law, effort=SHORTENING)
        yield from self._found(Finding(shown.problem, shown.state))

    def _count(self, played: Played) -> None:
        games, decisions, here = dict(self._searched.games), dict(self._searched.decisions), played.players
        games[here] = games.get(here, 0) + 1
        decisions[here] = decisions.get(here, 0) + len(played.states) - 1 - played.fresh
        self._searched = Searched(games, decisions)

    def _is_explained(self, finding: Finding) -> bool:
        """Whether it was proved before that it never happens."""
        span = finding.problem.span
        proved = (each.problem.span for each in self._findings.values() if each.problem.code in PROVED)
        return span is not None and any(other is not None and _overlap(span, other) for other in proved)

    def _found(self, finding: Finding) -> Iterator[News]:
        key = (finding.problem.code, finding.problem.span)
        codes = {each.problem.code for each in self._findings.values() if not each.note}
        if key not in self._findings and EXPLAINS.get(finding.problem.code) not in codes:
            self._findings[key] = finding
            yield self._searched, finding


def _overlap(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.end and other.start < one.end
