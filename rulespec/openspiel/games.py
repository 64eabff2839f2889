"""Any game of the language as a Python game of OpenSpiel: chance has nodes, compound options are asked atom by atom.

Actions and observations are numbered by `rulespec.encoding`; what a player is told is his view and nothing else.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

try:
    import numpy  # noqa: F401 (for the observers)
    import pyspiel
except ModuleNotFoundError as missing:
    message = f"rulespec.openspiel needs {missing.name}: install this distribution with its extra 'openspiel'"
    raise ImportError(message, name=missing.name) from missing

from rulespec.api import Ruleset, View
from rulespec.api import State as Table
from rulespec.encoding import Encoding, Path
from rulespec.errors import IllegalAction
from rulespec.history import beginning, history
from rulespec.limits import Limits, limits
from rulespec.openspiel.observers import (
    InformationState,
    Observation,
    Observer,
    Private,
    Public,
    is_open,
    lying,
    remembered,
)
from rulespec.pending import Chance, Decision, Option, Over

INT_MAX = 2**31 - 1  # of C++

_registered: dict[str, Ruleset] = {}


# ---- the registry of OpenSpiel


def register(rules: Ruleset, name: str | None = None) -> str:
    """Makes `pyspiel.load_game("NAME(players=N)")` load these rules; answers the name.

    Without a name the rules get their own, in letters that OpenSpiel can read, with a part of their hash where that is
    taken. A name that is taken by other rules, or cannot be read, is a `ValueError`.
    """
    if not isinstance(rules, Ruleset):
        raise TypeError(f"OpenSpiel's games need a ruleset, not {rules!r}: rulespec.load(...) gives one")
    if name is None:
        own = _slug(rules.name)
        name = own if _is_free(own, rules) else f"{own}_{rules.digest[:8]}"
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise ValueError(
            f"{name!r} is not a name that OpenSpiel takes; it wants letters, digits and _: {_slug(name)!r}"
        )
    if not _is_free(name, rules):
        whose = "other rules" if name in _registered else "a game of OpenSpiel"
        raise ValueError(f"{name!r} is the name of {whose} already: give these rules another, register(rules, name)")
    if name not in _registered:
        _registered[name] = rules
        # a class of its own, since C++ lets go of it after Python has ended, and only a class survives that
        kind = type(name, (Game,), {"rules": rules, "name": name})
        pyspiel.register_game(_game_type(rules, rules.players[0], name), kind)
    return name


def game(rules: Ruleset, players: int | None = None, name: str | None = None) -> "Game":
    """The game for a number of players, the fewest by default; registers the rules, so that states can be kept."""
    found: Game = pyspiel.load_game(register(rules, name), {} if players is None else {"players": players})
    return found


def _is_free(name: str, rules: Ruleset) -> bool:
    return _registered[name] == rules if name in _registered else name not in pyspiel.registered_names()


def _slug(name: str) -> str:
    """A name in ASCII letters, digits and underlines: anything else can cut an OpenSpiel string silently."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "rules"


# ---- the game


