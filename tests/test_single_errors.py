"""One typo in a declaration of a shipped rule file is one error: what follows from it is not reported."""

import re
from pathlib import Path
from random import Random

import pytest

import rulespec
from palast.rulesets import CARDS, examples, folders
from rulespec.language.errors import RulesError
from rulespec.language.parser import blocks
from rulespec.language.tree.source import Source, read
from rulespec.language.trees import parse
from rulespec.rules.finding import bases
from tests.effort import tried

FILES = sorted({*CARDS.glob("*.rules"), *(path for paths in examples().values() for path in paths)})


def spec(source: Source, path: Path) -> str:
    """How a file is loaded; "" if it does not name the rules below it."""
    tree, _ = parse(source)
    assert tree is not None
    if tree.header.kind != "layer" or tree.header.extends:
        return str(path)
    return next((f"{base}+{path}" for base in bases(tree, path).values()), "")


def with_a_typo(source: Source, random: Random) -> str:
    """The text with two letters swapped, or a letter or sign left out, in the first line of a block."""
    start, end = random.choice(blocks(source)[1:])
    line = source.text[start:end].split("\n")[0]
    said = re.sub(r'"[^"]*"|#.*', lambda found: " " * len(found[0]), line)
    signs = [each.start() for each in re.finditer(r"[:,()]", said)]
    words = [*re.finditer(r"[A-Za-z]{3,}", said)]
    kind = random.choice(("swapped", "swapped", "without", "sign"))
    if not words or (kind == "sign" and signs):
        at = start + random.choice(signs)
        return source.text[:at] + source.text[at + 1 :]
    word = random.choice(words)
    at = start + random.randrange(word.start(), word.end() - 1)
    two = source.text[at : at + 2]
    return source.text[:at] + (two[::-1] if kind == "swapped" else two[1]) + source.text[at + 2 :]


def refused(loaded: str, path: Path, text: str) -> RulesError | None:
    """The errors of a file with another text, if any."""
    try:
        rulespec.load(loaded, library=folders(), texts={str(path.with_suffix("")): text})
    except RulesError as error:
        return error
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_typo_in_a_declaration_is_one_error(path: Path) -> None:
    source, random = read(path), Random(path.stem)
    loaded = spec(source, path)
    for _ in range(tried(deep=60, quick=4) if loaded else 0):
        text = with_a_typo(source, random)
        error = refused(loaded, path, text)
        assert error is None or len(error.errors) == 1, f"{text}\n\n{error}"
