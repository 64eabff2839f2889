"""Agents by name, as a command is told of them: `random`, `rollouts`, `ismcts`, with playouts `ismcts:400`."""

import re
from collections.abc import Callable
from functools import partial

from rulespec.agents.rollouts import rollout_agent
from rulespec.agents.search import ismcts_agent
from rulespec.language.suggest import did_you_mean
from rulespec.play import Agent, random_agent

Maker = Callable[[int], Agent]  # an agent from its seed

NAMES: dict[str, Callable[..., Agent]] = {"random": random_agent, "rollouts": rollout_agent, "ismcts": ismcts_agent}


def agent_named(text: str) -> Maker:
    """What makes such an agent from a seed; it can be pickled. A `ValueError` where there is none of that name."""
    name, colon, playouts = text.partition(":")
    if name not in NAMES:
        raise ValueError(f"there is no agent '{name}': {did_you_mean(name, NAMES)}")
    if not colon:
        return NAMES[name]
    if name == "random":
        raise ValueError("'random' plays nothing out: leave out what stands after it")
    if not re.fullmatch("[1-9][0-9]{0,8}", playouts):
        raise ValueError(f"'{text}': after the colon stand the playouts of a decision, as in '{name}:400'")
    return partial(NAMES[name], playouts=int(playouts))
