"""Every game of the language under OpenSpiel's own tests, and what a player is told through it."""

import io
import os
import pickle
import re
import subprocess
import sys
import unittest
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import palast
from rulespec import Chance, Decision, IllegalAction, Over, Ruleset, load, openspiel
from rulespec.adapters.openspiel.nodes import CHANCE
from rulespec.agents.play import play, random_agent
from tests.effort import DEEP, some, tried
from tests.library import EXAMPLE_GAMES, ruleset

flags.FLAGS.mark_as_parsed()

ROOT = Path(__file__).parents[1]
OFFICIAL = {name: ruleset(name) for name in palast.rulesets()}
LAYERED = [f"{name}+{layer}" for name in OFFICIAL for layer in palast.layers()] if DEEP else []
VARIANTS = {name: ruleset(name) for name in LAYERED}

LAYERS = {"short", "weighed"}
EXAMPLES = dict(EXAMPLE_GAMES)
GOOD = sorted(path for path in (ROOT / "tests" / "rules" / "good").glob("*.rules") if path.stem not in LAYERS)
OTHERS = EXAMPLES | {path.stem: ruleset(path.stem) for path in GOOD}
KUHN = openspiel.game(OTHERS["kuhn"])


def _games(groups: dict[str, Ruleset], counts: Callable[[range], Iterable[int]]) -> list[Any]:
    """Rulesets with some of their numbers of players, as parameters of a test."""
    some = [(name, rules, players) for name, rules in groups.items() for players in sorted(set(counts(rules.players)))]
    return [pytest.param(rules, players, id=f"{name}-{players}") for name, rules, players in some]


def _each(players: range) -> Iterable[int]:
    return players


def _fewest(players: range) -> Iterable[int]:
    return players[:1]


def _ends(players: range) -> Iterable[int]:
    return players[0], players[-1]


EVERYTHING = [
    *_games(OFFICIAL | EXAMPLES, _each),
    *_games(VARIANTS, _fewest),
    *_games({path.stem: OTHERS[path.stem] for path in GOOD}, _fewest),
]
SOME = [*_games(OFFICIAL, _ends), *_games(OTHERS, _fewest)]


def _walk(game: Any, seed: int, see: Callable[[Any], None], every: int = 1) -> None:
    """A random game, looked at each so many decisions."""
    random, state, decisions = Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if not state.is_chance_node():
            if decisions % every == 0:
                see(state)
            decisions += 1
        state.apply_action(random.choice(state.legal_actions()))
    see(state)


# ---- OpenSpiel's own tests


