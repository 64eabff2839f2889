"""A player who plays each of his options to the end, again and again, in worlds that he must think possible."""

from random import Random
from typing import Any

from attrs import define, field

from rulespec.agents.imagining import PLAYOUTS, WORLDS, played_out, seeds, worlds
from rulespec.agents.worth import Worth, at_least_one
from rulespec.api import View
from rulespec.pending import Decision, Option


def rollout_agent(seed: int = 0, playouts: int = PLAYOUTS, worlds: int = WORLDS) -> "Rollouts":
    """An agent that takes the option after which random players bring it most, in so many playouts a decision."""
    return Rollouts(seed, playouts, worlds)


@define(eq=False)
class Rollouts:
    """The agent, which also says what each option was worth to it.

    All options are tried in the same worlds, with the same random numbers, so that they differ by nothing else. Where
    there are more playouts than so many worlds need, they go through the worlds again with other numbers.
    """

    seed: int = 0
    playouts: int = field(default=PLAYOUTS, validator=at_least_one)
    worlds: int = field(default=WORLDS, validator=at_least_one)
    _random: Random = field(init=False)

    @_random.default
    def _seeded(self) -> Random:
        return Random(self.seed)

    def __call__(self, view: View, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        weighed = self.weigh(view, decision)
        tried = [each for each in weighed if each.playouts] or weighed
        most = max(each.mean for each in tried)
        return self._random.choice([each.option for each in tried if each.mean == most])

    def weigh(self, view: View, decision: Decision) -> list[Worth]:
        """What each option was worth; where there are more of them than playouts, some were not tried."""
        options, random = decision.options, self._random
        rounds, more = divmod(self.playouts, len(options))
        tried, total = [0] * len(options), [0.0] * len(options)
        every: Any = range(len(options))
        found = worlds(view, random, min(self.worlds, rounds + bool(more)))
        for number in range(rounds + bool(more)) if found else ():
            world, numbers = found[number % len(found)], seeds(view.players, random)
            for at in every if number < rounds else random.sample(every, more):
                tried[at] += 1
                total[at] += played_out(world.apply(options[at]), numbers)[decision.player]
        return [
            Worth(option, count, brought / count if count else 0.0)
            for option, count, brought in zip(options, tried, total, strict=True)
        ]
