"""What CONTRIBUTING says of adding to the language is true: patches that follow its tables alone add what is played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import DEEP
from tests.library import ROOT
from tests.patches import patch, said

ADDED = {  # the table that each patch follows, and how many files that may take
    "effect": ("An effect", 8),
    "expression": ("An expression", 5),
    "zone": ("A property of a zone", 6),
    "chance": ("A kind of chance", 10),
}
LINES = 120
LEFT_BY_TOOLS = (".git", "node_modules", "dist", ".*_cache", "__pycache__", ".hypothesis", "_native.*")
TESTS = (  # of drawn rules
    "test_printer", "test_rule_files", "test_chance", "test_coupled", "test_native", "test_native_knowledge",
    "test_leaks",
)  # fmt: skip
PLAYED = """
from collections import Counter
from random import Random
import rulespec
from tests.patches import FOLDER
from tests.test_native import in_step
rules, seen = rulespec.load(FOLDER / "made_up.rules"), Counter()
for seed in range(20):
    seen += in_step(rules.game(rules.players[seed % 2]), Random(seed), 200)
begun = rules.begin(2, 0, Random(0).random)
print(seen["Announce"], seen["Roll"], seen["ends"], begun.view(0).zone("hand", 0), len(begun.view(1).zone("hand", 0)))
print(*(str(event) for event in begun.apply("4").view(1).log if "announces" in str(event)), sep="; ")
"""


def table(heading: str) -> list[str]:
    """The files that a table of CONTRIBUTING names in its first column, and rooms for new ones."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = re.split(rf"^### {heading}$", text, flags=re.MULTILINE)[1].split("\n#")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("name", ADDED)
def test_a_patch_applies_to_the_files_that_its_table_names_and_to_no_other(name: str) -> None:
    heading, most = ADDED[name]
    changed = patch(name).applied(ROOT)
    named = [path if (ROOT / path).exists() else f"{Path(path).parent.as_posix()}/" for path in changed]  # or its room
    assert sorted(named) == sorted(table(heading))
    assert len(changed) <= most and patch(name).added <= LINES
    assert all(text != said(ROOT / path) for path, text in changed.items())


def apply_all(folder: Path) -> None:
    for name in ADDED:
        for path, text in patch(name).applied(folder).items():
            (folder / path).write_text(text, "utf-8")


def test_all_patches_apply_one_after_another(tmp_path: Path) -> None:
    for path in {path for name in ADDED for path in patch(name).files}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(said(ROOT / path), "utf-8")
    apply_all(tmp_path)
    grammar = said(tmp_path / "rulespec/language/rules.lark")
    assert [grammar.count(f"-> {name}\n") for name in ("announce", "half_of", "backwards", "roll")] == [1] * 4


def run(*command: str, folder: Path) -> str:
    """What a program says that runs in a copy of the project."""
    variables = os.environ | {"PYTHONPATH": str(folder), "HYPOTHESIS_PROFILE": "quick"}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


if DEEP:  # building and testing a copy takes minutes

    def test_what_the_patches_add_is_drawn_and_played_on_both_engines(tmp_path: Path) -> None:
        copy, built = tmp_path / "project", tmp_path / "built"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_BY_TOOLS))
        apply_all(copy)
        run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(built), ".", folder=copy)
        (extension,) = (built / "rulespec").glob("_native.*")
        shutil.copy(extension, copy / "rulespec")
        counted, heard = run(sys.executable, "-c", PLAYED, folder=copy).splitlines()
        announced, rolled, ended, own, of_other = map(int, counted.split())
        assert announced > 100 and rolled > 50 and ended == 20
        assert own == of_other == 3  # his own hand is a number to him, and another's are cards
        assert heard.startswith("seat 0 announces 2; seat 0 announces -")
        tests = [f"tests/{name}.py" for name in TESTS]
        run(sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *tests, folder=copy)
