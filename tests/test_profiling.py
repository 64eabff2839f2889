"""Profiles: the steps of random games, by block and line."""

from pathlib import Path
from random import Random

import pytest

import rulespec
from rulespec.experiments.profiling import profile
from tests.library import GAMES, ruleset

HEAVY = """ruleset heavy
players 2
at most 20 turns
numbers rank: 1 to 13
cards deck in pile
    4 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone heap, seen by all
counter points of player
value pairs of player: number of (sets of 2 cards in own hand, where it repeats rank)
set-up
    players: draw 10 from pile to own hand
turn
    choose card from own hand
    move card to heap
    add own pairs to own points
game ends over: some player where own hand is empty
winners: players, with most own points
"""


@pytest.mark.parametrize("name", ["ksr", "cribbage", "payment"])
def test_the_lines_of_a_profile_share_what_the_games_were_charged(name: str) -> None:
    rules = ruleset(name)
    found = profile(rules, games=3, seed=2)
    assert found.games == 3 and found.questions > 3
    assert sum(each.steps for each in found.costs) == found.steps
    assert sum(each.share for each in found.costs) == pytest.approx(1)
    assert [each.steps for each in found.costs] == sorted((each.steps for each in found.costs), reverse=True)
    assert 0 < found.dearest <= min(found.steps, found.budget)
    assert found == profile(rules, games=3, seed=2) != profile(rules, games=3, seed=3)


def test_a_profile_is_charged_what_either_engine_charges() -> None:
    """A random game that both engines play costs the same as the one that is profiled."""
    for name in ("ksr", "melds"):
        rules = ruleset(name)
        game, random = rules.game(rules.players[0]), Random("0 0")
        snapshot = game.engine.begin(*game.opening(random.randrange(game.players)), random.random)
        while raws := snapshot.raws:
            snapshot = snapshot.next(random.choice(raws), random.random)
        assert profile(rules, games=1).steps == snapshot.spent > 0


def test_the_most_expensive_line_is_named_with_its_block(tmp_path: Path) -> None:
    path = tmp_path / "heavy.rules"
    path.write_text(HEAVY, "utf-8")
    found = profile(rulespec.load(path), games=2)
    first = found.costs[0]
    assert (first.block, first.span.line) == ("value pairs", 11)
    assert first.share > 0.5
    assert str(first).startswith(f"'value pairs' (heavy.rules:11): {first.share:.0%} of the work, ")


def test_a_profile_ends_once_it_has_taken_enough_steps() -> None:
    whole, part = (profile(GAMES["ksr"], games=6, steps=steps) for steps in (None, 20_000))
    assert 20_000 <= part.steps < 20_000 + whole.dearest < whole.steps
    assert (part.games, part.questions) < (whole.games, whole.questions)


def test_a_profile_needs_a_game() -> None:
    with pytest.raises(ValueError, match="games must be at least 1, not 0"):
        profile(GAMES["ksr"], games=0)
