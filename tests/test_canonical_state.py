"""What of a position can still make a difference: numbers that are left out of it can be any."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from rulespec.engine.rawstate import RawState
from rulespec.experiments.hunt.canonical_state import CanonicalStates
from rulespec.game.api import State
from rulespec.testing import DrawnFile, rule_files
from tests.effort import short_of, some, tried, until_seen
from tests.library import GAMES

FURTHER = 12  # answers
VARIED = (  # games in which some number is once read no more, or has passed all that it is compared with
    *("ksr", "magier", "review", "ksr+wertung", "magier+wertung", "review+wertung"),
    *("forehead", "goofspiel", "market", "melds", "pebbles", "stones", "vows", "whispers"),
)


def varied(state: State, essences: CanonicalStates, chance: Random) -> RawState | None:
    """The same state with other numbers wherever its essence is the same with them; None where it never is."""
    here = state.position
    for at, value in enumerate(here.variables):
        other = chance.choice([0, 1, 2]) if value is None else value + chance.choice([1, 2, 7])
        changed = here._replace(variables=(*here.variables[:at], other, *here.variables[at + 1 :]))
        if essences.of(changed) == essences.of(here):
            here = changed
    return None if here == state.position else RawState.standing(state.game, here, state.where, None, state.turns, -1)


@pytest.mark.parametrize("name", some([*GAMES], 14))
def test_games_of_equal_essence_go_on_alike(name: str) -> None:
    rules, compared = GAMES[name], 0
    for seed in range(2):
        chance = Random(seed)
        players = chance.choice(list(rules.players))
        essences = CanonicalStates(rules.game(players))
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
    assert compared > 20 or name not in VARIED, compared


def test_answers_that_lead_to_the_same_essence_let_a_game_go_on_alike() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=tried(deep=2_000, quick=5))
    @given(rule_files())
    def whatever_is_answered(file: DrawnFile) -> None:
        players = file.rules.players[0]
        essences, chance = CanonicalStates(file.rules.game(players)), Random(players)
        state = file.rules.begin(players, 0, chance.random)
        for _ in range(12):
            if not state.raws:
                break
            after = [state.next(raw, Random(0).random) for raw in state.raws[:4]]
            for other in after[1:]:
                if other.turns == after[0].turns and essences.of(other.position) == essences.of(after[0].position):
                    seen["pairs"] += other.position != after[0].position
                    pair = after[0], other
                    for step in range(FURTHER):
                        assert pair[0].raws == pair[1].raws
                        assert essences.of(pair[0].position) == essences.of(pair[1].position)
                        if not pair[0].raws:
                            break
                        raw = chance.choice(pair[0].raws)
                        pair = (pair[0].next(raw, Random(step).random), pair[1].next(raw, Random(step).random))
                        seen["steps"] += 1
            state = chance.choice(after)

    least = {"pairs": tried(deep=1_000, quick=10), "steps": tried(deep=5_000, quick=50)}
    until_seen(whatever_is_answered, lambda: short_of(seen, least))
