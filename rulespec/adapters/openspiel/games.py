"""Any ruleset as a Python game of OpenSpiel: chance has nodes, compound options are asked atom by atom.

Actions are numbered by `rulespec.adapters.encoding`; observations are made from a player's view alone.
"""

import re
import unicodedata
from functools import lru_cache
from random import Random
from typing import Any, Literal

try:
    import numpy  # noqa: F401 (for the observers)
    import pyspiel
except ModuleNotFoundError as missing:
    message = f"rulespec.openspiel needs {missing.name}; install this distribution with the extra 'openspiel'"
    raise ImportError(message, name=missing.name) from missing

from rulespec.adapters.encoding import Limits, limits
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.adapters.openspiel.nodes import Node, Tree
from rulespec.adapters.openspiel.observers import (
    InformationState,
    Observation,
    Observer,
    Private,
    Public,
    is_open,
    remembered,
)
from rulespec.adapters.openspiel.states import State
from rulespec.adapters.openspiel.told import Told
from rulespec.engine.game import Game as EngineGame
from rulespec.game.api import Ruleset
from rulespec.game.api import State as Table
from rulespec.game.history import beginning

INT_MAX = 2**31 - 1  # of C++
ANY_SEED = -1  # the convention of OpenSpiel's own games
MODES = {
    "explicit": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "sampled": pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
}

_registered: dict[str, Ruleset] = {}


# ---- the registry of OpenSpiel


def register(rules: Ruleset, name: str | None = None) -> str:
    """Makes `pyspiel.load_game("NAME(players=N)")` load these rules; returns the name.

    The default name is the rules' name in ASCII, plus a part of their digest if that is taken, plus the engine or the
    budget if the same rules are registered with another one. Raises a `ValueError` for a name that is taken or that
    OpenSpiel cannot parse.
    """
    if not isinstance(rules, Ruleset):
        raise TypeError(f"rules must be a Ruleset, not {rules!r}; rulespec.load(...) returns one")
    if name is None:
        own = _slug(rules.name)
        name = own if _is_free(own, rules) else f"{own}_{rules.digest[:8]}"
        if name in _registered and _registered[name].engine != rules.engine:  # equality ignores the engine
            name = f"{name}_{rules.engine}"
        if name in _registered and _registered[name].budget != rules.budget:
            name = f"{name}_{rules.budget}"
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise ValueError(f"OpenSpiel names consist of letters, digits and _; use {_slug(name)!r} instead of {name!r}")
    if not _is_free(name, rules):
        whose = "other rules" if name in _registered else "a game of OpenSpiel"
        raise ValueError(f"the name {name!r} is taken by {whose}; use another one: register(rules, name)")
    if name not in _registered:
        _registered[name] = rules
        # a class for each ruleset, as C++ releases it after the interpreter has ended, which only a class survives
        kind = type(name, (Game,), {"rules": rules, "name": name})
        pyspiel.register_game(_game_type(rules.game(rules.players[0]), name, "explicit"), kind)
    return name


def game(
    rules: Ruleset,
    players: int | None = None,
    name: str | None = None,
    *,
    chance_mode: Literal["explicit", "sampled"] = "explicit",
    rng_seed: int = -1,
) -> "Game":
    """An OpenSpiel game for a number of players (default: the fewest); registers the rules for pickles.

    With `sampled` chance, all draws up to the next decision are one node with one action, decided by the game's own
    random numbers from `rng_seed` (-1: a random seed).
    """
    given = {"players": players, "chance_mode": chance_mode, "rng_seed": rng_seed}
    without = {"players": None, "chance_mode": "explicit", "rng_seed": -1}
    found: Game = pyspiel.load_game(register(rules, name), {k: v for k, v in given.items() if v != without[k]})
    return found


def _is_free(name: str, rules: Ruleset) -> bool:
    return _registered[name] == rules if name in _registered else name not in pyspiel.registered_names()