@pytest.mark.parametrize(("rules", "players"), some(EVERYTHING, 2, start=0))
def test_a_game_passes_the_random_simulations_with_serialisation(rules: Ruleset, players: int) -> None:
    pyspiel.random_sim_test(openspiel.game(rules, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("rules", "players"), some(EVERYTHING, 2, start=1))
def test_a_game_passes_the_simulation_that_pickles_and_clones(rules: Ruleset, players: int) -> None:
    np.random.seed(players)
    with redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(openspiel.game(rules, players))


def _run(base: type[unittest.TestCase], game: Any) -> unittest.TestResult:
    """The tests of one of OpenSpiel's classes, as its own loader makes them for a game."""
    case = type(f"{game}", (base,), {"game": game, "game_name": str(game)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    return result


@pytest.mark.parametrize(("rules", "players"), some(EVERYTHING, 2, start=2))
def test_a_game_passes_the_api_tests_on_a_part_of_its_tree(rules: Ruleset, players: int) -> None:
    result = _run(api_test.EnforceAPIOnPartialTreeBase, openspiel.game(rules, players))
    assert result.testsRun == 5
    assert [*result.failures, *result.errors, *result.skipped] == []


def test_kuhn_passes_the_api_tests_on_its_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    for known in (api_test.TOTAL_NUM_STATES, api_test.PERFECT_RECALL_NUM_STATES):
        monkeypatch.setitem(known, str(KUHN), known["kuhn_poker"])
    result = _run(api_test.EnforceAPIOnFullTreeBase, KUHN)
    assert result.testsRun == 8
    assert [*result.failures, *result.errors, *result.skipped] == []


TURNS = tried(12, 9)


def _shorter(rules: Ruleset, folder: Path) -> Ruleset:
    """Official rules with a low limit of turns, since each state of a playthrough tells all that was before."""
    if DEEP or rules.name not in OFFICIAL | VARIANTS:
        return rules
    layer = folder / "shorter.rules"
    layer.write_text(f"layer shorter\nreplace at most {TURNS} turns\n", "utf-8")
    return palast.load(f"{rules.name}+{layer}")


@pytest.mark.parametrize(("rules", "players"), some(EVERYTHING, 2, start=3))
def test_a_playthrough_is_replayed_line_by_line(rules: Ruleset, players: int, tmp_path: Path) -> None:
    game = openspiel.game(_shorter(rules, tmp_path), players)
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(str(game), [], seed=4), "utf-8")
    expected, actual = generate_playthrough.replay(path)
    assert expected.splitlines() == actual.splitlines()
    assert "IsTerminal() = True" in expected


# ---- names


def test_a_registered_name_loads_the_game_for_a_number_of_players() -> None:
    assert openspiel.register(OFFICIAL["ksr"], "palast_ksr") == "palast_ksr"
    game = pyspiel.load_game("palast_ksr(players=4)")
    assert (str(game), game.num_players(), game.rules) == ("palast_ksr(players=4)", 4, OFFICIAL["ksr"])
    assert pyspiel.load_game("palast_ksr").num_players() == 3
    assert "palast_ksr" in pyspiel.registered_names()


def test_registering_the_same_rules_again_changes_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.rules"
    copy.write_text((ROOT / "examples/games/kuhn.rules").read_text("utf-8"), "utf-8")
    assert openspiel.register(load(copy)) == openspiel.register(OTHERS["kuhn"]) == "kuhn"
    assert pyspiel.registered_names().count("kuhn") == 1


def test_the_same_rules_are_played_by_each_engine_under_a_name_of_its_own() -> None:
    both = [load(ROOT / "examples/games/kuhn.rules", engine=engine) for engine in (None, "python", None)]
    games = [openspiel.game(rules) for rules in both]
    assert [game.rules.engine for game in games] == [rules.engine for rules in both]
    assert len({str(game) for game in games}) == len({rules.engine for rules in both})
    assert [str(pickle.loads(pickle.dumps(game))) for game in games] == list(map(str, games))


def test_a_name_gets_letters_that_openspiel_can_read(tmp_path: Path) -> None:
    path = tmp_path / "über, (naß)=1.rules"
    path.write_text((ROOT / "examples/games/kuhn.rules").read_text("utf-8").replace("kuhn", "Süß-Weiß", 1), "utf-8")
    game = openspiel.game(load(path))
    assert str(game) == "suss_weiss(players=2)"
    assert pyspiel.load_game(str(game)) == game


def test_other_rules_of_the_same_name_are_told_apart_by_their_hash(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.rules"
    path.write_text((ROOT / "examples/games/kuhn.rules").read_text("utf-8").replace("Queen, King", "Queen, King, Ace"))
    rules = load(path)
    assert openspiel.register(rules) == f"kuhn_{rules.digest[:8]}"
    assert openspiel.game(rules).max_chance_outcomes() == 4
    assert pyspiel.load_game("kuhn").max_chance_outcomes() == 3


def test_a_game_that_openspiel_brings_keeps_its_name() -> None:
    name = openspiel.register(OTHERS["goofspiel"])
    assert name == f"goofspiel_{OTHERS['goofspiel'].digest[:8]}"
    assert pyspiel.load_game("goofspiel").get_type().long_name == "Goofspiel"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kuhn", "is taken by other rules"),
        ("chess", "is taken by a game of OpenSpiel"),
        ("a,b", "consist of letters, digits and _; use 'a_b'"),
        ("house/rules (2).rules", "consist of letters, digits and _; use 'house_rules_2_rules'"),
        ("", "consist of letters, digits and _"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        openspiel.register(OFFICIAL["ksr"], name)


def test_a_number_of_players_that_the_rules_do_not_know_is_refused() -> None:
    openspiel.register(OTHERS["kuhn"])
    with pytest.raises(ValueError, match="kuhn needs 2 players, not 3"):
        pyspiel.load_game("kuhn(players=3)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'seats'"):
        pyspiel.load_game("kuhn(seats=2)")


# ---- keeping


def _reached(game: Any, decisions: int, seed: int = 1) -> Any:
    """A state in the middle of a random game, where possible in the middle of a compound option."""
    random, state = Random(seed), game.new_initial_state()
    while decisions > 0 or not state.so_far(state.current_player()):
        decisions -= not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return state


def _same(state: Any, other: Any) -> None:
    assert (state.history(), str(state), state.legal_actions()) == (other.history(), str(other), other.legal_actions())
    for player in range(state.num_players()):
        assert state.information_state_string(player) == other.information_state_string(player)


def test_a_state_in_the_middle_of_a_compound_option_is_kept_as_it_is() -> None:
    state = _reached(openspiel.game(OFFICIAL["ksr"], 3, "palast_ksr"), decisions=20)
    _, kept = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    clone = state.clone()
    for other in (kept, clone, pickle.loads(pickle.dumps(state))):
        _same(state, other)
        other.apply_action(other.legal_actions()[-1])
    _same(kept, clone)
    assert state.history() != clone.history()


REVIVING = """
import pickle, pyspiel, sys
from pathlib import Path
texts = [Path(each).read_text("utf-8") for each in sys.argv[2:4]]
pickled = pickle.loads(Path(sys.argv[1]).read_bytes())
assert pyspiel.deserialize_game_and_state(texts[0])[0] == pickled.get_game()
from rulespec import load, openspiel
openspiel.register(load(sys.argv[4]), "my_kuhn")
for state in (pickled, pyspiel.deserialize_game_and_state(texts[1])[1]):
    print(state.get_game(), state.history(), state.information_state_string(0))
"""


def test_another_process_revives_a_state_once_the_rules_are_registered_and_a_pickle_registers_them(
    tmp_path: Path,
) -> None:
    kuhn = ROOT / "examples/games/kuhn.rules"
    pickled = _reached(openspiel.game(OFFICIAL["ksr"], 3, "palast_ksr"), decisions=10)
    told = openspiel.game(load(kuhn), 2, "my_kuhn").new_initial_state()
    told.apply_action(told.string_to_action("King"))
    (tmp_path / "state.pickle").write_bytes(pickle.dumps(pickled))
    for name, state in (("pickled", pickled), ("told", told)):
        (tmp_path / name).write_text(pyspiel.serialize_game_and_state(state.get_game(), state), "utf-8")
    call = [sys.executable, "-X", "utf8", "-c", REVIVING, "state.pickle", "pickled", "told", str(kuhn)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(call, capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, "")  # who registered games ends in peace
    states = [f"{each.get_game()} {each.history()} {each.information_state_string(0)}\n" for each in (pickled, told)]
    assert done.stdout == "".join(states)


def test_a_state_that_was_kept_under_other_rules_of_the_name_is_refused() -> None:
    game = openspiel.game(OTHERS["leduc"])
    stranger = game.deserialize_state(KUHN.new_initial_state().serialize())
    with pytest.raises(ValueError, match="when 'leduc' was the name of other rules"):
        stranger.legal_actions()


# ---- actions


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=0))
def test_chance_draws_each_card_that_can_come_with_its_true_probability(rules: Ruleset, players: int) -> None:
    random, state = Random(1), openspiel.game(rules, players).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chance, outcomes = state.table.pending, state.chance_outcomes()
            assert isinstance(chance, Chance)
            offered = {state.action_to_string(action): share for action, share in outcomes}
            there: dict[str, Fraction] = defaultdict(Fraction)
            said = [state.action_to_string(action) for action in state.so_far(CHANCE)]
            for option, share in chance.outcomes:  # several names are one action after the other
                atoms = [str(atom) for atom in option.atoms]
                there[atoms[len(said)] if atoms[: len(said)] == said else ""] += share
            there.pop("", None)
            all_ = sum(there.values())
            assert offered == pytest.approx({text: float(share / all_) for text, share in there.items()})
            assert sum(share for _, share in chance.outcomes) == 1
            assert sum(offered.values()) == pytest.approx(1, abs=1e-12)
        state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=1))
def test_atom_by_atom_every_option_is_reached_on_one_way_and_nothing_else(rules: Ruleset, players: int) -> None:
    def see(state: Any) -> None:
        if state.is_terminal() or state.so_far(state.current_player()) or len(state.table.pending.options) > 40:
            return
        reached = [each.table for each in _answered(state)]
        assert len(reached) == len(state.table.pending.options)
        assert {*reached} == {state.table.apply(option) for option in state.table.pending.options}

    _walk(openspiel.game(rules, players), 3, see, every=9)


def _answered(state: Any) -> list[Any]:
    """The states after one answer of whoever is asked, atom by atom."""
    found: list[Any] = []
    open_ = [state]
    while open_:
        here = open_.pop()
        for action in here.legal_actions():
            child = here.child(action)
            (open_ if child.table is state.table else found).append(child)
    return found


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = KUHN.new_initial_state()
    with pytest.raises(IllegalAction):
        state.apply_action(KUHN.num_distinct_actions() - 1)
    state.apply_action(0)
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    state.apply_action(1)
    with pytest.raises(IllegalAction, match="illegal action 0: seat 0: choose act from deed"):
        state.apply_action(0)
    assert state.history() == [0, 1]


@pytest.mark.parametrize("action", [3, 99])
def test_chance_draws_no_card_that_there_is_not(action: int) -> None:
    state = openspiel.game(load(ROOT / "examples/games/kuhn.rules")).new_initial_state()
    with pytest.raises(IllegalAction, match="not one of 3 outcomes"):
        state.apply_action(action)
    assert state.history() == []


def test_what_is_no_ruleset_is_refused_with_the_way_to_get_one() -> None:
    with pytest.raises(TypeError, match=r"must be a Ruleset, not 'kuhn\.rules'; rulespec\.load"):
        openspiel.game("kuhn.rules")  # type: ignore[arg-type]


# ---- what a player is told


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=2))
def test_an_information_state_has_a_text_of_its_own(rules: Ruleset, players: int) -> None:
    texts: dict[Any, str] = {}

    def see(state: Any) -> None:
        for player in range(players):
            key, text = (state.view(player).key, state.so_far(player)), state.information_state_string(player)
            assert texts.setdefault(key, text) == text

    for seed in (1, 2):
        _walk(openspiel.game(rules, players), seed, see, every=5)
    assert len(set(texts.values())) == len(texts)


