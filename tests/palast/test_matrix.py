"""Every row of the matrix of rules and every ruling, put to the question in each ruleset."""

import inspect
import re

import pytest

from palast import Ruleset
from tests.library import OFFICIAL, ruleset
from tests.palast import scenarios
from tests.palast.matrix import ROWS, WITH_WERTUNG, Row
from tests.palast.provenance import CITATIONS, CITATIONS_OF_WERTUNG, PROVENANCE
from tests.palast.table import Table

RULINGS = tuple(f"R{number}" for number in range(1, 18))


def cases(rows: tuple[Row, ...]) -> pytest.MarkDecorator:
    """Each row in each ruleset."""
    every = [(spec, row) for row in rows for spec in OFFICIAL]
    return pytest.mark.parametrize(("spec", "row"), every, ids=[f"{row.name}-{spec}" for spec, row in every])


@cases((*ROWS, *PROVENANCE))
def test_a_ruleset_answers_as_its_text_does(spec: str, row: Row) -> None:
    assert row.scenario(ruleset(spec)) == row.answers[spec]


@cases(WITH_WERTUNG)
def test_with_wertung_a_ruleset_answers_as_the_variant_does(spec: str, row: Row) -> None:
    assert row.scenario(ruleset(f"{spec}+wertung")) == row.answers[spec]


@cases(ROWS)
def test_the_block_that_carries_a_rule_cites_it(spec: str, row: Row) -> None:
    wanted = row.cites[spec] or row.cites["ksr"]
    assert parsed(wanted) <= cited(ruleset(spec), row.block)


@cases(WITH_WERTUNG)
def test_the_block_that_carries_a_rule_of_the_variant_cites_it(spec: str, row: Row) -> None:
    assert parsed(row.cites[spec]) <= cited(ruleset(f"{spec}+wertung"), row.block)


def test_the_variant_has_citations_of_its_own() -> None:
    assert scenarios.citations(ruleset("ksr+wertung")) == CITATIONS | CITATIONS_OF_WERTUNG


@pytest.mark.parametrize("spec", OFFICIAL)
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_rested_on_by_a_block_of_the_rulesets_that_make_it(ruling: str, spec: str) -> None:
    rules = ruleset(spec)
    makes = ruling in scenarios.rulings(rules)
    rests = any(ruling in parsed(cites) for cites in scenarios.citations(rules).values())
    assert makes == rests
    assert makes or ruling in ("R4", "R8", "R9", "R10", "R11")


def test_every_ruling_is_made_by_some_ruleset() -> None:
    made = {ruling for spec in OFFICIAL for ruling in scenarios.rulings(ruleset(spec))}
    assert made == set(RULINGS)


def test_the_next_turn_of_magier_carries_its_lines_and_the_ruling_on_single_options() -> None:
    cites = [str(cite) for cite in ruleset("magier").resolved.entry("next turn").cites]
    assert cites == ["000:36-40", "R17", "001:57-58"]


@pytest.mark.parametrize("spec", OFFICIAL)
def test_any_seat_can_be_named_to_begin(spec: str) -> None:
    rules = ruleset(spec)
    begun = [Table.new(rules, 5, first=first).deal().asked for first in range(5)]
    assert begun == [f"{first} card" for first in range(5)]


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("spec", OFFICIAL)
def test_other_numbers_of_players_are_refused(spec: str, players: int) -> None:
    with pytest.raises(ValueError, match="3 to 5"):
        ruleset(spec).new_game(players=players)


def test_every_scenario_is_put_to_the_question() -> None:
    written = {
        name
        for name, each in inspect.getmembers(scenarios, inspect.isfunction)
        if each.__module__ == scenarios.__name__ and not name.startswith("_")
    }
    assert written == {row.name for row in (*ROWS, *WITH_WERTUNG, *PROVENANCE)}


def cited(rules: Ruleset, block: str) -> set[str]:
    """Every line and ruling that a block, or something inside it, is cited from."""
    here = Table.new(rules).here(block)
    return parsed(scenarios.citations(rules).get(here, ""))


def parsed(cites: str) -> set[str]:
    """Citations line by line: `000:4-5, R3` is 000:4, 000:5 and R3."""
    found = set()
    source = ""
    for cite in filter(None, re.split(r"[\s,|]+", cites)):
        if cite.startswith("R"):
            found.add(cite)
            continue
        source, _, lines = cite.rpartition(":") if ":" in cite else (source, "", cite)
        low, _, high = lines.partition("-")
        found |= {f"{source}:{line}" for line in range(int(low), int(high or low) + 1)}
    return found
