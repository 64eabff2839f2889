"""The scenarios of the library: every person and every ruling has one, under each ruleset."""

import pytest

import palast
from rulespec.experiments.scenarios import laid_in
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.node import walk
from tests.library import WITH_LAYERS


@pytest.mark.parametrize("spec", WITH_LAYERS)
def test_every_person_is_played_and_every_ruling_is_cited(spec: str) -> None:
    rules = laid_in(palast.load(spec))
    scenarios = rules.composed.of(d.Scenario)
    assert len(scenarios) > 50
    cited = {str(cite) for each in scenarios for cite in rules.composed.entries[each.key].cites}
    assert {ruling.name for ruling in rules.composed.of(d.Ruling)} <= cited
    answered = [node for each in scenarios for node in walk(each) if isinstance(node, sc.Answered)]
    played = {str(said.words[0]) for line in answered if "card" in line.names for said in line.said}
    assert set(rules.resolved.words("person")) <= played


def test_files_of_scenarios_are_neither_rulesets_nor_layers() -> None:
    assert palast.rulesets() == ("ksr", "magier", "review")
    assert palast.layers() == ("wertung",)
