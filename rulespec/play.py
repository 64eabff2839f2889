"""Whole games: an agent for each seat decides, a seed decides what is drawn."""

from collections.abc import Callable, Sequence
from random import Random

from rulespec.engine.knowledge.view import View
from rulespec.engine.pending import Decision, Option
from rulespec.record import Record as Record  # what comes of playing
from rulespec.ruleset import Ruleset

Agent = Callable[[View, Decision], Option | str]


def play(rules: Ruleset, agents: Sequence[Agent], seed: int = 0, first: int = 0) -> Record:
    """A whole game: an agent, given his view and the decision, answers with an option; the seed drives chance only."""
    random = numbers(seed)
    state = rules.begin(len(agents), first, random)
    while isinstance(decision := state.pending, Decision):
        answer = agents[decision.player](View(state, decision.player), decision)
        state = state.advance(answer, random)
    return Record(state, seed)


def random_agent(seed: int, answered: int = 0) -> Agent:
    """An agent that takes any option, each equally likely; it can go on where it has answered so many times."""
    random = numbers(seed, answered)

    def agent(view: View, decision: Decision) -> Option:
        return decision.options[int(random() * len(decision.options))]

    return agent


def random_players(players: int, seed: int, answered: Sequence[int] = ()) -> list[Agent]:
    """A random agent for each seat, all of them decided by one seed; each can go on where it has answered so often."""
    return [random_agent((seed << 8) + seat + 1, answered[seat] if answered else 0) for seat in range(players)]


def numbers(seed: int, used: int = 0) -> Callable[[], float]:
    """The random numbers of a seed, after those that have been used; each card that is drawn takes one."""
    random = Random(seed).random
    for _ in range(used):
        random()
    return random
