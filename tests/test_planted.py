"""Planted faults are named by `palast check` as it comes, and sound rules that look like them raise no alarm."""

import json
from pathlib import Path
from typing import Any

import pytest

from palast.__main__ import main
from tests.effort import DEEP, some
from tests.pairs import FAULTS, PLANTED, SOUND, alarms, named, spec

CHEAP = ("dice", "giants", "kettle", "ladder", "laps")  # what a few games show


def checked(capsys: pytest.CaptureFixture[str], folder: Path, file: str) -> tuple[int, list[dict[str, Any]]]:
    """The status of a check and what it has found: at default settings, or for each time after few decisions."""
    effort = [] if DEEP else ["--decisions", "500"]
    status = main(["check", file, "--json", "--save", str(folder), *effort])
    (told,) = json.loads(capsys.readouterr().out)
    return status, told["findings"]


@pytest.mark.parametrize("name", FAULTS if DEEP else some(CHEAP, 2))
def test_a_planted_fault_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    status, findings = checked(capsys, tmp_path, spec("faults", name))
    assert status == 1
    assert named(name, findings), alarms(findings)


@pytest.mark.parametrize("name", SOUND if DEEP else some(CHEAP, 2, start=1))
def test_a_sound_rule_raises_no_alarm(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    status, findings = checked(capsys, tmp_path, spec("sound", name))
    assert alarms(findings) == []
    assert status == 0


@pytest.mark.parametrize(("folder", "names"), [("faults", FAULTS), ("sound", SOUND)])
def test_every_planted_file_says_in_its_second_line_what_it_is(folder: str, names: dict[str, Any]) -> None:
    files = {path.stem: path.read_text("utf-8").splitlines() for path in (PLANTED / folder).glob("*.rules")}
    assert sorted(files) == sorted(names)
    begins = "# wrong: " if folder == "faults" else "# all right: "
    assert [name for name, lines in files.items() if not lines[1].startswith(begins)] == []


@pytest.mark.parametrize("name", FAULTS)
def test_the_words_of_a_fault_stand_in_its_file(name: str) -> None:
    """What should be marked is there, or is a law or a condition of the game beneath."""
    text = (PLANTED / "faults" / f"{name}.rules").read_text("utf-8")
    assert FAULTS[name].base or any(word in text for word in FAULTS[name].words)
