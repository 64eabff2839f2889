"""A hunt: random games by players of several habits, played within a budget and inspected for mistakes of the rules.

`hunting.py` is the frame: it plays the games (`walk.py`, `habits.py`) and shows each to all `OBSERVERS`. An observer is
a subclass of `Observer` in a module of its own. It yields each `Finding`: a problem with its code and place, the
last state of the game that shows it (None if nothing happened), and whether it is only a note.
"""

from rulespec.experiments.hunt.report import CUT_SHORT, Finding, Report, Searched, together
from rulespec.experiments.hunt.search import DECISIONS, hunt, hunting

__all__ = ["CUT_SHORT", "DECISIONS", "Finding", "Report", "Searched", "hunt", "hunting", "together"]
