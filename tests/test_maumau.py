"""Mau-Mau, written in the language: what each card does, the pile that comes back, and the end."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from rulespec import Chance, Decision, IllegalAction, Over, Ruleset, State, load
from rulespec.testing import games

RULES: Ruleset = load(Path(__file__).parents[1] / "examples/games/maumau.rules")
BOUND = 1000
ALL = [f"{rank} {suit}" for suit in ("Kreuz", "Pik", "Herz", "Karo")
       for rank in ("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "As")]  # fmt: skip


def table(*hands: str, stack: str, pile: str | None = None, wish: str | None = None, debt: int = 0) -> State:
    """A turn of seat 0; every card that is not named lies in the pile, or, where the pile is named, under the stack."""
    zones = {("hand", seat): _cards(hand) for seat, hand in enumerate(hands)}
    laid = _cards(stack)
    if pile is not None:
        named = {*laid, *_cards(pile), *(card for hand in zones.values() for card in hand)}
        laid = [card for card in ALL if card not in named] + laid
    suit = wish or laid[-1].split()[1]
    return RULES.at(len(hands), zones={**zones, "stack": laid}, counters={"wish": suit, "debt": debt})


def _cards(cards: str) -> list[str]:
    return [card.strip() for card in cards.split(",") if card.strip()]


def texts(state: State) -> list[str]:
    assert isinstance(state.pending, Decision | Chance)
    return [option.text for option in state.pending.options]


def names(state: State, zone: str, seat: int | None = None) -> list[str]:
    return [str(card) for card in state.zone(zone, seat)]


def draw_all(state: State) -> State:
    while isinstance(state.pending, Chance):
        state = state.apply(state.pending.options[0])
    return state


def asked(state: State) -> int:
    assert isinstance(state.pending, Decision)
    return state.pending.player


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_five_of_thirty_two_cards_and_one_is_turned_over(players: int) -> None:
    state = RULES.new_game(players)
    assert sorted(names(state, "pile")) == sorted(ALL)
    for _ in range(5 * players + 1):
        assert isinstance(state.pending, Chance)
        state = state.apply(state.pending.options[-1])
    assert [len(state.zone("hand", seat)) for seat in range(players)] == [5] * players
    assert len(state.zone("stack")) == 1
    assert state.value("wish") == names(state, "stack")[0].split()[1]


def test_suit_or_rank_must_be_followed() -> None:
    state = table("Neun Herz, Neun Karo, Dame Pik, Bube Kreuz", "As Pik", stack="Neun Pik")
    assert set(texts(state)) == {"Neun Herz", "Neun Karo", "Dame Pik"}
    with pytest.raises(IllegalAction):
        state.apply("Bube Kreuz")


def test_a_seven_makes_the_next_player_draw_two_before_his_turn() -> None:
    state = table("Sieben Herz, Dame Pik", "As Pik, As Herz", "Neun Karo", stack="Neun Herz").apply("Sieben Herz")
    assert state.counter("debt") == 2
    assert isinstance(state.pending, Chance)
    state = draw_all(state)
    assert (asked(state), len(state.zone("hand", 1)), state.counter("debt")) == (1, 4, 0)
    assert len(state.zone("hand", 2)) == 1


def test_an_eight_skips_the_next_player() -> None:
    state = table("Acht Herz, Dame Pik", "As Herz", "Neun Herz", stack="Neun Karo", wish="Herz").apply("Acht Herz")
    assert asked(state) == 2
    both = table("Acht Herz, Dame Herz", "As Herz", stack="Neun Karo", wish="Herz").apply("Acht Herz")
    assert asked(both) == 0


def test_an_eight_of_an_earlier_turn_skips_nobody_any_more() -> None:
    state = table("Acht Herz, Dame Pik", "As Herz", "Neun Herz, König Pik", stack="Neun Karo", wish="Herz")
    state = state.apply("Acht Herz").apply("Neun Herz")
    assert (state.active, state.counter("skips")) == (0, 0)


def test_a_jack_names_a_suit_that_has_to_be_followed() -> None:
    state = table("Bube Herz, Dame Pik", "As Herz, As Karo, Bube Pik", stack="Neun Herz").apply("Bube Herz")
    assert asked(state) == 0
    assert texts(state) == ["Kreuz", "Pik", "Herz", "Karo"]
    state = state.apply("Karo")
    assert state.value("wish") == "Karo"
    assert texts(state) == ["Bube Pik", "As Karo"]


def test_other_cards_set_the_suit_to_their_own() -> None:
    state = table("Neun Karo, Dame Pik", "As Karo, As Pik", stack="Neun Herz", wish="Kreuz").apply("Neun Karo")
    assert texts(state) == ["As Karo"]


def test_who_cannot_play_draws_one_and_his_turn_is_over() -> None:
    state = table("Dame Pik, As Kreuz", "As Herz", stack="Neun Herz")
    assert isinstance(state.pending, Chance)
    state = state.apply("König Herz")
    assert set(names(state, "hand", 0)) == {"As Kreuz", "Dame Pik", "König Herz"}
    assert asked(state) == 1


def test_the_played_cards_except_the_last_become_the_new_pile() -> None:
    state = table("Dame Pik", "As Kreuz", stack="Zehn Herz, Neun Herz", pile="")
    assert isinstance(state.pending, Chance)
    assert len(state.pending.options) == 32 - 2 - 1
    assert names(state, "stack") == ["Neun Herz"]
    assert len(state.zone("pile")) == 29


def test_nothing_is_drawn_where_nothing_is_left() -> None:
    rest = ", ".join(card for card in ALL if card not in ("Dame Pik", "Neun Herz"))
    state = table("Dame Pik", rest, stack="Neun Herz", pile="", debt=2)
    assert (asked(state), state.counter("debt"), names(state, "hand", 0)) == (1, 0, ["Dame Pik"])


def test_who_has_played_his_last_card_has_won_and_its_action_is_not_carried_out() -> None:
    state = table("Sieben Herz", "As Kreuz", stack="Neun Herz").apply("Sieben Herz")
    assert isinstance(state.pending, Over)
    assert state.pending == Over((Fraction(1), Fraction(0)), (0,))
    assert state.counter("debt") == 0


def test_hands_are_hidden_and_the_rest_is_sizes() -> None:
    state = table("Dame Herz, As Kreuz", "As Karo", stack="Neun Herz")
    view = state.view(1)
    assert (view.zone("hand", 0), view.zone("pile"), view.decision) == (2, 28, None)
    assert view.zone("stack") == state.zone("stack")


@given(games(RULES, whole=True))
def test_a_game_ends_within_its_bound_and_no_card_is_lost(game: tuple[State, ...]) -> None:
    last = game[-1]
    assert isinstance(last.pending, Over)
    assert last.turns <= BOUND + 1
    assert bool(last.pending.winners) == (last.turns <= BOUND)
    for state in game:
        held = [name for seat in range(state.players) for name in names(state, "hand", seat)]
        assert sorted(held + names(state, "stack") + names(state, "pile")) == sorted(ALL)
        if isinstance(state.pending, Decision) and state.pending.binds == ("card",):
            top = state.zone("stack")[-1].attributes["rank"]
            for option in state.pending.options:
                shown = state.zone("hand", state.active)[
                    names(state, "hand", state.active).index(option.text)
                ].attributes
                assert state.value("wish") == shown["suit"] or shown["rank"] == top
