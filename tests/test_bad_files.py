"""Every file in rules/bad holds the whole message that an author sees about it, in its last lines, behind `#!`.

`python tests/test_bad_files.py` writes the messages anew; read the diff as an author would.
"""

import re
from pathlib import Path

import pytest

import rulespec
from rulespec.checks import check
from rulespec.errors import CODES, RulesError
from rulespec.hunt import hunt
from rulespec.scenarios import absent, run

BAD = Path(__file__).parent / "rules" / "bad"
TOGETHER = {"E014_two.rules": "base.rules+E014_one.rules+E014_two.rules"}  # layers that are wrong only together
MARK = "#! "


def cases() -> list[Path]:
    return [path for path in sorted(BAD.glob("*.rules")) if path.name[0] in "EWt" and path.name != "E014_one.rules"]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def expected(path: Path) -> str:
    lines = [line for line in text_of(path).splitlines() if line.startswith(MARK.strip())]
    return "\n".join(line[len(MARK) :] for line in lines)


def told(path: Path) -> str:
    """What is said about a file, with its folder left out."""
    spec = "+".join(str(BAD / part) for part in TOGETHER.get(path.name, path.name).split("+"))
    try:
        rules = rulespec.load(spec)
    except RulesError as error:
        message = str(error)
    else:
        tried = [*(each.problem for each in run(rules) if each.problem), *absent([rules])]
        found = () if tried else hunt(rules, games=24).problems
        message = "\n\n".join(str(problem) for problem in (*check(rules.resolved), *tried, *found))
    return message.replace(f"{BAD}/", "")


@pytest.mark.parametrize("path", cases(), ids=lambda path: path.stem)
def test_a_broken_file_is_told_what_is_wrong_and_where(path: Path) -> None:
    assert told(path) == expected(path)


def test_every_code_has_a_broken_file() -> None:
    shown = {code for path in cases() for code in re.findall(r"\[([EW]\d{3})\]", expected(path))}
    assert shown == set(CODES)


@pytest.mark.parametrize("name", ["three_mistakes", "three_meanings", "three_demands", "three_passes"])
def test_three_unrelated_mistakes_are_told_in_one_run(name: str) -> None:
    assert len(re.findall(r"^error\[", expected(BAD / f"{name}.rules"), re.MULTILINE)) == 3


def test_no_message_speaks_of_the_parser() -> None:
    for path in cases():
        said = re.sub(r"UTF|NAME|CONDITION|SET|RULESET|NUMBER", "", expected(path))
        assert not re.search(r"\b_?[A-Z]{3,}\b(?!-\d)|Token|Traceback|[Ll]ark", said)


def write() -> None:
    for path in cases():
        rules = path.read_bytes().split(b"\n#!")[0].rstrip(b"\n") + b"\n"
        path.write_bytes(rules)
        said = "".join(f"{MARK}{line}".rstrip() + "\n" for line in told(path).splitlines())
        path.write_bytes(rules + b"\n" + said.encode())


if __name__ == "__main__":
    write()
