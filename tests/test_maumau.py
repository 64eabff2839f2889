"""Mau-Mau, as far as the scenarios in its file do not say it: what holds in every game, and where no card is left."""

from fractions import Fraction

import pytest
from hypothesis import given

from rulespec import Chance, Decision, Over, Ruleset, State
from rulespec.testing import games
from tests.library import ruleset

RULES: Ruleset = ruleset("mau-mau")
BOUND = 1000
ALL = [f"{rank} {suit}" for suit in ("Kreuz", "Pik", "Herz", "Karo")
       for rank in ("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "As")]  # fmt: skip


def names(state: State, zone: str, seat: int | None = None) -> list[str]:
    return [str(card) for card in state.zone(zone, seat)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_five_of_thirty_two_cards_and_one_is_turned_over(players: int) -> None:
    state = RULES.new_game(players)
    assert sorted(names(state, "pile")) == sorted(ALL)
    for _ in range(5 * players + 1):
        assert isinstance(state.pending, Chance)
        state = state.apply(state.pending.options[-1])
    assert [len(state.zone("hand", seat)) for seat in range(players)] == [5] * players
    assert len(state.zone("stack")) == 1


def test_nothing_is_drawn_where_nothing_is_left() -> None:
    rest = [card for card in ALL if card not in ("Dame Pik", "Neun Herz")]
    zones = {("hand", 0): ["Dame Pik"], ("hand", 1): rest, "stack": ["Neun Herz"]}
    state = RULES.at(2, zones=zones, counters={"debt": 2})
    assert state.counter("debt") == 0
    assert (names(state, "hand", 0), state.zone("pile")) == (["Dame Pik"], ())


def test_hands_are_hidden_and_the_rest_is_sizes() -> None:
    zones = {("hand", 0): ["Dame Herz", "As Kreuz"], ("hand", 1): ["As Karo"], "stack": ["Neun Herz"]}
    zones["pile"] = [card for card in ALL if all(card not in cards for cards in zones.values())]
    state = RULES.at(2, zones=zones)
    view = state.view(1)
    assert (view.zone("hand", 0), view.zone("pile"), view.decision) == (2, 28, None)
    assert view.zone("stack") == state.zone("stack")


@given(games(RULES, whole=True))
def test_a_game_ends_within_its_bound_and_only_what_fits_is_laid(game: tuple[State, ...]) -> None:
    last = game[-1]
    assert isinstance(last.pending, Over)
    assert last.turns <= BOUND + 1
    assert bool(last.pending.winners) == (last.turns <= BOUND)
    assert sum(last.pending.returns) == (Fraction(1) if last.pending.winners else 0)
    for state in game:
        held = [name for seat in range(state.players) for name in names(state, "hand", seat)]
        assert sorted(held + names(state, "stack") + names(state, "pile")) == sorted(ALL)
        if isinstance(state.pending, Decision) and state.pending.binds == ("card",):
            rank, suit = names(state, "stack")[-1].split()
            called = state.value("wish") if rank == "Bube" and state.value("wish") else suit
            hand = names(state, "hand", state.active)
            fitting = [card for card in hand if card.split()[0] in (rank, "Bube") or card.split()[1] == called]
            assert sorted(option.text for option in state.pending.options) == sorted(fitting) != []
