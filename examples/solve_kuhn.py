"""Solves Kuhn poker as `kuhn.rules` tells it, with an algorithm of OpenSpiel that knows nothing but the game tree."""

from pathlib import Path

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import rulespec
from rulespec import openspiel

ITERATIONS = 100

rules = rulespec.load(Path(__file__).parent / "games/kuhn.rules")
game = openspiel.game(rules, players=2)

solver = cfr.CFRPlusSolver(game)
for _ in range(ITERATIONS):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()

value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
print(f"after {ITERATIONS} iterations: exploitability {exploitability.exploitability(game, policy):.4f}")
print(f"the first player gets {value:.4f} a game; in equilibrium it is {-1 / 18:.4f}")


def bets(card: str, so_far: str) -> float:
    """How often the player who holds a card bets, after what was done: `pb` is a pass and a bet."""
    state = game.new_initial_state()
    first, other = (card, "Queen" if card != "Queen" else "King")[:: -1 if len(so_far) % 2 else 1]
    for name in (first, other, *({"p": "pass", "b": "bet"}[deed] for deed in so_far)):
        state.apply_action(state.string_to_action(name))
    return float(policy.action_probabilities(state)[state.string_to_action("bet")])


for so_far, told in (("", "first"), ("p", "after a pass"), ("b", "after a bet"), ("pb", "after a pass and a bet")):
    print(f"{told:>23}:", ", ".join(f"{card} bets {bets(card, so_far):.2f}" for card in ("Jack", "Queen", "King")))