class Game(pyspiel.Game):
    """The rules for a number of players; what is registered is a class for each ruleset, with its name."""

    rules: Ruleset
    name: str

    def __init__(self, parameters: dict[str, Any]) -> None:
        rules, name, players = self.rules, self.name, parameters["players"]
        self.players = players
        self.beginning = rules.new_game(players)
        self.encoding = _encoding(rules, players)
        self.limits = limits(rules, players)
        super().__init__(_game_type(rules, players, name), _game_info(self.encoding, self.limits), {"players": players})

    def new_initial_state(self) -> "State":
        return State(self)

    def state_of(self, table: Table) -> "State":
        """A state of the engine as one of this game, with the actions that led there.

        One that did not begin as this game does, but elsewhere or with another seat, is a `ValueError`.
        """
        if beginning(table) != self.beginning:
            raise ValueError(f"{table!r} did not begin as {self} does")
        state = self.new_initial_state()
        for here, answer in history(table):
            for action in self._path(here.pending, answer):
                state.apply_action(action)
        return state

    def _path(self, pending: Decision | Chance | Over, answer: Option) -> Path:
        if isinstance(pending, Decision):
            return next(path for path, option in self.encoding.paths(pending).items() if option == answer)
        return (self.encoding.number(answer.atoms[0]),)

    def max_chance_nodes_in_history(self) -> int:
        return min(self.limits.draws, INT_MAX)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """Of perfect recall there is but one kind, and nobody sees everything: for these there is no observer."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (own or wanted.public_info):
            return None
        if wanted.perfect_recall:
            return InformationState(self.encoding, self.limits) if own and wanted.public_info else None
        kind = Private if not wanted.public_info else Observation if own else Public
        return kind(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.rules, self.players, self.name)


@lru_cache(maxsize=256)
def _encoding(rules: Ruleset, players: int) -> Encoding:
    return Encoding(rules, players)


@lru_cache(maxsize=256)
def _game_type(rules: Ruleset, players: int, name: str) -> Any:
    known, kinds = limits(rules, players), pyspiel.GameType
    utility = kinds.Utility.GENERAL_SUM
    if known.total is not None:
        utility = kinds.Utility.CONSTANT_SUM if known.total else kinds.Utility.ZERO_SUM
    return kinds(
        short_name=name,
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if known.draws else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if is_open(rules.game(players))
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=remembered(_encoding(rules, players), known) > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": rules.players[0]},
    )


def _game_info(encoding: Encoding, known: Limits) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(encoding.actions),
        max_chance_outcomes=encoding.cards if known.draws else 0,
        num_players=encoding.players,
        min_utility=known.least,
        max_utility=known.most if known.most > known.least else known.least + 1,  # OpenSpiel wants a range
        utility_sum=known.total,
        max_game_length=min(known.answers, INT_MAX),
    )


# ---- the state


class State(pyspiel.State):
    """A state of the engine, and what has been answered of a compound option that somebody is in the middle of."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table = game.beginning
        self._so_far: Path = ()

    # ---- who is asked what

    def current_player(self) -> int:
        pending = self.table.pending
        if isinstance(pending, Decision):
            return pending.player
        return int(pyspiel.PlayerId.CHANCE if isinstance(pending, Chance) else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return isinstance(self.table.pending, Over)

    def _legal_actions(self, player: int) -> list[int]:
        pending = self.table.pending
        assert isinstance(pending, Decision)
        return self._encoding.next_actions(pending, self._so_far)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        pending, encoding = self.table.pending, self._encoding
        assert isinstance(pending, Chance)
        return sorted((encoding.number(drawn.atoms[0]), float(share)) for drawn, share in pending.outcomes)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._encoding.actions[action]

    # ---- going on

    def _apply_action(self, action: int) -> None:
        pending, encoding = self.table.pending, self._encoding
        assert not isinstance(pending, Over)
        if isinstance(pending, Chance):
            if not 0 <= action < encoding.cards:
                raise IllegalAction(f"action {action} is none of the {encoding.cards} cards: {pending.prompt}", "")
            self.table = self.table.apply(encoding.actions[action])
            return
        path = (*self._so_far, action)
        option = encoding.paths(pending).get(path)
        if option is not None:
            self.table, self._so_far = self.table.apply(option), ()
        elif action in encoding.next_actions(pending, self._so_far):
            self._so_far = path
        else:
            rule = self.table.rules.rule_of(pending.block)
            raise IllegalAction(f"action {action} is not legal: {pending.prompt}", rule)

    def returns(self) -> list[float]:
        pending = self.table.pending
        return [float(each) for each in pending.returns] if isinstance(pending, Over) else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "State":
        """A state that the player cannot tell from this one by anything he heard, with the history that led there."""
        other = self.get_game().state_of(self.view(player).sample(Random(int(probability_sampler() * 2**53))))
        for action in self.so_far(player):
            other.apply_action(action)
        return other  # type: ignore[no-any-return]

    # ---- looking

    def view(self, player: int) -> View:
        """What a player may know."""
        return self.table.view(player)

    def so_far(self, player: int) -> Path:
        """What a player has answered of a compound option; nobody else knows."""
        return self._so_far if self.current_player() == player else ()

    def __str__(self) -> str:
        """Everything: what lies where, and all actions."""
        state, names = self.table, self._encoding.actions
        actions = " / ".join(names[action] for action in self.history())
        lies = lying(state.game, state.zone, state.position.variables)
        return "\n".join([*lies, f"actions: {actions or '-'}"])

    # ---- keeping

    def __reduce__(self) -> tuple[Any, ...]:
        return _state, (self.get_game(), self.serialize())

    @property
    def _encoding(self) -> Encoding:
        game: Game = self.get_game()
        if self.table.rules != game.rules:
            raise ValueError(f"this state was kept when {game.name!r} was the name of other rules")
        return game.encoding


def _state(game: Game, text: str) -> State:
    return game.deserialize_state(text)  # type: ignore[no-any-return]
