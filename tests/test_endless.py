"""Games that need not end, proved by a position that comes again."""

from pathlib import Path

import pytest

import palast
from rulespec import load
from rulespec.experiments.failures import SHOWN, Failure
from rulespec.experiments.hunt import hunt
from rulespec.experiments.hunt.canonical_state import CanonicalStates
from rulespec.experiments.hunt.endless_games import Endless
from rulespec.game.api import Ruleset
from tests.effort import some, tried
from tests.hunted import found

ROOT = Path(__file__).parents[1]
DRAWING = """ruleset drawing "Draw one, lay one away"
players 2
at most 100 turns
numbers rank: 1 to 9
cards deck in pile
    1 of each rank
zone pile, shuffled, refilled from {refill}
zone hand of player, seen by owner
zone away, in a row, seen by all
counter drawn
set-up
    players: draw 2 from pile to own hand
turn
    draw 1 from pile to own hand
    add 1 to drawn
    choose card from own hand
    move card to away
game ends out: {end}
winners: players
"""


def text_of(tmp_path: Path, text: str) -> Ruleset:
    path = tmp_path / "some.rules"
    path.write_text(text, encoding="utf-8")
    return palast.load(str(path))


def test_a_guard_who_takes_himself_back_need_not_let_the_round_end() -> None:
    (finding,) = found(palast.load(f"review+{ROOT}/examples/readings/sich-selbst.rules"), Endless, games=12)
    assert finding.problem.path.endswith("sich-selbst.rules") and finding.level == "warning"
    assert finding.state is not None
    game = Failure(finding.problem, finding.state).state
    asked = [event for event in game.log if event.kind == "choose"]
    assert len(asked) <= SHOWN
    essences = CanonicalStates(game.game)
    assert essences.of(game.position).zones == game.position.zones


def test_a_round_trip_in_which_the_top_layer_has_no_part_is_a_note(tmp_path: Path) -> None:
    path = tmp_path / "other.rules"
    path.write_text('layer other "The maid does nothing"\nreplace action Zofe\n    nothing\n', encoding="utf-8")
    (finding,) = found(palast.load(f"review+{ROOT}/examples/readings/sich-selbst.rules+{path}"), Endless, games=12)
    assert finding.problem.path != str(path) and finding.level == "note"


def test_what_is_drawn_and_laid_away_again_leads_round_however_the_cards_fall(tmp_path: Path) -> None:
    """The same without a refill ends with the pile."""
    rules = text_of(tmp_path, DRAWING.format(refill="away", end="some player where own hand is empty"))
    (finding,) = found(rules, Endless, games=12)
    assert "for every random outcome" in finding.problem.message
    rules = text_of(tmp_path, DRAWING.format(refill="away", end="drawn is at least 40"))
    assert found(rules, Endless, games=12) == []


@pytest.mark.parametrize("spec", some(["ksr", "review", "magier+wertung", "examples/games/mau-mau.rules"], 2))
def test_a_game_that_ends_is_not_said_to_be_endless(spec: str) -> None:
    assert found(palast.load(str(ROOT / spec) if "/" in spec else spec), Endless, games=6) == []


def test_a_block_that_does_nothing_is_hunted_through(tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text("layer idle\nreplace next turn\n    nothing\n", "utf-8")
    assert hunt(palast.load(f"ksr+{path}"), games=2).searched.games == {3: 1, 4: 1}


DICE = """ruleset dice "A card is drawn, and two dice decide the rest"
players 2
at most 40 turns
word suit: red, black
cards deck in pile
    3 of each suit
zone pile, shuffled
zone hand of player, seen by owner
counter sum

set-up: draw 1 from pile to hand of active

turn
    choose one from 1 to 6 and two from 1 to 6, by chance
    add one plus two to sum
    choose step from 1 to 2
    if step is 2: draw 1 from pile to own hand

game ends high: sum is at least 100
winners: active
"""


def test_dice_are_no_cards_where_players_choose_what_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "dice.rules").write_text(DICE, "utf-8")
    report = hunt(load(tmp_path / "dice.rules"), games=12)
    assert sum(report.searched.games.values()) == 12
    assert not report.problems


HEAP = """ruleset heap "One takes from the heap"
players 2
at most 30 turns
word sort: stone
cards stones in heap
    3 of stone
zone heap, seen by all
zone taken of player, seen by all

turn
    choose card from heap
    move card to own taken

game ends gone: heap is empty
winners: active
"""
ASIDE = """layer aside "What is taken may be laid aside, and come back"
add zone aside, seen by all

replace turn
    choose card from heap plus aside
    if card is in aside: move card to heap
    otherwise: move card to aside
"""


def test_a_way_round_with_cards_where_only_the_layer_has_a_zone_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "heap.rules").write_text(HEAP, "utf-8")
    (tmp_path / "aside.rules").write_text(ASIDE, "utf-8")
    report = hunt(load(f"{tmp_path / 'heap.rules'}+{tmp_path / 'aside.rules'}"), games=tried(24, 12))
    assert "W062" in [problem.code for problem in report.problems]
