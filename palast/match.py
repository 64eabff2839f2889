"""A resumable game: its random numbers are determined by the seed and what has happened so far."""

from collections.abc import Callable, Sequence

from attrs import define, evolve

from rulespec import Chance, Decision, IllegalAction, Option
from rulespec.agents import agent_named
from rulespec.agents.names import Maker
from rulespec.agents.play import Agent, numbers, random_agent, seeds
from rulespec.agents.thinking import Thinking, outcome
from rulespec.agents.weighing import Weighing
from rulespec.game.api import View
from rulespec.game.history import history
from rulespec.records import Record


@define
class Anew:
    """An agent with a new seed for each decision, so that it can be resumed after `answered` answers."""

    make: Maker
    seed: int
    answered: int

    def __call__(self, view: View, decision: Decision) -> Option | str:
        return outcome(self.ponder(view, decision))

    def ponder(self, view: View, decision: Decision) -> Thinking[Option | str]:
        """The answer as a generator of progress, if the agent can do that."""
        agent = self.make((self.seed << 32) + self.answered)
        answer = (yield from _evenly(agent, view, decision)) if isinstance(agent, Weighing) else agent(view, decision)
        self.answered += 1
        return answer

    def hurried(self, view: View, decision: Decision) -> Option | str:
        """A random answer instead of one that takes time."""
        answer = random_agent(self.seed, self.answered)(view, decision)
        self.answered += 1
        return answer


def _evenly(agent: Weighing, view: View, decision: Decision) -> Thinking[Option]:
    """Thinks in a fixed number of steps, even with one option, so that the time does not reveal how many there are."""
    only = decision.options[0] if len(decision.options) == 1 else None
    thinking = agent.ponder(view, decision) if only is None else agent.weighing(view, decision)
    steps = agent.worlds + agent.playouts + 1
    answer: Option | None = None
    for step in range(1, steps + 1):
        try:
            next(thinking)
        except StopIteration as over:
            answer = answer or only or over.value  # which is None from the second time on
        yield step / steps
    assert answer is not None
    return answer


class Match:
    """A record with a seed, which determines all draws and the answers of all bots.

    `sits` has for each seat the name of a bot, or None for a person; by default as the record says. Each draw and each
    decision of a seat has its own random number. So an interrupted game continues as if it had not been interrupted,
    and after an undo the same cards come again.
    """

    def __init__(self, record: Record, sits: Sequence[str | None] | None = None) -> None:
        assert record.seed is not None
        self._seed = record.seed
        bot = record.bots or "random"
        self._sits = sits or [None if seat == record.human else bot for seat in range(record.players)]
        self.record = record
        self.thought: float | None = None  # the progress of a bot that was paused
        self._thinking: Thinking[Option | str] | None = None
        self._find_numbers()

    @property
    def asked(self) -> Decision | None:
        """The pending decision of a person, if there is one."""
        pending = self.record.state.pending
        return pending if isinstance(pending, Decision) and self._sits[pending.player] is None else None

    def go_on(
        self, most: int | None = None, pausing: Callable[[], bool] = lambda: False, *, hurried: bool = False
    ) -> None:
        """Plays until a person is asked, the game is over, or bots have answered `most` times.

        A bot that still thinks when `pausing` returns True continues at the next call; `hurried` bots answer at random.
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
        """Applies an answer, and the draws that follow it."""
        self._thinking = self.thought = None
        self.record = evolve(self.record, state=self.record.state.advance(option, self._chance))

    def _thought_on(
        self, agent: Anew, view: View, decision: Decision, pausing: Callable[[], bool]
    ) -> Option | str | None:
        """A bot's answer, or None if it was paused."""
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
        """Takes back the last answer of a seat, by default the record's person; the refusal if that is not possible."""
        try:
            self.record = self.record.undo(self.record.human if seat is None else seat)
        except IllegalAction as refusal:
            return refusal
        self._find_numbers()
        return None

    def allow(self, budget: int) -> None:
        """Goes on with another budget, in steps per question."""
        self.record = evolve(self.record, state=self.record.state.allowing(budget))
        self._find_numbers()

    def _find_numbers(self) -> None:
        """Sets the random numbers to where the game is."""
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
        """The agents, each after its number of answers."""
        each = zip(self._sits, seeds(self.record.players, self._seed), decided, strict=True)
        return [_player(bot or "random", seed, answered) for bot, seed, answered in each]


def _player(bot: str, seed: int, answered: int) -> Agent:
    return random_agent(seed, answered) if bot == "random" else Anew(agent_named(bot), seed, answered)
