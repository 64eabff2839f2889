"""`palast profile`: the lines that take the most work, as a table and as JSON."""

import json

import pytest

from palast.__main__ import main
from palast.rulesets import load
from rulespec.experiments.profiling import profile


def test_the_most_expensive_lines_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    found = profile(load("ksr"), games=4, seed=5)
    assert main(["profile", "ksr", "--games", "4", "--seed", "5", "--lines", "2"]) == 0
    head, first, second, empty, summary = capsys.readouterr().out.splitlines()
    assert head.split() == ["work", "steps", "per", "question", "line"]
    for line, cost in zip((first, second), found.costs, strict=False):
        assert line.split()[0] == f"{cost.share:.1%}"
        assert line.endswith(f"{cost.where}  {cost.block}")
    assert (empty, summary) == ("", found.summary)


def test_the_same_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = profile(load("kuhn"), games=2)
    assert main(["profile", "kuhn", "--games", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["steps"], told["questions"]) == (found.steps, found.questions)
    assert [(each["block"], each["steps"]) for each in told["costs"]] == [
        (each.block, each.steps) for each in found.costs
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["kuhn", "--games", "0"], "--games: games must be at least 1, not 0"),
        (["kuhn", "--lines", "0"], "--lines must be at least 1, not 0"),
        (["nobody"], "nobody"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", *arguments]) == 2
    assert told in capsys.readouterr().err