def test_an_information_state_says_what_its_player_heard_and_is_asked() -> None:
    state = KUHN.new_initial_state()
    for action in ("King", "Jack", "bet"):
        state.apply_action(state.string_to_action(action))
    first, second = (state.information_state_string(player).splitlines() for player in range(2))
    assert "seat 0 draws King from the pile to own hand" in first
    assert "seat 0 draws 1 card from the pile to own hand" in second
    assert second[0] == "seat 1 heard"
    assert second[-3:-1] == ["seat 1 has the turn", "asked: seat 1: choose act from deed"]
    assert state.observation_string(1).splitlines() == [
        "seat 1 sees", "pile: 1", "hand of seat 0: 1", "hand of seat 1: Jack", "stake of seat 0: 2",
        "stake of seat 1: 1", "chips of seat 0: 0", "chips of seat 1: 0", "deeds: 1",
        "asked: seat 1: choose act from deed",
    ]  # fmt: skip


def test_what_was_answered_of_a_compound_option_is_known_to_the_one_who_answers_alone() -> None:
    state = _reached(openspiel.game(OFFICIAL["ksr"], 3), decisions=1)
    asked = state.current_player()
    before = openspiel.game(OFFICIAL["ksr"], 3).new_initial_state()
    for action in state.history()[: -len(state.so_far(asked))]:
        before.apply_action(action)
    for player in range(3):
        told = [each.information_state_string(player) for each in (before, state)]
        seen = [each.observation_tensor(player) for each in (before, state)]
        assert (told[0] == told[1], seen[0] == seen[1]) == (player != asked, player != asked)
    answered = ", ".join(state.action_to_string(asked, action) for action in state.so_far(asked))
    assert f"answered: {answered}" in state.information_state_string(asked).splitlines()
    assert f"answered: {answered}" in state.observation_string(asked).splitlines()


