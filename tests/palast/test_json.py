"""`--json`: what each command prints is as the manual says, for what works and for what is wrong."""

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palast.__main__ import main
from palast.commands import NAMES
from palast.reports import tables
from palast.serving import files as built
from palast.serving.server import Server
from tests.drop import FAILS, GAME, HOLDS
from tests.effort import some, tried
from tests.library import ROOT

DICE = """ruleset dice "Dice"
players 2
at most 50 turns
counter points of player
turn
    choose pips from 1 to 6, by chance
    add pips to own points
game ends far after turn: own points is at least 20
winners: players, with most own points
"""
PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
PLAIN: dict[str, type | tuple[type, ...]] = {
    "text": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
}  # fmt: skip
CASES = {
    "check": [
        "kuhn --quick", "fails.rules missing spare.rules --quick", "drop.rules --mutants --games 1", "kuhn --games 1",
        "kuhn --seconds 0", "broken.rules",
    ],
    "completion": ["bash", "zsh", "fish"],
    "diff": ["kuhn drop.rules", "drop.rules idle.rules --games 20", "kuhn kuhn --games 3"],
    "explain": ["kuhn", "kuhn ante", "ksr next turn --language de", "review R9", "kuhn --plan", "kuhn turn --plan"],
    "fmt": ["--check drop.rules untidy.rules", "untidy.rules", "--diff . --check", "broken.rules missing", "-"],
    "impact": ["drop.rules idle.rules --games 6 --jobs 1", "kuhn kuhn --games 1 --jobs 1"],
    "laws": [f"drop.rules --games {tried(40, 10)}"],
    "lsp": ["", "--language de"],
    "manual": ["", "records"],
    "new": ["ace --on kuhn --like person", "mine --game", "extra --on dice.rules --like cards"],
    "play": ["kuhn --seed 3", "drop.rules --seed 1 --players 3 --record a.game", "kuhn --bots rollouts:2 --first 1"],
    "profile": ["drop.rules --games 3", "kuhn --games 2 --lines 1 --seed 3"],
    "replay": ["kept.game", "kept.game --seat 0 --language de", "kept.game --under kuhn", "kept.game --under other"],
    "rules": ["", "kuhn", "idle.rules", "kept.rules"],
    "sheet": ["kuhn", "drop.rules --against kuhn", "idle.rules --against drop.rules --only-changes"],
    "simulate": ["kuhn --games 3 --jobs 1", "drop.rules --games 0 --jobs 1"],
    "test": ["drop.rules fails.rules broken.rules spare.rules --games 1", "drop.rules --quick", "missing"],
}  # fmt: skip
WRONG = {  # what no command can do, with its exit status
    "check": ["kuhn --games -1", "--decisions 3", "kuhn --quik"],
    "completion": ["", "csh"],
    "diff": ["kuhn", "kuhn missing"],
    "explain": ["missing", "kuhn nothing", "kuhn --players 2", "broken.rules"],
    "fmt": ["empty"],
    "impact": ["kuhn missing", "kuhn kuhn --jobs 0"],
    "laws": ["missing", "kuhn --games 0"],
    "lsp": ["--socket", "--language fr"],
    "manual": ["nothing"],
    "new": ["kuhn --on kuhn --like end", "x --like nothing", "x --on kuhn", "x --on missing --like end"],
    "play": ["", "missing", "kuhn --players 9", "kuhn --human", "kuhn --players many"],
    "profile": ["missing", "kuhn --games 0", "kuhn --lines 0"],
    "replay": ["missing", "damaged.game", "kept.game --under missing", "kept.game --seat 7"],
    "rules": ["missing"],
    "sheet": ["missing", "kuhn --only-changes", "kuhn --html"],
    "simulate": ["missing", "kuhn --games -1", "kuhn --csv"],
    "test": ["drop.rules --games -1"],
    "web": ["--port 0", "--out ."],
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    kept = (ROOT / "examples/games/kuhn.rules").read_text("utf-8").replace("ruleset kuhn", "ruleset kept")
    other = kept.replace("ruleset kept", "ruleset other").replace("add 1 to own stake", "add 2 to own stake")
    idle = GAME.replace("ruleset drop", "ruleset idle").replace("is at least", "is more than")
    for name, text in {
        "drop": GAME + HOLDS, "fails": GAME.replace("ruleset drop", "ruleset fails") + FAILS, "kept": kept,
        "idle": f"{idle}counter unused\n", "broken": "ruleset broken\nturn\n    jump\n",
        "untidy": f"{GAME}\n\n\n".replace("ruleset drop", "ruleset   untidy"), "other": other,
        "dice": DICE, "spare": "layer spare\nadd counter unused\n",
    }.items():  # fmt: skip
        Path(f"{name}.rules").write_text(text, "utf-8")
    Path("empty").mkdir()
    assert main(["play", "kept.rules", "--seed", "1", "--record", "kept.game"]) == 0
    Path("damaged.game").write_text(Path("kept.game").read_text("utf-8").replace("draws: ", "draws: the "), "utf-8")
    capsys.readouterr()


# ---- the form, as the manual says it


def _documented() -> dict[str, dict[str, dict[str, str]]]:
    """By section of the page, and by class: the type of each key."""
    found = dict[str, dict[str, dict[str, str]]]()
    for section in re.split(r"^## (?:palast )?", PAGE, flags=re.MULTILINE)[1:]:
        tables = re.findall(r"^\*\*(\w+)\*\*: .*\n\n\| key .*\n.*\n((?:\|.*\n)*)", section, re.MULTILINE)
        rows = {name: re.findall(r"^\| `([^`]+)` \| (.*?) \| .+ \|$", table, re.MULTILINE) for name, table in tables}
        found[section.split()[0]] = {name: dict(each) for name, each in rows.items()}
    return found


DOCUMENTED = _documented()
PRINTED = dict(re.findall(r"^## palast (\w+)\n\nIt prints: (.*)\.$", PAGE, re.MULTILINE))


def misfits(type_: str, value: Any, section: str, at: str = "it") -> list[str]:
    """Where a value is not as the manual says, in the best of the forms that it can have."""
    return min((_misfits(each, value, section, at) for each in type_.split(" or ")), key=len)


def _misfits(type_: str, value: Any, section: str, at: str) -> list[str]:
    wrong = [f"{at} is no {type_}: {str(value)[:60]}"]
    if type_ in PLAIN:
        fits = isinstance(value, PLAIN[type_]) and (type_ == "boolean" or not isinstance(value, bool))
        return [] if fits else wrong
    if type_.startswith("`"):
        return [] if value == type_.strip("`") else wrong
    if inner := type_.removeprefix("list of ") * type_.startswith("list of "):
        if not isinstance(value, list):
            return wrong
        return [bad for i, each in enumerate(value) for bad in misfits(inner, each, section, f"{at}[{i}]")]
    if not isinstance(value, dict):
        return wrong
    if inner := type_.removeprefix("object of ") * type_.startswith("object of "):
        return [bad for key, each in value.items() for bad in misfits(inner, each, section, f"{at}.{key}")]
    name = type_.strip("*")
    [keys, *_] = [each[name] for each in (DOCUMENTED[section], *DOCUMENTED.values()) if name in each]
    wrong = [f"{at}: {sorted(value)} instead of {sorted(keys)}"] if value.keys() != keys.keys() else []
    for key in keys.keys() & value:
        wrong += misfits(keys[key], value[key], section, f"{at}.{key}")
    return wrong


def test_the_page_has_the_tables_of_the_reports() -> None:
    assert PAGE.partition(tables.BEGIN)[2].partition(tables.END)[0] == tables.tables()
    assert sorted(PRINTED) == sorted(NAMES) == sorted([*CASES, "web"]) == sorted(WRONG)
    assert sum(map(len, DOCUMENTED.values())) > 40


def test_what_is_not_as_the_page_says_is_told() -> None:
    problem = {**dict.fromkeys(("code", "path", "message", "remedy"), ""), "line": 1, "column": 1}
    good = {"error": "no", "problems": [problem]}
    assert misfits("**Refusal**", good, "Errors") == []
    wrong: list[Any] = [
        {"error": "no"}, {"error": 1, "problems": []}, {**good, "more": 1}, {**good, "problems": [{}]}, [], None,
        {**good, "problems": [{**problem, "line": True}]},
    ]  # fmt: skip
    for bad in wrong:
        assert misfits("**Refusal**", bad, "Errors"), bad


# ---- what commands print


def run(command: str, case: str, *more: str) -> int:
    """The exit status of a command that reads an untidy file from standard input, if it reads that."""
    before = sys.stdin
    with open("untidy.rules", encoding="utf-8") as sys.stdin:
        try:
            return main([command, *case.split(), *more])
        finally:
            sys.stdin = before


@pytest.mark.parametrize("command", CASES)
def test_what_a_command_prints_is_as_the_page_says(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for case in CASES[command]:
        shown = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
        status = run(command, case, "--json")
        said = json.loads(capsys.readouterr().out)
        assert misfits(PRINTED[command], said, command) == [], case
        for name, content in shown.items():
            Path(name).write_bytes(content)
        Path("a.game").unlink(missing_ok=True)
        # without it one writes files, the other serves
        if command not in ("new", "lsp") and case in some(CASES[command], 2):
            assert run(command, case) == status, case
        capsys.readouterr()


@pytest.mark.parametrize("command", NAMES)
def test_why_a_command_can_do_nothing_is_json_with_the_same_exit_status(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for case in WRONG[command]:
        status = main([command, *case.split(), "--json"])
        out, _ = capsys.readouterr()
        assert misfits("**Refusal**", json.loads(out), "Errors") == [], case
        assert status in (1, 2), case
        if case not in ("kuhn --csv", "kuhn --html", "kuhn --human", "x --on kuhn"):  # alone these are in order
            assert main([command, *case.split()]) == status, case
            assert capsys.readouterr().err


def test_games_that_are_drawn_are_told_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    dice, seen = Random(7), set[str]()
    for _ in range(6):
        rules = dice.choice(["kuhn", "leduc", "pig", "drop.rules", "go-fish"])
        Path("drawn.game").unlink(missing_ok=True)
        assert main(["play", rules, f"--seed={dice.randrange(10**6)}", "--record=drawn.game", "--json"]) == 0
        played = json.loads(capsys.readouterr().out)
        assert main(["replay", "drawn.game", "--json"]) == 0
        replayed = json.loads(capsys.readouterr().out)
        assert misfits("**Game**", played, "play") == misfits("**Game**", replayed, "replay") == []
        assert {**replayed, "record": ""} == {**played, "record": ""}
        assert main(["replay", "drawn.game", "--seat=0", "--json"]) == 0
        seat = json.loads(capsys.readouterr().out)
        assert (seat["seed"], seat["record"], seat["seat"]) == (None, None, seat["seats"][0])
        assert set(played["result"]["winners"]) <= set(played["seats"]) == set(played["result"]["returns"])
        seen |= {rules}
    assert len(seen) > 2


def test_where_the_page_is_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_bytes((ROOT / "web" / "index.html").read_bytes())
    monkeypatch.setattr(built, "WITHIN", page)
    assert main(["web", "--out", "site", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert misfits(PRINTED["web"], written, "web") == [] and Path(written["folder"], "index.html").is_file()
    monkeypatch.setattr(Server, "serve_forever", lambda _: None)
    port = 20000 + Random().randrange(20000)
    assert main(["web", "--no-browser", "--json", "--port", str(port)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert misfits(PRINTED["web"], told, "web") == [] and str(port) in told["address"]
