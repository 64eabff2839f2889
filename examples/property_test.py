"""Property tests of a house rule: what must always hold, and Hypothesis hunts for a game in which it does not.

Run it with `pytest examples/property_test.py`; the extra `test` installs what it needs.
"""

from pathlib import Path

from hypothesis import given, settings

import palast
from palast import State
from rulespec.testing import games, states

RULES = palast.load(f"ksr+{Path(__file__).parent / 'house_rules' / 'geschenke.rules'}")
ZONES = ("pile", "discards", "closed", "open")
ZONES_OF_PLAYER = ("hand", "display")


def cards(state: State) -> list[palast.Card]:
    """Every card on the table."""
    shared = [card for zone in ZONES for card in state.zone(zone)]
    own = [card for zone in ZONES_OF_PLAYER for seat in range(state.players) for card in state.zone(zone, seat)]
    return shared + own


def test_no_card_is_lost_or_doubled() -> None:
    turns = []

    @settings(max_examples=20, deadline=None)
    @given(states(RULES))
    def holds(state: State) -> None:
        turns.append(state.turns)
        assert sorted(map(str, cards(state))) == sorted(map(str, cards(RULES.new_game(state.players))))

    holds()
    assert max(turns) > 20 and sum(turn > 3 for turn in turns) > 5, (
        "a test that has only looked at the deal has shown nothing"
    )


@settings(max_examples=20, deadline=None)
@given(games(RULES, players=(3, 4)))
def test_every_turn_finds_hand_and_display_of_six_cards_together(game: tuple[State, ...]) -> None:
    for state in game:
        if isinstance(state.pending, palast.Decision) and state.pending.block == "turn":
            for seat in range(state.players):
                assert len(state.zone("hand", seat)) + len(state.zone("display", seat)) == 6


@settings(max_examples=20, deadline=None)
@given(games(RULES, players=3))
def test_a_game_has_a_winner(game: tuple[State, ...]) -> None:
    if isinstance(over := game[-1].pending, palast.Over):  # a game can be cut
        assert over.winners


if __name__ == "__main__":
    test_no_card_is_lost_or_doubled()
    test_every_turn_finds_hand_and_display_of_six_cards_together()
    test_a_game_has_a_winner()
