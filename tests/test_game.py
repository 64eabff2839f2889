"""A game is a ruleset for a number of players; its positions have names, and a machine comes back from each of them."""

import pickle
from random import Random

import pytest

import palast
from rulespec import Over, State
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position, frozen, thawed
from rulespec.engine.rawstate import RawState
from rulespec.language.tree import declarations as d
from tests.effort import some, tried
from tests.library import GAMES, ruleset

EACH = some(sorted(GAMES), 8)


def walk(name: str, seed: int) -> list[State]:
    """The states of a game with random answers, as far as it is looked at."""
    rules, random = GAMES[name], Random(seed)
    states = [rules.new_game(rules.players[seed % len(rules.players)])]
    while not isinstance(pending := states[-1].pending, Over) and len(states) < tried(400, 120):
        states.append(states[-1].apply(random.choice(pending.options)))
    return states


def stands(mc: Machine) -> tuple[object, ...]:
    """What a machine stands at."""
    return frozen(mc), mc.where, mc.log, mc.turns, mc.dirty


# ---- games


def test_there_is_one_game_for_each_number_of_players() -> None:
    rules = ruleset("ksr")
    assert [rules.game(players).players for players in rules.players] == [*rules.players]
    assert rules.game(3) is rules.game(3) is rules.new_game(3).game is rules.new_game(3).view(0).game
    assert rules.game(3) != rules.game(4) and rules.game(3) != ruleset("magier").game(3)
    again = rules.anew().game(3)
    assert again == rules.game(3) and hash(again) == hash(rules.game(3)) and again is not rules.game(3)


@pytest.mark.parametrize("players", [2, 6, 0, -3])
def test_a_number_of_players_that_cannot_play_is_refused(players: int) -> None:
    with pytest.raises(ValueError, match=r"ksr needs 3 to 5 players, not"):
        ruleset("ksr").game(players)


@pytest.mark.parametrize("players", [3.0, True, "3", None])
def test_a_number_of_players_of_a_wrong_type_is_a_type_error(players: object) -> None:
    rules = ruleset("ksr")
    rules.game(3)
    with pytest.raises(TypeError, match=r"^'players' must be a number of players \(an int\), not "):
        rules.game(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", EACH)
def test_what_a_game_compiles_it_compiles_once(name: str) -> None:
    rules = GAMES[name]
    game = rules.game(rules.players[0])
    names = rules.resolved.names.values
    program, values = game.program, [game.program.named_value(each) for each in names]
    rules.new_game(game.players)
    assert game.program is program and game.material is program.material
    assert all(program.named_value(each) is value for each, value in zip(names, values, strict=True))


def test_a_game_is_pickled_with_its_files_and_is_one_with_theirs() -> None:
    game = palast.load("ksr+wertung").game(4)
    sent = pickle.loads(pickle.dumps(game))
    assert sent == game and sent is sent.rules.game(4) and sent.rules.score == game.rules.score


def test_what_a_game_is_asked_for_it_finds_by_name_and_seat() -> None:
    """Each place and variable by the name and the seat that it has, none of them twice."""
    found = 0
    for name in GAMES:
        game = GAMES[name].game(GAMES[name].players[-1])
        places = [game.place(*place.where) for place in game.material.places]
        kinds = [(type(each.holder), each.where) for each in game.material.variables]
        assert places == list(range(len(places)))
        assert [game.variable(kind, *where) for kind, where in kinds] == list(range(len(kinds)))
        assert len(set(game.seat_names)) == game.players
        assert game.most_turns == game.rules.composed.the(d.Limit).turns
        found += len(places) + len(kinds)
    assert found > 200


# ---- positions


@pytest.mark.parametrize("name", EACH)
def test_a_machine_that_is_thawed_stands_where_it_was_frozen_and_goes_on_alike(name: str) -> None:
    states, random = walk(name, 1), Random(2)
    for state in states:
        position, mc = state.position, state.machine()
        assert stands(mc) == stands(thawed(position, state.where, state.raw_log, state.turns, state.dirty))
        assert frozen(mc) == position == tuple(position) and hash(position) == hash(tuple(position))
        assert pickle.loads(pickle.dumps(position)) == position
        assert type(position) is Position and position.active == state.active
    state = random.choice(states[:-1])
    assert not isinstance(state.pending, Over)
    raw = random.choice(state.raws)
    cold = pickle.loads(pickle.dumps(state))  # which has no machine that is still as it was
    assert state.next(raw) == cold.next(raw) == state.apply(state.option(raw))
    assert len({each.position for each in states}) >= min(6, len(states))


def test_a_state_is_a_raw_state_with_a_face_and_what_follows_is_of_the_same_class() -> None:
    game = ruleset("ksr").game(3)
    raw, state = RawState.begin(game, 1), State.begin(game, 1)
    for _ in range(30):
        assert type(raw) is RawState and type(state) is State
        assert (raw.position, raw.turns, raw.raws, raw.pending) == (
            state.position,
            state.turns,
            state.raws,
            state.pending,
        )
        raw, state = raw.next(raw.raws[-1]), state.next(state.raws[-1])
    faced = State.of(raw)
    assert faced == state and type(faced) is State and type(raw) is RawState


def test_chance_in_a_raw_state_is_decided_as_in_play() -> None:
    game = ruleset("ksr").game(3)
    drawn = RawState.begin(game, 0, random=Random(5).random)
    assert drawn.turns == 1 and State.of(drawn) == ruleset("ksr").anew().begin(3, 0, Random(5).random)
