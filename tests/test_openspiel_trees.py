"""Games that OpenSpiel brings, written again in the language: the trees have the same counts, bounds and values."""

import unittest
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from rulespec import load, openspiel
from tests.effort import some, tried

flags.FLAGS.mark_as_parsed()

KUHN = """ruleset kuhn3 "Kuhn poker for three, with a rank more"
players 3
at most 5 turns
word rank: Ten, Jack, Queen, King
word deed: pass, bet
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
counter stake of player
counter chips of player
counter spoken
counter bets
value best: players, preferring bets is 0 or own stake is 2, with highest rank of first of own hand
set-up
    players
        add 1 to own stake
        draw 1 from pile to own hand
turn
    choose act from deed
    add 1 to spoken
    if act is bet
        if bets is 0: set spoken to 1
        add 1 to bets
        add 1 to own stake
game ends showdown after turn: spoken is 3
    players
        add own stake to chips of best
        take own stake from own chips
returns: own chips
"""

DICE = """ruleset dice "Liar's dice with a die of three sides each; the highest side counts as any"
players 2
at most 7 turns
numbers pips: 1 to 3
word seat: one, two
players have seat one, two
word bid: one-1, one-2, one-3, two-1, two-2, two-3, liar
cards sides in box
    1 of each pips in each seat of players
zone box
zone cup of player, shuffled
zone die of player, seen by owner
note standing: bid
counter chips of player
value face by bid: 1 for one-1, 2 for one-2, 1 for two-1, 2 for two-2, 3 otherwise
value amount by bid: 1 for one-1, 1 for one-2, 1 for one-3, 2 otherwise
value shown: cards in (die of players, where its pips is face of standing or its pips is 3)
set-up
    players: move (box, where its seat is own seat) to own cup
    players: draw 1 from own cup to own die
turn
    choose call from bid, where (standing is none and it is not liar) or it is more than standing
    if call is not liar: set standing to call
game ends called after turn: call is liar
    if shown is at least amount of standing
        add 1 to chips of own left
        take 1 from own chips
    otherwise
        add 1 to own chips
        take 1 from chips of own left
returns: own chips
"""

BIDS = """ruleset bids "Goofspiel with falling prizes, where only who won a prize is told"
players 2
at most 4 turns
numbers pip: 1 to 4
word colour: red, blue
players have colour red, blue
cards bids in box
    1 of each pip in each colour of players
zone box
zone hand of player, seen by owner
zone offer of player
zone spent
counter prize
counter points of player
value best: players, with most total pip in own offer
value lead of player: own points minus points of own left
set-up
    set prize to 4
    players: move (box, where its colour is own colour) to own hand
turn
    at the same time
        players
            choose bid from own hand
            move bid to own offer
after turn awarding
    if number of best is 1: add prize to points of best
    take 1 from prize
    players: move own offer to spent
game ends last after turn: prize is 1
    players: move own hand to own offer
    if number of best is 1: add prize to points of best
returns: smaller of 1 and larger of own lead and (0 minus 1)
"""

FALLING = "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4,points_order=descending))"
SMALL = "liars_dice(players=2,numdice=1,dice_sides=3)"

COUNTED = [  # chance nodes, decisions, ends and information states, the first two as OpenSpiel's own test knows them
    pytest.param(KUHN, "kuhn_poker(players=3)", (17, 288, 312, 48), id="kuhn for three"),
    pytest.param(BIDS, FALLING, (0, 501, 576, 162), id="goofspiel"),
    pytest.param(DICE, SMALL, (4, 576, 567, 192), id="liar's dice"),
]


def _game(text: str, folder: Path) -> Any:
    path = folder / "again.rules"
    path.write_text(text, "utf-8")
    return openspiel.game(load(path))


def _run(game: Any) -> unittest.TestResult:
    case = type(f"{game}", (api_test.EnforceAPIOnFullTreeBase,), {"game": game, "game_name": str(game)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    return result


@pytest.mark.parametrize(("text", "theirs", "counts"), some(COUNTED, 1, start=1))
def test_the_whole_tree_passes_the_api_tests_and_has_the_counts_of_openspiels_own(
    text: str, theirs: str, counts: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in (_game(text, tmp_path), pyspiel.load_game(theirs)):
        monkeypatch.setitem(api_test.TOTAL_NUM_STATES, str(game), counts[:3])
        monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, str(game), counts[3])
        result = _run(game)
        assert result.testsRun == 8
        assert [*result.failures, *result.errors, *result.skipped] == []


@pytest.mark.parametrize(("text", "theirs"), [each.values[:2] for each in COUNTED], ids=[each.id for each in COUNTED])
def test_it_has_the_bounds_and_pays_in_uniform_play_what_openspiels_own_does(
    text: str, theirs: str, tmp_path: Path
) -> None:
    games = _game(text, tmp_path), pyspiel.load_game(theirs)
    ours, own = (
        (game.get_type().utility, game.min_utility(), game.max_utility(), game.utility_sum()) for game in games
    )
    assert ours == own
    ours, own = (
        pyspiel.expected_returns(game.new_initial_state(), pyspiel.UniformRandomPolicy(game), -1, False)
        for game in games
    )
    assert ours == pytest.approx(own, abs=1e-12)


def test_cfr_goes_the_same_way_through_liars_dice_as_through_openspiels_own(tmp_path: Path) -> None:
    games = _game(DICE, tmp_path), pyspiel.load_game(SMALL)
    found = []
    for game in games:
        solver = cfr.CFRPlusSolver(game)
        for _ in range(tried(5, 4)):
            solver.evaluate_and_update_policy()
        average = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
        found.append([exploitability.exploitability(game, average), *value])
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[0][0] < 0.2
