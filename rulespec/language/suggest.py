"""`did you mean`: near names only, else the names that are allowed."""

from collections.abc import Iterable
from difflib import get_close_matches

MANY = 12


def did_you_mean(wrong: str, allowed: Iterable[str]) -> str:
    """A remedy for a wrong name: the nearest allowed one, or all of them while they are few."""
    names = sorted(set(allowed))
    lowered = {name.lower(): name for name in names}
    near = get_close_matches(wrong.lower(), lowered, n=1, cutoff=0.65)
    if near:
        return f"did you mean '{lowered[near[0]]}'?"
    if not names:
        return ""
    shown = (" | " if any("," in name for name in names) else ", ").join(names[:MANY])
    return f"there is {shown}" + (" and more" if len(names) > MANY else "")
