"""Agents that judge their options by playouts, and take the best."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from attrs import Attribute, define, field

from rulespec.agents.imagining import PLAYOUTS, WORLDS
from rulespec.agents.thinking import Thinking, outcome
from rulespec.agents.worth import Worth
from rulespec.engine.pending import Decision, Option
from rulespec.game.api import View
from rulespec.language.errors import require_type


def at_least_one(agent: object, attribute: "Attribute[int]", value: Any) -> None:
    """Validator: a positive integer."""
    require_type(attribute.name, value, int, "a whole number (an int)")
    if value < 1:
        raise ValueError(f"{attribute.name} must be at least 1, not {value!r}")


@define(eq=False)
class Weighing(ABC):
    """An agent that can also tell the worth of each option; `worlds` are sampled for its `playouts`."""

    seed: int = 0
    playouts: int = field(default=PLAYOUTS, validator=at_least_one)
    worlds: int = field(default=WORLDS, validator=at_least_one)
    _random: Random = field(init=False)

    @_random.default
    def _seeded(self) -> Random:
        require_type("seed", self.seed, int, "a seed (an int)")
        return Random(self.seed)

    def __call__(self, view: View, decision: Decision) -> Option:
        return outcome(self.ponder(view, decision))

    def ponder(self, view: View, decision: Decision) -> Thinking[Option]:
        """The same answer as a generator of progress."""
        if len(decision.options) == 1:
            return decision.options[0]
        weighed = yield from self.weighing(view, decision)
        most = max(map(self._merit, weighed))
        return self._random.choice([each.option for each in weighed if self._merit(each) == most])

    def weigh(self, view: View, decision: Decision) -> list[Worth]:
        """The worth of each option."""
        return outcome(self.weighing(view, decision))

    @abstractmethod
    def weighing(self, view: View, decision: Decision) -> Thinking[list[Worth]]:
        """The worth of each option, as a generator of progress."""

    @abstractmethod
    def _merit(self, worth: Worth) -> tuple[float, float]:
        """The sort key of options."""
