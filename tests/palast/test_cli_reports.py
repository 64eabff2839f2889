"""`palast simulate`, `palast diff` and `palast impact` in German and English: labels, names, and the same numbers."""

import json
import re
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from rulespec import impact, simulate
from rulespec.experiments.impact.output import told as told_of_impact
from rulespec.experiments.simulation.output import told as told_of_simulation
from rulespec.rules.texts.grammar.template import phrases
from rulespec.wording import wording
from rulespec.wording.reports import PLAIN, Reporting
from tests.effort import tried

SIMULATE = ("simulate", "ksr", "--games", "30", "--players", "4", "--seed", "3", "--jobs", "1")
IMPACT = ("impact", "ksr", "ksr+kanzler", "--games", "40", "--seed", "3", "--jobs", "1")
DIFF = ("diff", "ksr", "magier")
STATUS = {"simulate": 0, "impact": 0, "diff": 1, "test": 1, "check": 1}
QUOTED = re.compile(r"\[.*?\]|„.*?“|--\w+|.*palast replay .*", re.MULTILINE)  # from the rules
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == STATUS[arguments[0]]
    out, err = capsys.readouterr()
    assert err == ""
    return out


def labels() -> list[str]:
    """The English labels and sentences of reports that are others in German, in their fixed parts."""
    english, german = phrases("en"), phrases("de")
    found = set[str]()
    for key in english:
        if key.startswith("report.") and english[key] != german[key]:
            parts = {part.strip(" ,.:;()") for part in re.split(r"\{\w+\}|--\w+", english[key])}
            found |= {part for part in parts if not re.search(rf"\b{re.escape(part)}\b", german[key])}
    return sorted(each for each in found if len(each) > 2)


def table(text: str) -> list[str]:
    """The lines of tables, each without what is counted there."""
    cells = [line.strip().partition("  ")[2] for line in text.splitlines()]
    return [each for each in cells if re.search(r"\d[.,]\d", each)]


def numbers(text: str) -> list[str]:
    """The numbers of a text, in the English notation."""
    return [number.strip(".,") for number in _NUMBER.findall(text)]


