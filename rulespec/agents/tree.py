"""The tree of a search: a node for each information state that was met.

Nodes are keyed by the deciding player's information state, so that nobody in the tree knows more than at the table.
"""

from collections.abc import Hashable, Sequence
from math import log, sqrt

from attrs import Factory, define, field

from rulespec.agents.imagining import returns
from rulespec.engine.game import Game
from rulespec.engine.python.hearer import Hearer
from rulespec.engine.python.program import ChanceNode, Program
from rulespec.engine.python.randomly import Random, one_of
from rulespec.engine.python.searched import SearchTree
from rulespec.engine.python.snapshot import Snapshot


def questions(program: Program) -> tuple[int, ...]:
    """For each instruction the number of its question, equal where the same is asked; -1 where no player is asked."""
    known: dict[Hashable, int] = {}
    asked = [-1] * len(program.plan.code)
    for pc, ask in program.asks.items():
        if not isinstance(ask, ChanceNode):
            query = ask.site.query
            asked[pc] = known.setdefault((query.said, query.kinds, query.none), len(known))
    return tuple(asked)


@define(eq=False)
class Node:
    """The visits and total returns of each option in an information state."""

    options: int
    tried: list[int] = Factory(lambda node: [0] * node.options, takes_self=True)
    total: list[float] = Factory(lambda node: [0.0] * node.options, takes_self=True)

    def most_promising(self, random: Random, spread: float) -> int:
        """The index of an untried option; else of one with the greatest upper confidence bound (UCB1)."""
        best = [at for at, count in enumerate(self.tried) if not count]
        if not best:
            wide = spread * sqrt(log(sum(self.tried)))
            bounds = [total / count + wide / sqrt(count) for total, count in zip(self.total, self.tried, strict=True)]
            most = max(bounds)
            best = [at for at, bound in enumerate(bounds) if bound == most]
        return one_of(best, random)


@define(eq=False)
class Winnings:
    """The returns of a seat in the playouts so far."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, got: float) -> None:
        self.games += 1
        self.total += got
        self.squares += got * got

    @property
    def deviation(self) -> float:
        return sqrt(max(0.0, self.squares - self.total * self.total / self.games) / self.games) if self.games else 0.0


@define(eq=False)
class Tree:
    """The tree of a game; `exploration` is the constant of UCB1 in standard deviations of the returns.

    Its games go through the worlds in turn. It works on snapshots, as making states and views took four fifths of
    the time.
    """

    game: Game
    exploration: float
    random: Random
    worlds: Sequence[Snapshot] = ()
    nodes: dict[Hashable, Node] = field(factory=dict, init=False)
    hearers: Sequence[Hearer] = field(init=False)
    winnings: Sequence[Winnings] = field(init=False)
    asked: Sequence[int] = field(init=False)
    simulated: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        seats = range(self.game.players)
        self.hearers = [self.game.hearer(seat) for seat in seats]
        self.winnings = [Winnings() for _ in seats]
        self.asked = questions(self.game.program)

    @property
    def size(self) -> int:
        return len(self.nodes)

    def simulate(self, games: int, /) -> None:
        for _ in range(games):
            self.simulated += 1
            self._simulate(self.worlds[(self.simulated - 1) % len(self.worlds)])

    def _simulate(self, world: Snapshot) -> None:
        """One iteration in a world: selection, expansion by one node, playout, backpropagation."""
        way: list[tuple[int, Node, int]] = []
        known, snapshot, random = True, world, self.random
        while known and (raws := snapshot.raws):
            taken = 0
            if len(raws) > 1:
                player, key = snapshot.own, self.key(snapshot)
                found = self.nodes.get(key)
                known = found is not None
                node = found or self.nodes.setdefault(key, Node(len(raws)))
                taken = node.most_promising(random, self.exploration * self.winnings[player].deviation)
                way.append((player, node, taken))
            snapshot = snapshot.next(raws[taken], random)
        got = returns(snapshot.playout((random,) * len(self.hearers), random))
        for player, node, taken in way:
            node.tried[taken] += 1
            node.total[taken] += got[player]
        for each, winnings in zip(got, self.winnings, strict=True):
            winnings.add(each)

    def tried(self) -> list[tuple[int, float]]:
        node = self.nodes.get(self.key(self.worlds[0]))
        return [] if node is None else list(zip(node.tried, node.total, strict=True))

    def key(self, snapshot: Snapshot) -> Hashable:
        """The information state of the player who is asked, as one value; equal if and only if `view.key` is."""
        player = snapshot.own
        return self.hearers[player].key(snapshot), player, self.asked[snapshot.pc], snapshot.raws


def tree_of(game: Game, exploration: float, random: Random, worlds: Sequence[Snapshot]) -> SearchTree:
    """A tree that the engine searches itself, if it does that: the same, in a fraction of the time."""
    here = Tree(game, exploration, random, worlds)
    return game.engine.tree(worlds, here.hearers, here.asked, exploration, random) or here
