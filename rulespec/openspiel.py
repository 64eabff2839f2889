"""Any game of the language as a Python game of OpenSpiel: chance has nodes, compound options are asked atom by atom.

Actions and observations are numbered by `rulespec.encoding`; what a player is told is his view and nothing else.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

from rulespec.encoding import Encoding, Path
from rulespec.engine.events import Teller
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.engine.view import View
from rulespec.errors import IllegalAction
from rulespec.history import history
from rulespec.limits import Limits, limits
from rulespec.ruleset import Ruleset
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    message = f"rulespec.openspiel needs {missing.name}: pip install 'palast[openspiel]'"
    raise ImportError(message, name=missing.name) from missing

SPECTATOR = -1  # no seat: whoever looks from there sees what everybody sees
LARGEST = 2**31 - 1  # whole number of C++
TENSOR = 2**14  # numbers in an information state tensor; with more there is none

_registered: dict[str, Ruleset] = {}


# ---- the registry of OpenSpiel


def register(rules: Ruleset, name: str | None = None) -> str:
    """Makes `pyspiel.load_game("NAME(players=N)")` load these rules; answers the name.

    Without a name the rules get their own, in letters that OpenSpiel can read, with a part of their hash where that is
    taken. A name that is taken by other rules, or cannot be read, is a `ValueError`.
    """
    if name is None:
        own = _slug(rules.name)
        name = own if _is_free(own, rules) else f"{own}_{rules.digest[:8]}"
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise ValueError(f"{name!r} is no name for OpenSpiel, which wants letters, digits and _: {_slug(name)!r}")
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
        self.encoding = Encoding(rules, players)
        self.limits = limits(rules, players)
        super().__init__(_game_type(rules, players, name), _game_info(self.encoding, self.limits), {"players": players})

    def new_initial_state(self) -> "State":
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return min(self.limits.draws, LARGEST)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """Of perfect recall there is but one kind, and nobody sees everything: for these there is no observer."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (own or wanted.public_info):
            return None
        if wanted.perfect_recall:
            return InformationState(self) if own and wanted.public_info else None
        if own and wanted.public_info:
            return Observation(self)
        return Public(self) if wanted.public_info else Private(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.rules, self.players, self.name)


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
        information=kinds.Information.PERFECT_INFORMATION if _is_open(rules, players) else _IMPERFECT,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=_remembered(Encoding(rules, players), known) > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": rules.players[0]},
    )


_IMPERFECT = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def _game_info(encoding: Encoding, known: Limits) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(encoding.actions),
        max_chance_outcomes=encoding.cards if known.draws else 0,
        num_players=encoding.players,
        min_utility=known.least,
        max_utility=known.most if known.most > known.least else known.least + 1,  # OpenSpiel wants a range
        utility_sum=known.total,
        max_game_length=min(known.answers, LARGEST),
    )


def _is_open(rules: Ruleset, players: int) -> bool:
    """Whether nobody can know what others do not: all is seen by all, but for one zone that nobody sees."""
    hidden = [place.zone for place in rules.material(players).places if place.zone.seen_by != "all"]
    if len(hidden) > 1 or any(zone.seen_by == "owner" for zone in hidden):
        return False
    nodes = [node for block in rules.resolved.of(d.Block) for node in walk(block)]
    return not any(isinstance(node, s.Show | s.Together) for node in nodes)


def _remembered(encoding: Encoding, known: Limits) -> int:
    """How many answers an information state tensor holds; none, if it would be too large."""
    moments = known.answers + known.draws
    return moments if encoding.size + encoding.recalled(moments) <= TENSOR else 0


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
        pending = self.table.pending
        assert isinstance(pending, Chance)
        return sorted((self._encoding.number(drawn.atoms[0]), float(share)) for drawn, share in pending.outcomes)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._encoding.actions[action]

    # ---- going on

    def _apply_action(self, action: int) -> None:
        pending, encoding = self.table.pending, self._encoding
        assert not isinstance(pending, Over)
        if isinstance(pending, Chance):
            self.table = self.table.apply(encoding.actions[action])
            return
        if action not in encoding.next_actions(pending, self._so_far):
            rule = self.table.rules.rule_of(pending.block)
            raise IllegalAction(f"action {action} is not legal: {pending.prompt}", rule)
        path = (*self._so_far, action)
        option = encoding.paths(pending).get(path)
        if option is None:
            self._so_far = path
        else:
            self.table, self._so_far = self.table.apply(option), ()

    def returns(self) -> list[float]:
        pending = self.table.pending
        return [float(each) for each in pending.returns] if isinstance(pending, Over) else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "State":
        """A state that the player cannot tell from this one by anything he heard, with the history that led there."""
        sampled = self.view(player).sample(Random(int(probability_sampler() * 2**53)))
        other = self.get_game().new_initial_state()
        for here, answer in history(sampled):
            if isinstance(here.pending, Decision):
                paths = {option: path for path, option in self._encoding.paths(here.pending).items()}
                path = paths[answer]
            else:
                path = (self._encoding.number(answer.atoms[0]),)
            for action in path:
                other.apply_action(action)
        for action in self.so_far(player):
            other.apply_action(action)
        return other  # type: ignore[no-any-return]

    # ---- looking

    def view(self, player: int) -> View:
        """What a player may know."""
        return View(self.table, player)

    def so_far(self, player: int) -> Path:
        """What a player has answered of a compound option; nobody else knows."""
        return self._so_far if self.current_player() == player else ()

    def __str__(self) -> str:
        """Everything: what lies where, and all actions."""
        actions = " / ".join(self._encoding.actions[action] for action in self.history())
        state = self.table
        lying = _lying(state.rules, state.players, state.zone, state.position[1])
        return "\n".join([*lying, f"actions: {actions or '-'}"])

    # ---- keeping

    def __reduce__(self) -> tuple[Any, ...]:
        return _state, (self.get_game(), self.serialize())

    @property
    def _encoding(self) -> Encoding:
        return self.get_game().encoding  # type: ignore[no-any-return]


