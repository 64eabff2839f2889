"""Kuhn poker, written in the language: its whole tree, its information states, its value."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from rulespec import Chance, Decision, Option, Over, State, load

RULES = load(Path(__file__).parents[1] / "examples/games/kuhn.rules")

Strategy = Callable[[State, Decision], dict[str, Fraction]]


def children(state: State) -> Iterator[State]:
    if not isinstance(state.pending, Over):
        yield from (state.apply(option) for option in state.pending.options)


def everything(state: State) -> Iterator[State]:
    yield state
    for child in children(state):
        yield from everything(child)


TREE = tuple(everything(RULES.new_game(2)))


def information(state: State, player: int) -> tuple[int, tuple[str, ...]]:
    return player, tuple(str(event) for event in state.view(player).log)


def card(state: State, player: int) -> str:
    return str(state.zone("hand", player)[0])


def deeds(state: State) -> str:
    """What was done so far, a letter each: `pb` is a pass and a bet."""
    return "".join(str(event).rsplit(" ", 1)[1][0] for event in state.log if event.kind == "choose")


def value(state: State, strategy: Strategy) -> tuple[Fraction, ...]:
    """What each player can expect under a strategy of both, by the probabilities that chance declares."""
    pending = state.pending
    if isinstance(pending, Over):
        return pending.returns
    if isinstance(pending, Chance):
        outcomes: Sequence[tuple[Option, Fraction]] = pending.outcomes
    else:
        shares = strategy(state, pending)
        outcomes = tuple((option, shares.get(option.text, Fraction(0))) for option in pending.options)
    assert sum(share for _, share in outcomes) == 1
    expected = [(share, value(state.apply(option), strategy)) for option, share in outcomes if share]
    return tuple(sum((share * returns[seat] for share, returns in expected), Fraction(0)) for seat in range(2))


def equilibrium(alpha: Fraction) -> Strategy:
    """The first player bets the lowest card with probability alpha and the highest thrice as often (Kuhn, 1950)."""
    third = Fraction(1, 3)
    bets = {
        (0, "", "Jack"): alpha, (0, "", "Queen"): Fraction(0), (0, "", "King"): 3 * alpha,
        (0, "pb", "Jack"): Fraction(0), (0, "pb", "Queen"): alpha + third, (0, "pb", "King"): Fraction(1),
        (1, "p", "Jack"): third, (1, "p", "Queen"): Fraction(0), (1, "p", "King"): Fraction(1),
        (1, "b", "Jack"): Fraction(0), (1, "b", "Queen"): third, (1, "b", "King"): Fraction(1),
    }  # fmt: skip

    def strategy(state: State, decision: Decision) -> dict[str, Fraction]:
        bet = bets[decision.player, deeds(state), card(state, decision.player)]
        return {"bet": bet, "pass": 1 - bet}

    return strategy


def test_there_are_thirty_finished_histories() -> None:
    ends = [state for state in TREE if isinstance(state.pending, Over)]
    assert len(ends) == 30
    assert {deeds(state) for state in ends} == {"pp", "bp", "bb", "pbp", "pbb"}


def test_there_are_twelve_information_states_six_of_each_player() -> None:
    asked = [(state, state.pending.player) for state in TREE if isinstance(state.pending, Decision)]
    found = {information(state, player) for state, player in asked}
    assert len(found) == 12
    assert [sum(player == seat for player, _ in found) for seat in range(2)] == [6, 6]
    assert len(asked) == 24


def test_an_information_state_knows_the_own_card_and_all_deeds_and_nothing_else() -> None:
    known: dict[object, set[tuple[str, str]]] = {}
    for state in TREE:
        if isinstance(state.pending, Decision):
            player = state.pending.player
            known.setdefault(information(state, player), set()).add((card(state, player), deeds(state)))
    assert all(len(each) == 1 for each in known.values())
    assert len({next(iter(each)) for each in known.values()}) == 12


def test_chance_deals_each_of_the_cards_that_are_left_alike() -> None:
    first, *seconds = [state.pending for state in TREE if isinstance(state.pending, Chance)]
    assert isinstance(first, Chance)
    assert [share for _, share in first.outcomes] == [Fraction(1, 3)] * 3
    assert len(seconds) == 3
    for second in seconds:
        assert isinstance(second, Chance)
        assert [share for _, share in second.outcomes] == [Fraction(1, 2)] * 2


def test_every_end_is_zero_sum_and_pays_one_or_two() -> None:
    for state in TREE:
        if isinstance(state.pending, Over):
            first, second = state.pending.returns
            assert first + second == 0
            assert abs(first) == (2 if deeds(state).endswith("bb") else 1)
            assert state.pending.winners == (0 if first > 0 else 1,)


def test_the_higher_card_wins_a_showdown_and_a_pass_after_a_bet_gives_up() -> None:
    rank = ("Jack", "Queen", "King").index
    for state in TREE:
        if isinstance(state.pending, Over):
            higher = 0 if rank(card(state, 0)) > rank(card(state, 1)) else 1
            winner = {"bp": 0, "pbp": 1}.get(deeds(state), higher)
            assert state.pending.winners == (winner,)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_in_equilibrium_the_first_player_loses_an_eighteenth(alpha: Fraction) -> None:
    assert value(RULES.new_game(2), equilibrium(alpha)) == (Fraction(-1, 18), Fraction(1, 18))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
@pytest.mark.parametrize("player", [0, 1])
def test_nobody_can_do_better_against_the_equilibrium(alpha: Fraction, player: int) -> None:
    """Against a fixed strategy some pure strategy is best: all 64 of each player are tried."""
    held = equilibrium(alpha)
    spots = [(history, each) for history in (("", "pb"), ("p", "b"))[player] for each in ("Jack", "Queen", "King")]
    best = max(
        value(RULES.new_game(2), _deviating(held, player, dict(zip(spots, _bits(plan), strict=True))))[player]
        for plan in range(64)
    )
    assert best == (Fraction(-1, 18), Fraction(1, 18))[player]


def _bits(plan: int) -> list[bool]:
    return [bool(plan >> bit & 1) for bit in range(6)]


def _deviating(held: Strategy, player: int, plan: dict[tuple[str, str], bool]) -> Strategy:
    def strategy(state: State, decision: Decision) -> dict[str, Fraction]:
        if decision.player != player:
            return held(state, decision)
        return {"bet" if plan[deeds(state), card(state, player)] else "pass": Fraction(1)}

    return strategy


def test_the_first_seat_is_whoever_the_game_is_told_begins() -> None:
    state = RULES.new_game(2, first=1)
    while isinstance(state.pending, Chance):
        state = state.apply(state.pending.options[0])
    assert isinstance(state.pending, Decision)
    assert state.pending.player == 1
    assert (card(state, 1), card(state, 0)) == ("Jack", "Queen")
