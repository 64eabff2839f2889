"""Trains a player of Kuhn poker with numpy alone, in a batch of games against players that act at random.

A policy with one layer, REINFORCE, and what was won so far by the same seat as a baseline. In equilibrium nobody wins
anything; against players who call with anything, and fold the best card, two fifths of a chip can be won a game.
The extra `batch` installs what it needs. Any other rule file goes the same way, in as much time as it needs.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import rulespec
from rulespec.batch import Batch

Numbers = NDArray[np.float64]

GAMES = 128
STEPS = 2000  # of all games at once
RATE = 0.05


def probabilities(batch: Batch, weights: Numbers) -> Numbers:
    """How likely each action is in each game; where a game is over, all of them alike."""
    logits = batch.observations @ weights
    logits[~batch.mask & ~batch.over[:, None]] = -np.inf
    likely: Numbers = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


def learned(steps: int, shown: int = 10) -> list[float]:
    """What the policy wins a game, while it learns; printed so many times."""
    dice = np.random.default_rng(1)
    batch = Batch(rulespec.load(Path(__file__).parent / "games/kuhn.rules"), players=2, count=GAMES, seed=1)
    _, size = batch.observations.shape
    weights = np.zeros((size, len(batch.encoding.actions)))
    seats = np.arange(GAMES) % 2  # the learner has the first seat in half of the games
    grown = np.zeros((GAMES, *weights.shape), np.float32)  # of each game: by what its actions become likelier
    mean, won, curve = np.zeros(2), [], []
    for step in range(1, steps + 1):
        likely = probabilities(batch, weights)
        mine = batch.asked == seats
        drawn = (likely.cumsum(axis=1) > dice.random((GAMES, 1))).argmax(axis=1)
        actions = np.where(mine, drawn, batch.random_actions())
        taken = np.eye(len(weights.T))[actions] - likely
        grown[mine] += batch.observations[mine, :, None] * taken[mine, None, :]
        batch.step(actions)
        over = np.flatnonzero(batch.over)
        gained = batch.returns[over, seats[over]]
        weights += RATE / GAMES * np.tensordot(gained - mean[seats[over]], grown[over], axes=1)
        for seat in range(2):
            if (seats[over] == seat).any():
                mean[seat] += 0.1 * (gained[seats[over] == seat].mean() - mean[seat])
        grown[over] = 0
        won += gained.tolist()
        if step % max(1, steps // shown) == 0:
            curve.append(float(np.mean(won)))
            print(f"after {step:5} steps: {curve[-1]:+.2f} chips a game {'*' * round(60 * max(0, curve[-1]))}")
            won = []
    return curve


if __name__ == "__main__":
    learned(STEPS)
