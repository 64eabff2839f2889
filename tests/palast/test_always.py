"""What must always hold, at every decision of whole games in every ruleset, with and without the variant."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palast import Card, Decision, Over, State
from rulespec.testing import games
from tests.effort import some
from tests.library import WITH_LAYERS, ruleset

TARGET = {3: 6, 4: 5, 5: 4}

everywhere = pytest.mark.parametrize(("spec", "players"), some([(spec, n) for spec in WITH_LAYERS for n in TARGET], 6))


@everywhere
@given(data=st.data())
def test_what_must_always_hold(spec: str, players: int, data: st.DataObject) -> None:
    game = data.draw(games(ruleset(spec), players, whole=True))
    target = TARGET[players]
    cards = cards_of(game[0])
    points = (0,) * players
    rounds, plays = 1, 0
    for before, state in pairwise(game):
        assert cards_of(state) == cards
        if isinstance(before.pending, Decision) and before.pending.block == "turn":
            plays += 1
            assert plays <= 6 * players + 1
        if isinstance(state.pending, Decision):
            nobody_holds_more_or_less_than_six(state)
            nobody_shows_a_person_twice(state)
            one_at_most_is_muted_and_never_who_turns_the_cards(state)
        now = tuple(state.counter("points", seat) for seat in range(players))
        if round_begins(before, state) or isinstance(state.pending, Over):
            assert sum(now) > sum(points)
            assert all(0 <= new - old <= 1 for new, old in zip(now, points, strict=True))
            assert max(now) <= target
            points = now
            rounds, plays = rounds + 1, 0
        assert now == points
    assert isinstance(game[-1].pending, Over)
    assert max(points) == target
    assert rounds - 1 <= players * (target - 1) + 1


def cards_of(state: State) -> Counter[Card]:
    """Every card with the number of places where it lies, which has to be one."""
    seats = range(state.players)
    lying = [card for name in ("pile", "discards", "closed", "open") for card in state.zone(name)]
    lying += [card for name in ("hand", "display") for seat in seats for card in state.zone(name, seat)]
    found = Counter(lying)
    assert set(found.values()) == {1}
    return found


def round_begins(before: State, state: State) -> bool:
    """Whether all person cards were just gathered in the pile: nothing lies where it could be played."""
    seats = range(state.players)
    gathered = not any(state.zone(name, seat) for name in ("hand", "display") for seat in seats)
    return gathered and any(before.zone("hand", seat) for seat in seats)


def nobody_holds_more_or_less_than_six(state: State) -> None:
    sizes = [len(state.zone("hand", seat)) + len(state.zone("display", seat)) for seat in range(state.players)]
    assert sizes == [6] * state.players


def nobody_shows_a_person_twice(state: State) -> None:
    for seat in range(state.players):
        persons = [card.attributes["person"] for card in state.zone("display", seat)]
        assert len(set(persons)) == len(persons)


def one_at_most_is_muted_and_never_who_turns_the_cards(state: State) -> None:
    turned = state.zone("open")
    assert state.value("muted") == (str(turned[-1]) if turned else None)
    assert state.value("muted") != state.game.material.words("person")[0]
