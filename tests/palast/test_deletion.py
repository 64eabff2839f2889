"""Nothing in the rule files is idle: whatever is deleted, a file does not load or some ruleset goes otherwise."""

from collections.abc import Sequence

import pytest
from attrs import evolve

from palast import RulesError, Ruleset
from rulespec.experiments.scenarios import laid_in, outcomes
from rulespec.game.pipeline import ruleset as made
from rulespec.language.tree.declarations import RuleFile
from rulespec.rules.compose import Layer
from tests.effort import some
from tests.library import ruleset
from tests.palast import scenarios
from tests.palast.deletions import Deletion, deletions
from tests.palast.matrix import ROWS, WITH_WERTUNG, Row, same
from tests.palast.provenance import CITATIONS, CITATIONS_OF_WERTUNG, PROVENANCE

OF_WERTUNG = same(scenarios.citations, "turn", ("", "", ""), CITATIONS | CITATIONS_OF_WERTUNG)
FILES = (
    ("ksr", "ksr", (*ROWS, *PROVENANCE), 200),
    ("magier", "magier", (*ROWS, *PROVENANCE), 60),
    ("review", "review", (*ROWS, *PROVENANCE), 90),
    ("wertung", "ksr+wertung", (*WITH_WERTUNG, OF_WERTUNG), 12),
)


@pytest.mark.parametrize(("file", "spec", "rows", "several"), FILES, ids=[file for file, *_ in FILES])
def test_whatever_is_deleted_from_a_file_is_missed(file: str, spec: str, rows: Sequence[Row], several: int) -> None:
    layers = laid_in(ruleset(spec)).composed.layers
    tree = next(layer.tree for layer in layers if layer.name == file)
    found = list(deletions(tree))
    assert len(found) >= several
    assert not missed(layers, tree, spec, rows)
    ways = [row for row in rows if row.scenario is not scenarios.citations]
    left = [
        each for each in some(found, 4) if not missed(layers, each.file, spec, rows if each.of_a_citation else ways)
    ]
    assert [str(each) for each in left] == []


def missed(layers: Sequence[Layer], file: RuleFile, spec: str, rows: Sequence[Row]) -> bool:
    """Whether the ruleset with this file in its place does not load, or does not go as it should."""
    try:
        rules = made([evolve(each, tree=file) if each.name == file.header.name else each for each in layers])
    except RulesError:
        return True
    base = spec.split("+")[0]
    if not all(answers(row, rules, base) for row in rows):
        return True
    return not all(each.held for each in outcomes(rules, ways=1))


def answers(row: Row, rules: Ruleset, base: str) -> bool:
    try:
        return bool(row.scenario(rules) == row.answers[base])
    except Exception:  # whatever goes wrong on the way fails the row
        return False


def test_deletions_reach_blocks_statements_sieves_and_parts_of_conditions() -> None:
    tree = ruleset("ksr").composed.layers[0].tree
    said = {each.what for each in deletions(tree)}
    assert {
        "`except card`",
        "`at the same time`",
        "`if several`",
        "`preferring own colour is colour of card`",
        "`most cards in own display`",
        "`muted is Hofnarr`",
        "`afterwards no player is doubled`",
        "`move scrap to discards`",
        "`add 1 to played`",
        "`Wächter`",
        "`R17`",
    } <= said


def test_a_deletion_tells_its_place() -> None:
    first: Deletion = next(iter(deletions(ruleset("ksr").composed.layers[0].tree)))
    assert str(first).startswith("ksr.rules:2 without the block `source 000")
