"""Poker solved through OpenSpiel: the trees are those of its own games, larger ones have the value they must have."""

import runpy
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    get_all_states,
)
from scipy.optimize import linprog

from rulespec import load, openspiel
from tests.effort import some

flags.FLAGS.mark_as_parsed()

ROOT = Path(__file__).parents[1]
KUHN = ROOT / "examples/games/kuhn.rules"
LEDUC = ROOT / "examples/games/leduc.rules"


def _states(game: Any) -> list[Any]:
    found = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True)
    return list(found.values())


def _counts(game: Any) -> tuple[int, int, int, int]:
    """How many chance nodes, decisions, ends and information states a game has."""
    states = _states(game)
    asked = [state for state in states if state.is_player_node()]
    known = {(state.current_player(), state.information_state_string()) for state in asked}
    chance, ends = sum(map(_is_chance, states)), sum(state.is_terminal() for state in states)
    return chance, len(asked), ends, len(known)


def _is_chance(state: Any) -> bool:
    return bool(state.is_chance_node())


def _limits(game: Any) -> tuple[Any, ...]:
    return (
        game.get_type().utility,
        game.max_game_length(),
        game.max_chance_nodes_in_history(),
        game.max_chance_outcomes(),
        game.min_utility(),
        game.max_utility(),
        game.utility_sum(),
    )


