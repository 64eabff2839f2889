"""A position that cannot be is refused, and what is said of it speaks of zones and seats as a user does."""

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulespec
from rulespec import Over

RULES = rulespec.load(Path(__file__).parent / "rules" / "good" / "market.rules")


@pytest.mark.parametrize(
    ("zones", "counters", "message"),
    [
        (
            {("hand", 0): ["silk 1 1"], "shelf": ["silk 1 1"]},
            {},
            "silk 1 1 is in two places: 'hand' of seat 0 and 'shelf'",
        ),
        ({("hand", 0): ["silk 1 1", "silk 1 1"]}, {}, "is in two places: 'hand' of seat 0 and 'hand' of seat 0"),
        ({"hand": []}, {}, "'hand' exists once per player: give a seat from 0 to 1"),
        ({("hand", 2): []}, {}, "seat must be from 0 to 1, not 2"),
        ({("hand", 0, 1): []}, {}, "'hand' exists once per player, not per word: give only the seat, without 1"),
        ({}, {("points", 1): 31}, "the counter 'points' of seat 1 can never be 31"),
        ({}, {("rival", 0): 5}, "the note 'rival' of seat 0 cannot be 5"),
        ({}, {"wish": "gilt"}, "the note 'wish' cannot be 'gilt'"),
        ({}, {"wishes": 3}, "unknown counter 'wishes'"),
    ],
)
def test_what_cannot_be_is_told_in_the_words_of_a_user(zones: Any, counters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        RULES.at(2, zones, counters)


@pytest.mark.parametrize(
    ("zones", "counters", "message"),
    [
        ({("hand", 1): "silk 1 1"}, {}, "the cards of 'hand' of seat 1 must be a list"),
        ({"shelf": 3}, {}, "the cards of 'shelf' must be a list"),
        ({"shelf": [3]}, {}, "'cards' must be cards or names of cards, not 3"),
        ({("hand", 0, 1, 2): []}, {}, "(name, word) or (name, seat, word), not ('hand', 0, 1, 2)"),
        ({7: []}, {}, "must be a name, (name, seat), (name, word) or (name, seat, word), not 7"),
        ({}, {("points", 0): "many"}, "the counter 'points' of seat 0 must be an int, not 'many'"),
        ({}, {"sold": None}, "the counter 'sold' must be an int, not None"),
        ([("hand", 0)], {}, "'zones' must be a mapping, not [('hand', 0)]"),
    ],
)
def test_a_position_of_wrong_types_is_a_type_error(zones: Any, counters: Any, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        RULES.at(2, zones, counters)


def test_nothing_of_a_state_can_be_set() -> None:
    """Neither what it has nor anything new, before and after it is asked, pickled or copied."""
    state = RULES.new_game(players=3)
    assert not isinstance(state.pending, Over)
    later = state.apply(state.pending.options[0])
    for each in (state, later, pickle.loads(pickle.dumps(later)), copy.copy(later)):
        before = (each.position, each.pending, each.players)
        for name in (*object.__dir__(each), "new"):
            with pytest.raises(AttributeError):
                setattr(each, name, 9)
            with pytest.raises(AttributeError):
                delattr(each, name)
        assert (each.position, each.pending, each.players) == before


@pytest.mark.parametrize(
    ("seat", "error"),
    [
        (-1, LookupError),
        (3, LookupError),
        (10**30, LookupError),
        (True, TypeError),
        ("rot", TypeError),
        (0.0, TypeError),
    ],
)
def test_a_seat_that_nobody_has_is_a_lookup_error_and_what_is_none_a_type_error(
    seat: Any, error: type[Exception]
) -> None:
    state = RULES.new_game(players=3)
    asked: tuple[Callable[[], object], ...] = (
        lambda: state.seat_name(seat), lambda: RULES.game(3).seat_name(seat), lambda: state.zone("hand", seat),
        lambda: state.counter("points", seat), lambda: state.view(0).zone("hand", seat),
        lambda: state.view(0).counter("points", seat),
    )  # fmt: skip
    for ask in asked:
        with pytest.raises(error, match="seat"):
            ask()
