"""The rules beneath the top layer: clauses that ran there and no longer run, and laws that always held there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field

from rulespec.experiments.hunt.clauses import Clause, clauses
from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.distribution import HuntWorkers
from rulespec.experiments.hunt.exploration import Exploration, GameTally, exploration
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.report import Finding
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.mining import changes
from rulespec.game.api import Ruleset
from rulespec.game.pipeline import beneath
from rulespec.language.errors import problem

PART = 4  # of the decisions of a hunt, one in so many is made in games of the rules beneath
ENOUGH = 20  # times that something came about there from which on it is missed
MINED = 5_000  # decisions of the games from which laws are mined
FRESH = 2_000  # games in which they are looked at, with at most so many decisions:
LOOKED_AT = 200_000
SURE = 0.005  # of games: what fails more seldom may have failed there, too, and was not seen to


@define(eq=False, slots=False)  # without slots for the cached properties
class BaseGames:
    """Games of the rules beneath the top layer, played on first use."""

    _rules: Ruleset
    _numbers: Sequence[int]
    _decisions: int  # of the hunt, with each number of players
    _budget: HuntBudget
    elsewhere: HuntWorkers | None = field(init=False, default=None)  # what workers do
    _games: int = field(init=False, default=0)

    def lost(self, clause: Clause) -> str:
        """How often a clause came about, where the top layer is to blame that it never does; else nothing."""
        times = self._times[clause.block, clause.what]
        if times < ENOUGH:
            return ""
        top = self._rules.composed.layers[-1].name
        return f"; without '{top}', this happened {times:,} times in {self._games:,} games"

    @property
    def tallies(self) -> Mapping[int, GameTally]:
        """Tallies of the base's games in which every answer is equally likely, by number of players."""
        return {each.players: each.tally for each in self._explorings}

    def no_longer(self) -> Iterator[Finding]:
        """Notes on laws that always held beneath the top layer, and fail with it in some games."""
        if self._base is None or self._budget.is_over:
            return
        found = changes(
            self._rules, self._base, games=FRESH, seed=self._budget.seed, decisions=LOOKED_AT, looked_into=MINED
        )
        span = self._rules.composed.layers[-1].tree.header.span
        for each in [changed for changed in found.broken if changed.share >= SURE]:
            remedy = "if it should still hold, declare it as a law ('always NAME: ...') to see a game that breaks it"
            yield Finding(problem("W072", span, each.said, remedy), each.state, note=True)

    @cached_property
    def _base(self) -> Ruleset | None:
        return beneath(self._rules)

    @property
    def decisions(self) -> int:
        """How many are made with each number of players."""
        return self._decisions // PART

    @cached_property
    def tables(self) -> list[HuntTable]:
        """With the numbers of players that the base is for, too."""
        base = self._base
        return [] if base is None else [HuntTable(base, each) for each in self._numbers if each in base.players]

    @cached_property
    def _explorings(self) -> list[Exploration]:
        """The games of the base, which the engine plays by itself."""
        found = list[Exploration]()
        for table in self.tables:
            games = None if self._budget.is_over else exploration(table, self._budget.seed)
            if games is not None:
                elsewhere = None if self.elsewhere is None else self.elsewhere.stretches(table)
                for _ in games.plays(self.decisions, elsewhere):
                    pass
                games.tells()
                self._games += games.games
                found.append(games)
        return found

    @cached_property
    def _times(self) -> Counter[tuple[str, str]]:
        times = Counter[tuple[str, str]]()
        if self._base is not None:
            coverage = Coverage(self._base, [each.table for each in self._explorings])
            for each in clauses(self._base, coverage):
                times[each.block, each.what] += each.times
        return times