def _solved(game: Any, iterations: int) -> tuple[float, float]:
    """The exploitability that CFR+ comes to, and what the first player then gets."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0]
    return exploitability.exploitability(game, average), value


def _larger(tmp_path: Path, *more: str) -> Any:
    """Kuhn poker with further ranks above the King, as a house rule."""
    layer = tmp_path / f"kuhn{3 + len(more)}.rules"
    layer.write_text("\n".join([f"layer {layer.stem}", "", *(f"add {rank} to rank" for rank in more), ""]), "utf-8")
    return openspiel.game(load(f"{KUHN}+{layer}"))


PLANS = ("give up", "match", "bet")  # of the first player: to pass and give up, to pass and match, or to bet
REPLIES = [(after_pass, after_bet) for after_pass in ("pass", "bet") for after_bet in ("fold", "match")]
BETTING = {  # the replies that bet after what the first player did
    "pass": [reply for reply in REPLIES if reply[0] == "bet"],
    "bet": [reply for reply in REPLIES if reply[1] == "match"],
}


def _equilibrium(ranks: int) -> tuple[float, list[list[float]], list[list[float]]]:
    """Kuhn poker with so many ranks as a linear program that knows no game tree.

    The value for the first player, and for each card how he mixes his plans, and the other his replies. He mixes so
    that the worst, over the cards and replies of the other, is best.
    """

    def won(mine: int, plan: str, theirs: int, reply: tuple[str, str]) -> int:
        sign = 1 if mine > theirs else -1
        if plan == "bet":
            return 2 * sign if reply[1] == "match" else 1
        if reply[0] == "pass":
            return sign
        return 2 * sign if plan == "match" else -1

    mixed, cards = len(PLANS) * ranks, range(ranks)
    rows = []
    for theirs in cards:
        for reply in REPLIES:  # what he gets where the other holds this card is at most this
            row = [0.0] * (mixed + ranks)
            for mine in cards:
                for number, plan in enumerate(PLANS):
                    if mine != theirs:
                        row[mine * len(PLANS) + number] = -won(mine, plan, theirs, reply) / (ranks * (ranks - 1))
            row[mixed + theirs] = 1.0
            rows.append(row)
    whole = [[float(at // len(PLANS) == card and at < mixed) for at in range(mixed + ranks)] for card in cards]
    bounds = [(0, 1)] * mixed + [(None, None)] * ranks
    found = linprog([0.0] * mixed + [-1.0] * ranks, rows, [0.0] * len(rows), whole, [1.0] * ranks, bounds)
    assert found.success
    first = np.reshape(found.x[:mixed], (ranks, -1))
    second = np.reshape(-found.ineqlin.marginals, (ranks, -1))
    return float(-found.fun), first.tolist(), second.tolist()


def _bets(state: Any, first: list[list[float]], second: list[list[float]]) -> float:
    """How often whoever is asked bets in the equilibrium."""
    cards: list[int] = state.history()[:2]
    done = [state.action_to_string(0, action) for action in state.history()[2:]]
    if len(done) == 1:
        replies = zip(second[cards[1]], REPLIES, strict=True)
        return sum(share for share, reply in replies if reply in BETTING[done[0]])
    give_up, match, bet = first[cards[0]]
    return match / (give_up + match) if done and give_up + match else bet


# ---- Kuhn


def test_kuhn_has_the_tree_of_openspiels_own() -> None:
    game, theirs = openspiel.game(load(KUHN)), pyspiel.load_game("kuhn_poker")
    assert _counts(game) == _counts(theirs) == (4, 24, 30, 12)
    assert _limits(game) == _limits(theirs)


def test_kuhn_is_as_exploitable_as_openspiels_own_at_every_step_of_cfr() -> None:
    games = openspiel.game(load(KUHN)), pyspiel.load_game("kuhn_poker")
    uniform = [exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in games]
    assert uniform == pytest.approx([11 / 24, 11 / 24])
    solvers = [cfr.CFRSolver(game) for game in games]
    for _ in range(10):
        for solver in solvers:
            solver.evaluate_and_update_policy()
        ours, other = (exploitability.nash_conv(*each) for each in zip(games, _averages(solvers), strict=True))
        assert ours == pytest.approx(other, abs=1e-9)


def _averages(solvers: list[Any]) -> list[Any]:
    return [solver.average_policy() for solver in solvers]


def test_cfr_comes_to_an_equilibrium_of_kuhn_and_to_its_value() -> None:
    exploitable, value = _solved(openspiel.game(load(KUHN)), iterations=60)
    assert exploitable < 0.01
    assert value == pytest.approx(-1 / 18, abs=0.002)


def test_the_solver_in_cpp_comes_to_an_equilibrium_too() -> None:
    game = openspiel.game(load(KUHN))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert pyspiel.exploitability(game, average) < 0.01
    value = pyspiel.expected_returns(game.new_initial_state(), average, -1, False)
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=0.005)


def test_sampling_solvers_play_it_too() -> None:
    np.random.seed(1)
    game = openspiel.game(load(KUHN))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(150):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < 11 / 48


ACES = [f"Ace{number}" for number in range(10)]


@pytest.mark.parametrize("ranks", some([4, 5, 13], 2))
def test_a_larger_kuhn_has_the_tree_that_its_deals_and_bets_make(ranks: int, tmp_path: Path) -> None:
    deals = len([*permutations(range(ranks), 2)])
    lines = ("", "p", "b", "pb"), ("pp", "pbp", "pbb", "bp", "bb")  # where somebody is asked, and where it ends
    game = _larger(tmp_path, *ACES[: ranks - 3])
    assert _counts(game) == (1 + ranks, deals * len(lines[0]), deals * len(lines[1]), ranks * len(lines[0]))
    assert game.max_chance_outcomes() == ranks
    assert (game.max_game_length(), game.min_utility(), game.max_utility(), game.utility_sum()) == (3, -2, 2, 0)


def test_a_larger_kuhn_is_solved(tmp_path: Path) -> None:
    exploitable, value = _solved(_larger(tmp_path, "Ace"), iterations=40)
    assert exploitable < 0.01
    assert value == pytest.approx(_equilibrium(4)[0], abs=0.005)


@pytest.mark.parametrize("ranks", some([3, 5, 13], 2))
def test_the_equilibrium_of_a_linear_program_is_one_of_the_tree(ranks: int, tmp_path: Path) -> None:
    game, (value, *mixed) = _larger(tmp_path, *ACES[: ranks - 3]), _equilibrium(ranks)
    wanted = policy.TabularPolicy(game)
    for state in wanted.states:
        bets = _bets(state, *mixed)
        for action in state.legal_actions():
            share = bets if state.action_to_string(action) == "bet" else 1 - bets
            wanted.policy_for_key(state.information_state_string())[action] = share
    assert exploitability.exploitability(game, wanted) == pytest.approx(0, abs=1e-9)
    assert expected_game_score.policy_value(game.new_initial_state(), [wanted] * 2)[0] == pytest.approx(value)


def test_the_linear_program_knows_the_published_values() -> None:
    assert _equilibrium(3)[0] == pytest.approx(-1 / 18)
    assert _equilibrium(13)[0] == pytest.approx(-0.064, abs=0.0005)


# ---- Leduc


def test_leduc_has_the_tree_of_openspiels_own() -> None:
    game, theirs = openspiel.game(load(LEDUC)), pyspiel.load_game("leduc_poker")
    assert _counts(game) == _counts(theirs) == (157, 3780, 5520, 936)
    assert _limits(game) == _limits(theirs)


def test_leduc_pays_what_openspiels_own_pays_when_everybody_plays_at_random() -> None:
    games = openspiel.game(load(LEDUC)), pyspiel.load_game("leduc_poker")
    ours, theirs = (
        pyspiel.expected_returns(game.new_initial_state(), pyspiel.UniformRandomPolicy(game), -1, False)
        for game in games
    )
    assert ours == pytest.approx(theirs)
    assert ours[0] != pytest.approx(0)


# ---- the example


def test_the_example_solves_kuhn(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "solve_kuhn.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert "the first player gets -0.055" in said
    assert "after a bet: Jack bets 0.00" in said
