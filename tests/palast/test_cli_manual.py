"""`palast manual`: the pages and the explanations of codes come with the library."""

import json
from pathlib import Path

import pytest

from palast.__main__ import main
from rulespec.language.codes import codes

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


@pytest.mark.parametrize("name", ["E032", "e032"])
def test_a_code_is_explained_with_an_example_and_its_fix(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", name]) == 0
    code = codes()["E032"]
    assert capsys.readouterr().out == f"# E032: {code.title}\n\n{code.text}\n"


def test_a_code_is_a_page_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", "w052", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == f"W052: {codes()['W052'].title}"


def test_an_unknown_code_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", "E099"]) == 2
    assert "E099" in capsys.readouterr().err
