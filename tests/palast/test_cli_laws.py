"""`palast laws`: laws that are proposed, as lines and as JSON."""

import json
from pathlib import Path

import pytest

from palast.__main__ import main
from rulespec.experiments.mining import mine
from tests.effort import DEEP, tried
from tests.library import ruleset

GAMES = str(tried(100, 30))


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["laws", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_lines_can_be_pasted_and_are_no_longer_proposed_then(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [line for line in ran(capsys, "kuhn", "--games", GAMES).splitlines() if line.startswith("always ")]
    assert len(lines) >= 8
    top = tmp_path / "pasted.rules"
    top.write_text("\n".join(["layer pasted", *lines, ""]), "utf-8")
    assert main(["test", f"kuhn+{top}", "--games", GAMES]) == 0
    assert "all hold" in capsys.readouterr().out
    again = ran(capsys, f"kuhn+{top}", "--games", GAMES)
    assert not set(lines) & set(again.splitlines())


def test_json_says_all_that_the_library_does(capsys: pytest.CaptureFixture[str]) -> None:
    name = "leduc" if DEEP else "kuhn"
    told = json.loads(ran(capsys, name, "--games", GAMES, "--seed", "3", "--json"))
    mined = mine(ruleset(name), games=int(GAMES), seed=3)
    assert [law["line"] for law in told["laws"]] == [str(law) for law in mined.laws]
    assert told["tried"] == {"games": {"2": mined.fresh[2]}, "decisions": mined.fresh_decisions}
    assert told["seen"]["games"] == mined.seen > int(GAMES) and told["seed"] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["kuhn", "--games", "0"], "--games: games must be at least 1, not 0"), (["nobody"], "nobody")],
)
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert main(["laws", *arguments]) == 2
    assert said in capsys.readouterr().err
