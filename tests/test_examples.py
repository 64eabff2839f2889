"""The layers among the examples: what they say and inherit holds on each ruleset that they are tried on."""

import re
import runpy
from collections import Counter
from pathlib import Path

import pytest

import palast
from rulespec.experiments.scenarios import laid_in, run, specs
from tests.effort import DEEP, some, tried
from tests.library import HOUSE_RULES, KNOWN_GAMES, READINGS, ROOT, SHELF

LAYERS = sorted([*HOUSE_RULES.glob("*.rules"), *READINGS.glob("*.rules")])
ON_THE_SHELF = [f"{path.parent.name}+{path.stem}" for path in sorted(SHELF.glob("*/*.rules"))] + [*KNOWN_GAMES]
CASES = [(path, on, spec) for path in LAYERS for on, spec in specs(path, str(path)).items()]


@pytest.mark.parametrize(("path", "on", "spec"), some(CASES, 3), ids=lambda each: getattr(each, "stem", None))
def test_what_a_layer_says_and_inherits_holds(path: Path, on: str, spec: str) -> None:
    held = run(laid_in(palast.load(spec)), spec=spec, ways=40 if DEEP else 1)
    assert [str(each.problem) for each in held if not each.held] == []
    assert len(held) > 50


@pytest.mark.parametrize("spec", ON_THE_SHELF)
def test_the_scenarios_of_every_game_hold_with_each_of_its_layers(spec: str) -> None:
    """All of them; for speed, the quick profile tries those of the file on top alone."""
    rules = laid_in(palast.load(spec))
    top = rules.composed.layers[-1].name
    own = [key for key, entry in rules.composed.entries.items() if DEEP or entry.since_written[0].layer == top]
    held = run(rules, own, spec=spec, ways=1)
    assert [str(each.problem) for each in held if not each.held] == []


def test_every_layer_says_what_it_is_tried_on_and_most_mean_to_change_something() -> None:
    assert len(LAYERS) > 12
    assert Counter(path for path, _, _ in CASES).keys() == set(LAYERS)
    assert sum("\nchanges " in path.read_text("utf-8") for path in LAYERS) > 12
    assert (ROOT / "examples" / "broken").is_dir()


def test_the_report_of_the_three_texts_says_what_each_makes_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    games = tried(30, 12)
    runpy.run_path(str(ROOT / "examples" / "three_texts.py"))["main"](
        ["--games", f"{games}", "--players", "3", "--jobs", "1"]
    )
    said = capsys.readouterr().out
    assert (
        len(re.findall(r"^  (?:magier's|review's|all of) .*: (?:longer|shorter|the same|cannot tell)$", said, re.M))
        == 8
    )
    assert len(re.findall(r"^  .*\d%\), a player in the mean \d", said, re.M)) == 5
    assert f"in 0 of {games} pairs another one: the same" in said  # whoever plays at random does not look at cards
