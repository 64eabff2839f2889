"""The report of a hunt: its findings, and its coverage."""

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import field, frozen

from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.profiling import Cost
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import Problem
from rulespec.language.tree.source import Span
from rulespec.wording.amounts import many, players

LONGEST = 1000  # answers after which a game is left unfinished, to leave time for others
NAMED = 5  # clauses that never ran are named in the summary
CUT_SHORT = "stopped by the time limit before anything was found; the rules may still have problems"

Level = Literal["error", "warning", "note"]


@frozen
class Finding:
    """A problem that a hunt found; `state` ends the game that shows it, and is None if no game does."""

    problem: Problem
    state: State | None = field(default=None, repr=False)
    note: bool = False  # whether it is only worth a note, whatever its code

    @property
    def level(self) -> Level:
        """The level by the code of the problem; a note does not change the exit status."""
        if self.note:
            return "note"
        return "warning" if self.problem.code.startswith("W") else "error"

    def __str__(self) -> str:
        told = str(self.problem)
        return told.replace(told.partition("[")[0], "note", 1) if self.note else told


@frozen
class Searched:
    """The progress of a hunt: games and decisions by number of players, and whether it was `cut` short by time.

    `left` games were left unfinished, as they took too many answers; `watched` games were looked into from outside.
    """

    games: Mapping[int, int] = field(factory=dict)
    decisions: Mapping[int, int] = field(factory=dict)
    left: int = 0
    cut: bool = False
    watched: int = 0

    def of(self, players: int) -> "Searched":
        """The part with one number of players."""
        return Searched({players: self.games.get(players, 0)}, {players: self.decisions.get(players, 0)})

    def __str__(self) -> str:
        """Such as: in 400 games with 3 to 5 players."""
        told = f"in {many(sum(self.games.values()), 'game')}"
        return f"{told} with {players(self.games)}" if self.games else told


@frozen
class NeverRun:
    """A clause of the rules that never ran, at least with some numbers of players."""

    said: str  # in one line
    block: str
    span: Span = field(repr=False)
    players: tuple[int, ...]  # the numbers of players with which it never ran


@frozen
class Fact:
    """A fact that games showed, in a sentence; `about` is its sort."""

    about: str
    said: str

    def __str__(self) -> str:
        return self.said


@frozen
class Report:
    """The findings of a hunt, errors first, and its coverage.

    `clauses` is the number of clauses of the rules; `idle` are those that did not run, at least with some players;
    `costs` has the cost of each line in a few games, the most expensive first.
    """

    rules: Ruleset = field(repr=False)
    findings: tuple[Finding, ...]
    searched: Searched
    clauses: int
    idle: tuple[NeverRun, ...]
    facts: tuple[Fact, ...] = ()
    proofs: tuple[Proof, ...] = ()
    costs: tuple[Cost, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems found, without the notes."""
        return tuple(each.problem for each in self.findings if each.level != "note")

    @property
    def cut_short(self) -> bool:
        """True if the time was up before any finding, so that the report has no meaning for the rules."""
        return self.searched.cut and not self.problems

    @property
    def never(self) -> tuple[NeverRun, ...]:
        """The clauses that never ran; none of a search that was cut short, which may only not have reached them."""
        return () if self.searched.cut else self.idle

    def __str__(self) -> str:
        """The coverage in one line, and below it the clauses that never ran."""
        searched = self.searched
        told = f"checked {many(sum(searched.decisions.values()), 'decision')} {searched}"
        if self.clauses and searched.games:
            ran = "all" if not self.idle else f"{self.clauses - len(self.idle)} of"
            told += f"; {ran} {many(self.clauses, 'clause')} of the rules ran{' so far' * searched.cut}"
        told += f"; {many(searched.left, 'game')} abandoned after {LONGEST:,} answers" if searched.left else ""
        told += "; time ran out before everything was tried" if searched.cut else ""
        never = [self._idle(part) for part in self.never[:NAMED]]
        never += [f"and {len(self.never) - NAMED} more"] if len(self.never) > NAMED else []
        return "\n    ".join([told, *never])

    def _idle(self, part: NeverRun) -> str:
        some = f", with {players(part.players)}" if len(part.players) < len(self.searched.games) else ""
        return f"{part.said}{some} ({part.span.source.path}:{part.span.line})"


def together(reports: Sequence[Report]) -> tuple[Finding, ...]:
    """The findings of several hunts, as for one layer on several rulesets, each place once.

    An event in any of them counts; a missing event counts only if it is missing in all of them.
    """
    found: dict[object, list[Finding]] = {}
    for report in reports:
        for finding in report.findings:
            found.setdefault((finding.problem.code, finding.problem.span), []).append(finding)
    return tuple(each[0] for each in found.values() if _happened(each[0]) or len(each) == len(reports))


def _happened(finding: Finding) -> bool:
    """True if a game shows it as an event, and not only as a possibility."""
    return finding.state is not None and finding.problem.code != "W056"
