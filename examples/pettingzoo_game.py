"""Kuhn poker in PettingZoo, a player with one idea against a random one: what he wins in a thousand games.

The extra `pettingzoo` installs what it needs. Any other rule file goes the same way.
"""

from pathlib import Path
from random import Random

import rulespec
from rulespec import pettingzoo

GAMES = 1000

env = pettingzoo.env(rulespec.load(Path(__file__).parent / "games/kuhn.rules"), players=2)
number = {name: action for action, name in enumerate(env.encoding.actions)}
dice = Random(1)


def sensible(agent: str) -> int:
    """Bets with the King, passes with the Jack; his hand is in his view, as in his observation."""
    view = env.view(agent)
    [card] = view.zone("hand", view.player)
    deeds = {"King": "bet", "Jack": "pass"}
    return number[deeds.get(str(card)) or dice.choice(["bet", "pass"])]


won = 0.0
for game in range(GAMES):
    env.reset(seed=game)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if agent == "player_0":
            won += reward
        if terminated or truncated:
            env.step(None)
        elif agent == "player_0":
            env.step(sensible(agent))
        else:
            env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))

print(f"{won / GAMES:+.2f} chips a game")