_part = partial(pyspiel.IIGObservationType, perfect_recall=False)


def test_the_public_and_the_private_part_of_an_observation_are_told_apart() -> None:
    own, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    public = make_observation(KUHN, _part(public_info=True, private_info=nobody))
    private = make_observation(KUHN, _part(public_info=False, private_info=own))
    state = KUHN.new_initial_state()
    for action in ("Queen", "Jack"):
        state.apply_action(state.string_to_action(action))
    assert private.string_from(state, 0) == "seat 0\nhand: Queen"
    assert private.string_from(state, 1) == "seat 1\nhand: Jack"
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert not re.search("Queen|Jack", public.string_from(state, 0))


def test_a_game_without_a_secret_has_no_private_information() -> None:
    game = openspiel.game(OTHERS["pebbles"])
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert KUHN.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_an_observation_has_named_pieces_that_are_parts_of_one_tensor() -> None:
    observation = make_observation(KUHN)
    state = KUHN.new_initial_state()
    for action in ("King", "Jack", "bet"):
        state.apply_action(state.string_to_action(action))
    observation.set_from(state, player=1)
    assert observation.dict["player"].tolist() == observation.dict["asked"].tolist() == [0, 1]
    assert observation.dict["zone hand of seat 1"].tolist() == [1, 0, 0]
    assert observation.dict["zone hand of seat 0"].tolist() == [0, 0, 0]
    assert observation.dict["counter stake of seat 0"].tolist() == pytest.approx([2 / 3])
    assert observation.tensor.tolist() == [number for piece in observation.dict.values() for number in piece]
    assert observation.tensor.tolist() == state.observation_tensor(1)


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "scissors"])
def test_in_a_short_game_the_tensor_of_an_information_state_tells_as_much_as_its_text(name: str) -> None:
    game = openspiel.game(OTHERS[name])
    known: dict[str, tuple[float, ...]] = {}

    def see(state: Any) -> None:
        for player in range(2):
            tensor = tuple(state.information_state_tensor(player))
            assert known.setdefault(state.information_state_string(player), tensor) == tensor

    for seed in range(tried(60, 15)):
        _walk(game, seed, see)
    assert len(set(known.values())) == len(known)


