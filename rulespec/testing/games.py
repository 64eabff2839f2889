"""Hypothesis strategies for rulesets: games, reached states and pairs of worlds, which shrink to short games.

Hypothesis chooses when it is enough, some answers anywhere on the way, and the seeds that all the others and the cards
follow from: few numbers, so that a game shrinks soon. The simplest answer is the first option.
"""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from rulespec.api import Ruleset, State
from rulespec.history import history
from rulespec.leaks import Leak
from rulespec.leaks.search import AFTER, BEFORE, Trial
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.play import numbers
from rulespec.rarity import rare

Players = int | Iterable[int] | None

TRIALS = 3  # with neighbouring seeds: so a shorter game is not missed for being another one
ANSWERS = 1000  # after which a game is long enough, or goes on as the cards' seed has it
# Hypothesis copies what it drew in one place to others of the same type: a seed is of a type of its own, or more games
# were short, and the same.
SEED = st.binary(min_size=4, max_size=4).map(int.from_bytes)
CUT = 4  # times the usual length: one game of so many is cut
HABITS = 20  # in one of them players take the first option wherever nothing else is chosen
CHOSEN_FIRST = 10  # answers
CHOSEN = 20  # others at most, anywhere in the game
ANSWER = st.integers(0, 2**16 - 1)
AMID_DRAWS = 11  # states at which somebody is asked, for one at which a card is drawn


