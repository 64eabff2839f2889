"""Forty mistyped commands: each gets one message with a remedy, and no traceback."""

import re
from pathlib import Path

import pytest

from palast.__main__ import main

TYPOS = """
plaay kuhn | help | version | ksr | -play kuhn | --players 3 play kuhn | rule kuhn | simulat kuhn
play kuhn --player 2 | play kuhn players 2 | play kuhn --seed | play kuhn --seed one | play kuhn --seed 1.5
play kuhn --players 9 | play kuhn --language fr | play kuhn --first 7 | play kuhn --bots genius | play kunh
play kuhn --human 5 | play kuhn --budget none | play kuhn leduc | play --resume missing.game
replay | replay missing.game | replay missing.game --seat 0 --under kuhn | sheet kuhn --only-changes
sheet kuhn --json --html a.html | sheet kuhn --language english | explain kuhn trun | explain kuhn --players 3
check kuhn --games -1 | check missing.rules | test kuhn --games -2 | laws kuhn --games many | profile kuhn --lines 0
simulate kuhn --json --csv | simulate kuhn --jobs 0 | diff kuhn | new 4x --on kuhn --like end | new x --like persn
manual langwage | web --port 99999 | fmt missing.rules | completion tcsh
"""


@pytest.mark.parametrize("typed", [each.strip() for each in re.split(r"[|\n]", TYPOS) if each.strip()])
def test_a_mistyped_command_gets_one_message_with_a_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(typed.split()) in (1, 2)
    said = "".join(capsys.readouterr())
    assert "Traceback" not in said
    assert re.search(r"; \w|\n  \w|\^ \w|\? *$|: \w+ ", said), said