def test_a_long_game_has_no_tensor_of_information_states() -> None:
    game = openspiel.game(OFFICIAL["ksr"], 3)
    assert not game.get_type().provides_information_state_tensor
    assert make_observation(game, pyspiel.IIGObservationType(perfect_recall=True)).tensor is None


# ---- states of the engine


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=3))
def test_any_state_of_the_engine_has_its_place_in_the_game(rules: Ruleset, players: int) -> None:
    game, agents = openspiel.game(rules, players), [random_agent(seat) for seat in range(players)]
    end = play(rules, agents, seed=3).state
    state = game.state_of(end)
    assert state.table == end
    assert isinstance(end.pending, Over)
    assert state.returns() == [float(each) for each in end.pending.returns]
    assert game.state_of(rules.new_game(players)).history() == []


def test_a_state_that_began_elsewhere_has_no_place_in_the_game() -> None:
    rules = OTHERS["kuhn"]
    for state in (rules.new_game(2, first=1), rules.at(2), OTHERS["leduc"].new_game(2)):
        with pytest.raises(ValueError, match=re.escape("did not begin like kuhn(players=2)")):
            KUHN.state_of(state)


# ---- other worlds


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=4))
def test_a_resampled_state_is_the_same_to_its_player_and_has_a_history(rules: Ruleset, players: int) -> None:
    random, game = Random(players), openspiel.game(rules, players)

    def see(state: Any) -> None:
        for player in range(players):
            other = state.resample_from_infostate(player, random.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            again = game.new_initial_state()
            for action in other.history():
                again.apply_action(action)
            assert str(again) == str(other)
            assert again.information_state_string(player) == state.information_state_string(player)

    _walk(game, 5, see, every=31 if DEEP else 97)


def test_resampling_draws_the_hidden_card_evenly() -> None:
    state = KUHN.new_initial_state()
    for action in ("Queen", "Jack"):
        state.apply_action(state.string_to_action(action))
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    held = [str(state.resample_from_infostate(0, sampler).table.zone("hand", 1)[0]) for _ in range(300)]
    assert set(held) == {"Jack", "King"}
    assert 100 < held.count("Jack") < 200  # 5.8 standard deviations


def test_python_ismcts_plays_the_base_ruleset_to_the_end(tmp_path: Path) -> None:
    game, dice = openspiel.game(_shorter(OFFICIAL["ksr"], tmp_path), 3), np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 2, random_state=dice)
    resampled = []

    def resample(state: Any, player: int) -> Any:
        resampled.append(player)
        return state.resample_from_infostate(player, dice.uniform)

    bot.set_resampler(resample)
    searches = 0
    for _ in range(4):  # some are short
        state = game.new_initial_state()
        while not state.is_terminal():
            legal, player = state.legal_actions(), state.current_player()
            action = bot.step(state) if player == 1 else dice.choice(legal)
            assert action in legal
            searches += player == 1 and len(legal) > 1
            state.apply_action(int(action))
    assert resampled == [1] * (2 * searches)
    assert searches > tried(10, 4)


