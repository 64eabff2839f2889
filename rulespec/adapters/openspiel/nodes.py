"""The nodes of a game tree: a state of the engine with the actions so far of a compound option."""

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel
from attrs import define, field, frozen

from rulespec.adapters.encoding.actions import NO_OFFER, Encoding, Offer, Path
from rulespec.engine.python.program import Asking, ChanceNode
from rulespec.game.api import State as Table
from rulespec.game.api import View
from rulespec.language.errors import BudgetExceededError, IllegalAction

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
DRAWN = 0  # the only action of a sampled chance node
_SAMPLED = Offer([DRAWN], (None,))


@frozen(eq=False)
class Tree:
    """What all nodes of a game share."""

    encoding: Encoding
    draw: Callable[[], float] | None  # the random numbers of sampled chance; None if it is explicit
    asks: Mapping[int, Asking | ChanceNode] = field(repr=False)

    @asks.default
    def _asks(self) -> Mapping[int, Asking | ChanceNode]:
        return self.encoding.game.asks

    def __deepcopy__(self, memo: object) -> "Tree":
        return self


@define(eq=False)
class Node:
    """A node; immutable but for its caches."""

    table: Table
    tree: Tree
    player: int  # who acts: a seat, CHANCE or TERMINAL
    telling: dict[int, Any]  # by player, what he was told up to here or an earlier node
    so_far: Path = ()
    _offer: Offer | None = None
    _found: dict[tuple[str, int], Any] | None = None

    @classmethod
    def at(cls, table: Table, tree: Tree, telling: dict[int, Any]) -> "Node":
        """The node where a state of the engine waits."""
        snapshot = table.snapshot
        asking = tree.asks.get(snapshot.pc)
        if type(asking) is Asking:
            return cls(table, tree, snapshot.own, telling)
        return cls(table, tree, TERMINAL if asking is None else CHANCE, telling)

    @classmethod
    def stopped(cls, table: Table, tree: Tree, telling: dict[int, Any]) -> "Node":
        """The end of a game that took too many steps after a state: nobody gets anything, as in a batch."""
        return cls(table, tree, TERMINAL, telling, (), NO_OFFER)

    # ---- what can be done

    @property
    def offer(self) -> Offer:
        """The legal answers of the player who is asked, or of chance."""
        if self._offer is None:
            tree, snapshot = self.tree, self.table.snapshot
            asking = tree.asks.get(snapshot.pc)
            if asking is None:
                self._offer = NO_OFFER
            elif tree.draw is not None and self.player == CHANCE:
                self._offer = _SAMPLED
            else:
                self._offer = tree.encoding.offer(asking.site, snapshot.raws)
        return self._offer

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        return self.offer.outcomes()

    def after(self, action: int) -> "Node":
        """The node after an action; one that is not legal is an `IllegalAction`."""
        try:
            further = (self._offer or self.offer).after(action)
        except ValueError:
            raise self._refused(action) from None
        table, tree = self.table, self.tree
        if isinstance(further, Offer):
            return Node(table, tree, self.player, self.telling, (*self.so_far, action), further)
        try:
            if tree.draw is not None and self.player == CHANCE:
                raws = table.snapshot.raws
                return Node.at(table.next(raws[int(tree.draw() * len(raws))], tree.draw), tree, self.telling)
            return Node.at(table.next(further), tree, self.telling)
        except BudgetExceededError:
            return Node.stopped(table, tree, self.telling)

    def _refused(self, action: int) -> IllegalAction:
        pending = self.table.pending
        if self.player != CHANCE:
            rule = self.table.rules.rule_of(pending.block)  # type: ignore[union-attr]
            return IllegalAction(f"illegal action {action}: {pending.prompt}", rule)  # type: ignore[union-attr]
        if self.tree.draw is not None:
            return IllegalAction(f"illegal action {action}: with sampled chance, the only action is {DRAWN}", "")
        encoding = self.tree.encoding
        outcomes = encoding.outcomes
        if 0 <= action < outcomes:
            try:
                self.table.apply(encoding.actions[action])
            except IllegalAction as refused:
                return refused
        what = f"illegal action {action}, not one of {outcomes} outcomes"
        return IllegalAction(f"{what}: {pending.prompt}", "")  # type: ignore[union-attr]

    # ---- caches

    def found(self, what: str, player: int, find: Callable[[], Any]) -> Any:
        """The result of `find`, memoised by `what` and player."""
        if self._found is None:
            self._found = {}
        key = what, player
        if key not in self._found:
            self._found[key] = find()
        return self._found[key]

    def view(self, player: int) -> View:
        """What a player may know."""
        view: View = self.found("view", player, lambda: self.table.view(player))
        return view

    # ---- copying and pickling

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Kept, (self.table, self.player, self.so_far)


@frozen(eq=False)
class Kept:
    """A pickled node: the state that it belongs to knows its game."""

    table: Table
    player: int
    so_far: Path

    def of(self, game: Any) -> Node:
        """The node in a game; a `ValueError` if it is not one of that game."""
        if self.table.rules != game.rules:
            raise ValueError(f"this state was pickled when {game.name!r} was the name of other rules")
        if self.table.players != game.players:
            raise ValueError(f"this state has {self.table.players} players, not {game.players}")
        node = Node.at(self.table, game.tree, {})
        if self.player == TERMINAL != node.player:
            return Node.stopped(self.table, game.tree, {})
        for action in self.so_far:
            node = node.after(action)
        return node

    def __deepcopy__(self, memo: object) -> "Kept":
        return self
