"""Each output is in one language: findings for authors in English, the rest in the language of the session."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from palast.commands import NAMES, command
from palast.options import flat
from rulespec import Ruleset
from rulespec.language.printer import lines
from tests.drop import FAILS, GAME
from tests.effort import some

GAMES = ("ksr", "hearts", "skat", "mau-mau", "ksr+kanzler")
FUNCTION_WORDS = {"en": {"the", "of", "and", "is", "with"}, "de": {"der", "die", "und", "ist", "mit"}}
TRIED = {  # every command with --language, on a ruleset and another one
    "play": "{rules} --seed 3 --record a.game",
    "replay": "a.game | a.game --seat 0 | a.game --under {other}",
    "explain": "{rules} | {rules} turn",
    "sheet": "{rules} | {rules} --against {other} | {rules} --worked-out",
    "simulate": "{rules} --games 2 --jobs 1",
    "diff": "{rules} {other} --seconds 1",
    "impact": "{rules} {other} --games 2 --jobs 1",
    "lsp": "--json",
}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) in (0, 1)
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.parametrize("command", ["test --quick --games 20", "check --games 20"])
def test_findings_and_their_games_are_in_english_under_every_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    Path("drop.rules").write_text(GAME + FAILS, "utf-8")
    english = printed(capsys, *command.split(), "drop.rules")
    assert "It fails here" in english and "to watch it again: palast replay" in english
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert printed(capsys, *command.split(), "drop.rules") == english


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def written(rules: Ruleset) -> set[tuple[str, str]]:
    """The pairs of words in the rules, which every output quotes as they are."""
    files = [Path(each.path).read_text("utf-8") for each in rules.composed.layers]
    blocks = ["\n".join(lines(each.declaration)) for each in rules.composed.entries.values()]
    return {pair for text in [*files, *blocks, rules.title] for pair in pairwise(words(text))}


def foreign(output: str, language: str, quoted: set[tuple[str, str]]) -> list[str]:
    """The lines with a function word of the other language that is not quoted from the rules."""
    (other,) = (said for known, said in FUNCTION_WORDS.items() if known != language)
    said = re.sub(r"\[[^\]\n]*\]$|\S*/\S*|\S+\.txt\S*", " ", output, flags=re.M)  # citations and files
    found = []
    for before, word, after in zip(["", *words(said)], words(said), [*words(said)[1:], ""], strict=False):
        if word in other and (before, word) not in quoted and (word, after) not in quoted:
            found.append(f"{before} {word} {after}")
    return found


def test_every_command_that_has_a_language_is_tried() -> None:
    assert {*TRIED} == {
        name for name in NAMES if any("--language" in each.names for each in flat(command(name).options))
    }


@pytest.mark.parametrize("language", FUNCTION_WORDS)
@pytest.mark.parametrize("name", some(GAMES, 3))
def test_no_output_mixes_languages(capsys: pytest.CaptureFixture[str], name: str, language: str) -> None:
    other = {"ksr": "ksr+kanzler", "ksr+kanzler": "ksr"}.get(name, name)
    quoted = written(palast.load(name)) | written(palast.load(other))
    for verb, forms in TRIED.items():
        for form in forms.format(rules=name, other=other).split(" | "):
            output = printed(capsys, verb, *form.split(), "--language", language)
            assert foreign(output, language, quoted) == [], (verb, form)


def test_a_foreign_word_is_found() -> None:
    quoted = written(palast.load("ksr"))
    assert foreign("Herkunft: the rest, und mehr", "de", quoted) == ["herkunft the rest"]
    assert foreign("Zitiert: Who starts the first round?", "de", quoted) == []
    assert foreign("Red spielt die Zofe", "en", quoted) == ["spielt die zofe"]
