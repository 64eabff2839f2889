"""The method of an impact, and where in a game the rule mattered, in words."""

from palast.verdict.numerals import count, numeral
from palast.verdict.sentences import players
from palast.verdict.words import Language, Say
from rulespec.experiments.impact import Impact, Mattered, Trial
from rulespec.experiments.loop import Stopped

STOPPED: dict[Stopped, Say] = {
    "precision": Say.UNTIL_PRECISION,
    "games": Say.UNTIL_GAMES,
    "seconds": Say.UNTIL_SECONDS,
    "interrupted": Say.UNTIL_INTERRUPTED,
}


def measured(trial: Trial, language: Language) -> str:
    """How many pairs of games were played, and why they stopped."""
    games, differing = count(trial.games, language), count(trial.differing, language)
    who = players(trial.agents, language).rstrip(",")
    return (
        f"{Say.HOW_PAIRS(language, games=games, players=who, differing=differing)} {STOPPED[trial.stopped](language)}"
    )


def promised(impact: Impact, language: Language) -> str:
    """The level of the intervals, as a number of 100 runs."""
    text = f"{100 * impact.level:.6g}"
    return Say.HOW_LEVEL(language, level=numeral(float(text), len(text.partition(".")[2]), language))


def after(impact: Impact, mattered: Mattered, language: Language) -> str:
    """Where in its game the rule mattered."""
    turns, rules = mattered.record.state.turns, impact.base if mattered.by == "base" else impact.variant
    said = Say.MATTERED_AFTER if turns else Say.MATTERED_BEFORE
    return said(language, game=count(mattered.game, language), turn=str(turns), rules=rules)
