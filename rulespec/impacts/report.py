"""What a variant makes of the games of its base: each measure on both sides, and whether the difference can be told."""

from typing import Literal

from attrs import field, frozen

from rulespec.record import Record
from rulespec.simulations.measures import LIMIT
from rulespec.simulations.summary import Simulation

Kind = Literal[
    "turns", "rounds", "decisions", "forced", "draws", "lead_changes", "led_since", "points",  # amounts of a game
    "forced_share", "lead_rate",  # of the decisions of a game; in 100 of its turns
    "stakes", "gets",  # of a game whose rules say what each player has from it
    "shared", "wins", "began", "ended",  # shares of the games
    "rounds_ended", "asked", "action",  # how often in a game
]  # fmt: skip
SHARES: frozenset[Kind] = frozenset(("shared", "wins", "began", "ended"))  # of the games

Told = Literal["more", "less", "same", "unclear", "rare", "only here"]
Only = Literal["base", "variant"] | None
Stopped = Literal["precision", "games", "seconds", "interrupted"]


@frozen
class Interval:
    """Where a true difference lies: all intervals of an `Impact` hold at once, with its level."""

    low: float
    high: float
    method: Literal["t", "exact"]

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


@frozen
class Difference:
    """A measure of a game on both sides, in its mean. `of` says of what where the kind does not: a place, a block.

    `pairs` had a value on both sides, and in `differing` of them it was not the same. Without an interval too few of
    them differ to tell anything, or only one of the rulesets has what is measured.
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
        """Whether it is a share of the games."""
        return self.kind in SHARES

    @property
    def in_percent(self) -> bool:
        """Whether it is a share: of the games, or of what there is in one."""
        return self.share or self.kind in ("led_since", "forced_share")

    @property
    def difference(self) -> float:
        return self.variant - self.base

    @property
    def told(self) -> Told:
        """What the games that were played can tell."""
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
    """Pairs of games by the same players: in each the same chance, as far as the rules let it be.

    In `differing` pairs anything that is measured was not the same. What was chosen is not counted: the `used` of both
    simulations is empty.
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
        """Whether all players take any option."""
        return set(self.agents) == {"random"}

    @property
    def cut_off(self) -> Difference | None:
        """The share of the games that end at the limit of turns, if any do."""
        return next((each for each in self.differences if (each.kind, each.of) == ("ended", LIMIT)), None)


@frozen
class Mattered:
    """A pair in which the rule mattered, one of the first: the base's game up to where the variant's is another one.

    Where one of the rulesets has cards that the other has not, it is the game of that one, up to where a rule is at
    work that is another one; `by` says which.
    """

    game: int
    record: Record = field(repr=False)
    base: str  # what is the case there by each of the rulesets, in words
    variant: str
    because: tuple[str, ...]  # the blocks that they say differently, of those that are at work there
    by: Literal["base", "variant"] = "base"  # whose game it is


@frozen
class Impact:
    """What a variant makes of its base: a trial for each kind of players, and none where both have the same rules."""

    base: str
    variant: str
    players: int
    seed: int
    level: float  # with which all intervals hold at once
    precision: float
    alike: bool  # whether the rules of both are the same, block by block
    trials: tuple[Trial, ...]
    mattered: Mattered | None

    @property
    def cut_short(self) -> bool:
        """Whether the time was over before anything could be told."""
        return bool(self.trials) and all(
            each.stopped == "seconds" and not any(one.interval for one in each.differences) for each in self.trials
        )
