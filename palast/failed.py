"""A failing game in the output for authors: narrated in English, with a scenario to paste and the saved file."""

from pathlib import Path

from rulespec.experiments.failures import Failure
from rulespec.experiments.suite.saved_game import kept

LINES = 40  # of a game that is shortened
_AGAIN = "to watch it again: palast replay "


def shown(failure: Failure, folder: Path) -> str:
    """The failure and its whole game, which is saved in the folder."""
    return f"{failure}\n\n{kept(failure, folder, _AGAIN)}"


def shortened(failure: Failure, folder: Path) -> str:
    """The beginning and the end of the game, which is saved in the folder."""
    lines = failure.abridged.splitlines()
    if len(lines) > LINES:
        lines[LINES // 2 : -LINES // 2] = [f"  ... {len(lines) - LINES:,} more lines, in the record ..."]
    return "\n\n".join(filter(None, ("\n".join(lines), failure.pasted, kept(failure, folder, _AGAIN))))
