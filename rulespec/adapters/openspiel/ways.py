"""Paths to known nodes: the actions are given to C++ without playing them again."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, field

from rulespec.adapters.openspiel.nodes import CHANCE, DRAWN, Node
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.program import Asking, ChanceNode
from rulespec.game.api import State as Table
from rulespec.game.history import beginning, moves, moves_among
from rulespec.language.tree import statements as s

ANSWERS = {k.Choose.number, k.Pick.number}  # of players

Moves = Sequence[tuple[int | None, int, RawAnswer]]
Steps = list[tuple[int, int]]  # who acts, and by what action


@define(eq=False)
class Passed:
    """A node on the path to a known one."""

    _players: list[int]  # who acts here and then, the last one first
    _end: Node

    @property
    def player(self) -> int:
        return self._players[-1]

    def after(self, _: int) -> "Passed | Node":
        self._players.pop()
        return self if self._players else self._end


def lead(state: Any, steps: Steps, end: Node) -> Any:
    """Applies steps to a state of OpenSpiel, after which it stands at `end`."""
    state.stand(Passed([player for player, _ in reversed(steps)], end) if steps else end)
    for _, action in steps:
        state.apply_action(action)
    return state


def way(end: Node) -> Steps:
    """The steps from the beginning to a node."""
    steps = [*_steps([*moves(end.table)], end)]
    if end.tree.draw is not None and end.player == CHANCE and steps and steps[-1][0] == CHANCE:
        steps.pop()  # the draws so far belong to the pending node
    return [*steps, *_own_steps(end)]


def _own_steps(end: Node) -> Steps:
    return [(end.player, action) for action in end.so_far]


def _steps(made: Moves, end: Node) -> Iterator[tuple[int, int]]:
    """The steps of some moves: of all from the beginning, if an action depends on what else was offered."""
    asks, encoding, in_a_run = end.tree.asks, end.tree.encoding, False
    here = beginning(end.table) if any(_goes_on(asks[pc]) for _, pc, _ in made) else None
    for seat, pc, raw in made:
        if seat is None and end.tree.draw is not None:
            if not in_a_run:
                yield CHANCE, DRAWN
            in_a_run = True
        else:
            in_a_run = False
            for action in encoding.path(asks[pc].site, raw, here.raws if here else ()):
                yield CHANCE if seat is None else seat, action
        here = here and here.next(raw)


def _goes_on(asking: Asking | ChanceNode) -> bool:
    """Whether one answer can be a prefix of another: only then its actions depend on what else was offered."""
    if not isinstance(asking, Asking) or asking.choose is None or asking.at is not None:
        return False
    return any(isinstance(pick, s.PickCards) and pick.high is not None for pick in asking.choose.picks)


@define(eq=False)
class Ways:
    """Leads states to sampled worlds of a node.

    Worlds share most of their past: a state at its end is cloned, and only the remaining actions are applied.
    """

    previous: Table | None = None  # the world that was sampled last
    _told: list[RawEvent] = field(factory=list)  # the events of the previous world
    _common: int = 0  # the number of events that worlds share, up to an answer of a player
    _begun: Any = None  # a state after these
    _telling: dict[int, Any] = field(factory=dict)  # what each player was told of these

    def to(self, end: Node, game: Any) -> Any:
        """A state of the game at this node, with its history."""
        told = events(end.table.raw_log)
        if end.player != CHANCE and self._is_begun(told, end, game):
            asks, program = end.tree.asks, end.table.game.program
            made = [*moves_among(told[self._common :], program)]
            end.telling = {**self._telling, **end.telling}
            if not any(_goes_on(asks[pc]) for _, pc, _ in made):
                return lead(self._begun.clone(), [*_steps(made, end), *_own_steps(end)], end)
        return lead(game.new_initial_state(), way(end), end)

    def _is_begun(self, told: list[RawEvent], end: Node, game: Any) -> bool:
        """Whether there is a state after the past that this world shares with the previous ones."""
        before, self._told = self._told, told
        if self._begun is None or told[: self._common] != before[: self._common]:
            both = enumerate(zip(told, before, strict=False))
            parted = next((at for at, (one, other) in both if one != other), 0)
            self._common = next((at for at in range(parted, 0, -1) if told[at][0] in ANSWERS), 0)
            made = [*moves_among(told[: self._common], end.table.game.program)]
            self._begun = lead(game.new_initial_state(), [*_steps(made, end)], end) if made else None
            past = told[: self._common]
            self._telling = {seat: game.told.begun(seat, past) for seat in range(game.players)} if made else {}
        return self._begun is not None