@pytest.mark.parametrize("name", ["forehead", "hanabi", "handover", "leduc", "peek", "whispers"])
def test_python_ismcts_plays_whole_games_with_hidden_information_at_all_seats(name: str) -> None:
    rules = ruleset(name)
    for players in _each(rules.players) if DEEP else _fewest(rules.players):
        game, dice = _sampled(rules, players), np.random.RandomState(players)
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 3, 2, random_state=dice)
        bot.set_resampler(lambda state, player, dice=dice: state.resample_from_infostate(player, dice.uniform))
        state = game.new_initial_state()
        while not state.is_terminal():
            action = 0 if state.is_chance_node() else int(bot.step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
        assert len(state.returns()) == players


def test_a_failed_sample_is_the_previous_world_or_an_error_that_names_an_observation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, random = openspiel.game(OFFICIAL["ksr"], 3), Random(1)
    state = _reached(game, 30)
    player = state.current_player()
    found = state.resample_from_infostate(player, random.random)
    fresh = pickle.loads(pickle.dumps(state))
    monkeypatch.setattr("rulespec.knowledge.steps.EFFORT", 1)
    again = state.resample_from_infostate(player, random.random)
    _same(found, again)
    assert found.table != state.table
    monkeypatch.setattr("rulespec.knowledge.steps.EFFORT", 100)
    with pytest.raises(palast.WorldsError, match="in 100 steps: none matches"):
        fresh.resample_from_infostate(player, random.random)


# ---- sampled chance


def _sampled(rules: Ruleset, players: int, seed: int = 1) -> Any:
    return openspiel.game(rules, players, chance_mode="sampled", rng_seed=seed)


@pytest.mark.parametrize(("rules", "players"), some(EVERYTHING, 2, start=4))
def test_a_game_whose_chance_is_sampled_passes_the_tests_of_openspiel(
    rules: Ruleset, players: int, tmp_path: Path
) -> None:
    game = _sampled(_shorter(rules, tmp_path), players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    np.random.seed(players)
    with redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(game, check_pyspiel_serialization=False)
    result = _run(api_test.EnforceAPIOnPartialTreeBase, game)
    assert result.testsRun == 5
    assert [*result.failures, *result.errors, *result.skipped] == []


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=1))
def test_sampled_chance_is_one_node_and_draws_as_the_library_does(rules: Ruleset, players: int) -> None:
    dice, luck, drawn = Random(7), Random(3), 0
    state, table = _sampled(rules, players, 3).new_initial_state(), rules.new_game(players)
    while not state.is_terminal():
        assert state.table == table
        if state.is_chance_node():
            assert state.chance_outcomes() == [(0, 1.0)]
            assert isinstance(table.pending, Chance)
            table = table.advance(luck.choices(table.pending.options)[0], luck.random)
            state.apply_action(0)
            drawn += 1
            assert not state.is_chance_node()
        else:
            action = dice.choice(state.legal_actions())
            child = state.child(action)
            state.apply_action(action)
            assert child.table == state.table
            if child.table is not table and not child.so_far(child.current_player()):
                table = child.table
    assert state.table == table
    known = state.get_game()
    assert drawn <= known.max_chance_nodes_in_history()
    assert drawn == [each.player for each in state.full_history()].count(pyspiel.PlayerId.CHANCE)
    stochastic = {pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC: 1, pyspiel.GameType.ChanceMode.DETERMINISTIC: 0}
    assert known.max_chance_outcomes() == stochastic[known.get_type().chance_mode]