@pytest.mark.parametrize("command", [SIMULATE, IMPACT])
def test_what_is_german_has_no_english_label_and_the_same_numbers(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    english = told(capsys, *command)
    german = told(capsys, *command, "--language", "de")
    unquoted = QUOTED.sub("", german)
    assert len(labels()) > 100
    assert [each for each in labels() if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", unquoted)] == []
    rows = [[numbers(cells) for cells in table(text)] for text in (english, german)]
    assert rows[0] == [[each.translate(str.maketrans(",.", ".,")) for each in row] for row in rows[1]]
    assert len(rows[0]) > 20


def test_players_words_and_scores_have_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    german, english = told(capsys, *SIMULATE, "--language", "de"), told(capsys, *SIMULATE)
    for text, names in (
        (german, ("Rot ", "Grün ", " Punkte", "nach Farbe", "    Braun ", "Rundenende „whisper“", "Aktion Zofe ")),
        (english, ("Red ", "Green ", " points", "by colour", "    brown ", "round ends whisper", "action Zofe ")),
    ):
        assert [name for name in names if name not in text] == []
    assert "Zug: Welche Karte spielst du? (" in german and "turn: choose card from playable (" in english
    assert "Spieler 2 " in told(capsys, "simulate", "kuhn", "--games", "3", "--language", "de")


def test_what_an_answer_means_that_names_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("simulate", "skat", "--games", "3", "--jobs", "1")
    german = told(capsys, *given, "--language", "de")
    assert "  (verzichtet) " in german and "  (ja) " in german and "(decline)" not in german
    assert "  (decline) " in told(capsys, *given)


def test_a_difference_is_told_in_the_words_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    german = told(capsys, *DIFF, "--language", "de")
    assert german.startswith("ksr: Palastgeflüster, das kurze Regelblatt\nmagier: Palastgeflüster, die Spielhilfe\n")
    said = " ".join(german.split())
    for each in (
        "Blöcke sind in beiden gleich.",
        "Regeln, die verschieden sind",
        "Auslegungen und Quellen",
        "source 001: nur in magier",
        "Rot spielt den roten Schatzmeister.",
        "Hier gehen sie auseinander, in den Worten der Regeln:",
        "Der Grund: In diesen Blöcken unterscheiden sie sich: value playable.",
    ):
        assert each in said
    english = told(capsys, *DIFF)
    assert "Red plays the red Schatzmeister." in english and "rot moves" not in english
    cards = told(capsys, "diff", "ksr", "ksr+kanzler", "--seconds", "0", "--language", "de")
    assert "ksr+kanzler hat mit 3 Spielern 6 Karten, die ksr nicht hat: roter Kanzler, gelber Kanzler" in cards


def test_the_impact_names_seats_actions_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(
        capsys, "impact", "ksr", "review", "--games", "3", "--agents", "random,random,rollouts:1", "--language", "de"
    )
    for each in (
        "Rot gewinnt ",
        "Gelb gewinnt ",
        "wer beginnt, gewinnt ",
        "Punkte ",
        "Aktion Zofe ",
        "Rundenende „six“",
    ):
        assert each in out
    assert "rot gewinnt" not in out and "Stand" not in out
    assert told(capsys, "impact", "ksr", "ksr", "--language", "de").splitlines() == [
        "ksr (das erste) (Grundlage) und ksr (das zweite) (Variante): Keine Partie wurde gespielt",
        "",
        "Die Regeln beider sind dieselben, Block für Block: Jede Partie bleibt, wie sie ist.",
    ]


@pytest.mark.parametrize("command", [SIMULATE, IMPACT, DIFF])
def test_what_is_for_programs_is_the_same_in_both_languages(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    english, german = (told(capsys, *command, "--json", "--language", language) for language in ("en", "de"))
    assert english == german and json.loads(english)
    if command is not DIFF:
        english, german = (told(capsys, *command, "--csv", "--language", language) for language in ("en", "de"))
        assert english == german and "rot" in (english if command is SIMULATE else "rot")


def test_the_language_is_that_of_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert told(capsys, *IMPACT).startswith(
        "ksr (Grundlage) und ksr+kanzler (Variante): Paare von Partien mit 3 Spielern"
    )
    assert told(capsys, *IMPACT, "--language", "en").startswith("ksr (base) and ksr+kanzler (variant): pairs of games")


def test_without_words_reports_have_the_names_of_the_rules() -> None:
    rules = palast.load("ksr")
    found = simulate(rules, "random", 5, 1, players=3)
    plain = [*told_of_simulation(found)]
    assert any(line.startswith("rot  ") for line in plain) and any(line.startswith("by seat") for line in plain)
    assert plain == [*told_of_simulation(found, reporting=PLAIN)]
    [*lines] = told_of_impact(impact(rules, palast.load("review"), "random", 5, 1))
    assert any(line.startswith("points  ") for line in lines)
    assert Reporting([wording(rules, "de")]).seat("rot") == "Rot" and PLAIN.seat("rot") == "rot"
    assert Reporting([wording(rules, "de")]).number("1,234.5%") == "1.234,5\N{NO-BREAK SPACE}%"


LAW = """layer haus "Ein Gesetz"
always one-deed: deeds is less than 2
"""


@pytest.mark.parametrize(
    "command", [("test", "kuhn+haus.rules", "--quick"), ("check", "kuhn+haus.rules", "--games", str(tried(6, 1)))]
)
def test_a_failure_is_told_in_english_with_what_is_to_be_pasted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "haus.rules").write_text(LAW, "utf-8")
    text = told(capsys, *command)
    said = ('2 players: Player 1 ("seat 0")', "Player 1 passes.", "It fails here: 'always one-deed'")
    assert [each for each in said if each not in text] == []
    pasted = text[text.index("scenario one-deed\n") :].partition("\n\n")[0]
    assert "seat 0 act: pass" in pasted
