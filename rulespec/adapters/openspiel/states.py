"""States of OpenSpiel: each stands at a node of the tree, and keeps its actions in C++."""

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel

from rulespec.adapters.encoding.actions import Path
from rulespec.adapters.openspiel.nodes import CHANCE, DRAWN, TERMINAL, Kept, Node
from rulespec.adapters.openspiel.observers import lying
from rulespec.adapters.openspiel.ways import Passed, Ways, lead, way
from rulespec.engine.pending import Over
from rulespec.game.api import State as Table
from rulespec.game.api import View
from rulespec.language.errors import WorldsError

SAMPLES = 4  # tried at most for the first world of a state
SAMPLED = "(drawn)"  # the name of the action of sampled chance


class State(pyspiel.State):
    """An OpenSpiel state, possibly in the middle of a compound option.

    Several C++ methods are overridden with the same result, for speed.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._node: Node | Passed | Kept = game.root

    @property
    def node(self) -> Node:
        """The node of this state."""
        node = self._node
        if isinstance(node, Kept):
            node = self._node = node.of(self.get_game())
        assert isinstance(node, Node)
        return node

    def stand(self, node: Node | Passed) -> None:
        """Moves to a node without applying actions."""
        self._node = node

    @property
    def table(self) -> Table:
        """The `rulespec.State`."""
        return self.node.table

    # ---- who is asked what

    def current_player(self) -> int:
        return self._node.player

    def is_terminal(self) -> bool:
        return self._node.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._node.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        node = self._node if type(self._node) is Node else self.node
        return node.offer.actions[:] if player is None or player == node.player else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.offer.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes()

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player == CHANCE and node.tree.draw is not None and action == DRAWN:
            return SAMPLED
        return node.tree.encoding.actions[action]

    # ---- going on

    def _apply_action(self, action: int) -> None:
        node = self._node
        self._node = self.node.after(action) if isinstance(node, Kept) else node.after(action)

    def lead(self, end: Node) -> "State":
        """Takes this initial state to a node, by the actions that lead there."""
        return lead(self, way(end), end)  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        pending = self.table.pending
        return [float(each) for each in pending.returns] if isinstance(pending, Over) else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "State":
        """A random state in the same information state of the player, with its full history.

        If no world is found within the budget, returns the world of the previous sample. The first sample is repeated
        instead; if all attempts fail, raises a `WorldsError` that names the observation it could not satisfy.
        """
        here, game = self.node, self.get_game()
        ways: Ways = here.found("ways", player, Ways)
        table = ways.previous = _sampled(here.view(player), probability_sampler, ways.previous)
        world = Node.at(table, here.tree, {player: game.told.telling(here, player)})
        for action in self.so_far(player):
            world = world.after(action)
        return ways.to(world, game)  # type: ignore[no-any-return]

    # ---- looking

    def view(self, player: int) -> View:
        """The view of a player."""
        return self.node.view(player)

    def so_far(self, player: int) -> Path:
        """The actions so far of a compound option, for the player who answers it; () for others."""
        node = self.node
        return node.so_far if node.player == player else ()

    def information_state_string(self, player: int | None = None) -> str:
        who = self.current_player() if player is None else player
        if 0 <= who < self.num_players():
            return self.get_game().told.text(self.node, who)  # type: ignore[no-any-return]
        return super().information_state_string(who)  # type: ignore[no-any-return]  # which refuses

    def __str__(self) -> str:
        """The whole table, and all actions."""
        state = self.table
        actions = " / ".join(self._action_to_string(each.player, each.action) for each in self.full_history())
        lies = lying(state.game, state.zone, state.variables)
        return "\n".join([*lies, f"actions: {actions or '-'}"])

    # ---- pickling

    def __reduce__(self) -> tuple[Any, ...]:
        return _state, (self.get_game(), self.serialize())


def _sampled(view: View, probability_sampler: Callable[[], float], previous: Table | None) -> Table:
    """A sampled world; if that fails, the `previous` one, or else the first of further samples that succeeds."""

    def sample() -> Table:
        return view.sample(Random(int(probability_sampler() * 2**53)), same_past=True)

    for _ in range(SAMPLES - 1):
        try:
            return sample()
        except WorldsError:
            if previous is not None:
                return previous
    return sample()


def _state(game: Any, text: str) -> State:
    return game.deserialize_state(text)  # type: ignore[no-any-return]
