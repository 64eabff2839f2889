"""Draws the picture of README.md anew, light and dark: `python docs/pictures/draw.py`, with the extra `plots`."""

from pathlib import Path

from matplotlib import rc_context

import palast
from palast import plots
from rulespec import impact

GAMES = 5000

found = impact(palast.load("ksr"), palast.load("ksr+kanzler"), games=GAMES, players=4)
for dark in (False, True):
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "kanzler"}):
        path = Path(__file__).with_name(f"kanzler-{'dark' if dark else 'light'}.svg")
        plots.lengths(found, dark=dark).savefig(path, metadata={"Date": None})
