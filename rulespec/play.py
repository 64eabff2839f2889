"""Whole games: an agent for each seat decides, a seed decides what is drawn."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from rulespec.engine.pending import Decision, Option, Over
from rulespec.engine.state import State
from rulespec.engine.view import View

if TYPE_CHECKING:
    from rulespec.ruleset import Ruleset

Agent = Callable[[View, Decision], Option | str]


@frozen
class Record:
    """A game that was played: its last state, and the seed that decided what was drawn."""

    state: State
    seed: int
    first: int = 0

    @property
    def rules(self) -> "Ruleset":
        return self.state.rules

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def result(self) -> Over:
        """Who won, and what each seat gets."""
        over = self.state.pending
        assert isinstance(over, Over)
        return over


def play(rules: "Ruleset", agents: Sequence[Agent], seed: int = 0, first: int = 0) -> Record:
    """A whole game: an agent, given his view and the decision, answers with an option; the seed drives chance only."""
    random = Random(seed).random
    state = rules.begin(len(agents), first, random)
    while isinstance(decision := state.pending, Decision):
        answer = agents[decision.player](View(state, decision.player), decision)
        state = state.advance(answer, random)
    return Record(state, seed, first)


def random_agent(seed: int) -> Agent:
    """An agent that takes any option, each equally likely."""
    random = Random(seed).random

    def agent(view: View, decision: Decision) -> Option:
        return decision.options[int(random() * len(decision.options))]

    return agent
