"""Flat Monte Carlo: each option is judged by random playouts in sampled worlds."""

from contextlib import suppress
from typing import Any

from attrs import define

from rulespec.agents.imagining import PLAYOUTS, WORLDS, imagining, played_out, seeds
from rulespec.agents.thinking import Thinking
from rulespec.agents.weighing import Weighing
from rulespec.agents.worth import Worth
from rulespec.engine.pending import Decision
from rulespec.game.api import View
from rulespec.language.errors import BudgetExceededError


def rollout_agent(seed: int = 0, playouts: int = PLAYOUTS, worlds: int = WORLDS) -> "Rollouts":
    """An agent that takes the option with the best mean result of `playouts` random playouts per decision."""
    return Rollouts(seed, playouts, worlds)


@define(eq=False)
class Rollouts(Weighing):
    """The agent, see `rollout_agent`.

    All options are tried in the same worlds with common random numbers. Further playouts cycle through the worlds with
    other numbers.
    """

    def weighing(self, view: View, decision: Decision) -> Thinking[list[Worth]]:
        """The worth of each option; some are not tried where there are more options than playouts."""
        options, random = decision.options, self._random
        rounds, more = divmod(self.playouts, len(options))
        tried, total = [0] * len(options), [0.0] * len(options)
        every: Any = range(len(options))
        count = min(self.worlds, rounds + bool(more))
        steps = count + self.playouts
        found = yield from imagining(view, random, count, steps)
        for number in range(rounds + bool(more)) if found else ():
            world, numbers = found[number % len(found)], seeds(view.players, random)
            for at in every if number < rounds else random.sample(every, more):
                with suppress(BudgetExceededError):  # a game that stops does not count
                    total[at] += played_out(world.apply(options[at]), numbers)[decision.player]
                    tried[at] += 1
                yield (count + sum(tried)) / steps
        return [
            Worth(option, count, brought / count if count else 0.0)
            for option, count, brought in zip(options, tried, total, strict=True)
        ]

    def _merit(self, worth: Worth) -> tuple[float, float]:
        return worth.playouts > 0, worth.mean
