"""The engine beside the referee, a second telling of the rules by hand: led by the same answers, they never part."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from palast import Card, Chance, Decision, Option, Over, State
from tests.effort import some, tried
from tests.library import WITH_LAYERS, ruleset
from tests.palast import referee

GAMES = tried(40, 2)

Policy = Callable[[State, Random], Option]


def any_option(state: State, random: Random) -> Option:
    """Each option equally likely."""
    pending = state.pending
    assert not isinstance(pending, Over)
    return random.choice(pending.options)


def never_end_a_round(state: State, random: Random) -> Option:
    """What leaves the round running and every display far from an end, where there is such a thing."""
    pending = state.pending
    if not isinstance(pending, Decision) or len(pending.options) > 60:
        return any_option(state, random)
    going_on = [option for option in pending.options if not _ends_a_round(state, state.apply(option))]
    return random.choice(going_on or list(pending.options))


def fill_the_row(state: State, random: Random) -> Option:
    """Cards that score for the player himself, else for nobody; then those of his own colour, and no guards."""
    pending = state.pending
    if not isinstance(pending, Decision) or pending.binds != ("card",):
        return any_option(state, random)
    colour = state.game.material.words("colour")[state.active]

    def worth(option: Option) -> tuple[int, int, bool, bool, float]:
        after, card = state.apply(option), option.atoms[0]
        assert isinstance(card, Card)
        own = after.counter("points", state.active) - state.counter("points", state.active)
        quiet = card.attributes["colour"] == colour
        return own, _points(state) - _points(after), card.attributes["person"] != "Wächter", quiet, random.random()

    return max(pending.options, key=worth)


def _points(state: State) -> int:
    return sum(state.counter("points", seat) for seat in range(state.players))


def _ends_a_round(before: State, after: State) -> bool:
    return _points(after) > _points(before)


@pytest.mark.parametrize(
    ("spec", "players", "policy"),
    some([*product(WITH_LAYERS, (3, 4, 5), (any_option, never_end_a_round, fill_the_row))], 7),
)
def test_engine_and_referee_never_part(spec: str, players: int, policy: Policy) -> None:
    for seed in range(GAMES):
        compare(spec, players, policy, seed)


def compare(spec: str, players: int, policy: Policy, seed: int) -> State:
    """A whole game led by both."""
    base, _, layer = spec.partition("+")
    random, first = Random(f"{spec} {players} {seed}"), seed % players
    state = ruleset(spec).new_game(players, first=first)
    judge = referee.Referee(base, players, wertung=bool(layer), first=first)
    while True:
        agree(state, judge)
        if isinstance(state.pending, Over):
            return state
        option = policy(state, random)
        judge.apply(tuple(map(plain, option.atoms)))
        state = state.apply(option)


def agree(state: State, judge: referee.Referee) -> None:
    """Everything that both can be asked is the same."""
    seats = range(state.players)
    assert [list(map(str, state.zone("display", seat))) for seat in seats] == judge.displays
    assert [sorted(map(str, state.zone("hand", seat))) for seat in seats] == [sorted(hand) for hand in judge.hands]
    assert [state.counter("points", seat) for seat in seats] == judge.points
    if judge.wertung:
        assert [state.counter("noted", seat) for seat in seats] == judge.noted
    for name, cards in (("pile", judge.pile), ("discards", judge.discards), ("closed", judge.closed)):
        assert sorted(map(str, state.zone(name))) == sorted(cards)
    assert list(map(str, state.zone("open"))) == judge.open
    assert state.value("muted") == judge.muted
    pending, asked = state.pending, judge.pending
    if isinstance(pending, Over):
        assert isinstance(asked, referee.Over)
        assert pending.winners == asked.winners
        return
    options = [tuple(map(plain, option.atoms)) for option in pending.options]
    assert len(set(options)) == len(options)
    if isinstance(pending, Chance):
        assert isinstance(asked, referee.Chance)
        assert {(card,) for card in asked.outcomes} == set(options)
        assert sum(probability for _, probability in pending.outcomes) == 1
    else:
        assert isinstance(asked, referee.Choice)
        assert state.active == judge.active
        assert (pending.player, pending.binds) == (asked.player, asked.binds)
        assert set(options) == asked.options


def plain(atom: object) -> object:
    return str(atom) if isinstance(atom, Card) else atom


def test_the_policies_reach_rows_of_six_and_long_rounds() -> None:
    filled = [compare("ksr", 3, fill_the_row, seed) for seed in range(3)]
    assert any(event.block == "round ends six" for state in filled for event in state.log)
    long = compare("magier", 5, never_end_a_round, 0)
    turns = "".join("r" if event.kind == "round" else "t" * (event.kind == "turn") for event in long.log)
    assert max(map(len, turns.split("r"))) > 18
