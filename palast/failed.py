"""A game that failed as commands show it: told in a language, as a scenario to paste, and where it is kept."""

from pathlib import Path

from rulespec.experiments.failures import Failure
from rulespec.experiments.suite.saved_game import kept
from rulespec.wording import wording
from rulespec.wording.reports import Reporting

LINES = 40  # of a game that is shortened


def shown(failure: Failure, folder: Path, language: str) -> str:
    """What failed, and the whole game; it is kept in the folder."""
    return f"{failure.shown(language)}\n\n{_kept(failure, folder, language)}"


def shortened(failure: Failure, folder: Path, language: str) -> str:
    """The game, where it is long its beginning and its end; it is kept in the folder."""
    lines = failure.told(language, whole=False).splitlines()
    if len(lines) > LINES:
        reporting = _reporting(failure, language)
        more = reporting.say("failure.lines", number=reporting.number(f"{len(lines) - LINES:,}"))
        lines[LINES // 2 : -LINES // 2] = [f"  ... {more} ..."]
    parts = ("\n".join(lines), failure.pasted(language), _kept(failure, folder, language))
    return "\n\n".join(filter(None, parts))


def _kept(failure: Failure, folder: Path, language: str) -> str:
    return kept(failure, folder, _reporting(failure, language).say("failure.again", command="palast replay") + " ")


def _reporting(failure: Failure, language: str) -> Reporting:
    return Reporting([wording(failure.state.rules, language)])
