"""Hypothesis strategies for rulesets: games and reached states, which shrink to short games.

Hypothesis chooses each answer by a number (`playing.py`); of half of the games the cards are dealt as the answers wish.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from attrs import evolve, frozen
from hypothesis import assume, note
from hypothesis import strategies as st

from rulespec.api import Ruleset, State
from rulespec.failures.story import story
from rulespec.pending import Chance, Decision
from rulespec.play import numbers
from rulespec.rarity import happened, rare
from rulespec.record import Record
from rulespec.testing.playing import ANSWERS, STOP, WISHES, Course, Habit, Table, played

Players = int | Iterable[int] | None

LONGEST = 1000  # answers, after which a game is long enough
CUT = 4  # times the usual length: one game of so many is cut
# Hypothesis copies what it drew in one place to others of the same type: these are of types of their own, or more games
# were short, and the same.
SEED = st.binary(min_size=2, max_size=2).map(int.from_bytes)
ANSWER = st.integers(0, ANSWERS)
END = st.integers(STOP, STOP)  # after which nothing is chosen, so that answers before it can be left out
HABITS: tuple[Habit, ...] = ("wishing", "any", "seeking", "seeking", "any")
SHORT: tuple[Habit, ...] = ("wishing", "wishing", "any", "seeking")  # what happens in a few answers is found as such
LOOKS = ("last", "rare", "any", "happened", "any", "rare", "any", "any", "rare", "any", "last", "draw")


class Played(tuple[State, ...]):
    """The states of a game, shown in a line."""

    def __repr__(self) -> str:
        answers = sum(isinstance(state.pending, Decision) for state in self[:-1])
        return f"<game of {self[0].rules.name}, {self[0].players} players, {answers} answers>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


@st.composite
def games(draw: st.DrawFn, rules: Ruleset, players: Players = None, *, whole: bool = False) -> tuple[State, ...]:
    """All states of a game, from the first to where it was cut or has ended; a `whole` one is played to its end.

    `players` are the numbers to try, all by default.
    """
    table, most = _table(draw, rules, players, SHORT, CUT)
    if whole:
        table = evolve(table, seed=table.seed + 1)  # of the seed 0 all draws and answers are the first
    course = played(table, lambda: draw(ANSWER), most, whole=whole)
    draw(END)
    note(_Told(course.states[-1]))
    return Played(course.states)


@st.composite
def states(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state reached by play: anywhere in a game, often where something is asked that is seldom asked.

    What the top layer has changed is sought out: where it asks, and what has just happened by it.
    """
    look = draw(st.sampled_from(LOOKS))
    course, luck = _course(draw, rules, players)
    state = _looked_at(course, look, luck)
    note(_Told(state))
    return state


@st.composite
def decisions(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state in which somebody is asked, reached by play as `states` are."""
    look = draw(st.sampled_from(LOOKS[:-1]))
    course, luck = _course(draw, rules, players)
    asked = tuple(state for state in course.states if isinstance(state.pending, Decision))
    assume(asked)
    state = _looked_at(Course(asked, ()), look, luck)
    note(_Told(state))
    return state


def counts(rules: Ruleset, players: Players) -> list[int]:
    """The numbers of players to try."""
    return [players] if isinstance(players, int) else sorted(players or rules.players)


def _course(draw: st.DrawFn, rules: Ruleset, players: Players) -> tuple[Course, Random]:
    table, most = _table(draw, rules, players, HABITS, 1)
    luck = Random(f"luck {table.seed} {draw(SEED)}")  # of its own: Hypothesis tries one that it likes in many games
    course = played(table, lambda: draw(ANSWER), most)
    draw(END)
    return course, luck


def _table(draw: st.DrawFn, rules: Ruleset, players: Players, habits: tuple[Habit, ...], cut: int) -> tuple[Table, int]:
    """Who plays how, and how many answers are given at most."""
    count = draw(st.sampled_from(counts(rules, players)))
    first = draw(st.sampled_from(range(count)))
    habit = draw(st.sampled_from(habits))
    most = draw(st.integers(1, cut * _usual(rules, count)))
    if habit == "wishing":
        most = 1 + (most - 1) % WISHES
    return Table(rules, count, first, draw(SEED), habit), most


def _looked_at(course: Course, look: str, luck: Random) -> State:
    """One of the states of a game: the last, one at which something rare is asked or has happened, or any."""
    passed = [state for state in course.states if not isinstance(state.pending, Chance)] or list(course.states)
    match look:
        case "rare":
            return rare(passed, luck.randrange)
        case "happened":
            return _happened(passed, luck)
        case "any":
            return luck.choice(passed)
        case "draw":
            drawing = [state for state in course.states if isinstance(state.pending, Chance)]
            amid = [state for state in drawing if state.turns] or drawing
            return luck.choice(amid) if amid else passed[-1]
        case _:
            return passed[-1]


def _happened(passed: list[State], luck: Random) -> State:
    """The latest state that came about by a statement of the top layer: all statements are equally likely."""
    latest: dict[int, State] = {}
    for before, after in pairwise(passed):
        latest |= dict.fromkeys(happened(before, after), after)
    return latest[luck.choice(sorted(latest))] if latest else passed[-1]


@cache
def _usual(rules: Ruleset, players: int) -> int:
    """How often somebody is asked in a random game at most, and somewhat more; 2 at least."""
    longest = 2
    for seed in range(3):
        random, asked = numbers(seed), 0
        state = rules.begin(players, 0, random)
        while asked < LONGEST and isinstance(state.pending, Decision):
            options = state.pending.options
            state = state.advance(options[int(random() * len(options))], random)
            asked += 1
        longest = max(longest, asked)
    return longest + longest // 4


@frozen(repr=False)
class _Told:
    """A game as a story and as a record, told when Hypothesis shows what it has found."""

    state: State

    def __repr__(self) -> str:
        told = "\n".join(story(self.state, "what the test says does not hold here, or on the way here"))
        return f"{told}\n\nThe record of this game, to play it again:\n\n{Record(self.state).text}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))