@pytest.mark.parametrize(("rules", "players"), some(SOME, 3, start=2))
def test_a_world_where_chance_is_sampled_has_the_history_that_led_there(rules: Ruleset, players: int) -> None:
    random, game, told = Random(players), _sampled(rules, players), openspiel.game(rules, players)

    def see(state: Any) -> None:
        if state.is_chance_node():
            return
        for player in range(players):
            for _ in range(3):
                other = state.resample_from_infostate(player, random.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == state.current_player()
                drawn_one_by_one = told.state_of(other.table).full_history()
                steps = [(each.player, each.action) for each in drawn_one_by_one]
                steps += [(state.current_player(), action) for action in other.so_far(state.current_player())]
                assert [(each.player, each.action) for each in other.full_history()] == _in_runs(steps)
                assert str(other.clone()) == str(pickle.loads(pickle.dumps(other))) == str(other)

    _walk(game, 5, see, every=31 if DEEP else 97)


def _in_runs(steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Steps with one that samples for all draws between two decisions."""
    chance = int(pyspiel.PlayerId.CHANCE)
    sampled = [(player, 0 if player == chance else action) for player, action in steps]
    return [step for at, step in enumerate(sampled) if step[0] != chance or not at or sampled[at - 1][0] != chance]


def test_a_seed_gives_the_same_games_and_a_kept_game_goes_on_with_the_same_draws() -> None:
    def hands(game: Any) -> str:
        state = game.new_initial_state()
        state.apply_action(0)
        return str(state)

    one, same, other = _sampled(OFFICIAL["ksr"], 3, 7), _sampled(OFFICIAL["ksr"], 3, 7), _sampled(OFFICIAL["ksr"], 3, 8)
    first = [hands(one) for _ in range(3)]
    assert first == [hands(same) for _ in range(3)] != [hands(other) for _ in range(3)]
    assert len({*first, *(hands(_sampled(OFFICIAL["ksr"], 3, -1)) for _ in range(3))}) == 6
    kept = pickle.loads(pickle.dumps(one))
    assert [hands(kept) for _ in range(3)] == [hands(one) for _ in range(3)]
    assert str(kept) == str(one) == "ksr(chance_mode=sampled,players=3,rng_seed=7)"


def test_how_chance_is_asked_is_a_parameter_of_the_game() -> None:
    openspiel.register(OTHERS["kuhn"])
    sampled = pyspiel.load_game("kuhn(chance_mode=sampled)")
    assert sampled.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert KUHN.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert KUHN == pyspiel.load_game("kuhn(chance_mode=explicit)") != sampled
    with pytest.raises(ValueError, match="chance_mode must be one of explicit, sampled, not 'seen'"):
        pyspiel.load_game("kuhn(chance_mode=seen)")
    with pytest.raises(ValueError, match="rng_seed=3 needs chance_mode=sampled"):
        pyspiel.load_game("kuhn(rng_seed=3)")
    state = sampled.new_initial_state()
    with pytest.raises(IllegalAction, match="illegal action 1: with sampled chance, the only action is 0"):
        state.apply_action(1)
    assert state.action_to_string(0) == "(drawn)"


# ---- importing


WITHOUT = """
import sys, palast, rulespec, rulespec.adapters.encoding
print({'pyspiel', 'open_spiel', 'numpy'} & {*sys.modules})
sys.modules['pyspiel'] = None
import rulespec.openspiel
"""


def test_the_engine_and_its_face_do_without_openspiel_and_the_error_names_the_extra() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "set()\n"
    said = done.stderr.strip().splitlines()[-1]
    assert said == "ImportError: rulespec.openspiel needs pyspiel; install this distribution with the extra 'openspiel'"


def test_the_game_of_a_state_is_the_one_that_was_loaded() -> None:
    assert isinstance(KUHN.new_initial_state().get_game(), openspiel.Game)
    state = KUHN.new_initial_state()
    state.apply_action(0)
    assert isinstance(state.table.apply("Queen").pending, Decision)
