"""The nodes of a game tree: a state of the engine, and what has been answered of a compound option."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pyspiel
from attrs import define

from rulespec.api import State as Table
from rulespec.api import View
from rulespec.encoding import Answers, Encoding, Path
from rulespec.errors import IllegalAction
from rulespec.history import beginning, moves
from rulespec.run.program import Asking, ChanceNode
from rulespec.tree import statements as s

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_ILLEGAL = object()  # where an action leads that is not legal


@define(eq=False)
class Node:
    """A node; `after` gives the next one, and nothing changes it. What was found out about it is kept."""

    table: Table
    encoding: Encoding
    player: int  # who acts: a seat, CHANCE or TERMINAL
    telling: dict[int, Any]  # by player, what he was told up to here, or up to a node before it
    so_far: Path = ()
    _answers: Answers | None = None
    _views: dict[int, View] | None = None
    _texts: dict[int, str] | None = None
    proved: bool = True  # whether it is one of a game that has its rules

    @classmethod
    def at(cls, table: Table, encoding: Encoding, telling: dict[int, Any]) -> "Node":
        """The node where a state of the engine waits."""
        snapshot = table.snapshot
        asking = table.game.program.asks.get(snapshot.pc)
        if type(asking) is Asking:
            return cls(table, encoding, snapshot.own, telling)
        return cls(table, encoding, TERMINAL if asking is None else CHANCE, telling)

    @property
    def answers(self) -> Answers:
        """What the player who is asked can do, or chance."""
        if self._answers is None:
            table = self.table
            asking = table.game.program.asks.get(table.snapshot.pc)
            self._answers = {} if asking is None else self.encoding.answers(asking.site, table.raws)
        return self._answers

    def actions(self) -> list[int]:
        """The legal actions, those of chance included, ascending."""
        return sorted(self.answers)

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        actions = self.actions()
        return list(zip(actions, repeat(1 / len(actions)), strict=False))

    def after(self, action: int) -> "Node":
        """The node after an action; one that is not legal is an `IllegalAction`."""
        further = self.answers.get(action, _ILLEGAL)
        if isinstance(further, dict):
            so_far = (*self.so_far, int(action))
            return Node(self.table, self.encoding, self.player, self.telling, so_far, further)
        if further is _ILLEGAL:
            raise self._refused(action)
        return Node.at(self.table.next(further), self.encoding, self.telling)

    def _refused(self, action: int) -> IllegalAction:
        pending = self.table.pending
        if self.player != CHANCE:
            rule = self.table.rules.rule_of(pending.block)  # type: ignore[union-attr]
            return IllegalAction(f"action {action} is not legal: {pending.prompt}", rule)  # type: ignore[union-attr]
        outcomes = self.encoding.outcomes
        if 0 <= action < outcomes:
            try:
                self.table.apply(self.encoding.actions[action])
            except IllegalAction as refused:
                return refused
        known = f"the {outcomes} outcomes"
        return IllegalAction(f"action {action} is none of {known}: {pending.prompt}", "")  # type: ignore[union-attr]

    @property
    def texts(self) -> dict[int, str]:
        """By player, his information state, as far as it was asked for."""
        if self._texts is None:
            self._texts = {}
        return self._texts

    def view(self, player: int) -> View:
        """What a player may know."""
        if self._views is None:
            self._views = {}
        if player not in self._views:
            self._views[player] = self.table.view(player)
        return self._views[player]

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (self.table, self.encoding, self.so_far)


def _kept(table: Table, encoding: Encoding, so_far: Path) -> Node:
    node = Node.at(table, encoding, {})
    for action in so_far:
        node = node.after(action)
    node.proved = False
    return node


@define(eq=False)
class Passed:
    """A node on the way to one that is known already: nothing is played again on that way."""

    _players: list[int]  # who acts here and then, the last one first
    _end: Node

    @property
    def player(self) -> int:
        return self._players[-1]

    def after(self, _: int) -> "Passed | Node":
        self._players.pop()
        return self if self._players else self._end


def way(end: Node) -> tuple["Node | Passed", list[int]]:
    """The actions that lead to a node, and the node where they begin."""
    steps = [(player, action) for player, path in _answered(end.table, end.encoding) for action in path]
    steps += [(end.player, action) for action in end.so_far]
    players = [player for player, _ in reversed(steps)]
    return Passed(players, end) if steps else end, [action for _, action in steps]


def _answered(table: Table, encoding: Encoding) -> Iterator[tuple[int, Path]]:
    """Every answer that led to a state: whose it was, and by what actions."""
    asks, made = table.game.program.asks, list(moves(table))
    here = beginning(table) if any(_goes_on(asks[pc]) for _, pc, _ in made) else None
    for seat, pc, raw in made:
        site = asks[pc].site
        path = encoding.path(encoding.answers(site, here.raws if here else (raw,)), site, raw)
        yield CHANCE if seat is None else seat, path
        here = here and here.next(raw)


def _goes_on(asking: Asking | ChanceNode) -> bool:
    """Whether one answer can be the beginning of another: only then its actions depend on what else was offered."""
    if not isinstance(asking, Asking) or asking.choose is None or asking.bit is not None:
        return False
    return any(isinstance(pick, s.PickCards) and pick.high is not None for pick in asking.choose.picks)
