"""The result of an impact: each measure on both sides, with its interval and what it tells."""

from typing import Literal

from attrs import field, frozen

from rulespec.experiments.loop import Stopped
from rulespec.experiments.simulation.measures import LIMIT
from rulespec.experiments.simulation.summary import Simulation
from rulespec.records import Record
from rulespec.records.lockstep import Said
from rulespec.records.lockstep.sentences import told

Kind = Literal[
    "turns", "rounds", "decisions", "forced", "draws", "lead_changes", "led_since", "points",  # amounts in a game
    "forced_share", "lead_rate",  # a share of the decisions; a number in 100 turns
    "stakes", "gets",  # where the rules declare returns
    "shared", "wins", "began", "ended",  # shares of the games
    "rounds_ended", "asked", "action",  # how often in a game
]  # fmt: skip
SHARES: frozenset[Kind] = frozenset(("shared", "wins", "began", "ended"))  # of the games

Told = Literal["more", "less", "same", "unclear", "rare", "only here"]
Only = Literal["base", "variant"] | None


@frozen
class Interval:
    """A confidence interval of a difference; all those of an `Impact` hold simultaneously with its level."""

    low: float
    high: float
    method: Literal["t", "exact"]

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2


@frozen
class Difference:
    """The means of a measure on both sides. `of` says of what if the kind does not: a place, a seat, a block.

    `pairs` have a value on both sides, which differs in `differing` of them. There is no interval where too few of
    them differ to tell anything, or where only one of the rulesets has the measure.
    """

    kind: Kind
    of: str
    base: float
    variant: float
    pairs: int
    differing: int
    correlation: float | None
    interval: Interval | None
    only: Only = None  # the ruleset that alone has what is measured

    @property
    def share(self) -> bool:
        """True if it is a share of the games."""
        return self.kind in SHARES

    @property
    def in_percent(self) -> bool:
        """True if it is a share, of the games or within a game."""
        return self.share or self.kind in ("led_since", "forced_share")

    @property
    def difference(self) -> float:
        return self.variant - self.base

    @property
    def told(self) -> Told:
        """The verdict: a significant difference, no difference at all, or unclear."""
        if self.only is not None:
            return "only here"
        if not self.differing:
            return "same"
        if self.interval is None:
            return "rare"
        if self.interval.low > 0:
            return "more"
        return "less" if self.interval.high < 0 else "unclear"


@frozen
class Trial:
    """Pairs of games by the same players, with common random numbers as far as the rules allow it.

    In `differing` pairs at least one measure differs. What was chosen is not counted: `used` of both simulations is
    empty.
    """

    agents: tuple[str, ...]  # one for each seat
    games: int
    differing: int
    stopped: Stopped
    base: Simulation = field(repr=False)
    variant: Simulation = field(repr=False)
    differences: tuple[Difference, ...] = field(repr=False)
    first: int | None = None  # the number of the first of those pairs

    @property
    def random(self) -> bool:
        """True if all players are random."""
        return set(self.agents) == {"random"}

    @property
    def cut_off(self) -> Difference | None:
        """The share of games that reach the limit of turns; None if none does."""
        return next((each for each in self.differences if (each.kind, each.of) == ("ended", LIMIT)), None)


@frozen
class Mattered:
    """One of the first pairs in which the rule mattered: the base's game up to where the variant's differs.

    Where one of the rulesets has cards that the other lacks, it may be that ruleset's game, up to where a rule that
    only it has takes effect; `by` says whose game it is.
    """

    game: int
    record: Record = field(repr=False)
    base: str  # what happens there by each of the rulesets, in words
    variant: str
    because: tuple[str, ...]  # the keys of the blocks that differ and apply there
    by: Literal["base", "variant"] = "base"  # whose game it is
    sides: tuple[Said, Said] | None = field(default=None, eq=False, repr=False)  # what happens there, as data

    def told(self, language: str) -> tuple[Said, Said]:
        """The events there under each ruleset, in sentences of a language."""
        if self.sides is None:
            return Said(self.base), Said(self.variant)
        base, variant = (Said(told(each, language), each.rule) for each in self.sides)
        return base, variant


@frozen
class Impact:
    """The impact of a variant: a trial for each kind of players; none where both rulesets have the same rules."""

    base: str
    variant: str
    players: int
    seed: int
    level: float  # of all intervals simultaneously
    precision: float
    alike: bool  # whether the rules of both are the same, block by block
    trials: tuple[Trial, ...]
    mattered: Mattered | None

    @property
    def cut_short(self) -> bool:
        """True if the time was over before there was any interval."""
        return bool(self.trials) and all(
            each.stopped == "seconds" and not any(one.interval for one in each.differences) for each in self.trials
        )
