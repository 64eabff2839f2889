"""Where a true share lies, of which so many were seen: exact, by scipy."""


def bounds(count: int, of: int, level: float) -> tuple[float, float]:
    """The share lies between them with this level."""
    from scipy.stats import binomtest  # an extra, without which there is nothing to judge

    found = binomtest(count, of).proportion_ci(level, "exact")
    return float(found.low), float(found.high)
