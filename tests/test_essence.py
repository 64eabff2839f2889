"""What of a position can still make a difference: numbers that are left out of it can be any."""

from random import Random

import pytest

from rulespec.api import State
from rulespec.hunt.essence import Essences
from rulespec.rawstate import RawState
from tests.library import GAMES

FURTHER = 12  # answers
VARIED = (  # games in which some number is once read no more, or has passed all that it is compared with
    *("ksr", "magier", "review", "ksr+wertung", "magier+wertung", "review+wertung"),
    *("goofspiel", "market", "pebbles", "stones", "vows", "whispers"),
)


def varied(state: State, essences: Essences, chance: Random) -> RawState | None:
    """The same state with other numbers wherever its essence is the same with them; None where it never is."""
    here = state.position
    for at, value in enumerate(here.variables):
        other = chance.choice([0, 1, 2]) if value is None else value + chance.choice([1, 2, 7])
        changed = here._replace(variables=(*here.variables[:at], other, *here.variables[at + 1 :]))
        if essences.of(changed) == essences.of(here):
            here = changed
    return None if here == state.position else RawState.standing(state.game, here, state.where, None, state.turns, -1)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_equal_essence_go_on_alike(name: str) -> None:
    rules, compared = GAMES[name], 0
    for seed in range(2):
        chance = Random(seed)
        players = chance.choice(list(rules.players))
        essences = Essences(rules.game(players))
        state = rules.begin(players, 0, chance.random)
        for _ in range(24):
            if not state.raws:
                break
            other = varied(state, essences, chance)
            one: RawState = RawState.standing(state.game, state.position, state.where, None, state.turns, -1)
            for step in range(FURTHER if other is not None else 0):
                assert other is not None and one.raws == other.raws
                assert essences.of(one.position) == essences.of(other.position)
                if not one.raws:
                    break
                raw = chance.choice(one.raws)
                one, other = (each.next(raw, Random(step).random) for each in (one, other))
                compared += 1
            state = state.next(chance.choice(state.raws), chance.random)
    assert (compared > 20) == (name in VARIED), compared
