"""A table as a state machine of Hypothesis: a class to subclass with what must always hold."""

from collections import Counter
from typing import ClassVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rulespec.api import Ruleset, State, View
from rulespec.laws import Broken, LawWatch
from rulespec.pending import Chance, Decision, Option
from rulespec.testing.games import Players, counts
from rulespec.testing.playing import number_of


class Table(RuleBasedStateMachine):
    """A game by the `ruleset` of a subclass, in which Hypothesis chooses each answer, and tells it by its text.

    What must hold in each `state` is said with `@invariant()`; the laws of the rules are looked at without being asked
    for. `players` are the numbers to try, all by default. What is drawn follows from a seed, and is told.
    """

    ruleset: ClassVar[Ruleset]  # `rules` are something else to Hypothesis
    players: ClassVar[Players] = None
    state: State

    def __init_subclass__(cls) -> None:
        if "rules" in cls.__dict__:
            raise TypeError(
                f"{cls.__name__}: the rules of a Table are called 'ruleset', as Hypothesis has 'rules' of its own"
            )
        super().__init_subclass__()

    def __init__(self) -> None:
        super().__init__()
        self._sit_down(counts(self.ruleset, self.players)[0], 0, 0)

    def view(self, seat: int) -> View:
        """What a player may know."""
        return self.state.view(seat)

    # ---- steps

    @initialize(
        players=st.runner().flatmap(lambda table: st.sampled_from(counts(table.ruleset, table.players))),
        first=st.integers(0, 2**16),
        seed=st.integers(0, 2**16),
    )
    def begin(self, players: int, first: int, seed: int) -> None:
        """A game begins; the seat that begins is counted round the table."""
        self._sit_down(players, first % players, seed)
        self._hold(self._broken)
        self._draw()

    @precondition(lambda table: isinstance(table.state.pending, Decision))
    @rule(text=st.runner().flatmap(lambda table: st.sampled_from(table.texts)))
    def answer(self, text: str) -> None:
        """Somebody answers, as in `seat 0: bet`."""
        decision = self.state.pending
        assert isinstance(decision, Decision)
        self._apply(text.removeprefix(f"{self.state.seat_name(decision.player)}: "))
        self._draw()

    @precondition(lambda table: not isinstance(table.state.pending, Decision))
    @rule()
    def over(self) -> None:
        """The game has ended; nothing more happens."""

    # ---- inside

    @property
    def texts(self) -> list[str]:
        """What can be answered, with whose answer it is."""
        decision = self.state.pending
        assert isinstance(decision, Decision)
        return [f"{self.state.seat_name(decision.player)}: {option.text}" for option in decision.options]

    def _sit_down(self, players: int, first: int, seed: int) -> None:
        self._watch = LawWatch(self.ruleset.game(players))
        self.state, self._broken = self._watch.begin(first)
        self._seed, self._draws = seed, Counter[tuple[int, int]]()

    def _draw(self) -> None:
        """Draws until somebody is asked, and tells what."""
        while isinstance(chance := self.state.pending, Chance):
            site = (self.state.position.pc, self.state.position.own)
            self._draws[site] += 1
            drawn = chance.options[number_of(self._seed, *site, self._draws[site]) % len(chance.options)]
            note(f"# {chance.prompt}: {drawn.text}")
            self._apply(drawn)

    def _apply(self, answer: Option | str) -> None:
        self.state, broken = self._watch.apply(self.state, answer)
        self._hold(broken)

    def _hold(self, broken: Broken | None) -> None:
        assert broken is None, str(broken)
