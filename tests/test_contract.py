"""The engine knows no game, and no Python file names what the rule files alone may say."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import palast
from rulespec.language.tree import declarations as d

ROOT = Path(__file__).parent.parent
RULESETS = [palast.load(name) for name in palast.rulesets()]
NAMES = {*palast.rulesets(), *palast.layers()}
ENGINE = ("rulespec", "**/*.py"), ("rulespec", "**/*.lark")
FACE = (("palast", "**/*.py"),)


def words() -> set[str]:
    """Every word that a word list of the rule files holds, also without its capital: persons and colours."""
    lists = [entry.declaration for rules in RULESETS for entry in rules.composed.entries.values()]
    held = {word for each in lists if isinstance(each, d.WordList) for word in each.words}
    return held | {word.lower() for word in held} - NAMES


def reasons() -> set[str]:
    """What the rule files call the reasons for a round or a game to end."""
    keys = {key for rules in RULESETS for key in rules.composed.entries if " ends " in key}
    return {key.split()[-1] for key in keys}


def places(files: Iterable[tuple[str, str]], forbidden: Iterable[str]) -> Iterator[str]:
    """Where one of the words stands in the files, on its own."""
    word = re.compile(rf"\b({'|'.join(map(re.escape, sorted(forbidden)))})\b")
    for path in written(files):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if found := word.search(line):
                yield f"{path.relative_to(ROOT)}:{number} {found[0]}"


def written(files: Iterable[tuple[str, str]]) -> list[Path]:
    """The files that somebody wrote; Python and the parser keep theirs beside them."""
    found = (path for folder, pattern in files for path in (ROOT / folder).glob(pattern))
    return sorted(path for path in found if path.parent.name != "__pycache__")


def test_the_words_come_from_every_ruleset() -> None:
    assert {"Hofmarschall", "Spion", "Kurtisane", "Hofnarr", "Narr", "rot", "violett", "braun", "grau"} <= words()
    assert {"whisper", "six", "jester", "favour"} <= reasons()


def test_the_engine_names_no_person_no_colour_and_no_ruleset() -> None:
    assert list(places(ENGINE, words() | NAMES)) == []


def test_the_face_of_the_game_names_no_person_and_no_colour() -> None:
    assert list(places(FACE, words())) == []


@pytest.mark.parametrize("files", [ENGINE, FACE], ids=["engine", "face"])
def test_no_reason_to_end_is_named_as_a_string(files: tuple[tuple[str, str], ...]) -> None:
    quoted = {f"{quote}{reason}{quote}" for quote in "\"'" for reason in reasons()}
    text = "".join(path.read_text("utf-8") for path in written(files))
    assert [each for each in sorted(quoted) if each in text] == []


# ---- imports


def test_every_room_stands_on_a_line_of_the_contract_on_imports() -> None:
    """What stands on none could be in a circle with the others, and nobody would be told."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines = [line for each in project["tool"]["importlinter"]["contracts"] for line in each.get("layers", ())]
    placed = {name.strip() for line in lines for name in line.split("|")}
    for folder in ("rulespec", "palast"):
        paths = [*(ROOT / folder).glob("[!_]*.py"), *(path.parent for path in (ROOT / folder).glob("*/__init__.py"))]
        rooms = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths}
        assert len(rooms) > 5 and rooms <= placed
