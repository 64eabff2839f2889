"""The strategies look at the game: where the states they draw lie, what falls by them, and how short it shrinks."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from statistics import median

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from rulespec import Chance, Decision, Over, State
from rulespec.game.history import history
from rulespec.testing import decisions, games, states
from tests.effort import some, tried
from tests.library import ruleset

DRAWN = tried(300, 80)  # states, of each game and number of players
THOROUGHLY = settings(  # whatever the profile says: found, and shrunk
    max_examples=300,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[*HealthCheck],
)


def drawn(strategy: st.SearchStrategy[State], times: int = DRAWN) -> list[State]:
    """The states that a property would see."""
    seen: list[State] = []

    @settings(THOROUGHLY, max_examples=times)
    @given(strategy)
    def see(state: State) -> None:
        seen.append(state)

    see()
    return seen


@cache
def anywhere(name: str, players: int) -> list[State]:
    """The states of a game that a property would see."""
    return drawn(states(ruleset(name), players))


def plays(state: State) -> list[str]:
    """What players have answered on the way to a state."""
    return [option.text for here, option in history(state) if isinstance(here.pending, Decision)]


def random_game(name: str, players: int, seed: int) -> tuple[int, set[str]]:
    """How many turns a random game has, and the blocks that ask in it."""
    random, state, asking = Random(seed), ruleset(name).new_game(players), set[str]()
    while not isinstance(state.pending, Over):
        if isinstance(state.pending, Decision):
            asking.add(state.pending.block)
        state = state.apply(random.choice(state.pending.options))
    return state.turns, asking


GAMES = [
    ("ksr", 3),
    ("auction", 2),
    ("magier", 4),
    ("mau-mau", 2),
    ("review", 5),
    ("whist", 4),
    ("ksr+kanzler", 3),
    ("leduc", 2),
    ("ksr", 5),
    ("market", 3),
    ("mau-mau", 4),
    ("fishing", 2),
    ("stones", 2),
    ("kuhn", 2),
]


@pytest.mark.parametrize(("name", "players"), some(GAMES, 2))
def test_states_are_past_the_deal_spread_over_the_game_and_where_something_rare_is_asked(
    name: str, players: int
) -> None:
    seen = anywhere(name, players)
    assert {state.players for state in seen} == {players}
    assert sum(not isinstance(state.pending, Chance) or bool(plays(state)) for state in seen) >= 0.95 * len(seen)
    known = [random_game(name, players, seed) for seed in range(tried(25, 12))]
    usual, asking = median(turns for turns, _ in known), {block for _, blocks in known for block in blocks}
    if usual >= 8:
        parts = Counter(min(3, int(4 * state.turns / usual)) for state in seen)
        assert all(3 * parts[part] >= len(seen) / 4 for part in range(4)), (parts, "a third of an even share at least")
    met = Counter(state.pending.block for state in seen if isinstance(state.pending, Decision))
    assert asking <= set(met)


def test_cards_are_drawn_in_some_states_in_the_middle_of_a_game() -> None:
    seen = anywhere("ksr", 3)
    amid = [state for state in seen if isinstance(state.pending, Chance)]
    assert sum(bool(plays(state)) for state in amid) > 3


def test_what_the_top_layer_has_changed_is_sought_out() -> None:
    """One of seven persons is new, and one in so many questions is his."""
    seen = drawn(decisions(ruleset("ksr+kanzler"), 3), tried(600, 80))
    asked = Counter(state.pending.block for state in seen if isinstance(state.pending, Decision))
    assert asked["action Kanzler"] > 0.15 * asked.total()


@pytest.mark.parametrize("name", ["ksr", "auction", "kuhn"])
def test_in_every_decision_somebody_is_asked(name: str) -> None:
    seen = drawn(decisions(ruleset(name)), tried(50, 20))
    assert all(isinstance(state.pending, Decision) for state in seen)
    assert {state.players for state in seen} == set(ruleset(name).players)
    assert max(len(plays(state)) for state in seen) >= (1 if name == "kuhn" else 8)


def test_hypothesis_chooses_what_is_answered_throughout_a_game() -> None:
    """The simplest game has one answer, the first option; a whole one goes on from there to its end."""
    simplest = find(games(ruleset("stones"), 2), lambda game: True, settings=THOROUGHLY)
    assert [at for _, at in taken(simplest)] == [0]
    simplest = find(games(ruleset("stones"), 2, whole=True), lambda game: True, settings=THOROUGHLY)
    assert taken(simplest)[0][1] == 0 and isinstance(simplest[-1].pending, Over)
    left: set[int] = set()

    @settings(THOROUGHLY, max_examples=10, phases=[Phase.generate])
    @given(games(ruleset("whist"), 4, whole=True))
    def see(game: tuple[State, ...]) -> None:
        assert isinstance(game[-1].pending, Over)
        left.update(turn for turn, at in taken(game) if at > 0)

    see()
    assert len(left) > 0.6 * max(left) > 30


def taken(game: tuple[State, ...]) -> list[tuple[int, int]]:
    """In which turn each option was taken, and the how-manieth of those offered it was."""
    return [
        (state.turns, state.pending.options.index(option))
        for state, option in history(game[-1])
        if isinstance(state.pending, Decision)
    ]


# ---- what is false falls


FALSE: dict[str, tuple[str, int | None, Callable[[State], bool]]] = {
    "no game has a third turn": ("ksr", 3, lambda state: state.turns < 3),
    "no game has a turn 25": ("ksr", 3, lambda state: state.turns < 25),
    "nobody has a point": ("magier", 4, lambda state: not any(state.counter("points", seat) for seat in range(4))),
    "Mundschenk never asks": ("ksr", 3, lambda state: not asks(state, "action Mundschenk")),
    "Wächter never asks": ("review", 4, lambda state: not asks(state, "action Wächter")),
    "no Bube is laid": ("mau-mau", 2, lambda state: not asks(state, "action Bube")),
    "no game is over": ("ksr", None, lambda state: not isinstance(state.pending, Over)),
}


def asks(state: State, block: str) -> bool:
    return isinstance(state.pending, Decision) and state.pending.block == block


@pytest.mark.parametrize("property_", some([*FALSE], 4))
def test_a_false_property_falls(property_: str) -> None:
    name, players, holds = FALSE[property_]

    @settings(THOROUGHLY, phases=[Phase.generate])
    @given(states(ruleset(name), players))
    def always(state: State) -> None:
        assert holds(state)

    with pytest.raises(AssertionError):
        always()


@pytest.mark.parametrize(
    ("name", "shows", "most"),
    some(
        [
            ("ksr", lambda state: len(state.zone("open")) > 0, 2),
            ("ksr", lambda state: state.turns >= 3, 2),
            ("ksr+kanzler", lambda state: asks(state, "action Kanzler"), 8),
            ("ksr", lambda state: asks(state, "action Wächter"), 12),
        ],
        1,
    ),
)
def test_what_is_found_shrinks_to_a_short_game_of_few_players(
    name: str, shows: Callable[[State], bool], most: int
) -> None:
    found = find(states(ruleset(name)), shows, settings=THOROUGHLY)
    assert len(plays(found)) <= most
    assert found.players == ruleset(name).players[0]


def test_the_same_choices_of_hypothesis_give_the_same_states() -> None:
    one, other = (drawn(states(ruleset("review")), tried(20, 6)) for _ in range(2))
    assert one == other


def test_a_game_that_breaks_a_property_is_told_with_what_was_answered() -> None:
    @settings(THOROUGHLY)
    @given(states(ruleset("ksr+kanzler"), 3))
    def always(state: State) -> None:
        assert not asks(state, "action Kanzler")

    with pytest.raises(AssertionError) as failed:
        always()
    notes = "\n".join(failed.value.__notes__)
    assert re.search(r" plays (the|a) .*Kanzler", notes) and "card: Kanzler " in notes, "as a story, and as a record"
    assert "rulespec record 2" in notes and len(notes.splitlines()) < 120
