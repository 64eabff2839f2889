"""Two rulesets are compared: the games on which they part are found, and nothing is found where there is nothing."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulespec
from rulespec import RulesError, Ruleset
from rulespec.comparisons import blocks, first_difference
from rulespec.comparisons.search import retraced
from rulespec.language.printer import written
from rulespec.lockstep import Lockstep, parting
from rulespec.mutants import mutants_of
from rulespec.testing import rule_files
from rulespec.testing.files import DrawnFile, loaded
from tests.effort import short_of, until_seen
from tests.library import GAMES, ruleset

READINGS = {
    "ksr+frei": "value playable",
    "review+sich-selbst": "action Wächter",
    "review+zurueck": "action Zauberer",
    "magier+zwang": "value playable",
    "magier+gleichzeitig": "action Magier",
    "ksr+blitz": "value target",
    "ksr+reihum": "next turn",
    "ksr+geschenke": "round",
    "ksr+narrenfreiheit": "action Hofnarr",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_ruleset_and_itself_do_not_part(name: str) -> None:
    assert first_difference(GAMES[name], GAMES[name].anew(), games=2) is None


@pytest.mark.parametrize("spec", READINGS)
def test_a_layer_parts_from_its_base_and_the_block_that_it_changes_is_named(spec: str) -> None:
    base, layered = ruleset(spec.partition("+")[0]), ruleset(spec)
    said = blocks(base, layered)
    assert [each.key for each in said.different if each.sort == "rule"] == [READINGS[spec]]
    for one, other in ((base, layered), (layered, base)):
        state = first_difference(one, other)
        assert state is not None and state.rules is one
        pair = retraced(Lockstep.of(one.game(state.players), other.game(state.players)), state)
        assert pair is not None and pair.one == state
        found = parting(pair)
        assert found is not None and found.one != found.other
        assert first_difference(one, other) == state


def test_the_order_of_reasons_is_told() -> None:
    said = blocks(ruleset("review"), ruleset("review+sechs-zuerst"))
    (order,) = said.orders
    assert (order.one, order.other) == (
        ("round ends jester", "round ends six"), ("round ends six", "round ends jester"),
    )  # fmt: skip
    assert not said.different


TWO_WAYS = """ruleset {name}
players 2 to 3
at most 40 turns
word rank: {low}, Mitte, Hoch
cards deck in pile
    3 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone row of player, in a row, seen by all
counter points of player
{value}
set-up
    players: draw 2 from pile to own hand
turn
    choose {card} from own hand
    move {card} to own row
    {tested}
    draw 1 from pile to own hand
game ends out after turn: some player where own hand is empty
winners: players, with most own points
"""

VALUE = "value best: last of (row of players, with highest its rank)"


def _two_ways(tmp_path: Path) -> tuple[Ruleset, Ruleset]:
    one = TWO_WAYS.format(
        name="one", low="Tief", value=VALUE, card="card",
        tested="if cards in own row is at least 2: add 1 to own points",
    )  # fmt: skip
    other = TWO_WAYS.format(
        name="other", low="Tief", value="", card="laid",
        tested="unless not cards in own row is at least 2: add 1 to own points",
    ) + f"{VALUE}\n"  # fmt: skip
    renaming = "ruleset renamed extends other\nrename Tief to Unten\nrename row to Reihe\n"
    for name, text in (("one", one), ("other", other), ("renamed", renaming)):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    return rulespec.load(tmp_path / "one.rules"), rulespec.load(tmp_path / "renamed.rules")


def test_the_same_rules_in_other_words_and_another_order_are_the_same(tmp_path: Path) -> None:
    one, other = _two_ways(tmp_path)
    found = rulespec.compare(one, other)
    assert found.alike and found.parted is None and found.games > 10
    assert dict(found.blocks.renamed) == {"Tief": "Unten", "row": "Reihe"}


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rule_files())
def test_a_drawn_file_printed_and_read_again_is_the_same(file: DrawnFile) -> None:
    again = loaded(written(file.rules.composed.layers[0].tree))
    assert blocks(file.rules, again).alike
    assert first_difference(file.rules, again, games=2) is None


def test_in_a_drawn_file_the_one_block_that_is_changed_is_named_and_both_ways_part_alike() -> None:
    seen = Counter[str]()

    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(rule_files(), st.randoms(use_true_random=False))
    def judge(file: DrawnFile, random: Random) -> None:
        mutants = list(mutants_of(file.rules))
        for mutant in random.sample(mutants, min(3, len(mutants))):
            with suppress(RulesError):
                changed = mutant.load()
                said = blocks(file.rules, changed)
                assert [each.key for each in said.different] == [mutant.key] or said.orders
                there = first_difference(file.rules, changed, games=4)
                assert (there is None) == (first_difference(changed, file.rules, games=4) is None)
                seen["told"] += 1
                seen["parted"] += there is not None

    until_seen(judge, lambda: short_of(seen, {"told": 6, "parted": 2}))


def test_what_somebody_sees_is_a_difference_even_if_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "open.rules").write_text("layer open\nreplace zone discards, seen by all\n", "utf-8")
    one, other = ruleset("ksr"), ruleset(f"ksr+{tmp_path / 'open.rules'}")
    found = rulespec.compare(one, other)
    assert found.parted is not None and found.parted.parting.what == "heard"
    assert "hears: " in str(found.parted.parting.one)


def test_the_game_on_which_they_part_is_short_and_the_same_again() -> None:
    found = rulespec.compare(ruleset("ksr"), ruleset("magier"))
    assert found.parted is not None and found.parted.state.turns == 2
    assert [each.key for each in found.parted.because] == ["value playable"]
    again = rulespec.compare(ruleset("ksr"), ruleset("magier"))
    assert again.parted is not None and again.parted.state == found.parted.state
