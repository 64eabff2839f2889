"""Any ruleset as a PettingZoo AEC environment; chance is played by the environment."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from random import Random
from typing import Any, assert_never

from rulespec.adapters.encoding.actions import NO_OFFER, Encoding, Offer, Path
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.game.api import SPECTATOR, LastSeen, Ruleset, State, View
from rulespec.language.errors import BudgetExceededError, IllegalAction
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Card, Share

try:
    import numpy as np
    from gymnasium.logger import warn
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        BaseWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )

    from rulespec.adapters.encoding.observations import Observations
except ModuleNotFoundError as missing:
    message = "rulespec.pettingzoo needs PettingZoo; install this distribution with the extra 'pettingzoo'"
    raise ImportError(message, name=missing.name) from missing

Mask = NDArray[np.int8]
Observation = Any  # an array, or a dictionary with one and a mask

ILLEGAL_REWARD = -1.0  # as in PettingZoo's own card games


def env(
    rules: Ruleset, players: int | None = None, render_mode: str | None = None, *, mask_in_observation: bool = False
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment in PettingZoo's usual wrappers: wrong call orders raise errors, an illegal action loses.

    `players` defaults to the fewest that the rules allow. With `mask_in_observation`, an observation is a dictionary
    with `observation` and `action_mask`, as in PettingZoo's own games.
    """
    raw = raw_env(rules, players, render_mode, mask_in_observation=mask_in_observation)
    return _Ordered(_WithinBounds(_Legal(raw, ILLEGAL_REWARD)))


