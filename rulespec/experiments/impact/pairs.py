"""Pairs of coupled games by a base and its variant, and what is counted of them."""

from collections.abc import Sequence
from functools import lru_cache
from operator import ne

from attrs import Factory, define, frozen

from rulespec.agents.names import Maker
from rulespec.experiments.impact.measures import Measure, Side, Value
from rulespec.experiments.impact.sums import PairSums
from rulespec.experiments.simulation.job import Job, known
from rulespec.experiments.simulation.summary import Tally
from rulespec.experiments.workers.packing import packed
from rulespec.game.api import Ruleset


@define(eq=False)
class Counted:
    """The counts of the pairs so far, of each side and of both together."""

    base: Tally = Factory(Tally)
    variant: Tally = Factory(Tally)
    sums: dict[Measure, PairSums] = Factory(dict)
    differing: int = 0  # pairs in which any measure differs
    first: int | None = None  # the number of the first of them

    @property
    def pairs(self) -> int:
        return self.base.games

    def merge(self, other: "Counted") -> None:
        """Adds the counts of the next pairs."""
        self.base.merge(other.base)
        self.variant.merge(other.variant)
        for measure, sums in other.sums.items():
            self.sums[measure] = self.sums[measure] + sums if measure in self.sums else sums
        self.differing += other.differing
        if self.first is None:
            self.first = other.first


@frozen
class Pairs:
    """The inputs that all pairs of a trial share; a pair is determined by its number."""

    base: Job
    variant: Job

    @classmethod
    def of(cls, base: Ruleset, variant: Ruleset, makers: tuple[Maker, ...], seed: int) -> "Pairs":
        """Jobs with the same players and seed for both rulesets."""
        return cls(*(Job(packed(rules), makers, seed, False, uses=False, coupled=True) for rules in (base, variant)))

    @property
    def alike(self) -> bool:
        """True if all seats have the same agents."""
        return all(maker == self.base.makers[0] for maker in self.base.makers)

    @property
    def sides(self) -> tuple[Side, Side]:
        """The measures of the base and of the variant."""
        return _sides(self.base.rules, self.variant.rules, self.base.players, self.alike)

    def counted(self, first: int, count: int) -> Counted:
        """The counts of `count` pairs from number `first` on."""
        found, sides, players = Counted(), self.sides, self.base.players
        base, variant = self.base.chunk(first, count), self.variant.chunk(first, count)
        found.base.add(base, players)
        found.variant.add(variant, players)
        differing = {row // players for row, other in enumerate(map(ne, base.seats, variant.seats)) if other}
        here, there, never = sides[0].columns(base), sides[1].columns(variant), [0] * count
        for measure in dict.fromkeys([*sides[0].measures, *sides[1].measures]):
            found.sums[measure] = _beside(here.get(measure, never), there.get(measure, never), differing)
        found.differing, found.first = len(differing), first + min(differing) if differing else None
        return found


def _beside(xs: Sequence[Value], ys: Sequence[Value], differing: set[int]) -> PairSums:
    """The sums of a measure over the pairs with both values; pairs whose values differ are added to `differing`."""
    pairs = [(at, x, y) for at, (x, y) in enumerate(zip(xs, ys, strict=True)) if x is not None and y is not None]
    differing.update(at for at, x, y in pairs if x != y)
    return PairSums.beside([x for _, x, _ in pairs], [y for _, _, y in pairs])


@lru_cache(maxsize=4)
def _sides(base: bytes, variant: bytes, players: int, alike: bool) -> tuple[Side, Side]:
    """The sides of two pickled rulesets, cached in each process."""
    return Side.both(known(base, players)[1], known(variant, players)[1], alike)
