"""How editors colour rule files follows from the grammar: nothing is forgotten, and hardly a word is mistaken.

What the editors themselves make of it is tried by `.ci/editor`.
"""

import json
import re
from collections import Counter
from itertools import pairwise

import pytest

from rulespec.editing.assistance.blocks import blocks_of
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.editing.highlighting import vscode
from rulespec.editing.highlighting.__main__ import FORMATS, main
from rulespec.editing.highlighting.words import alike, before_headings, before_names, headings, surroundings
from rulespec.language.grammar import keywords
from rulespec.language.reading import Placed
from rulespec.language.tree.source import read
from tests.library import ROOT

WORDS = sorted(keywords().values())
FILES = [path for folder in ("cards", "examples") for path in sorted((ROOT / folder).rglob("*.rules"))]


def test_every_keyword_begins_a_block_or_is_found_within_one() -> None:
    begin = {word for heading in headings() for word in heading.words}
    within = {word for _, words in alike() for word in words}
    assert begin | within | set(before_headings()) == set(WORDS)
    assert {("round", "ends"), ("zone",), ("call", "player"), ("at", "most")} <= {each.words for each in headings()}
    assert {heading.names for heading in headings() if heading.words[0] in ("call", "zone")} == {"call", "zone"}


@pytest.mark.parametrize("word", ["zone", "of", "card", "repeats", "if"])
def test_a_word_stands_where_the_grammar_has_it(word: str) -> None:
    behind = surroundings()[word]
    assert behind.anywhere == (word in ("of", "card", "repeats", "if"))
    assert ("choose" in behind.words) == (word in ("of", "card", "repeats"))


def test_the_word_before_tells_a_keyword_from_a_name_in_all_but_a_few_places() -> None:
    seen, wrong, known = Counter[str](), Counter[str](), KnownBlocks(None, ())
    for path in FILES:
        for _, block in blocks_of(read(path)):
            for index, placed in enumerate(block.words):
                if placed.terminal is not None and placed.word.text in WORDS:
                    name = placed.terminal == "NAME" and known.kind_of(block, index) != "keyword"
                    seen["name" if name else "keyword"] += 1
                    wrong[placed.word.text] += _is_name(block.words, index) != name
    assert seen["name"] > 300 and seen["keyword"] > 10_000, seen
    assert wrong.total() < 0.01 * seen.total(), wrong.most_common(10)


def _is_name(words: tuple[Placed, ...], index: int) -> bool:
    """Whether a word is a name, judged by the one before it; of a line that goes on, that is in the line before."""
    placed, before = words[index], words[index - 1].word.text
    heading, named = _heading(words)
    if index <= heading:
        return index == heading and named
    behind = surroundings()[placed.word.text]
    if placed.first == index:
        return not (behind.line or behind.anywhere)
    if before in before_names():
        return True
    if behind.anywhere:
        return before in behind.words
    sign = "0" if before.isdigit() else before[0]
    return before not in behind.words and sign not in behind.signs


def _heading(words: tuple[Placed, ...]) -> tuple[int, bool]:
    """How many words a block begins with, and whether a name stands behind them."""
    said = tuple(placed.word.text for placed in words)
    first = int(said[0] in before_headings())
    for heading in headings():
        end = first + len(heading.words)
        if said[first:end] == heading.words:
            return end, heading.names != ""
    return first, False


def test_a_new_line_is_indented_where_something_has_to_stand_beneath_the_one_before() -> None:
    rule = json.loads(main(["vscode-rules"]))["onEnterRules"][0]["beforeText"]["pattern"]
    opens, seen = re.compile(rule), Counter[tuple[bool, bool]]()
    for path in FILES:
        lines = [line for line in read(path).text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
        for line, after in pairwise(lines):
            said = re.sub(r"\s*#.*", "", line)
            if said.count("(") == said.count(")") and not said.rstrip().endswith((",", " and", " or")):
                deeper = len(after) - len(after.lstrip()) > len(line) - len(line.lstrip())
                seen[deeper, opens.match(line) is not None] += 1
    assert seen[True, True] > 20 * seen[True, False] and seen[True, True] > 1000, seen  # some begin with an expression
    assert seen[False, False] > 100 * seen[False, True], seen  # `given` can stand alone


def test_each_format_is_printed_and_another_is_refused_with_their_names() -> None:
    for name in FORMATS:
        made = main([name])
        assert len(made) > 300
        json.loads(made)
    assert main(["vscode-rules"]) == json.dumps(vscode.rules(), indent=2, ensure_ascii=False)
    for wrong in ([], ["nano"], ["vscode-rules", "vscode-rules"]):
        with pytest.raises(SystemExit, match=r"textmate-rules\|"):
            main(wrong)
