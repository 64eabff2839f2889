"""`palast fmt`: rule files are put into their canonical form, and broken ones left alone."""

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from palast.__main__ import main

LOOSE, TIDY, BROKEN = "layer x\nzone  z\n", "layer x\nzone z\n", "layer x\nzoen z\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"loose": LOOSE, "tidy": TIDY, "broken": BROKEN}.items():
        (tmp_path / f"{name}.rules").write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def texts(folder: Path) -> list[str]:
    return [(folder / f"{name}.rules").read_text("utf-8") for name in ("loose", "tidy", "broken")]


def test_files_are_changed_and_those_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "loose.rules", "tidy.rules"]) == 0
    assert capsys.readouterr() == ("loose.rules: changed\n", "")
    assert texts(folder) == [TIDY, TIDY, BROKEN]
    assert main(["fmt", "loose.rules", "tidy.rules"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_broken_file_is_left_alone_with_its_errors_and_status_2(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", "broken.rules", "loose.rules"]) == 2
    out, err = capsys.readouterr()
    assert out == "loose.rules: changed\n"
    assert err.startswith("error[E002]: unknown word 'zoen'\n  broken.rules:2:1\n")
    assert texts(folder) == [TIDY, TIDY, BROKEN]


def test_a_check_writes_nothing_and_answers_by_its_status(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", "tidy.rules"]) == 0
    assert main(["fmt", "--check", "tidy.rules", "loose.rules"]) == 1
    assert capsys.readouterr() == ("loose.rules: would change\n", "")
    assert main(["fmt", "--check", "broken.rules", "loose.rules"]) == 2
    assert texts(folder) == [LOOSE, TIDY, BROKEN]


def test_a_diff_writes_nothing_and_shows_the_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diff = "--- loose.rules\n+++ loose.rules\n@@ -1,2 +1,2 @@\n layer x\n-zone  z\n+zone z\n"
    assert main(["fmt", "--diff", "tidy.rules", "loose.rules"]) == 0
    assert capsys.readouterr() == (diff, "")
    assert main(["fmt", "--diff", "--check", "tidy.rules", "loose.rules"]) == 1
    assert capsys.readouterr() == (diff, "")
    assert texts(folder) == [LOOSE, TIDY, BROKEN]


def test_the_files_of_a_folder_are_formatted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.rules").unlink()
    (folder / "empty").mkdir()
    assert main(["fmt", "--check", "."]) == 1
    assert capsys.readouterr().out == "loose.rules: would change\n"
    assert main(["fmt", "empty"]) == 2
    assert " has no file *.rules" in capsys.readouterr().err


def test_what_cannot_be_read_is_told_with_status_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "latin.rules").write_bytes("layer gr\xfcn\n".encode("latin-1"))
    assert main(["fmt", "nowhere.rules", "latin.rules", "loose.rules"]) == 2
    out, err = capsys.readouterr()
    assert out == "loose.rules: changed\n"
    first, second = err.splitlines()
    assert first.startswith("palast: nowhere.rules: cannot read the file")
    assert second == "palast: latin.rules: line 1, column 9 is not UTF-8; save the file as UTF-8"


@pytest.mark.parametrize("named", [[], ["-"]])
def test_standard_input_goes_to_standard_output(
    named: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fmt(text: bytes, *how: str) -> int:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text), "utf-8"))
        return main(["fmt", *how, *named])

    assert fmt(LOOSE.encode()) == 0
    assert capsys.readouterr() == (TIDY, "")
    assert fmt(LOOSE.encode(), "--check") == 1
    assert capsys.readouterr() == ("standard input: would change\n", "")
    assert fmt(TIDY.encode(), "--check") == 0
    assert fmt(BROKEN.encode()) == 2
    assert "standard input:2:1" in capsys.readouterr().err
    assert fmt(b"#" * 300_000) == 2
    assert "300,000" in capsys.readouterr().err
