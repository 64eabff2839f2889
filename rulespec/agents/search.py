"""Information set Monte Carlo tree search (ISMCTS: Cowling, Powley and Whitehouse, 2012)."""

from contextlib import suppress

from attrs import define, field

from rulespec.agents.imagining import PLAYOUTS, SEEDS, imagining
from rulespec.agents.thinking import Enough, Thinking
from rulespec.agents.tree import tree_of
from rulespec.agents.weighing import Weighing, at_least_one
from rulespec.agents.worth import Worth
from rulespec.engine.pending import Decision
from rulespec.game.api import View
from rulespec.language.errors import BudgetExceededError

EXPLORATION = 1.4  # the constant of UCB1, in standard deviations of the returns
WORLDS, SHARING = 10, 20  # worlds at least, and playouts that share one where that makes more: others are no stronger
AT_ONCE = 8  # playouts between two looks at whether the search shall end


def ismcts_agent(
    seed: int = 0, playouts: int = PLAYOUTS, worlds: int | None = None, exploration: float = EXPLORATION
) -> "TreeSearch":
    """An agent that searches with `playouts` per decision, which cycle through `worlds` sampled worlds.

    By default, one world for every 20 playouts, and at least ten.
    """
    return TreeSearch(seed, playouts, worlds_for(playouts) if worlds is None else worlds, exploration)


def worlds_for(playouts: int) -> int:
    """How many worlds are sampled for so many playouts."""
    return max(WORLDS, playouts // SHARING) if type(playouts) is int else WORLDS  # which is refused after that


@define(eq=False)
class TreeSearch(Weighing):
    """The agent, see `ismcts_agent`."""

    worlds: int = field(validator=at_least_one)
    exploration: float = EXPLORATION

    @worlds.default
    def _worlds_for(self) -> int:
        return worlds_for(self.playouts)

    def weighing(self, view: View, decision: Decision) -> Thinking[list[Worth]]:
        """The worth of each option; the agent takes the one tried most often. Throwing `Enough` ends the search."""
        count = min(self.worlds, self.playouts)
        steps = count + self.playouts
        worlds = yield from imagining(view, self._random, count, steps)
        found = [world.snapshot for world in worlds]
        tree = tree_of(view.game, self.exploration, view.game.engine.numbers(self._random.getrandbits(SEEDS)), found)
        for done in range(0, self.playouts if found else 0, AT_ONCE):
            games = min(AT_ONCE, self.playouts - done)
            with suppress(BudgetExceededError):  # a game that stops ends a round of simulations
                tree.simulate(games)
            try:
                yield (count + done + games) / steps
            except Enough:
                break
        nothing = [(0, 0.0)] * len(decision.options)
        tried = zip(decision.options, tree.tried() or nothing if found else nothing, strict=True)
        return [Worth(option, count, brought / count if count else 0.0) for option, (count, brought) in tried]

    def _merit(self, worth: Worth) -> tuple[float, float]:
        return worth.playouts, worth.mean
