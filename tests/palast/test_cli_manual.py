"""`palast manual`: the pages come with the library."""

from pathlib import Path

import pytest

from palast.__main__ import main

DOCS = Path(__file__).parents[2] / "docs"


def test_every_page_is_listed_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    out = capsys.readouterr().out
    for path in DOCS.glob("*.md"):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        assert f"  {path.stem:<11} {title}\n" in out


def test_a_page_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", "records"]) == 0
    assert capsys.readouterr().out == (DOCS / "records.md").read_text("utf-8")


def test_a_page_that_is_not_there_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", "langage"]) == 2
    assert "did you mean 'language'?" in capsys.readouterr().err
