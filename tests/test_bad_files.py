"""Every file in rules/bad holds the whole message that an author sees about it, in its last lines, behind `#!`.

A file of the same name in rules/near is a near miss: a small edit that corrects it. Each code has at least one.
`python tests/test_bad_files.py` writes the messages anew; read the diff as an author would.
"""

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import rulespec
from rulespec.experiments.hunt import hunt
from rulespec.experiments.scenarios import absent, run
from rulespec.game.pipeline import warnings
from rulespec.language.codes import codes as known_codes
from rulespec.language.errors import Problem, RulesError
from rulespec.language.tree import declarations as d
from tests.effort import some, tried
from tests.library import FOLDERS, GAMES, KNOWN_GAMES, ruleset

BAD, NEAR = (Path(__file__).parent / "rules" / each for each in ("bad", "near"))
BENEATH = ("base.rules", "base.en.texts", "beneath.rules", "renaming.rules", "E014_one.rules")  # what others lie on
SMALL_EDIT = 7  # lines
TOGETHER = {  # what is wrong only on others
    "E014_two.rules": "base.rules+E014_one.rules+E014_two.rules",
    "E002_extends_in_a_line.rules": "base.rules+E002_extends_in_a_line.rules",
    "E002_word_after_a_replaced_name.rules": "base.rules+E002_word_after_a_replaced_name.rules",
}
MARK = "#! "
BY_ITSELF = frozenset({"W068", "W069", "W070", "W072"})  # what only games show that the engine plays by itself
DECISIONS = 5000  # of them


def cases() -> list[Path]:
    return [path for path in sorted(BAD.glob("*.rules")) if path.name[0] in "EWt" and path.name != "E014_one.rules"]


PLAYED = [path for path in cases() if path.name.startswith("W")]
ONLY_READ = [path for path in cases() if path not in PLAYED]
NEARLY_WARNED = sorted(NEAR.glob("W*.rules"))
NEARLY_WRONG = [path for path in sorted(NEAR.glob("*.rules")) if path not in NEARLY_WARNED]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def rules_of(path: Path) -> list[str]:
    """The lines of a file without the message about it, and without the blank lines at its end."""
    return text_of(path).split("\n#!")[0].rstrip().splitlines() if path.exists() else []


def expected(path: Path) -> str:
    lines = [line for line in text_of(path).splitlines() if line.startswith(MARK.strip())]
    return "\n".join(line[len(MARK) :] for line in lines)


def told(path: Path) -> str:
    """The messages about a file, with its folder left out."""
    with TemporaryDirectory() as folder:
        for each in {*(BAD / name for name in BENEATH), *path.parent.glob(f"{path.name[:4]}*"), path}:
            copy(each, folder)
        spec = TOGETHER.get(path.name, path.name)
        return "\n\n".join(map(str, problems(spec, Path(folder), path.name[:4]))).replace(f"{folder}/", "")


def problems(spec: str, folder: Path, code: str) -> Sequence[Problem | RulesError]:
    """All problems of the rules in a folder; a warning with this code may need games that are played."""
    try:
        rules = rulespec.load("+".join(str(folder / part) for part in spec.split("+")))
    except RulesError as error:
        return [error]
    found = [*warnings(rules), *(each.problem for each in run(rules) if each.problem), *absent([rules])]
    if code.startswith(("W", "E064")):
        report = hunt(rules, decisions=DECISIONS) if code in BY_ITSELF else hunt(rules, games=24)
        found += [each.problem for each in report.findings if not each.note or each.problem.code == code]
    return found


def codes(message: str) -> set[str]:
    return set(re.findall(r"\[([EW]\d{3})\]", message))


def each_of(paths: list[Path]) -> list[Any]:
    marked = {path: [pytest.mark.native] if path.name[:4] in BY_ITSELF else [] for path in paths}
    return [pytest.param(path, id=path.stem, marks=marks) for path, marks in marked.items()]


@pytest.mark.parametrize("path", each_of([*ONLY_READ, *some(PLAYED, 4)]))
def test_a_broken_file_is_told_what_is_wrong_and_where(path: Path) -> None:
    assert told(path) == expected(path)


def test_every_code_has_a_broken_file() -> None:
    named = {path.name[:4] for path in cases() if path.name[:4] in codes(expected(path))}
    assert named == {*known_codes()}


def test_every_code_has_a_near_miss_that_is_a_small_edit_of_its_broken_file() -> None:
    near = sorted(NEAR.glob("*.rules"))
    assert {path.name[:4] for path in near} == {*known_codes()}
    for path in near:
        broken, mended = rules_of(BAD / path.name), rules_of(path)
        assert path.name[:4] in codes(expected(BAD / path.name)), f"{path.name} is broken otherwise"
        edit = [line[0] for line in difflib.ndiff(broken, mended)]
        texts = {each.name for folder in (BAD, NEAR) for each in folder.glob(f"{path.stem}.*.texts")}
        assert edit.count("+") + edit.count("-") or texts, f"{path.name} is not edited"
        for name in texts:
            edit += [line[0] for line in difflib.ndiff(rules_of(BAD / name), rules_of(NEAR / name))]
        assert max(edit.count("+"), edit.count("-")) <= SMALL_EDIT, f"{path.name} is edited too much"


@pytest.mark.parametrize("path", each_of([*NEARLY_WRONG, *some(NEARLY_WARNED, 5, start=1)]))
def test_a_near_miss_loads_and_does_not_have_the_code(path: Path) -> None:
    found = codes(told(path))
    assert path.name[:4] not in found
    assert not [code for code in found if code.startswith("E")]


@pytest.mark.parametrize("name", ["three_mistakes", "three_meanings", "three_demands", "three_passes"])
def test_three_unrelated_mistakes_are_told_in_one_run(name: str) -> None:
    assert len(re.findall(r"^error\[", expected(BAD / f"{name}.rules"), re.MULTILINE)) == 3


def test_no_message_speaks_of_the_parser() -> None:
    for path in cases():
        said = re.sub(r"UTF|NAME|CONDITION|SET|RULESET|NUMBER|EFFECT|LIST|WORD|CARD|ZONE|LAYER", "", expected(path))
        assert not re.search(r"\b_?[A-Z]{3,}\b(?!-\d)|Token|Traceback|[Ll]ark", said)


def write() -> None:
    for path in cases():
        rules = path.read_bytes().split(b"\n#!")[0].rstrip(b"\n") + b"\n"
        path.write_bytes(rules)
        said = "".join(f"{MARK}{line}".rstrip() + "\n" for line in told(path).splitlines())
        path.write_bytes(rules + b"\n" + said.encode())


def test_what_is_of_a_name_that_a_choice_binds_is_told_though_choices_go_wrong_by_it() -> None:
    asked = 0
    for spec in some([*GAMES, *KNOWN_GAMES], 8):
        rules = ruleset(spec)
        for key, entry in rules.composed.entries.items():
            kind, text = type(entry.declaration), entry.declaration.span.text.rstrip()
            if kind not in (d.Zone, d.Counter, d.Note) or not re.match(rf"{key} of player(?! by)\b", text):
                continue  # or it is renamed
            for name in rules.resolved.bound.get("turn", {}):
                wrong = text.replace(" of player", f" of {name}", 1)
                with pytest.raises(RulesError) as caught:
                    rulespec.load(f"{spec}+mine", library=FOLDERS, texts={"mine": f"layer mine\nreplace {wrong}\n"})
                asked += 1
                assert "E020" in {each.code for each in caught.value.errors}, (spec, wrong)
    assert asked > tried(deep=100, quick=15)


if __name__ == "__main__":
    write()