class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801 (PettingZoo's name for it)
    """The environment without wrappers: an illegal action raises an `IllegalAction` and changes nothing."""

    metadata = {"name": "rulespec", "render_modes": ["human", "ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        rules: Ruleset,
        players: int | None = None,
        render_mode: str | None = None,
        *,
        mask_in_observation: bool = False,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if not isinstance(rules, Ruleset):
            raise TypeError(f"rules must be a Ruleset, not {rules!r}; rulespec.load(...) returns one")
        players = rules.players[0] if players is None else players
        modes = type(self).metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode must be None or one of {', '.join(modes)}, not {render_mode!r}")
        self.encoding = Encoding(rules.game(players))
        self._observations = Observations(self.encoding)
        self.render_mode = render_mode
        self.mask_in_observation = mask_in_observation
        self.metadata = type(self).metadata | {"name": rules.name, "render_modes": list(modes)}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        actions = len(self.encoding.actions)
        self.observation_spaces: dict[str, Space[Any]] = {agent: self._space(actions) for agent in self.possible_agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(actions) for agent in self.possible_agents}
        self._random = Random()
        self._so_far: Path = ()  # the actions so far of a compound option
        self._offer: Offer = NO_OFFER  # the legal answers
        self._asked: str | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def _space(self, actions: int) -> Space[Any]:
        seen: Space[Any] = Box(-1, 1, (self._observations.size,), np.float32)
        if not self.mask_in_observation:
            return seen
        return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game, or continues from `options["state"]`; the seed determines chance, as in `rulespec.play`."""
        if seed is not None:
            self._random = Random(int(seed))
        game = self.encoding.game
        state = (options or {}).get("state") or State.begin(game, 0, random=self._random.random)
        if state.game != game:
            raise ValueError(f"{state!r} is not a state of {game.rules.name} with {game.players} players")
        while isinstance(chance := state.pending, Chance):
            outcome = chance.options[int(self._random.random() * len(chance.options))]
            state = state.advance(outcome, self._random.random)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._mask()} for agent in self.agents}
        self._arrive(state)

    def step(self, action: int | None) -> None:
        """Takes the next action of the selected agent, or None from an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            further = self._offer.after(action)
        except ValueError:
            raise self._illegal(action) from None
        self._cumulative_rewards[agent] = 0.0
        if isinstance(further, Offer):
            self._so_far, self._offer = (*self._so_far, int(action)), further  # type: ignore[arg-type]
            self._ask(agent)
        else:
            self.infos[agent] = {"action_mask": self._mask()}
            try:
                state = self._state.next(further, self._random.random)
            except BudgetExceededError:
                self._over([0.0] * len(self.agents), truncated=True)
            else:
                self._arrive(state)
        if self.render_mode == "human":
            self.render()

    def _arrive(self, state: State) -> None:
        """Moves to a state in which somebody is asked, or the game is over."""
        self._state, self._so_far = state, ()
        snapshot = state.snapshot
        asking = state.game.program.asks.get(snapshot.pc)
        if asking is None:
            self._end(state)
        else:
            self._offer = self.encoding.offer(asking.site, snapshot.raws)
            self._ask(self.possible_agents[snapshot.own])

    def _ask(self, agent: str) -> None:
        """Selects the agent that is asked, and sets its mask."""
        self.agent_selection = self._asked = agent
        self.infos[agent] = {"action_mask": self._mask(self._offer.actions)}

    def _end(self, state: State) -> None:
        """Sets the rewards, terminations and truncations of a finished game."""
        result = state.pending
        assert isinstance(result, Over)
        self._over(map(float, result.returns), truncated=state.turns > state.game.most_turns)

    def _over(self, returns: Iterable[float], *, truncated: bool) -> None:
        """Ends the game, also one that stopped as it took too many steps: that gives nobody anything, as in a batch."""
        self.agent_selection, self._asked, self._offer = self.agents[0], None, NO_OFFER
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.rewards = dict(zip(self.agents, returns, strict=True))
        self._accumulate_rewards()

    def _mask(self, legal: list[int] | None = None) -> Mask:
        mask = np.zeros(len(self.encoding.actions), np.int8)
        if legal:
            mask[legal] = 1
        return mask

    def _illegal(self, action: int | None) -> IllegalAction:
        decision = self._state.pending
        assert isinstance(decision, Decision)
        legal = ", ".join(map(str, self._offer.actions))
        reason = f"illegal action {action}, legal are {legal}: {decision.prompt}"
        return IllegalAction(reason, self.encoding.game.rules.rule_of(decision.block))

    # ---- looking

    def view(self, agent: str) -> View:
        """The view of an agent, with everything that does not fit into an observation."""
        return self._state.view(self._seats[agent])

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; the first actions of a compound option are visible only to the acting player."""
        is_asked = agent == self._asked
        so_far = self._so_far if is_asked else ()
        seen = self._observations.observe(self._state, self._seats[agent], so_far)
        if not self.mask_in_observation:
            return seen
        return {
            "observation": seen,
            "action_mask": self.infos[agent]["action_mask"].copy() if is_asked else self._mask(),
        }

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int | None]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it: printed, or returned in mode "ansi"."""
        if self.render_mode is None:
            warn("nothing to render: this environment has no render_mode")
            return None
        table = "\n".join(_table(self._state.view(SPECTATOR), self.possible_agents))
        if self.render_mode == "ansi":
            return table
        print(table, end="\n\n")
        return None

    def close(self) -> None:
        """Does nothing."""


# ---- PettingZoo's wrappers, which read attributes of the environment directly: a step takes two thirds of the time
# ---- that it takes where each wrapper asks the next


def _of_the_environment(name: str) -> Any:
    return property(attrgetter(f"raw.{name}"))


class _Direct(BaseWrapper[str, Observation, int | None]):
    """A wrapper that reads the environment's attributes directly."""

    raw: raw_env
    agents = _of_the_environment("agents")
    agent_selection = _of_the_environment("agent_selection")
    rewards = _of_the_environment("rewards")
    terminations = _of_the_environment("terminations")
    truncations = _of_the_environment("truncations")
    infos = _of_the_environment("infos")
    _cumulative_rewards = _of_the_environment("_cumulative_rewards")

    def __init__(self, env: AECEnv[str, Observation, int | None], *more: Any) -> None:
        super().__init__(env, *more)
        self.raw = env.unwrapped  # type: ignore[assignment]


class _Legal(_Direct, TerminateIllegalWrapper[str, Observation, int | None]):
    """An illegal action loses."""


class _WithinBounds(_Direct, AssertOutOfBoundsWrapper[str, Observation, int | None]):
    """Anything but an action is an error."""


class _Ordered(_Direct, OrderEnforcingWrapper[str, Observation, int | None]):
    """Calls in a wrong order are errors."""

    def __str__(self) -> str:
        return str(self.env)


def _table(view: View, agents: list[str]) -> Iterator[str]:
    material = view.game.material
    words = material.seat_words
    names = [f"{agent} ({words[seat]})" if words else agent for seat, agent in enumerate(agents)]
    yield f"{view.rules.name}, turn {view.turns}"
    for place in material.places:
        yield f"  {_whose(place, names)}: {_cards(view.zone(*place.where))}"
    for variable in material.variables:
        holder, where = variable.holder, variable.where
        value = view.counter(*where) if isinstance(holder, d.Counter) else view.note(*where)
        if isinstance(holder, d.Note) and holder.of == "player" and value is not None:
            value = names[value]
        yield f"  {_whose(variable, names)}: {'-' if value is None else value}"
    if view.result is not None:
        returns = (f"{name} {each}" for name, each in zip(names, view.result.returns, strict=True))
        yield f"over: {', '.join(returns)}"
    elif view.asked is not None:
        yield f"asked: {names[view.asked]}"


def _cards(held: tuple[Card, ...] | LastSeen | int) -> str:
    match held:
        case tuple():
            return ", ".join(map(str, held)) or "-"
        case LastSeen():
            return str(held)
        case int():
            return f"{held} hidden"
        case _:
            assert_never(held)


def _whose(share: Share, names: list[str]) -> str:
    if share.owner is None:
        return share.name if share.word is None else f"{share.name} of {share.word}"
    return f"{share.name} of {names[share.owner]}" + ("" if share.word is None else f" by {share.word}")
