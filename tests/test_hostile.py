"""Rule files that mean harm are refused or played: no traceback, no hang, in bounded memory and on a short stack."""

import subprocess
import sys
from pathlib import Path

import pytest

import rulespec
from rulespec import Over, RulesError
from rulespec.game.explain import explain, overview
from tests.effort import tried
from tests.hostile import ROOT, WAYS

BASE = (ROOT / "tests" / "rules" / "bad" / "base.rules").read_text("utf-8")
FRAMES = 500  # left to whoever loads rules deep inside of a program of his own
MANY = tried(deep=1_400, quick=14)


def test_a_file_that_means_harm_is_refused_or_played() -> None:
    command = [sys.executable, "-m", "tests.hostile", "0", str(MANY)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = [line.split(maxsplit=4) for line in done.stdout.splitlines()]
    assert [line for line in told if line[4].startswith("BROKE")] == []
    assert len(told) == MANY
    assert {line[1] for line in told} == {way.__name__ for way in WAYS}
    said = [line[4] for line in told]
    assert said.count("played") > MANY // 20
    assert len(set(said)) > tried(deep=8, quick=5)


DEEP: dict[str, tuple[str, str]] = {  # what is said, and what comes of it
    "values on values": ("".join(f"value v{n}: v{n + 1}\n" for n in range(32)) + "value v32: 1\n", "played"),
    "a high tower": ("".join(f"value v{n}: v{n + 1}\n" for n in range(200)) + "value v200: 1\n", "E006"),
    "a tower that bites its tail": ("".join(f"value v{n}: v{(n + 1) % 200}\n" for n in range(200)), "E026"),
    "a small circle": ("value a: b\nvalue b: c plus 1\nvalue c: a\n", "E026"),
    "conditions on conditions": (
        "".join(f"call game c{n} if game is c{n + 1}\n" for n in range(600)) + "call game c600 if 1 is 1\n", "E006",
    ),
    "things of things": ("value v: " + "left of " * 85 + "active\n", "played"),
    "a long sum": ("value v: " + " plus ".join(["cards in pile"] * 50) + "\n", "played"),
    "nots upon nots": ("call game g if " + "not " * 85 + "pile is empty\n", "played"),
    "a thousand brackets": ("value v: " + "(" * 1_000 + "1" + ")" * 1_000 + "\n", "E004"),
    "sets of sets": ("value v: " + "(" * 18 + "players" + ", where it is active)" * 18 + "\n", "played"),
    "blocks in blocks": (
        "after turn x\n" + "".join(f"{' ' * n}if pile is empty\n" for n in range(1, 31)) + " " * 31 + "nothing\n",
        "played",
    ),
    "six hundred blocks in blocks": (
        "after turn x\n" + "".join(f"{' ' * n}if pile is empty\n" for n in range(1, 601)) + " " * 601 + "nothing\n",
        "E004",
    ),
    "actions that perform actions": (
        "word act: " + ", ".join(f"a{n}" for n in range(49)) + "\naction a48: nothing\nafter turn x: perform a0\n"
        + "".join(f"action a{n}: perform a{n + 1}\n" for n in range(48)), "played",
    ),
    "at the same time at the same time": (
        "after turn x\n" + "".join(f"{' ' * n}at the same time\n" for n in range(1, 31)) + " " * 31 + "nothing\n",
        "E036",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", DEEP)
def test_what_is_deep_needs_no_deep_stack(kind: str, tmp_path: Path) -> None:
    text, wanted = DEEP[kind]
    path = tmp_path / "deep.rules"
    path.write_text(BASE + text)
    left = sys.getrecursionlimit() - _frames() - FRAMES
    assert left > 0
    assert _deep_inside(left, path) == wanted


def _frames() -> int:
    count, frame = 0, sys._getframe()
    while frame.f_back is not None:
        count, frame = count + 1, frame.f_back
    return count


def _deep_inside(frames: int, path: Path) -> str:
    return _outcome(path) if frames == 0 else _deep_inside(frames - 1, path)


def _outcome(path: Path) -> str:
    try:
        rules = rulespec.load(path)
    except RulesError as error:
        return error.errors[0].code
    state = rules.new_game(players=4)
    for _ in range(8):
        if not isinstance(state.pending, Over):
            state = state.apply(state.pending.options[0])
    assert str(state.log)
    assert str(state.view(0).log)
    assert rules.digest
    assert list(overview(rules))
    assert list(explain(rules, list(rules.composed.entries)[-1]))
    return "played"