@st.composite
def games(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> tuple[State, ...]:
    """All states of a whole game, from the first to the last; `players` are the numbers to try, all by default."""
    table = _table(draw, rules, players)
    state, asked = rules.new_game(table.players, table.first), 0
    reached = [state]
    while not isinstance(state.pending, Over):
        if isinstance(state.pending, Decision) and asked < ANSWERS:
            option, asked = table.answered(state.pending, asked), asked + 1
        else:
            option = table.drawn(state.pending)
        state = state.apply(option)
        reached.append(state)
    note(_Course(state))
    return tuple(reached)


@st.composite
def states(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state reached by play: anywhere in a game, half of them where something is asked that is seldom asked."""
    table = _table(draw, rules, players)
    way = draw(st.sampled_from(range(AMID_DRAWS + 1)))
    passed, answers = table.played()
    state = table.looked_at(passed, way)
    if way == AMID_DRAWS:
        state = table.amid_draws(state, passed, answers)
    note(_Course(state))
    return state


@st.composite
def decisions(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state in which somebody is asked, reached by play as `states` are."""
    table = _table(draw, rules, players)
    way = draw(st.sampled_from(range(AMID_DRAWS)))
    passed = [state for state in table.played()[0] if isinstance(state.pending, Decision)]
    assume(passed)
    state = table.looked_at(passed, way)
    note(_Course(state))
    return state


@st.composite
def two_worlds(draw: st.DrawFn, rules: Ruleset, players: Players = None, *, why: bool = False) -> Leak | None:
    """A game that goes on in two worlds: what tells them apart for somebody who must not know, or None.

    It shrinks to few players, and few answers before and after the worlds part. With `why`, what players are told when
    they ask (why, what can be taken back, what others may hold) is compared, too, which takes much longer.
    """
    count = draw(st.sampled_from(_counts(rules, players)))
    before, after, seed = draw(st.integers(0, BEFORE)), draw(st.integers(1, AFTER)), draw(st.integers(0, 2**32 - 1))
    trials = (Trial(rules, count, before, after, seed + more, why=why) for more in range(TRIALS))
    return next((leak for leak, _ in (trial.leak() for trial in trials) if leak is not None), None)


def leak_test(
    rules: Ruleset, players: Players = None, *, how: settings | None = None, why: bool = False
) -> Callable[[], None]:
    """A test that nobody is told more than the rules let him see: `test_nothing_leaks = leak_test(rules)`."""

    @(how or settings(deadline=None, suppress_health_check=(HealthCheck.too_slow,)))
    @given(two_worlds(rules, players, why=why))
    def nothing_leaks(leak: Leak | None) -> None:
        assert leak is None, str(leak)

    return nothing_leaks


@frozen
class _Table:
    """Who plays, and all that is decided of a game before it begins."""

    rules: Ruleset
    players: int
    first: int
    enough: int  # answers
    chosen: dict[int, int]  # some of them
    habit: Callable[[], float]  # decides the others
    random: Callable[[], float]  # draws the cards
    luck: Random  # decides what to look at

    def pick(self, many: int) -> int:
        """One of so many."""
        return int(self.luck.random() * many)

    def looked_at(self, passed: list[State], way: int) -> State:
        """The last of the states, or every other time one at which something rare is asked."""
        if way % 2 == 0:
            return rare(passed, self.pick)
        return passed[self.pick(len(passed)) if way % 4 == 3 else -1]

    def answered(self, decision: Decision, at: int) -> Option:
        """The option that is taken where somebody is asked for so many times before."""
        many = len(decision.options)
        usual = int(self.habit() * many)
        return decision.options[self.chosen[at] % many if at in self.chosen else usual]

    def drawn(self, pending: Decision | Chance) -> Option:
        return pending.options[int(self.random() * len(pending.options))]

    def played(self) -> tuple[list[State], list[Option]]:
        """The states at which players are asked, up to where it is enough or to the end, and the answers between."""
        state = self.rules.begin(self.players, self.first, self.random)
        passed, answers = [state], list[Option]()
        while len(answers) < self.enough and isinstance(state.pending, Decision):
            answers.append(self.answered(state.pending, len(answers)))
            state = state.advance(answers[-1], self.random)
            passed.append(state)
        return passed, answers

    def amid_draws(self, state: State, passed: list[State], answers: list[Option]) -> State:
        """A state on the way to this one at which a card is drawn, after the latest answer that has led to any."""
        at = next(at for at, each in enumerate(passed) if each is state)
        for before, option in reversed(list(zip(passed[:at], answers[:at], strict=True))):
            if isinstance((after := before.apply(option)).pending, Chance):
                return self._drawing(after)
        return state if at or self.pick(4) else self._drawing(self.rules.new_game(self.players, self.first))

    def _drawing(self, state: State) -> State:
        found = [state]
        while isinstance(state.pending, Chance):
            found.append(state)
            state = state.apply(self.drawn(state.pending))
        return found[self.pick(len(found))]


def _table(draw: st.DrawFn, rules: Ruleset, players: Players) -> _Table:
    """A game that is another one for another length; it can be cut, too, and is the same so far."""
    count = draw(st.sampled_from(_counts(rules, players)))
    first, places = draw(st.sampled_from(range(count))), st.integers(0, _usual(rules, count))
    length, cut = draw(places), draw(st.integers(0, CUT * _usual(rules, count)))
    habit, seed = draw(st.sampled_from(range(HABITS))), draw(SEED)
    chosen = draw(st.dictionaries(places, ANSWER, max_size=CHOSEN))
    chosen |= {at: draw(ANSWER) for at in range(min(length, cut, CHOSEN_FIRST))}
    usually = numbers(~(seed + length)) if habit else _first
    luck = Random(f"luck {seed} {draw(SEED)}")  # a seed of its own: Hypothesis tries one that it likes in many games
    return _Table(rules, count, first, min(length, cut), chosen, usually, numbers(seed + length), luck)


def _first() -> float:
    return 0


@cache
def _usual(rules: Ruleset, players: int) -> int:
    """How often somebody is asked in a random game at most, and somewhat more; 2 at least."""
    longest = 2
    for seed in range(3):
        random, asked = numbers(seed), 0
        state = rules.begin(players, 0, random)
        while asked < ANSWERS and isinstance(state.pending, Decision):
            options = state.pending.options
            state = state.advance(options[int(random() * len(options))], random)
            asked += 1
        longest = max(longest, asked)
    return longest + longest // 4


@frozen(repr=False)
class _Course:
    """What players have answered on the way to a state, told when Hypothesis shows a game that it has found."""

    state: State

    def __repr__(self) -> str:
        told = [
            f"{here.seat_name(here.pending.player)}: {option.text}"
            for here, option in history(self.state)
            if isinstance(here.pending, Decision)
        ]
        return f"{self.state!r} came of: {' / '.join(told) or 'no answer yet'}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def _counts(rules: Ruleset, players: Players) -> list[int]:
    return [players] if isinstance(players, int) else sorted(players or rules.players)
