"""Players who weigh their options in games that they play on in their mind, and take the best."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from attrs import Attribute, define, field

from rulespec.agents.imagining import PLAYOUTS, WORLDS
from rulespec.agents.thinking import Thinking, outcome
from rulespec.agents.worth import Worth
from rulespec.api import View
from rulespec.pending import Decision, Option


def at_least_one(agent: object, attribute: "Attribute[int]", value: Any) -> None:
    """Demands a whole number of something that an agent cannot do without."""
    if type(value) is not int or value < 1:
        raise ValueError(f"an agent needs a whole number of {attribute.name}, 1 at least, not {value!r}")


@define(eq=False)
class Weighing(ABC):
    """An agent, which also says what each option was worth to it."""

    seed: int = 0
    playouts: int = field(default=PLAYOUTS, validator=at_least_one)
    worlds: int = field(default=WORLDS, validator=at_least_one)
    _random: Random = field(init=False)

    @_random.default
    def _seeded(self) -> Random:
        return Random(self.seed)

    def __call__(self, view: View, decision: Decision) -> Option:
        return outcome(self.ponder(view, decision))

    def ponder(self, view: View, decision: Decision) -> Thinking[Option]:
        """Comes to the same answer bit by bit, for whoever cannot wait that long in one go."""
        if len(decision.options) == 1:
            return decision.options[0]
        weighed = yield from self.weighing(view, decision)
        most = max(map(self._merit, weighed))
        return self._random.choice([each.option for each in weighed if self._merit(each) == most])

    def weigh(self, view: View, decision: Decision) -> list[Worth]:
        """What each option was worth."""
        return outcome(self.weighing(view, decision))

    @abstractmethod
    def weighing(self, view: View, decision: Decision) -> Thinking[list[Worth]]:
        """What each option was worth, found bit by bit."""

    @abstractmethod
    def _merit(self, worth: Worth) -> tuple[float, float]:
        """By what options are compared."""
