"""Agents by name, as a command is told of them: `random`, `rollouts`, `ismcts`, with playouts `ismcts:400`."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from rulespec.agents.rollouts import rollout_agent
from rulespec.agents.search import ismcts_agent
from rulespec.errors import shortened
from rulespec.language.suggest import did_you_mean
from rulespec.play import Agent, random_agent

Maker = Callable[[int], Agent]  # an agent from its seed

NAMES: dict[str, Callable[..., Agent]] = {"random": random_agent, "rollouts": rollout_agent, "ismcts": ismcts_agent}


@cache
def agent_named(text: str) -> Maker:
    """What makes such an agent from a seed; it can be pickled. A `ValueError` where there is none of that name.

    It is one and the same for one name, so that it can be told whether the same play on all seats.
    """
    name, colon, playouts = text.partition(":")
    if name not in NAMES:
        raise ValueError(shortened(f"there is no agent '{name}': {did_you_mean(name, NAMES)}"))
    if not colon:
        return NAMES[name]
    if name == "random":
        raise ValueError("'random' plays nothing out: leave out what stands after it")
    if not re.fullmatch("[1-9][0-9]{0,8}", playouts):
        raise ValueError(shortened(f"'{text}': after the colon stand the playouts of a decision, as in '{name}:400'"))
    return partial(NAMES[name], playouts=int(playouts))


def makers_of(agents: Sequence[Maker | str] | Maker | str, players: int | None) -> tuple[Maker, ...]:
    """What makes the agent of each seat: one for each of them, or one for all."""
    if isinstance(agents, str) or callable(agents):
        if players is None:
            raise ValueError("one agent for all seats needs a number of players: simulate(..., players=4)")
        agents = [agents] * players
    if players is not None and players != len(agents):
        raise ValueError(f"there are {len(agents)} agents for {players} players: name one for each seat")
    for each in agents:
        if not isinstance(each, str) and not callable(each):
            raise ValueError(f"what makes an agent is called with a seed, which {each!r} cannot be")
    return tuple([agent_named(each) if isinstance(each, str) else each for each in agents])


def path_of(maker: Any) -> str:
    """Where a maker is found, the same in each process."""
    if isinstance(maker, partial):
        given = [*map(repr, maker.args), *(f"{name}={value!r}" for name, value in sorted(maker.keywords.items()))]
        return f"{path_of(maker.func)}({', '.join(given)})"
    named = maker if hasattr(maker, "__qualname__") else type(maker)
    return f"{named.__module__}.{named.__qualname__}"
