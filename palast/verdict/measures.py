"""The names of measures, and the notation of their values."""

from collections.abc import Sequence

from palast.verdict.numerals import at_most, hundredths, hundredths_at_most, numerals, percents
from palast.verdict.words import LANGUAGES, Language
from rulespec.experiments.impact import Difference, Trial
from rulespec.experiments.impact.report import Kind
from rulespec.experiments.simulation.measures import LIMIT
from rulespec.experiments.simulation.output import UNFINISHED

NAMES: dict[Kind, tuple[str, str]] = {
    "turns": ("turns", "Züge"),
    "rounds": ("rounds", "Runden"),
    "decisions": ("decisions", "Entscheidungen"),
    "forced": ("decisions with one option", "Entscheidungen ohne Wahl"),
    "forced_share": ("share of decisions with one option", "Anteil der Entscheidungen ohne Wahl"),
    "draws": ("cards drawn", "gezogene Karten"),
    "lead_changes": ("changes of lead", "Wechsel der Führung"),
    "lead_rate": ("changes of lead in 100 turns", "Wechsel der Führung in 100 Zügen"),
    "led_since": ("turns until the lead is final", "Züge bis zur endgültigen Führung"),
    "points": ("points of a player", "Punkte eines Spielers"),
    "stakes": ("what a player wins or loses", "Gewinn oder Verlust eines Spielers"),
    "gets": ("{of} gets", "{of} bekommt"),
    "shared": ("games won by several", "Partien mit mehreren Siegern"),
    "wins": ("{of} wins", "{of} gewinnt"),
    "began": ("who begins wins", "wer beginnt, gewinnt"),
    "ended": ("game ends: {of}", "Spielende: {of}"),
    "rounds_ended": ("round ends: {of}", "Rundenende: {of}"),
    "asked": ("asked: {of}", "Frage: {of}"),
    "action": ("{of}", "{of}"),
}
PLACE = ("number {of} in turn wins", "Nr. {of} in der Reihe gewinnt")
PLACE_GETS = ("number {of} in turn gets", "Nr. {of} in der Reihe bekommt")
BEGINS_GETS = ("who begins gets", "wer beginnt, bekommt")
ACTION = "action "
PREFIXES = ("game ends ", "round ends ")
WITHOUT_REASON = {LIMIT: ("limit of turns", "Zuggrenze"), UNFINISHED: ("unfinished", "nicht zu Ende gespielt")}


def places(trial: Trial) -> bool:
    """True if wins are counted by place in the order of play instead of by seat."""
    return all(each.kind != "began" for each in trial.differences)


def measure(difference: Difference, trial: Trial, language: Language) -> str:
    """The name of a measure."""
    names = NAMES[difference.kind]
    if difference.kind == "wins" and places(trial):
        names = NAMES["began"] if difference.of == "1" else PLACE
    if difference.kind == "gets" and places(trial):
        names = BEGINS_GETS if difference.of == "1" else PLACE_GETS
    of = reason(difference, language)
    if difference.kind == "action" and of.startswith(ACTION) and language == "de":
        of = f"Aktion {of.removeprefix(ACTION)}"
    return names[_number(language)].replace("{of}", of)


def reason(difference: Difference, language: Language) -> str:
    """The subject of the measure, in short: a reason to end without the word for what it ends."""
    of = difference.of
    if of in WITHOUT_REASON:
        return WITHOUT_REASON[of][_number(language)]
    return next((of.removeprefix(prefix) for prefix in PREFIXES if of.startswith(prefix)), of)


def values(difference: Difference, language: Language) -> tuple[str, str]:
    """Both values in text."""
    base, variant = (percents if difference.in_percent else numerals)([difference.base, difference.variant], language)
    return base, variant


def extents(difference: Difference, ends: Sequence[float], language: Language) -> list[str]:
    """Sizes of a difference, in the notation of its values."""
    return (hundredths if difference.in_percent else numerals)(ends, language, max(difference.base, difference.variant))


def bounds_of(difference: Difference, language: Language) -> list[str]:
    """How much less and how much more it may be, by an interval that contains 0."""
    assert difference.interval is not None
    ends = max(0.0, -difference.interval.low), max(0.0, difference.interval.high)
    if difference.in_percent:
        return hundredths_at_most(ends, language)
    return at_most(ends, language, max(difference.base, difference.variant))


def _number(language: Language) -> int:
    return LANGUAGES.index(language)
