"""What an impact tells of a change is what an engine that shares nothing with it finds, in games of its own.

That engine is the one by hand among the benchmarks; the same change is made in its Python.
"""

import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen
from scipy.stats import t

from rulespec import Ruleset, impact, load
from rulespec.experiments.impact import Difference
from tests.effort import DEEP, tried
from tests.library import ROOT, ruleset
from tests.test_impact_honesty import RESTING, SHORTER

BY_HAND = ROOT / "benchmarks" / "by_hand.py"
PLAYERS = 3
Values = dict[tuple[str, str], list[float]]


@frozen
class Change:
    """The same change as a layer and in Python."""

    layer: str  # its text, or its name
    python: Mapping[str, str]  # what stands there instead of what

    def __str__(self) -> str:
        return self.layer.split()[1] if "\n" in self.layer else self.layer


CHANGES = [
    Change(SHORTER, {"TARGET = {3: 6, 4: 5, 5: 4}": "TARGET = {3: 5, 4: 4, 5: 3}"}),
    Change(
        "kanzler",
        {
            '"Wächter", "Hofnarr")': '"Wächter", "Hofnarr", "Kanzler")',
            "waechter, go_on)": "waechter, go_on, kanzler)",
            "def back(": 'def kanzler(s: State) -> None:\n    ask(s, s.active, "suspect", others(s))\n\n\ndef back(',
            '    "back": back,': '    "back": back,\n    "suspect": lambda s, atoms: go_on(s),',
            '    "open": "turn over {}",': '    "open": "turn over {}",\n    "suspect": "look at the hand of {}",',
        },
    ),
    Change(
        RESTING,
        {
            '    if len(s.displays[s.active]) > 1:\n        ask(s, s.active, "back"': (
                '    if len(s.displays[s.active]) > 1 and FATE.random() >= 0.05:\n        ask(s, s.active, "back"'
            ),
            "T = TypeVar(": "FATE = Random(5)\nT = TypeVar(",
        },
    ),
]


def by_hand(name: str, changes: Mapping[str, str]) -> ModuleType:
    """The engine by hand, with some of its text replaced."""
    text = BY_HAND.read_text("utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    module = sys.modules[name] = ModuleType(name)  # where its dataclasses look for it
    exec(compile(text, name, "exec"), vars(module))
    return module


def played(engine: ModuleType, games: int, seed: int) -> Values:
    """What is measured of so many games of random players."""
    found: Values = {}
    random = Random(seed)

    def player(state: Any, decision: Any) -> Any:
        return decision.options[int(random.random() * len(decision.options))]

    for _ in range(games):
        end = engine.play(PLAYERS, [player] * PLAYERS, random)
        said = [event.block for event in end.log]
        values = {
            ("turns", ""): said.count("turn"),
            ("points", ""): sum(end.points) / PLAYERS,
            ("shared", ""): len(end.pending.winners) > 1,
            ("wins", "1"): 0 in end.pending.winners,
            ("wins", "2"): 1 in end.pending.winners,
            ("wins", "3"): 2 in end.pending.winners,
            ("rounds_ended", "round ends whisper"): said.count("whisper"),
            ("rounds_ended", "round ends six"): said.count("six"),
            ("rounds_ended", "round ends jester"): said.count("jester"),
            ("asked", "action Wächter: choose back from own display except card"): said.count("back"),
        }
        for measure, value in values.items():
            found.setdefault(measure, []).append(float(value))
    return found


def agrees(told: Difference, error: float, base: Sequence[float], variant: Sequence[float]) -> tuple[float, float]:
    """How far the difference that is told is from that of other games, and how far it may be."""
    elsewhere = sqrt(stdev(base) ** 2 / len(base) + stdev(variant) ** 2 / len(variant))
    assert told.interval is not None
    here = told.interval.half / float(t.ppf(1 - error / 2, told.pairs - 1))
    return abs(told.difference - (fmean(variant) - fmean(base))), 4 * sqrt(elsewhere**2 + here**2)


@pytest.mark.parametrize("change", CHANGES if DEEP else CHANGES[:1], ids=str)
def test_an_impact_is_what_another_engine_finds(change: Change, tmp_path: Path) -> None:
    (tmp_path / "layer.rules").write_text(change.layer, "utf-8")
    variant: Ruleset = (
        load(f"{ROOT / 'cards' / 'ksr.rules'}+{tmp_path / 'layer.rules'}")
        if "\n" in change.layer
        else (ruleset(f"ksr+{change.layer}"))
    )
    games, pairs = tried(20_000, 80), tried(20_000, 200)
    one, other = by_hand("by_hand_base", {}), by_hand("by_hand_variant", change.python)
    base, there = played(one, games, 1), played(other, games, 2)
    [trial] = impact(ruleset("ksr"), variant, games=pairs, seed=3, players=PLAYERS, precision=1e-9).trials
    compared, told = 0, 0
    for each in trial.differences:
        if (measure := (each.kind, each.of)) in base and each.interval is not None:
            off, allowed = agrees(each, 0.05 / 39, base[measure], there[measure])
            assert off <= allowed, (measure, each, off, allowed)
            compared += 1
            told += each.told in ("more", "less")
    assert compared >= 8
    assert told >= 2
