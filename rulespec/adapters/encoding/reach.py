"""How far a game can go, at most: played through where a game has few positions, else derived from its rules."""

from fractions import Fraction
from functools import lru_cache
from sys import float_info

from attrs import frozen

from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.length import most_answers, most_draws
from rulespec.adapters.encoding.payoffs import is_zero_sum, payoffs
from rulespec.engine.game import Game
from rulespec.engine.pending import Chance, Over
from rulespec.game.api import State

MAX_STEPS_PLAYED = 60  # answers and draws of a game that may have few positions
MAX_POSITIONS_PLAYED = 20_000  # positions of a game that is played through


@frozen
class Limits:
    """What holds for every game: answers are counted atom by atom, draws card by card; `total` None where it varies."""

    answers: int
    draws: int
    least: float
    most: float
    total: float | None  # what all players get together


@lru_cache(maxsize=256)
def limits(game: Game) -> Limits:
    """The limits of a game; exact where the game has few positions."""
    material = game.material
    answers, draws = most_answers(material), most_draws(material)
    exact = _played_through(game) if answers + draws <= MAX_STEPS_PLAYED else None
    if exact is not None:
        return exact
    low, high = payoffs(material)
    total = 0.0 if is_zero_sum(material) else None
    return Limits(answers, draws, _float(low, -1), _float(high, 1), total)


def _played_through(game: Game) -> Limits | None:
    """The limits as they are, unless there are too many positions."""
    encoding, first = Encoding(game), State.begin(game, 0)
    reached = {_position(first): (first, 0, 0)}
    answers = draws = positions = 0
    ends: set[tuple[Fraction, ...]] = set()
    while reached:
        positions += len(reached)
        after: dict[object, tuple[State, int, int]] = {}
        for state, answered, drawn in reached.values():
            if positions + len(after) > MAX_POSITIONS_PLAYED:
                return None
            pending = state.pending
            if isinstance(pending, Over):
                ends.add(pending.returns)
                answers, draws = max(answers, answered), max(draws, drawn)
            elif isinstance(pending, Chance):
                for option in pending.options:
                    _reach(after, state.apply(option), answered, drawn + 1)
            else:
                asking = state.game.program.asks[state.pc]
                for path, raw in encoding.offer(asking.site, state.raws).answers():
                    _reach(after, state.next(raw), answered + len(path), drawn)
        reached = after
    totals = {sum(returns) for returns in ends}
    least, most = min(map(min, ends)), max(map(max, ends))
    return Limits(answers, draws, float(least), float(most), float(totals.pop()) if len(totals) == 1 else None)


def _reach(reached: dict[object, tuple[State, int, int]], state: State, answers: int, draws: int) -> None:
    """Notes a position as reached, by the longest way so far."""
    _, most_answers, most_draws = reached.get(_position(state), (state, 0, 0))
    reached[_position(state)] = (state, max(answers, most_answers), max(draws, most_draws))


def _position(state: State) -> object:
    return state.position, state.turns


def _float(end: int | None, sign: int) -> float:
    """As a float; the largest there is where nothing bounds it."""
    return sign * float_info.max if end is None or abs(end) > float_info.max else float(end)
