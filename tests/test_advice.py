"""What is proposed to an author can be read where it would stand: each change of a text, and each text to write."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from rulespec.game.loading import remembered
from rulespec.language.errors import Problem, RulesError
from rulespec.language.grammar import reserved
from rulespec.language.parser import blocks
from rulespec.language.reading import words
from rulespec.language.tree.source import Source, uniform
from rulespec.language.trees import parse
from rulespec.rules.compose import File
from tests import test_bad_files, test_beginners
from tests.effort import some, tried
from tests.library import ROOT

WRITE = re.compile(r"\bwrite(?: only)? ('[^']+'(?:(?:, or | or |, )'[^']+')*)")
FILLING = {  # what remedies leave to the author, and what he could fill in
    "A": "own points", "ADJECTIVE": "rich", "ANSWER": "tea 1", "B": "own points", "BLOCK": "turn",
    "CARDS": "card", "CONDITION": "own hand is empty", "COUNTER": "points", "EFFECT": "nothing", "LIST": "ware",
    "N": "1", "NAME": "some1", "NUMBER": "1", "PLAYER": "active", "PLAYERS": "players", "ROW": "bin", "SET": "own hand",
    "WORD": "tea", "X": "tea", "ZONE": "pile",
}  # fmt: skip
DOTS = ("own hand", "ware", "own points is 3", "1", "1 player where own hand is empty", "tea 1")
FRAMES = ("{}", "scenario one\n    {}", "turn\n    {}", "turn\n    if {}: nothing")  # what says it elsewhere


@cache
def problems(path: str, text: str) -> tuple[Problem, ...]:
    """What is wrong with a text that is a whole file; of one that lies on others, what cannot be read."""
    source = Source(path, text)
    tree, found = parse(source)
    if tree is None or tree.header.kind != "ruleset" or tree.header.extends:
        return found
    try:
        remembered((File(source),))
    except RulesError as error:
        return error.errors
    return ()


@cache
def told() -> tuple[tuple[str, Problem], ...]:
    """What is said of the bad files and of what beginners write, each problem with the whole text."""
    texts = [uniform(test_bad_files.text_of(path)) for path in some(test_bad_files.cases(), 34)]
    texts += [uniform(test_beginners.game(block)) for block in some(test_beginners.blocks(), 75)]
    return tuple((text, each) for text in texts for each in problems("told.rules", text) if each.span)


def test_a_change_that_is_proposed_mends_what_it_is_for_and_breaks_nothing_that_could_be_read() -> None:
    fixes = [(text, problem, fix) for text, problem in told() for fix in problem.fixes]
    assert len(fixes) > tried(150, 25)
    for text, problem, fix in some(fixes, 20):
        place = fix.span.within(Source("told.rules", text))
        source = Source("told.rules", uniform(text[: place.start] + fix.text + text[place.end :]))
        changed = source.text
        before, after = problems("told.rules", text), problems("told.rules", changed)
        assert problem not in after, f"{problem}\n{fix.text}"
        assert _unread(after) <= _unread(before), f"{problem}\n{fix.text}"
        until = place.start + len(fix.text)
        spans = [(each.span.within(source), each.code) for each in after if each.span]
        there = [code for span, code in spans if span.start < until and span.end > place.start]
        assert not {"E021", "E032"}.intersection(there), f"{problem}\n{fix.text}"


def _unread(problems: tuple[Problem, ...]) -> int:
    return sum(each.code in ("E002", "E003", "E004", "E005") for each in problems)


def test_what_is_to_be_written_can_be_read_where_it_would_stand() -> None:
    seen = 0
    for text, problem in told():
        for proposed in _proposed(problem.remedy):
            seen += 1
            assert any(_fits(text, problem, each) for each in _filled(proposed)), (
                f"'{proposed}' does not fit\n{problem}"
            )
    assert seen > tried(300, 40)


def test_every_remedy_that_says_what_to_write_is_tried() -> None:
    """By the answers that are written there; that they are those, the tests of these files say."""
    remedies = [line for path in test_bad_files.cases() for line in test_bad_files.expected(path).splitlines()]
    remedies += [line for line in test_beginners.TABLE.read_text("utf-8").splitlines() if " | " in line]
    known = list(_templates())
    assert [place for place, said in known if not any(said.search(remedy) for remedy in remedies)] == []
    assert len(known) > 200


def _proposed(remedy: str) -> list[str]:
    return [text for said in WRITE.findall(remedy) for text in re.findall(r"'([^']+)'", said)]


def _filled(proposed: str) -> Iterator[str]:
    """A text with what an author could fill in."""
    for card in ("tea 1", "named") if "CARD" in proposed else ("",):  # `of` comes before a name, never before words
        filling = {**FILLING, "CARD": card}
        text = "".join(filling.get(part, part) for part in re.split(r"\b([A-Z]+)\b", proposed))
        for dots in DOTS if "..." in text else ("",):
            yield text.replace("...", dots)


def _fits(text: str, problem: Problem, proposed: str) -> bool:
    """Whether a text can be read in the place of some words about which a problem is, or as a block of its own."""
    assert problem.span is not None
    source = Source("told.rules", text)
    span = problem.span.within(source)
    start, end = max((start, end) for start, end in blocks(source) if start <= span.start <= end)
    block, at = text[start:end], span.start - start
    first = block.rfind("\n", 0, at) + 1
    line = block[first:].partition("\n")[0]
    for begin, until in _stretches(line, at - first, min(span.end - start - first, len(line))):
        before, after = line[:begin], line[until:]
        lead = " " if before[-1:].isalnum() and proposed[0] not in ",:" else ""
        said = block[:first] + before + lead + proposed
        if _is_read(f"{said} {after}{block[first + len(line) :]}", len(said)):
            return True
    return any(_is_read(frame.format(proposed), len(frame) + len(proposed)) for frame in FRAMES)


def _stretches(line: str, begin: int, end: int) -> list[tuple[int, int]]:
    """The stretches of a line that could be meant where one is marked: all that touch it, the most alike first."""
    cuts = {0, len(line), *(cut for word in re.finditer(r"\w+|\S", line) for cut in word.span())}
    found = [(one, other) for one in cuts for other in cuts if one <= end and other >= max(one, begin)]
    return sorted(found, key=lambda stretch: (abs(stretch[0] - begin) + abs(stretch[1] - end), stretch))


def _is_read(block: str, end: int) -> bool:
    """Whether a block can be read up to an offset."""
    rule = "header" if block.startswith(("ruleset", "layer", "scenarios")) else "item"
    read = [each for each in words(block, rule) if each.word.start < end]
    return all(each.terminal is not None for each in read) and not any(
        each.terminal == "NAME" and each.word.text in reserved() for each in read
    )


def _templates() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Each remedy that says what to write, from where rule files are read and checked; and how it is told."""
    for line in (ROOT / "rulespec/language/mistakes/sayings.txt").read_text("utf-8").splitlines():
        remedy = line.rpartition(" => ")[2] if " => " in line else line.partition(" <= ")[0]
        if WRITE.search(remedy) and not line.startswith("#"):
            yield line, re.compile(".*".join(map(re.escape, re.split(r"\\\d", remedy))))
    rooms = [ROOT / "rulespec" / room for room in ("language", "rules/compose", "rules/resolve", "rules/checks")]
    for path in (path for room in rooms for path in sorted(room.rglob("*.py")) if path.name != "idioms.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            said = [str(part.value) if isinstance(part, ast.Constant) else "\0" for part in parts]
            if isinstance(node, ast.JoinedStr | ast.Constant) and re.search(r"\bwrite '", "".join(said)):
                yield f"{path.name}:{node.lineno}", re.compile(".*".join(map(re.escape, "".join(said).split("\0"))))
