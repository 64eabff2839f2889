"""Each output is in one language: findings for authors in English, the rest in the language of the session."""

from pathlib import Path

import pytest

from palast.__main__ import main
from tests.drop import FAILS, GAME


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