def _state(game: Game, text: str) -> State:
    return game.deserialize_state(text)  # type: ignore[no-any-return]


# ---- what a player is told


class Observer:
    """What one player is told of a state, as a text and, where `tensor` is not None, as numbers."""

    def __init__(self, game: Game) -> None:
        self._encoding = game.encoding
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: State, player: int) -> None:
        """Puts the numbers into `tensor` and `dict`."""

    def string_from(self, state: State, player: int) -> str:
        return "\n".join(self._lines(state, player))

    def _lines(self, state: State, player: int) -> Iterator[str]:
        raise NotImplementedError


class Public(Observer):
    """What everybody sees."""

    def _lines(self, state: State, player: int) -> Iterator[str]:
        return _seen(state.view(SPECTATOR))


class Private(Observer):
    """What the player sees and not everybody does; nothing where no player can know more than others."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._is_open = _is_open(game.rules, game.players)

    def _lines(self, state: State, player: int) -> Iterator[str]:
        if self._is_open:
            return
        view = state.view(player)
        yield view.rules.seat_name(view.players, player)
        for place in view.rules.material(view.players).places:
            if place.seen_by(player) and place.zone.seen_by != "all":
                yield f"{place.zone.name}: {', '.join(map(str, state.table.zone(place.zone.name, player))) or '-'}"
        yield from _answered(state, player)


class Observation(Observer):
    """What the player sees now."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tensor = np.zeros(game.encoding.size, np.float32)
        self.dict = _pieces(self.tensor, game.encoding)

    def set_from(self, state: State, player: int) -> None:
        assert self.tensor is not None
        self.tensor[:] = self._encoding.observe(state.view(player), state.so_far(player))

    def _lines(self, state: State, player: int) -> Iterator[str]:
        view = state.view(player)
        yield f"{view.rules.seat_name(view.players, player)} sees"
        yield from _seen(view)
        yield from _answered(state, player)


class InformationState(Observer):
    """All that the player ever heard, and what he is asked now."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        teller = Teller(game.rules.program(game.players))
        self._event = lru_cache(maxsize=2**16)(teller.event)  # a long game says much that was said before
        self._moments = _remembered(game.encoding, game.limits)
        if self._moments:
            now, before = game.encoding.size, game.encoding.recalled(self._moments)
            self.tensor = np.zeros(now + before, np.float32)
            recalled = self.tensor[now:].reshape(self._moments, -1)
            self.dict = _pieces(self.tensor, game.encoding) | {"recalled": recalled}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            view = state.view(player)
            now = self._encoding.observe(view, state.so_far(player))
            self.tensor[:] = now + self._encoding.recall(view, self._moments)

    def _lines(self, state: State, player: int) -> Iterator[str]:
        view = state.view(player)
        yield f"{view.rules.seat_name(view.players, player)} heard"
        yield from (self._event(heard).sentence for heard in view.heard if heard[0] != "begin")
        yield from _asked(view)
        yield from _answered(state, player)
        yield f"key: {blake2b(repr(view.key).encode(), digest_size=8).hexdigest()}"  # a sentence can leave out a detail


def _pieces(tensor: NDArray[np.float32], encoding: Encoding) -> dict[str, NDArray[np.float32]]:
    """The parts of an observation by name; they are the same numbers."""
    pieces, at = {}, 0
    for name, size in encoding.pieces:
        pieces[name] = tensor[at : at + size]
        at += size
    return pieces


def _seen(view: View) -> Iterator[str]:
    yield from _lying(view.rules, view.players, view.zone, view.variables)
    yield from _asked(view)


def _asked(view: View) -> Iterator[str]:
    if view.asked is not None:
        name = view.rules.seat_name(view.players, view.asked)
        yield f"asked: {view.decision.prompt if view.decision else name}"
    if view.result is not None:
        yield f"over: {', '.join(map(str, view.result.returns))}"


def _answered(state: State, player: int) -> Iterator[str]:
    so_far = state.so_far(player)
    if so_far:
        yield f"answered: {', '.join(state.get_game().encoding.actions[action] for action in so_far)}"


def _lying(
    rules: Ruleset, players: int, zone: Callable[[str, int | None], Any], variables: tuple[int | None, ...]
) -> Iterator[str]:
    """What lies where, and how counters and notes stand."""
    material = rules.material(players)
    for place in material.places:
        held = zone(place.zone.name, place.owner)
        cards = str(held) if isinstance(held, int) else ", ".join(map(str, held)) or "-"
        yield f"{_whose(place.zone.name, place.owner, rules, players)}: {cards}"
    for variable, value in zip(material.variables, variables, strict=True):
        holder = variable.holder
        stands: Any = value
        if isinstance(holder, d.Note) and value is not None:
            stands = rules.seat_name(players, value) if holder.of == "player" else material.words(holder.of)[value]
        yield f"{_whose(holder.name, variable.owner, rules, players)}: {'-' if stands is None else stands}"


def _whose(name: str, owner: int | None, rules: Ruleset, players: int) -> str:
    return name if owner is None else f"{name} of {rules.seat_name(players, owner)}"