def _slug(name: str) -> str:
    """A name in ASCII letters, digits and underscores: OpenSpiel can silently truncate at anything else."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "rules"


# ---- the game


class Game(pyspiel.Game):
    """The rules for a number of players; each registered ruleset has a subclass of its own."""

    rules: Ruleset
    name: str

    def __init__(self, parameters: dict[str, Any]) -> None:
        rules, name, players = self.rules, self.name, parameters["players"]
        mode, seed = parameters["chance_mode"], parameters["rng_seed"]
        if mode not in MODES:
            raise ValueError(f"chance_mode must be one of {', '.join(MODES)}, not {mode!r}")
        if mode == "explicit" and seed != ANY_SEED:
            raise ValueError(f"rng_seed={seed} needs chance_mode=sampled")
        self.players = players
        self.beginning = rules.new_game(players)
        self.encoding = _encoding(rules.game(players))
        self.limits = limits(rules.game(players))
        self.random = None if mode == "explicit" else Random(None if seed == ANY_SEED else seed)
        self.tree = Tree(self.encoding, None if self.random is None else self.random.random)
        self.root = Node.at(self.beginning, self.tree, {})
        self.told = Told(self.encoding)
        super().__init__(
            _game_type(rules.game(players), name, mode),
            _game_info(self.encoding, self.limits, mode),
            {"players": players} if mode == "explicit" else parameters,
        )

    def new_initial_state(self) -> State:
        return State(self)

    def state_of(self, table: Table) -> State:
        """An OpenSpiel state for a `rulespec.State`, with its full history.

        Raises a `ValueError` unless that game began like this one: with seat 0, and not in a given position.
        """
        if beginning(table) != self.beginning:
            raise ValueError(f"{table!r} did not begin like {self}")
        return self.new_initial_state().lead(Node.at(table, self.tree, {}))

    def max_chance_nodes_in_history(self) -> int:
        return min(self.limits.draws, INT_MAX if self.random is None else self.limits.answers + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """An observer; None if it is not supported (all private information, or perfect recall of one kind only)."""
        if params:
            raise ValueError(f"params must be empty, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (own or wanted.public_info):
            return None
        if wanted.perfect_recall:
            return InformationState(self.encoding, self.limits) if own and wanted.public_info else None
        kind = Private if not wanted.public_info else Observation if own else Public
        return kind(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.name, self.get_parameters(), self.random and self.random.getstate())


def _again(rules: Ruleset, name: str, parameters: dict[str, Any], random: Any) -> Game:
    found: Game = pyspiel.load_game(register(rules, name), parameters)
    if found.random is not None:
        found.random.setstate(random)  # continues the stream of random numbers
    return found


@lru_cache(maxsize=256)
def _encoding(game: EngineGame) -> Encoding:
    return Encoding(game)


@lru_cache(maxsize=256)
def _game_type(game: EngineGame, name: str, mode: str) -> Any:
    rules, known, kinds = game.rules, limits(game), pyspiel.GameType
    chance = MODES[mode] if known.draws else kinds.ChanceMode.DETERMINISTIC
    utility = kinds.Utility.GENERAL_SUM
    if known.total is not None:
        utility = kinds.Utility.CONSTANT_SUM if known.total else kinds.Utility.ZERO_SUM
    return kinds(
        short_name=name,
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kinds.Information.PERFECT_INFORMATION if is_open(game) else kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=remembered(Observations(_encoding(game)), known) > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": rules.players[0], "chance_mode": "explicit", "rng_seed": ANY_SEED},
    )


def _game_info(encoding: Encoding, known: Limits, mode: str) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(encoding.actions),
        max_chance_outcomes=0 if not known.draws else encoding.outcomes if mode == "explicit" else 1,
        num_players=encoding.game.players,
        min_utility=known.least,
        max_utility=known.most if known.most > known.least else known.least + 1,  # OpenSpiel wants a range
        utility_sum=known.total,
        max_game_length=min(known.answers, INT_MAX),
    )
