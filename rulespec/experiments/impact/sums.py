"""The sums of a measure over pairs of games: exact, so that they do not depend on the division into chunks."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from operator import add, gt, lt, mul

from attrs import astuple, frozen

Exact = int | Fraction


@frozen
class PairSums:
    """Sums over the `n` pairs in which a measure has a value on both sides: x by the base, y by the variant.

    In `up` of them y is larger, in `down` it is smaller.
    """

    n: int = 0
    up: int = 0
    down: int = 0
    x: Exact = 0
    y: Exact = 0
    xx: Exact = 0
    yy: Exact = 0
    xy: Exact = 0
    cubes: Exact = 0  # of the differences

    @classmethod
    def beside(cls, base: Sequence[Exact | float], variant: Sequence[Exact | float]) -> "PairSums":
        """The sums of two columns of equal length; over a common denominator, which is ten times as fast."""
        ratios = [[each.as_integer_ratio() for each in column] for column in (base, variant)]
        whole = lcm(*{ratio[1] for column in ratios for ratio in column})
        xs, ys = ([over * (whole // under) for over, under in column] for column in ratios)
        x, y, xx, yy, xy = sum(xs), sum(ys), *(sum(map(mul, *both)) for both in ((xs, xs), (ys, ys), (xs, ys)))
        up, down = sum(map(lt, xs, ys)), sum(map(gt, xs, ys))
        cubes = sum([(y - x) ** 3 for x, y in zip(xs, ys, strict=True)])
        if whole == 1:
            return cls(len(xs), up, down, x, y, xx, yy, xy, cubes)
        square = whole * whole
        return cls(
            len(xs), up, down, Fraction(x, whole), Fraction(y, whole), Fraction(xx, square), Fraction(yy, square),
            Fraction(xy, square), Fraction(cubes, square * whole),
        )  # fmt: skip

    def __add__(self, more: "PairSums") -> "PairSums":
        return PairSums(*map(add, astuple(self, recurse=False), astuple(more, recurse=False)))

    @property
    def differing(self) -> int:
        return self.up + self.down

    @property
    def base(self) -> float:
        """The mean of x."""
        return float(Fraction(self.x) / self.n)

    @property
    def variant(self) -> float:
        """The mean of y."""
        return float(Fraction(self.y) / self.n)

    @property
    def mean(self) -> float:
        """The mean of the differences y - x."""
        return float(Fraction(self.y - self.x) / self.n)

    @property
    def variance(self) -> float:
        """The sample variance of the differences; n has to be at least 2."""
        squares, total = self.yy - 2 * self.xy + self.xx, Fraction(self.y - self.x)
        return float((squares - total * total / self.n) / (self.n - 1))

    @property
    def skewness(self) -> float:
        """The skewness of the differences, which have to vary."""
        squares, mean = Fraction(self.yy - 2 * self.xy + self.xx) / self.n, Fraction(self.y - self.x) / self.n
        off = Fraction(self.cubes) / self.n - 3 * mean * squares + 2 * mean**3
        return float(off) / sqrt(squares - mean * mean) ** 3

    @property
    def correlation(self) -> float | None:
        """The correlation of both sides; None where one of them does not vary."""
        if not self.n:
            return None
        of_base, of_variant, of_both = (
            total - Fraction(one * other, 1) / self.n
            for total, one, other in ((self.xx, self.x, self.x), (self.yy, self.y, self.y), (self.xy, self.x, self.y))
        )
        if not of_base or not of_variant:
            return None
        return max(-1.0, min(1.0, float(of_both) / (sqrt(of_base) * sqrt(of_variant))))
