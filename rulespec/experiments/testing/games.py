"""Hypothesis strategies for rulesets: games and reached states, which shrink to short games.

Hypothesis chooses each answer by a number (`playing.py`); of half of the games the cards are dealt as the answers wish.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

from attrs import evolve, frozen
from hypothesis import assume, note
from hypothesis import strategies as st

from rulespec.agents.play import numbers
from rulespec.engine.pending import Chance, Decision
from rulespec.experiments.failures.story import story
from rulespec.experiments.rarity import happened, rare
from rulespec.experiments.testing.playing import ANSWERS, STOP, WISHES, Course, Habit, Table, played
from rulespec.game.api import Ruleset, State
from rulespec.language.files import ENGLISH
from rulespec.records import Record
from rulespec.wording import wording

Players = int | Iterable[int] | None

LONGEST = 1000  # answers, after which a game is long enough
CUT = 4  # times the usual length: one game of so many is cut
SEED = st.binary(min_size=2, max_size=2).map(int.from_bytes)
ANSWER = st.integers(0, ANSWERS)
PLACES = 120  # of more, Hypothesis tries mostly small ones
PLACE = st.sampled_from(range(PLACES))
SINGLE = 8  # places, the first ones, which are an answer apart: so what is found can shrink to any short game
EARLY = 0.8  # makes up for Hypothesis, which tries many small numbers
END = st.integers(STOP, STOP)  # after which nothing is chosen, so that answers before it can be left out
HABITS: tuple[Habit, ...] = ("wishing", "any", "seeking", "seeking", "any", "any", "seeking")
SHORT: tuple[Habit, ...] = ("wishing", "wishing", "any", "seeking")  # what happens in a few answers is found as such
LOOKS = ("last", "rare", "last", "rare", "happened", "rare", "last", "rare", "rare", "last", "happened", "draw")
PAST = 1.1  # times the usual length: the farthest place to look at, so that some games have ended
SAID = "the property fails here, or on the way here"
PARTS = 4  # of a game; something rare is looked for in one of them: in all of it, it would be found early
NEAR = 8  # states, for that, at least
DEALING = 0.25  # how often the deal is looked at if no other cards are drawn


class Played(tuple[State, ...]):
    """The states of a game, shown in a line."""

    def __repr__(self) -> str:
        answers = sum(isinstance(state.pending, Decision) for state in self[:-1])
        return f"<game of {self[0].rules.name}, {self[0].players} players, {answers} answers>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


@st.composite
def games(draw: st.DrawFn, rules: Ruleset, players: Players = None, *, whole: bool = False) -> tuple[State, ...]:
    """All states of a game from the first to its end, or to where it was cut unless it is `whole`.

    `players` are the numbers of players to try (default: all).
    """
    table = _table(draw, rules, players, SHORT)
    longest = max(_lengths(rules, table.players)[:3])
    most = draw(st.integers(1, CUT * (longest + longest // 4)))
    if table.habit == "wishing":
        most = 1 + (most - 1) % WISHES
    table = evolve(table, seed=draw(SEED))
    if whole:
        table = evolve(table, seed=table.seed + 1)  # of the seed 0 all draws and answers are the first
    course = played(table, lambda at: draw(ANSWER), most, whole=whole)
    draw(END)
    note(_Told(course.states[-1]))
    return Played(course.states)


@st.composite
def states(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state reached by play, spread over the whole game; rare questions are preferred.

    Questions of the top layer and moments just after its effects are also preferred.
    """
    look = draw(st.sampled_from(LOOKS))
    course, luck = _course(draw, rules, players, look)
    state = _looked_at(course, look, luck)
    note(_Told(state))
    return state


@st.composite
def decisions(draw: st.DrawFn, rules: Ruleset, players: Players = None) -> State:
    """A state with a pending decision, reached by play like `states`."""
    look = draw(st.sampled_from(LOOKS[:-1]))
    course, luck = _course(draw, rules, players, look)
    asked = tuple(state for state in course.states if isinstance(state.pending, Decision))
    assume(asked)
    state = _looked_at(Course(asked, ()), look, luck)
    note(_Told(state))
    return state


