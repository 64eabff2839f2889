"""The nodes of a game tree: a state of the engine, and what has been answered of a compound option."""

from collections.abc import Callable
from typing import Any

import pyspiel
from attrs import define, frozen

from rulespec.api import State as Table
from rulespec.api import View
from rulespec.encoding import NO_OFFER, Encoding, Offer, Path
from rulespec.errors import IllegalAction
from rulespec.run.program import Asking

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
DRAWN = 0  # the one action of a chance node whose outcome is sampled
_SAMPLED = Offer([DRAWN], (None,))


@define(eq=False)
class Node:
    """A node; `after` gives the next one, and nothing changes it. What was found out about it is kept."""

    table: Table
    encoding: Encoding
    draw: Callable[[], float] | None  # decides all draws up to the next decision; None where each is a node of its own
    player: int  # who acts: a seat, CHANCE or TERMINAL
    telling: dict[int, Any]  # by player, what he was told up to here, or up to a node before it
    so_far: Path = ()
    _offer: Offer | None = None
    _views: dict[int, View] | None = None
    _texts: dict[int, str] | None = None
    _ways: dict[int, Any] | None = None

    @classmethod
    def at(cls, table: Table, encoding: Encoding, draw: Callable[[], float] | None, telling: dict[int, Any]) -> "Node":
        """The node where a state of the engine waits."""
        snapshot = table.snapshot
        asking = table.game.program.asks.get(snapshot.pc)
        if type(asking) is Asking:
            return cls(table, encoding, draw, snapshot.own, telling)
        return cls(table, encoding, draw, TERMINAL if asking is None else CHANCE, telling)

    # ---- what can be done

    @property
    def offer(self) -> Offer:
        """What the player who is asked can do, or chance."""
        if self._offer is None:
            snapshot = self.table.snapshot
            if self.player == TERMINAL:
                self._offer = NO_OFFER
            elif self.player == CHANCE and self.draw is not None:
                self._offer = _SAMPLED
            else:
                self._offer = self.encoding.offer(self.table.game.program.asks[snapshot.pc].site, snapshot.raws)
        return self._offer

    @property
    def actions(self) -> list[int]:
        """The legal actions, those of chance included, ascending; nobody may change the list."""
        return self.offer.actions

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        actions = self.offer.actions
        share = 1 / len(actions) if actions else 0.0
        return [(action, share) for action in actions]

    def after(self, action: int) -> "Node":
        """The node after an action; one that is not legal is an `IllegalAction`."""
        try:
            further = self.offer.after(action)
        except ValueError:
            raise self._refused(action) from None
        table, draw = self.table, self.draw
        if type(further) is Offer:
            return Node(table, self.encoding, draw, self.player, self.telling, (*self.so_far, action), further)
        if self.player == CHANCE and draw is not None:
            raws = table.snapshot.raws
            return Node.at(table.next(raws[int(draw() * len(raws))], draw), self.encoding, draw, self.telling)
        return Node.at(table.next(further), self.encoding, draw, self.telling)

    def _refused(self, action: int) -> IllegalAction:
        pending = self.table.pending
        if self.player != CHANCE:
            rule = self.table.rules.rule_of(pending.block)  # type: ignore[union-attr]
            return IllegalAction(f"action {action} is not legal: {pending.prompt}", rule)  # type: ignore[union-attr]
        if self.draw is not None:
            return IllegalAction(f"action {action} is not legal: where outcomes are sampled, there is only {DRAWN}", "")
        outcomes = self.encoding.outcomes
        if 0 <= action < outcomes:
            try:
                self.table.apply(self.encoding.actions[action])
            except IllegalAction as refused:
                return refused
        known = f"the {outcomes} outcomes"
        return IllegalAction(f"action {action} is none of {known}: {pending.prompt}", "")  # type: ignore[union-attr]

    # ---- what was found out

    @property
    def texts(self) -> dict[int, str]:
        """By player, his information state, as far as it was asked for."""
        if self._texts is None:
            self._texts = {}
        return self._texts

    @property
    def ways(self) -> dict[int, Any]:
        """By player, the way to the worlds that he must think possible, as far as it was gone."""
        if self._ways is None:
            self._ways = {}
        return self._ways

    def view(self, player: int) -> View:
        """What a player may know."""
        if self._views is None:
            self._views = {}
        if player not in self._views:
            self._views[player] = self.table.view(player)
        return self._views[player]

    # ---- keeping

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Kept, (self.table, self.player, self.so_far)


@frozen(eq=False)
class Kept:
    """A node as it is kept with a state, of which only that knows what game it is of."""

    table: Table
    player: int
    so_far: Path

    def of(self, game: Any) -> Node:
        """The node in this game; one of another game is a `ValueError`."""
        if self.table.rules != game.rules:
            raise ValueError(f"this state was kept when {game.name!r} was the name of other rules")
        if self.table.players != game.players:
            raise ValueError(f"this state was kept in a game of {self.table.players} players, not of {game.players}")
        node = Node.at(self.table, game.encoding, game.draw, {})
        for action in self.so_far:
            node = node.after(action)
        return node

    def __deepcopy__(self, memo: object) -> "Kept":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Kept, (self.table, self.player, self.so_far)
