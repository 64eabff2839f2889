"""A hunt with a budget: random games of several habits are played, and looked at by observers.

`hunting.py` is the frame: it plays the games (`walk.py`, `habits.py`) and gives each to all observers (`OBSERVERS`). An
observer is a class of its own module with three methods, see `observer.py`:

    class Something:
        def __init__(self, rules: Ruleset, budget: Budget) -> None: ...
        def looks(self, played: Played) -> Iterable[Finding]: ...       # what a game shows
        def sums_up(self, searched: Searched) -> Iterable[Finding]: ... # at the end

What it finds is a `Finding`: a problem with its code and place, the state that its game ends with (None where nothing
happened), and whether it is but a note.
"""

from rulespec.hunt.hunting import DECISIONS, hunt, hunting
from rulespec.hunt.report import CUT_SHORT, Finding, Report, Searched, together

__all__ = ["CUT_SHORT", "DECISIONS", "Finding", "Report", "Searched", "hunt", "hunting", "together"]
