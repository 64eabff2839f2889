"""Every code has a title, a cause and a fix, and examples of which the wrong one raises it and the right one does not.

An example is added to the rules in rules/bad/base.rules, where its blocks replace those of the same name. One that
begins with `layer` goes on top of them, and one that begins with `ruleset` or `scenarios` is a file of its own. In the
fence, `file` marks a whole file that is loaded alone, and the name of an encoding is that of the file. Of several files
the first is loaded, with the layers among the others on top of it; texts belong to the rules before them.
"""

import re
from pathlib import Path
from shutil import copy

import pytest
from attrs import frozen

from rulespec.language.codes import Code, codes
from tests.effort import some
from tests.test_bad_files import BAD, BENEATH, problems
from tests.test_bad_files import codes as raised

FENCE = re.compile(r"^```(rules|texts) (wrong|right)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHOLE = re.compile(r"(ruleset|layer|scenarios) (\S+)(?: \".*\")?( extends)?")
HEAD = re.compile(r"^[^\s:,\d][^:,\d\n]*", re.MULTILINE)
BLOCK = re.compile(r"^\S.*\n(?:\s.*\n)*", re.MULTILINE)
CODES = [*codes().values()]
EXPLAINED = [code for code in CODES if FENCE.search(code.text)]


@frozen
class Example:
    """The files of a wrong or right example."""

    code: Code
    kind: str

    def spec(self, folder: Path) -> str:
        """What to load, after the files have been written to a folder."""
        for name in BENEATH:
            copy(BAD / name, folder)
        parts: list[str] = []
        for language, kind, how, text in FENCE.findall(self.code.text):
            if kind != self.kind:
                continue
            if language == "texts":
                (folder / f"{parts[-1]}.en.texts").write_text(text, "utf-8")
                continue
            whole = WHOLE.match(text)
            name = whole[2] if whole else "example"
            if whole and whole[1] == "layer" and not parts and how != "file" and not whole[3]:
                parts.append("base")
            encoding = how if how not in ("", "file") else "utf-8"
            (folder / f"{name}.rules").write_text(text if whole or how == "file" else added(text), encoding)
            if not parts or (whole and whole[1] == "layer"):
                parts.append(name)
        return "+".join(f"{part}.rules" for part in parts)


def added(text: str) -> str:
    """The base game with the blocks of an example."""
    heads = {head.strip() for head in HEAD.findall(text)}
    blocks = BLOCK.findall((BAD / "base.rules").read_text("utf-8"))
    kept = (block for block in blocks if (head := HEAD.match(block)) and head[0].strip() not in heads)
    return "".join([*kept, text])


def found(example: Example, folder: Path, *, played: bool) -> set[str]:
    """The codes of all that is wrong with an example, with those of games if it is played."""
    code = example.code.name if played else ""
    return raised("\n".join(map(str, problems(example.spec(folder), folder, code))))


def test_every_code_has_a_title_and_a_cause_of_one_to_three_sentences() -> None:
    for code in CODES:
        assert not code.title.endswith("."), code.name
        cause = code.text.split("\n\n")[0]
        assert 1 <= len(re.findall(r"[.?](?= |\n|$)", cause)) <= 3, code.name


@pytest.mark.parametrize("code", some(EXPLAINED, 12), ids=lambda code: code.name)
def test_the_wrong_example_of_a_code_raises_it_and_the_right_one_does_not(code: Code, tmp_path: Path) -> None:
    wrong, right = Example(code, "wrong"), Example(code, "right")
    read = found(wrong, tmp_path, played=False)
    assert (read or found(wrong, tmp_path, played=True)) == {code.name}
    assert code.name not in found(right, tmp_path, played=not read)
    assert not [each for each in found(right, tmp_path, played=False) if each.startswith("E")]


@pytest.mark.parametrize("code", EXPLAINED, ids=lambda code: code.name)
def test_a_code_is_explained_by_its_cause_two_examples_and_its_fix(code: Code) -> None:
    cause, *examples, fix = [
        part.strip() for part in re.split(r"^```.*?^```$", code.text, flags=re.MULTILINE | re.DOTALL)
    ]
    assert cause and fix and not any(examples)
