"""A game in play that can stop anywhere, be taken back and go on: its random numbers follow from what has happened."""

from collections.abc import Callable, Sequence

from attrs import define, evolve

from rulespec import Chance, Decision, IllegalAction, Option
from rulespec.agents import agent_named
from rulespec.agents.imagining import TRIED
from rulespec.agents.names import Maker
from rulespec.agents.thinking import Thinking, outcome
from rulespec.agents.weighing import Weighing
from rulespec.api import View
from rulespec.history import history
from rulespec.play import Agent, numbers, random_agent, seeds
from rulespec.record import Record


@define
class Anew:
    """A player who is another agent at each decision, so that he can go on where he has answered so many times."""

    make: Maker
    seed: int
    answered: int

    def __call__(self, view: View, decision: Decision) -> Option | str:
        return outcome(self.ponder(view, decision))

    def ponder(self, view: View, decision: Decision) -> Thinking[Option | str]:
        """The same bit by bit, where the agent can do that."""
        agent = self.make((self.seed << 32) + self.answered)
        answer = (yield from _evenly(agent, view, decision)) if isinstance(agent, Weighing) else agent(view, decision)
        self.answered += 1
        return answer

    def hurried(self, view: View, decision: Decision) -> Option | str:
        """An answer at random instead."""
        answer = random_agent(self.seed, self.answered)(view, decision)
        self.answered += 1
        return answer


def _evenly(agent: Weighing, view: View, decision: Decision) -> Thinking[Option]:
    """Thinks in equally many steps, even with one option: else whoever waits learns how many the bot has."""
    only = decision.options[0] if len(decision.options) == 1 else None
    thinking = agent.ponder(view, decision) if only is None else agent.weighing(view, decision)
    steps = agent.worlds + TRIED + agent.playouts
    answer: Option | None = None
    for step in range(1, steps + 1):
        try:
            next(thinking)
        except StopIteration as over:
            answer = answer or only or over.value  # later ones have no value
        yield step / steps
    assert answer is not None
    return answer


class Match:
    """A record with a seed that goes on: the seed decides what is drawn, and what every seat but a person's answers.

    Who sits there may be said for each seat, by the name of a bot or None for a person; else the record says it. Each
    draw, and each decision of a seat, has a random number of its own. So an interrupted game goes on as if it had never
    been interrupted, and whoever takes an answer back meets the same chance again.
    """

    def __init__(self, record: Record, sits: Sequence[str | None] | None = None) -> None:
        assert record.seed is not None
        self._seed = record.seed
        bot = record.bots or "random"
        self._sits = sits or [None if seat == record.human else bot for seat in range(record.players)]
        self.record = record
        self.thought: float | None = None  # how far the bot has thought that was left at that
        self._thinking: Thinking[Option | str] | None = None
        self._find_numbers()

    @property
    def asked(self) -> Decision | None:
        """The decision in front of a person."""
        pending = self.record.state.pending
        return pending if isinstance(pending, Decision) and self._sits[pending.player] is None else None

    def go_on(
        self, most: int | None = None, pausing: Callable[[], bool] = lambda: False, *, hurried: bool = False
    ) -> None:
        """Plays until a person is asked, or the game is over, or bots have answered so often.

        A bot that still thinks when it is `pausing` is left at that, and thinks on the next time; one that is `hurried`
        does not think, and answers at random.
        """
        answered = 0
        while not self.record.finished and self.asked is None:
            state = self.record.state
            pending = state.pending
            if isinstance(pending, Decision):
                if answered == most:
                    return
                answered += 1
                agent, view = self._agents[pending.player], state.view(pending.player)
                if not isinstance(agent, Anew):
                    self.answer(agent(view, pending))
                elif hurried:
                    self.answer(agent.hurried(view, pending))
                elif (answer := self._thought_on(agent, view, pending, pausing)) is not None:
                    self.answer(answer)
                else:
                    return
            elif isinstance(pending, Chance):
                drawn = pending.options[int(self._chance() * len(pending.options))]
                self.record = evolve(self.record, state=state.apply(drawn))

    def answer(self, option: Option | str) -> None:
        """An answer, and the draws that follow it."""
        self._thinking = self.thought = None
        self.record = evolve(self.record, state=self.record.state.advance(option, self._chance))

    def _thought_on(
        self, agent: Anew, view: View, decision: Decision, pausing: Callable[[], bool]
    ) -> Option | str | None:
        """A bot's answer, once it has thought enough."""
        self._thinking = self._thinking or agent.ponder(view, decision)
        while True:
            try:
                self.thought = next(self._thinking)
            except StopIteration as stopped:
                answer: Option | str = stopped.value
                return answer
            if pausing():
                return None

    def take_back(self, seat: int | None = None) -> IllegalAction | None:
        """Takes back the last answer of a seat, or else of the record's person, or says why that cannot be."""
        try:
            self.record = self.record.undo(self.record.human if seat is None else seat)
        except IllegalAction as refusal:
            return refusal
        self._find_numbers()
        return None

    def _find_numbers(self) -> None:
        """Goes on in the random numbers where the game stands."""
        self._thinking = self.thought = None
        drawn, decided = 0, [0] * self.record.players
        for state, _ in history(self.record.state):
            if isinstance(state.pending, Decision):
                decided[state.pending.player] += 1
            else:
                drawn += 1
        self._chance = numbers(self._seed, drawn)
        self._agents = self._players(decided)

    def _players(self, decided: list[int]) -> list[Agent]:
        """Who plays at each seat, where it has answered so often."""
        each = zip(self._sits, seeds(self.record.players, self._seed), decided, strict=True)
        return [_player(bot or "random", seed, answered) for bot, seed, answered in each]


def _player(bot: str, seed: int, answered: int) -> Agent:
    return random_agent(seed, answered) if bot == "random" else Anew(agent_named(bot), seed, answered)