@cache
def _answer(at: int) -> st.SearchStrategy[int]:
    """The number of an answer, each of a type of its own.

    Hypothesis makes most examples by copying what it drew for one thing to another of the same type, and drops what
    then needs more choices: most games would be short, and alike.
    """
    return st.sampled_from(range(ANSWERS + at))


def counts(rules: Ruleset, players: Players) -> list[int]:
    """The numbers of players to try."""
    return [players] if isinstance(players, int) else sorted(players or rules.players)


def _course(draw: st.DrawFn, rules: Ruleset, players: Players, look: str) -> tuple[Course, Random]:
    """A game up to a place that is anywhere in it; if Hypothesis lowers the place, all after it is left out at once."""
    table, place = evolve(_table(draw, rules, players, HABITS), seed=draw(SEED)), draw(PLACE)
    luck = Random(f"luck {table.seed} {place}")  # of both: Hypothesis tries one that it likes in many games
    far = (place / PLACES) ** EARLY
    most: float = PAST * _usual(rules, table.players)
    if look != "last":
        most += _near(rules, table.players) / 2  # what is looked for is as often beyond that place as before it
    most = 1 + min(int(far * most), place if place < SINGLE else ANSWERS)
    course = played(table, lambda at: draw(_answer(at)), most)
    draw(END)
    return course, luck


def _table(draw: st.DrawFn, rules: Ruleset, players: Players, habits: tuple[Habit, ...]) -> Table:
    count = draw(st.sampled_from(counts(rules, players)))
    first = draw(st.sampled_from(range(count)))
    habit = draw(st.sampled_from(habits))
    return Table(rules, count, first, 0, habit)


def _looked_at(course: Course, look: str, luck: Random) -> State:
    """The last state of a game, or one not long before it: where something rare is asked or has happened, or a draw."""
    passed = [state for state in course.states if not isinstance(state.pending, Chance)] or list(course.states)
    late = passed[-_near(passed[0].rules, passed[0].players) :]
    match look:
        case "rare":
            return rare(late, luck.randrange)
        case "happened":
            return _happened(late, luck)
        case "draw":
            drawing = [state for state in course.states if isinstance(state.pending, Chance)]
            amid = [state for state in drawing if state.turns and state.turns >= late[0].turns]
            dealing = drawing if luck.random() < DEALING else []
            return luck.choice(amid or dealing or late[-1:])
        case _:
            return late[-1]


def _happened(passed: list[State], luck: Random) -> State:
    """The latest state that came about by a statement of the top layer: all statements are equally likely."""
    latest: dict[int, State] = {}
    for before, after in pairwise(passed):
        latest |= dict.fromkeys(happened(before, after), after)
    return latest[luck.choice(sorted(latest))] if latest else passed[-1]


@cache
def _lengths(rules: Ruleset, players: int) -> tuple[int, ...]:
    """How often somebody is asked in some random games; 2 at least."""
    lengths = []
    for seed in range(25):
        random, asked = numbers(seed), 0
        state = rules.begin(players, 0, random)
        while asked < LONGEST and isinstance(state.pending, Decision):
            options = state.pending.options
            state = state.advance(options[int(random() * len(options))], random)
            asked += 1
        lengths.append(max(2, asked))
    return tuple(lengths)


def _usual(rules: Ruleset, players: int) -> float:
    return median(_lengths(rules, players))


def _near(rules: Ruleset, players: int) -> int:
    """How many states are looked through for something rare."""
    return max(NEAR, int(_usual(rules, players) / PARTS))


@frozen(repr=False)
class _Told:
    """A game as a story and as a record, told when Hypothesis shows what it has found."""

    state: State

    def __repr__(self) -> str:
        told = "\n".join(story(self.state, SAID, wording(self.state.rules, ENGLISH)))
        return f"{told}\n\nThe record of this game, to play it again:\n\n{Record(self.state).brief}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))
