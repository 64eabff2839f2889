"""Agents by name: `random`, `rollouts`, `ismcts`, or with a number of playouts `ismcts:400`."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from rulespec.agents.play import Agent, random_agent
from rulespec.agents.rollouts import rollout_agent
from rulespec.agents.search import ismcts_agent
from rulespec.language.errors import require_type, shortened
from rulespec.language.suggest import did_you_mean

Maker = Callable[[int], Agent]  # makes an agent from a seed

NAMES: dict[str, Callable[..., Agent]] = {"random": random_agent, "rollouts": rollout_agent, "ismcts": ismcts_agent}


def agent_named(text: str) -> Maker:
    """A function (seed) -> agent for a name such as `random` or `ismcts:400`; raises a `ValueError` for unknown names.

    It can be pickled, and is the same object for equal names.
    """
    require_type("text", text, str, "the name of an agent (a str)")
    return _named(text)


@cache
def _named(text: str) -> Maker:
    name, colon, playouts = text.partition(":")
    if name not in NAMES:
        raise ValueError(shortened(f"unknown agent '{name}'; {did_you_mean(name, NAMES)}"))
    if not colon:
        return NAMES[name]
    if name == "random":
        raise ValueError("'random' takes no number of playouts: write only 'random'")
    if not re.fullmatch("[1-9][0-9]{0,8}", playouts):
        raise ValueError(shortened(f"'{text}' needs a number of playouts after the colon, for example '{name}:400'"))
    return partial(NAMES[name], playouts=int(playouts))


def makers_of(agents: Sequence[Maker | str] | Maker | str, players: int | None) -> tuple[Maker, ...]:
    """The maker for each seat, from one for each or one for all; a `ValueError` where they do not fit `players`."""
    if not callable(agents):
        require_type(
            "agents", agents, (str, Sequence), "a name, a function (seed) -> agent, or a list with one for each seat"
        )
    if isinstance(agents, str) or callable(agents):
        if players is None:
            raise ValueError("one agent for all seats needs the number of players: simulate(..., players=4)")
        agents = [agents] * players
    if players is not None and players != len(agents):
        raise ValueError(f"agents must have one item for each of {players} players, not {len(agents)}")
    for each in agents:
        if not isinstance(each, str) and not callable(each):
            raise ValueError(f"each agent must be a name or a function (seed) -> agent, not {each!r}")
    return tuple([agent_named(each) if isinstance(each, str) else each for each in agents])


def path_of(maker: Any) -> str:
    """The import path of a maker with the arguments of partials, the same in each process."""
    if isinstance(maker, partial):
        given = [*map(repr, maker.args), *(f"{name}={value!r}" for name, value in sorted(maker.keywords.items()))]
        return f"{path_of(maker.func)}({', '.join(given)})"
    named = maker if hasattr(maker, "__qualname__") else type(maker)
    return f"{named.__module__}.{named.__qualname__}"
