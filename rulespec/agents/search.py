"""A player who searches a tree of information states (ISMCTS: Cowling, Powley and Whitehouse, 2012).

Each simulation begins in a possible world and goes down the tree, in which a player's options are known by all that he
knows himself at that point; so nobody in the tree sees more than he would at the table.
"""

from math import log, sqrt
from random import Random
from typing import Any

from attrs import Factory, define, field

from rulespec.agents.imagining import PLAYOUTS, WORLDS, played_out, returns, seeds, worlds
from rulespec.agents.weighing import Weighing
from rulespec.agents.worth import Worth
from rulespec.api import State, View
from rulespec.pending import Decision, Over

EXPLORATION = 1.4  # how much more an option is tried that was seldom tried, in standard deviations of what is won


def ismcts_agent(seed: int = 0, playouts: int = PLAYOUTS, worlds: int = WORLDS) -> "Search":
    """An agent that searches with so many playouts a decision, in so many sampled worlds that they share."""
    return Search(seed, playouts, worlds)


@define(eq=False)
class Search(Weighing):
    """The agent, see `ismcts_agent`."""

    def weigh(self, view: View, decision: Decision) -> list[Worth]:
        """What each option was worth; the one that the agent takes was tried most often."""
        random, tree = self._random, Tree(self._random, view.players)
        found = worlds(view, random, min(self.worlds, self.playouts))
        for number in range(self.playouts if found else 0):
            tree.simulate(found[number % len(found)])
        node = tree.nodes.get(view.key) or Node(len(decision.options))
        return [
            Worth(option, count, brought / count if count else 0.0)
            for option, count, brought in zip(decision.options, node.tried, node.total, strict=True)
        ]

    def _merit(self, worth: Worth) -> tuple[float, float]:
        return worth.playouts, worth.mean


@define(eq=False)
class Node:
    """What was tried of each option in an information state, and what it brought in all."""

    options: int
    tried: list[int] = Factory(lambda node: [0] * node.options, takes_self=True)
    total: list[float] = Factory(lambda node: [0.0] * node.options, takes_self=True)

    def most_promising(self, random: Random, deviation: float) -> int:
        """An option that was not tried yet; else the one with the greatest upper confidence bound."""
        untried = [at for at, count in enumerate(self.tried) if not count]
        if untried:
            return random.choice(untried)
        spread = EXPLORATION * deviation * sqrt(log(sum(self.tried)))
        bounds = [total / count + spread / sqrt(count) for total, count in zip(self.total, self.tried, strict=True)]
        most = max(bounds)
        return random.choice([at for at, bound in enumerate(bounds) if bound == most])


@define(eq=False)
class Winnings:
    """What a seat got at the ends of games so far."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, got: float) -> None:
        self.games += 1
        self.total += got
        self.squares += got * got

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(max(0.0, self.squares - self.total * self.total / self.games) / self.games) if self.games else 0.0


@define(eq=False)
class Tree:
    """What was tried in each information state that was met, by the player who decides there."""

    random: Random
    players: int
    nodes: dict[tuple[Any, ...], Node] = field(factory=dict)
    winnings: list[Winnings] = Factory(lambda tree: [Winnings() for _ in range(tree.players)], takes_self=True)

    def simulate(self, state: State) -> None:
        """Goes down the tree in a world, adds what it meets first, plays to the end, and remembers what came of it."""
        way: list[tuple[int, Node, int]] = []
        known = True
        while known and isinstance(decision := state.pending, Decision):
            player, options, taken = decision.player, decision.options, 0
            if len(options) > 1:
                key = state.view(player).key
                node = self.nodes.get(key)
                known = node is not None
                node = node or self.nodes.setdefault(key, Node(len(options)))
                taken = node.most_promising(self.random, self.winnings[player].deviation)
                way.append((player, node, taken))
            state = state.advance(options[taken], self.random.random)
        over = isinstance(state.pending, Over)
        got = returns(state) if over else played_out(state, seeds(self.players, self.random))
        for player, node, taken in way:
            node.tried[taken] += 1
            node.total[taken] += got[player]
        for each, winnings in zip(got, self.winnings, strict=True):
            winnings.add(each)
