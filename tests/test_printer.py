"""What the printer writes says the same as the tree it wrote, bracket for bracket."""

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.experiments.mutation.blocks import changed
from rulespec.language.printer import lines, written
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.language.tree.source import Source, read
from rulespec.language.trees import parse
from tests.effort import short_of, some, tried, until_seen
from tests.library import ruleset
from tests.trees import blocks, layers, scenarios

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path for folder in ("cards", "examples", "tests/rules/good") for path in (ROOT / folder).rglob("*.rules")
)


def parsed(block: d.Declaration) -> d.Declaration:
    text = "\n".join(lines(block))
    tree, problems = parse(Source("printed", f"ruleset printed\n{text}\n"))
    assert not problems, f"{text}\n{problems[0]}"
    assert tree is not None
    (item,) = tree.items
    assert isinstance(item, d.Plain)
    return item.declaration


@pytest.mark.parametrize("path", some(FILES, 7), ids=lambda path: path.stem)
def test_every_shipped_block_is_read_as_it_was_written(path: Path) -> None:
    tree, problems = parse(read(path))
    assert tree is not None
    assert not problems
    declared = [each for each in walk(tree) if isinstance(each, d.Declaration)]
    assert [parsed(each) for each in declared] == declared


def test_there_are_files_to_print() -> None:
    assert len(FILES) > 30


def test_every_block_is_read_as_it_was_written_and_so_is_one_with_a_small_change() -> None:
    sayable = e.Expression | e.Condition | e.Sieve | s.Pick | s.Effect | s.Statement
    kinds = {each for each in get_args(sayable) if not issubclass(each, e.Meaning | e.Fits)}
    seen: set[type[Node]] = set()
    changes: Counter[str] = Counter()
    names = ruleset("ksr").resolved.names

    @settings(max_examples=tried(deep=3_000, quick=30))
    @given(blocks(), st.integers(0, 50))
    def the_same(block: d.Declaration, which: int) -> None:
        seen.update(type(node) for node in walk(block))
        assert parsed(block) == block
        for change in islice(changed(block, names), which, which + 1):
            assert change.block != block
            assert parsed(change.block) == change.block
            changes[change.what] += 1

    assert len(kinds) > 50
    until_seen(the_same, lambda: kinds - seen or short_of(Counter(kinds=len(changes)), {"kinds": 6}))


def test_every_scenario_is_read_as_it_was_written() -> None:
    kinds = set(get_args(sc.Content | sc.Line | sc.Step | sc.Claim))
    seen: set[type[Node]] = set()

    @settings(max_examples=tried(deep=3_000, quick=25))
    @given(scenarios())
    def the_same(scenario: d.Scenario) -> None:
        seen.update(type(node) for node in walk(scenario))
        assert parsed(scenario) == scenario

    assert len(kinds) > 15
    until_seen(the_same, lambda: kinds - seen)


def test_every_layer_is_read_as_it_was_written() -> None:
    seen: set[type[Node]] = set()

    @settings(max_examples=tried(deep=3_000, quick=20))
    @given(layers())
    def the_same(layer: d.RuleFile) -> None:
        tree, problems = parse(Source("printed", written(layer)))
        assert (tree, problems) == (layer, ())
        seen.update(type(item) for item in layer.items)

    until_seen(the_same, lambda: set(get_args(d.Item)) - seen)


def test_brackets_keep_rulesets_apart() -> None:
    """Sets that differ by their brackets alone offer different options; they print differently, too."""
    texts = (
        "it is not in (table, where its rank is low)", "it is not in table",
        "(some player where pile is empty) and pile is empty", "some player where pile is empty and pile is empty",
        "1 minus (2 plus 3) is 1", "1 minus 2 plus 3 is 1", "(1 plus 2) times 3 is 1", "1 plus 2 times 3 is 1",
        "not (pile is empty and pile is empty)", "pile is not empty and pile is empty",
    )  # fmt: skip
    printed = []
    for text in texts:
        tree, _ = parse(Source("said", f"ruleset said\ncall game so if {text}\n"))
        assert tree is not None
        (item,) = tree.items
        assert isinstance(item, d.Plain)
        printed.append("\n".join(lines(item.declaration)))
    assert printed == [f"call game so if {text}" for text in texts]
