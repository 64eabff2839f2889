"""Any game of the language as a PettingZoo environment: one agent is asked after the other, chance is played inside."""

from collections.abc import Iterator
from random import Random
from typing import Any

from rulespec.api import SPECTATOR, Ruleset, State, View
from rulespec.encoding import Encoding, Path
from rulespec.errors import IllegalAction
from rulespec.pending import Chance, Decision, Over
from rulespec.tree import declarations as d

try:
    import numpy as np
    from gymnasium.logger import warn
    from gymnasium.spaces import Box, Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as missing:
    message = "rulespec.pettingzoo needs PettingZoo: install this distribution with its extra 'pettingzoo'"
    raise ImportError(message, name=missing.name) from missing

Observation = NDArray[np.float32]

ILLEGAL_REWARD = -1.0  # as in PettingZoo's own card games


def env(
    rules: Ruleset, players: int | None = None, render_mode: str | None = None
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment as PettingZoo's own games come: calls in a wrong order are errors, an illegal action loses.

    Without `players`, for the fewest that the rules allow.
    """
    raw = raw_env(rules, players, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, ILLEGAL_REWARD)))


class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801 (this is what PettingZoo calls it)
    """The environment without wrappers: an illegal action is an `IllegalAction` and changes nothing."""

    metadata = {"name": "rulespec", "render_modes": ["human", "ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, rules: Ruleset, players: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if not isinstance(rules, Ruleset):
            raise TypeError(f"an environment needs a ruleset, not {rules!r}: rulespec.load(...) gives one")
        players = rules.players[0] if players is None else players
        modes = type(self).metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is None, or one of {', '.join(modes)}; not {render_mode!r}")
        self.encoding = Encoding(rules, players)
        self.render_mode = render_mode
        self.metadata = type(self).metadata | {"name": rules.name, "render_modes": list(modes)}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        agents, size, actions = self.possible_agents, self.encoding.size, len(self.encoding.actions)
        self.observation_spaces: dict[str, Space[Any]] = {agent: Box(-1, 1, (size,), np.float32) for agent in agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(actions) for agent in agents}
        self._random = Random()
        self._so_far: Path = ()  # what the agent in turn has answered of a compound option

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game, or goes on from `options["state"]`; the seed drives chance, as in `rulespec.play`."""
        if seed is not None:
            self._random = Random(int(seed))
        self._arrive((options or {}).get("state") or self._rules.begin(self._players, 0, self._random.random))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._ask()

    def step(self, action: int | None) -> None:
        """The next atom of the answer of the agent in turn; None from an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._answer(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _answer(self, action: int | None) -> None:
        decision = self._state.pending
        assert isinstance(decision, Decision)
        legal = self.encoding.next_actions(decision, self._so_far)
        if action not in legal:
            reason = f"action {action} is none of {', '.join(map(str, legal))}: {decision.prompt}"
            raise IllegalAction(reason, self._rules.rule_of(decision.block))
        self._so_far = (*self._so_far, int(action))
        option = self.encoding.paths(decision).get(self._so_far)
        if option is not None:
            self._arrive(self._state.advance(option, self._random.random))

    def _arrive(self, state: State) -> None:
        """Takes a state, and plays chance if a card is to be drawn there."""
        if state.rules != self._rules or state.players != self._players:
            raise ValueError(f"{state!r} is not a state of {self._rules.name} with {self._players} players")
        while isinstance(chance := state.pending, Chance):
            outcome = chance.options[int(self._random.random() * len(chance.options))]
            state = state.advance(outcome, self._random.random)
        self._state, self._so_far = state, ()

    def _ask(self) -> None:
        """Turns to whoever is asked, or tells everybody that the game is over."""
        pending = self._state.pending
        masks = {agent: np.zeros(len(self.encoding.actions), np.int8) for agent in self.agents}
        ended = isinstance(pending, Over)
        within = self._state.turns <= self._rules.composed.the(d.Limit).turns
        self.terminations = dict.fromkeys(self.agents, ended and within)
        self.truncations = dict.fromkeys(self.agents, ended and not within)
        if isinstance(pending, Over):
            self.agent_selection = self.agents[0]
            self.rewards = dict(zip(self.agents, map(float, pending.returns), strict=True))
            self._accumulate_rewards()
        elif isinstance(pending, Decision):
            self.agent_selection = self.possible_agents[pending.player]
            masks[self.agent_selection][self.encoding.next_actions(pending, self._so_far)] = 1
        self.infos = {agent: {"action_mask": mask} for agent, mask in masks.items()}

    # ---- looking

    def view(self, agent: str) -> View:
        """What an agent may know, with his log: more than fits into an observation."""
        return self._state.view(self.possible_agents.index(agent))

    def observe(self, agent: str) -> Observation:
        """The view of an agent as numbers; what has been answered of a compound option is for the one who answers."""
        view = self.view(agent)
        return np.array(self.encoding.observe(view, self._so_far if view.decision else ()), np.float32)

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int | None]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it, who sees only what everybody sees."""
        if self.render_mode is None:
            warn("nothing is rendered: the environment was made without a render_mode")
            return None
        table = "\n".join(_table(self._state.view(SPECTATOR), self.possible_agents))
        if self.render_mode == "ansi":
            return table
        print(table, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is open."""

    # ---- inside

    @property
    def _rules(self) -> Ruleset:
        return self.encoding.rules

    @property
    def _players(self) -> int:
        return self.encoding.players


def _table(view: View, agents: list[str]) -> Iterator[str]:
    material = view.game.material
    words = material.seat_words
    names = [f"{agent} ({words[seat]})" if words else agent for seat, agent in enumerate(agents)]
    yield f"{view.rules.name}, turn {view.turns}"
    for place in material.places:
        held = view.zone(place.zone.name, place.owner)
        cards = f"{held} hidden" if isinstance(held, int) else ", ".join(map(str, held))
        yield f"  {_whose(place.zone.name, place.owner, names)}: {cards or '-'}"
    for variable in material.variables:
        holder, owner = variable.holder, variable.owner
        value = view.counter(holder.name, owner) if isinstance(holder, d.Counter) else view.note(holder.name, owner)
        if isinstance(holder, d.Note) and holder.of == "player" and value is not None:
            value = names[value]
        yield f"  {_whose(holder.name, owner, names)}: {'-' if value is None else value}"
    if view.result is not None:
        returns = (f"{name} {each}" for name, each in zip(names, view.result.returns, strict=True))
        yield f"over: {', '.join(returns)}"
    elif view.asked is not None:
        yield f"asked: {names[view.asked]}"


def _whose(name: str, owner: int | None, names: list[str]) -> str:
    return name if owner is None else f"{name} of {names[owner]}"
