"""Every game as a PettingZoo environment: by PettingZoo's own tests, and by what a player may know."""

import copy
import pickle
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger

import palast
from rulespec import Card, Decision, IllegalAction, Option, Over, Ruleset, State, load
from rulespec.game.history import beginning, history
from rulespec.pettingzoo import env, raw_env
from tests.effort import some, tried
from tests.luck import LUCK

ROOT = Path(__file__).parents[1]
GOOD = Path(__file__).parent / "rules" / "good"
SMALL = (
    "auction",
    "duel",
    "fishing",
    "goofspiel",
    "leduc",
    "market",
    "riposte",
    "scissors",
    "stones",
    "whispers",
    "whist",
)
NAMES = (
    *palast.rulesets(),
    *(f"{name}+{layer}" for name in palast.rulesets() for layer in palast.layers()),
    "kuhn",
    "mau-mau",
    *SMALL,
)


@cache
def rules(name: str) -> Ruleset:
    if name in ("kuhn", "leduc", "mau-mau"):
        return load(ROOT / "examples/games" / f"{name}.rules")
    return load(name, library=GOOD) if name in SMALL else palast.load(name)


OPEN = ("auction", "goofspiel", "scissors", "stones")  # no hand is dealt there that another does not know
TABLES = [pytest.param(name, players, id=f"{name}-{players}") for name in NAMES for players in rules(name).players]


def new(name: str, players: int, seed: int = 1) -> raw_env:
    table = raw_env(rules(name), players)
    table.reset(seed=seed)
    return table


def legal(table: Any) -> list[int]:
    """What the agent in turn can answer."""
    return [int(action) for action in np.flatnonzero(table.infos[table.agent_selection]["action_mask"])]


def over(table: raw_env) -> bool:
    return any(table.terminations.values()) or any(table.truncations.values())


def played(table: raw_env, seed: int = 1, steps: int = 10**6) -> Iterator[raw_env]:
    """The environment before each step of a random game, and at its end."""
    dice = Random(seed)
    for _ in range(steps):
        yield table
        if over(table):
            return
        table.step(dice.choice(legal(table)))


def half_way(table: raw_env) -> raw_env:
    """Somewhere in the middle of the answer of a compound option."""
    for _ in played(table):
        if table._so_far:
            return table
    raise AssertionError("no compound option was asked")


def seen(table: raw_env) -> list[Any]:
    """All that PettingZoo tells."""
    agents = table.agents
    told = [(table.observe(agent).tolist(), table.infos[agent]["action_mask"].tolist()) for agent in agents]
    return [table.agent_selection, table.rewards, table.terminations, table.truncations, *told]


# ---- PettingZoo's own tests


@pytest.fixture
def log() -> Iterator[list[str]]:
    """What PettingZoo's logger has to complain about."""
    EnvLogger.flush()
    yield EnvLogger.mqueue
    EnvLogger.flush()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "players"), some(TABLES, 5, start=0))
def test_it_passes_the_api_test_without_a_warning(name: str, players: int, log: list[str]) -> None:
    for table in (env(rules(name), players), raw_env(rules(name), players)):
        for seat, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(seat)
        api_test(table)
    assert log == []


@pytest.mark.filterwarnings(
    "error", "ignore:Observation (is not a NumPy array|space for each agent probably)"
)  # but a dict
@pytest.mark.parametrize(("name", "players"), some(TABLES, 4, start=3))
def test_with_the_mask_in_the_observation_it_passes_the_same_tests(name: str, players: int, log: list[str]) -> None:
    made = partial(env, rules(name), players, mask_in_observation=True)
    for table in (made(), made().unwrapped):
        for seat, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(seat)
        api_test(table)
    seed_test(made)
    assert log == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "players"), some(TABLES, 5, start=1))
def test_it_passes_the_seed_test(name: str, players: int, log: list[str]) -> None:
    seed_test(partial(env, rules(name), players))
    assert log == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "players"), some(TABLES, 5, start=2))
def test_it_passes_the_render_test(name: str, players: int) -> None:
    asked = f"{rules(name).name}, turn "
    render_test(partial(env, rules(name), players), {"ansi": lambda told: told.startswith(asked)})


# ---- what an environment is


def test_it_says_what_it_is() -> None:
    table = env(rules("ksr"), 4)
    assert str(table) == "ksr"
    assert table.metadata == {"name": "ksr", "render_modes": ["human", "ansi"], "is_parallelizable": False}
    assert table.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert table.render_mode is None


def test_the_spaces_of_an_agent_are_always_the_same_objects_and_his_own() -> None:
    table = env(rules("ksr"), 3)
    for space in (table.observation_space, table.action_space):
        assert space("player_0") is space("player_0")
        assert space("player_0") is not space("player_1")
    assert table.observation_space("player_0") == Box(-1, 1, (519,), np.float32)
    assert table.action_space("player_0") == Discrete(len(table.encoding.actions))


def test_a_number_of_players_that_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="3 to 5 players"):
        env(rules("ksr"), 2)


def test_a_way_to_render_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="rgb_array"):
        env(rules("ksr"), 3, render_mode="rgb_array")


def test_the_example_plays_and_its_idea_pays(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "pettingzoo_game.py"), run_name="__main__")
    assert capsys.readouterr().out == "+0.14 chips a game\n"


# ---- a game


def chosen_by(agent: Callable[[Any, Decision], Option | str], table: raw_env) -> list[int]:
    """The actions for the option that an agent of the library chooses."""
    decision = table.view(table.agent_selection).decision
    assert decision is not None
    option = agent(table.view(table.agent_selection), decision)
    [path] = [path for path, raw in table._offer.answers() if table._state.option(raw) == option]
    return list(path)


@pytest.mark.parametrize(("name", "players"), [("ksr", 3), ("review", 5), ("whist", 4), ("goofspiel", 3)])
def test_the_same_seed_and_choices_give_the_game_that_the_library_plays(name: str, players: int) -> None:
    record = palast.play(rules(name), [palast.random_agent(seat) for seat in range(players)], seed=11)
    agents = [palast.random_agent(seat) for seat in range(players)]
    table = new(name, players, seed=11)
    while not over(table):
        seat = table.possible_agents.index(table.agent_selection)
        for action in chosen_by(agents[seat], table):
            assert table.agent_selection == f"player_{seat}"
            table.step(action)
    assert [table.view(agent) for agent in table.agents] == [record.state.view(seat) for seat in range(players)]
    assert list(table.rewards.values()) == [float(each) for each in record.result.returns]


def test_without_a_seed_the_chance_of_the_environment_goes_on() -> None:
    first, second = new("ksr", 3, seed=5), new("ksr", 3, seed=5)
    dealt = seen(first)
    first.reset()
    assert seen(first) != dealt
    second.reset()
    assert seen(first) == seen(second)
    first.reset(seed=np.int64(5))  # type: ignore[arg-type]
    assert seen(first) == dealt


def test_everybody_gets_his_return_at_the_end_and_nothing_before() -> None:
    table = new("kuhn", 2, seed=2)
    names = table.encoding.actions
    hands = [str(table.view(agent).zone("hand", seat)[0]) for seat, agent in enumerate(table.agents)]  # type: ignore[index]
    table.step(names.index("bet"))
    assert table.rewards == {"player_0": 0, "player_1": 0}
    table.step(names.index("bet"))
    assert hands == ["King", "Queen"]
    assert table.rewards == {"player_0": 2, "player_1": -2}
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.truncations == {"player_0": False, "player_1": False}


def test_after_the_end_each_agent_is_asked_once_more_and_leaves() -> None:
    table = env(rules("ksr"), 3)
    table.reset(seed=2)
    last = []
    for agent in table.agent_iter():
        _, reward, terminated, _, info = table.last()
        if terminated:
            last.append((agent, reward))
            assert not info["action_mask"].any()
        table.step(None if terminated else legal(table)[0])
    assert sorted(agent for agent, _ in last) == ["player_0", "player_1", "player_2"]
    assert sum(reward for _, reward in last) == 1
    assert table.agents == []


def test_a_game_that_has_come_to_its_limit_of_turns_is_truncated(tmp_path: Path) -> None:
    (tmp_path / "kurz.rules").write_text("layer kurz\nreplace at most 2 turns\n", "utf-8")
    table = raw_env(palast.load(f"ksr+{tmp_path / 'kurz.rules'}"), 3)
    table.reset(seed=1)
    *_, table = played(table)
    assert set(table.truncations.values()) == {True}
    assert set(table.terminations.values()) == {False}
    assert set(table.rewards.values()) == {0}


def test_the_last_turn_that_the_limit_allows_can_end_the_game_as_any_other() -> None:
    table = new("kuhn", 2)
    for name in ("pass", "bet", "bet"):
        table.step(table.encoding.actions.index(name))
    assert table.view("player_0").turns == 3
    assert set(table.terminations.values()) == {True}


def test_a_game_in_which_nobody_is_ever_asked_is_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "glück.rules"
    path.write_text(LUCK, "utf-8")
    table = env(load(path), 2)
    table.reset(seed=1)
    rewards = {}
    for agent in table.agent_iter():
        _, rewards[agent], terminated, _, _ = table.last()
        assert terminated
        table.step(None)
    assert sorted(rewards.values()) == [0, 1]


# ---- beginning elsewhere


def test_a_game_can_begin_in_a_given_state() -> None:
    table = env(rules("ksr"), 3)
    start = rules("ksr").at(players=3, zones={("hand", 1): ["Zofe rot", "Hofnarr gelb"]}, active=1)
    table.reset(seed=1, options={"state": start})
    assert table.agent_selection == "player_1"
    assert [table.encoding.actions[action] for action in legal(table)] == ["Zofe rot", "Hofnarr gelb"]


def test_a_given_state_in_the_middle_of_a_deal_is_dealt_on_by_the_seed() -> None:
    table, same, other = (raw_env(rules("ksr"), 3) for _ in range(3))
    state = rules("ksr").new_game(players=3, first=2)
    for each, seed in ((table, 1), (same, 1), (other, 2)):
        each.reset(seed=seed, options={"state": state})
    assert table.agent_selection == "player_2"
    assert seen(table) == seen(same) != seen(other)


def test_a_state_of_other_rules_or_of_another_number_of_players_is_refused() -> None:
    table = env(rules("ksr"), 3)
    for state in (rules("magier").new_game(3), rules("ksr").new_game(4)):
        with pytest.raises(ValueError, match="not a state of ksr with 3 players"):
            table.reset(options={"state": state})


# ---- actions


def test_an_illegal_action_is_refused_by_the_bare_environment_and_changes_nothing() -> None:
    table = new("ksr", 3)
    before = seen(table)
    for action in {*range(len(table.encoding.actions)), -1, 10**6} - set(legal(table)):
        with pytest.raises(IllegalAction, match=f"illegal action {action}, legal are") as refused:
            table.step(action)
        assert refused.value.rule == "turn (000:11-14)"
    assert seen(table) == before


def test_an_illegal_action_loses_the_game_in_the_wrapped_environment(log: list[str]) -> None:
    table = env(rules("ksr"), 3)
    table.reset(seed=1)
    action = next(action for action in range(86) if action not in legal(table))
    loser = table.agent_selection
    table.step(action)
    assert table.rewards == {agent: -1 if agent == loser else 0 for agent in table.possible_agents}
    assert set(table.terminations.values()) == {True}
    assert len(log) == 1
    for _ in table.agent_iter():
        table.step(None)
    table.reset(seed=1)
    assert set(table.terminations.values()) == {False}


@pytest.mark.parametrize("action", [-1, 86, None])
def test_what_is_no_action_at_all_is_an_error_of_the_caller(action: int | None) -> None:
    table = env(rules("ksr"), 3)
    table.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(action)


def test_nothing_is_told_before_the_first_reset() -> None:
    table = env(rules("ksr"), 3)
    with pytest.raises(AssertionError, match="reset"):
        table.observe("player_0")
    with pytest.raises(AttributeError, match="before reset"):
        _ = table.infos


@pytest.mark.parametrize("name", ["ksr", "market", "whist"])
def test_only_the_agent_who_is_asked_has_anything_to_choose(name: str) -> None:
    for table in played(new(name, 3)):
        for agent, info in table.infos.items():
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == table.agent_selection and not over(table))


def test_a_compound_option_is_asked_atom_by_atom_of_the_same_agent() -> None:
    table = new("ksr", 3)
    start = rules("ksr").at(
        players=3,
        counters={"played": 2},
        zones={
            ("hand", 0): ["Mundschenk rot"],
            ("display", 1): ["Zofe gelb", "Wächter gelb"],
            ("display", 2): ["Hofnarr grün"],
        },
    )
    table.reset(seed=1, options={"state": start})
    names = table.encoding.actions
    asked = []
    for name in ("Mundschenk rot", "Wächter gelb", "Hofnarr grün"):
        asked.append((table.agent_selection, [names[action] for action in legal(table)]))
        table.step(names.index(name))
    assert asked == [
        ("player_0", ["Mundschenk rot"]),
        ("player_0", ["Zofe gelb", "Wächter gelb"]),
        ("player_0", ["Hofnarr grün"]),
    ]
    display = table.view("player_0").zone("display", 1)
    assert [str(card) for card in display] == ["Zofe gelb", "Hofnarr grün"]  # type: ignore[union-attr]


# ---- the mask in the observation


@pytest.mark.parametrize("name", ["ksr", "market"])
def test_an_observation_brings_its_mask_along_where_that_is_wanted(name: str) -> None:
    plain = raw_env(rules(name), 3)
    table = raw_env(rules(name), 3, mask_in_observation=True)
    plain.reset(seed=3)
    table.reset(seed=3)
    chosen = 0
    while not over(plain):
        for agent in table.agents:
            seen, mask = table.observe(agent).values()
            assert seen.tolist() == plain.observe(agent).tolist()
            assert mask.tolist() == plain.infos[agent]["action_mask"].tolist()
            assert table.observation_space(agent).contains(table.observe(agent))
            chosen += int(mask.any())
        table.observe(table.agent_selection)["action_mask"][:] = 0  # a copy, which its reader may change
        action = Random(chosen).choice(legal(table))
        table.step(action)
        plain.step(action)
    assert over(table) and chosen > 20


# ---- keeping


@pytest.mark.parametrize("kept", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_kept_environment_goes_on_as_the_other_and_apart_from_it(kept: Callable[[Any], Any]) -> None:
    table = half_way(new("ksr", 3))
    other = kept(table)
    before = seen(table)
    assert seen(other) == before
    there = [seen(other) for _ in played(other, seed=2)]
    assert seen(table) == before
    assert [seen(table) for _ in played(table, seed=2)] == there


def test_a_wrapped_environment_can_be_kept_in_the_middle_of_a_game() -> None:
    table = env(rules("mau-mau"), 3)
    table.reset(seed=1)
    table.step(legal(table)[0])
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.view("player_1") == table.view("player_1")
        other.step(legal(other)[0])
        assert other.view("player_1") != table.view("player_1")


# ---- rendering


def face_down(state: State) -> set[str]:
    """The names of the cards that not everybody sees."""
    places = [place for place in state.game.material.places if place.zone.seen_by != "all"]
    return {str(card) for place in places for card in state.zone(place.zone.name, place.owner)}


@pytest.mark.parametrize("name", ["ksr", "kuhn", "mau-mau", "whist", "market"])
def test_no_card_that_is_not_seen_by_all_is_rendered(name: str) -> None:
    table = raw_env(rules(name), 3 if 3 in rules(name).players else 2, render_mode="ansi")
    table.reset(seed=4)
    for _ in played(table):
        told = table.render()
        assert told is not None
        shown = {card for line in told.splitlines()[1:] for card in line.partition(": ")[2].split(", ")}
        assert not shown & face_down(table._state)
        laid = [place for place in rules(name).game(table.num_agents).material.places if place.zone.seen_by == "all"]
        assert shown >= {str(card) for each in laid for card in table._state.zone(each.zone.name, each.owner)}


def test_rendering_does_not_tell_what_has_been_answered_of_a_compound_option() -> None:
    table = raw_env(rules("ksr"), 3, render_mode="ansi")
    table.reset(seed=1)
    told = [""]
    for _ in played(table):
        told.append(table.render() or "")
        if table._so_far:
            break
    assert told[-1] == told[-2]


def test_a_table_is_rendered_with_all_that_is_public() -> None:
    table = raw_env(rules("goofspiel"), 2, render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == "\n".join(
        [
            "goofspiel, turn 1",
            "  box: 0 hidden",
            "  pile: 3 hidden",
            "  reward: prize 1",
            "  hand of player_0 (red): 4 hidden",
            "  hand of player_1 (green): 4 hidden",
            "  offer of player_0 (red): -",
            "  offer of player_1 (green): -",
            "  spent: -",
            "  points of player_0 (red): 0",
            "  points of player_1 (green): 0",
            "asked: player_0 (red)",
        ]
    )


def test_a_human_is_shown_the_table_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    table = env(rules("kuhn"), 2, render_mode="human")
    table.reset(seed=1)
    table.step(table.encoding.actions.index("bet"))
    table.step(table.encoding.actions.index("bet"))
    first, second = capsys.readouterr().out.strip().split("\n\n")
    assert first.endswith("asked: player_1")
    assert second.endswith("over: player_0 -2, player_1 2")
    assert table.render() is None


def test_without_a_number_of_players_the_fewest_play() -> None:
    assert len(env(load(ROOT / "examples/games/mau-mau.rules")).possible_agents) == 2


def test_what_is_no_ruleset_is_refused_with_the_way_to_get_one() -> None:
    with pytest.raises(TypeError, match=r"must be a Ruleset, not 'ksr'; rulespec\.load"):
        env("ksr", 3)  # type: ignore[arg-type]


def test_without_a_render_mode_nothing_is_rendered_and_a_warning_says_why() -> None:
    table = new("kuhn", 2)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


# ---- what a player may know


def exchanged(state: State, one: Card, other: Card) -> State | None:
    """The same game with each of two cards in place of the other; None where the rules go another way then."""
    instead = {one: other, other: one}
    here = beginning(state)
    for _, option in history(state):
        atoms = [instead.get(atom, atom) if isinstance(atom, Card) else atom for atom in option.atoms]
        if isinstance(here.pending, Over):
            return None
        same = [each for each in here.pending.options if sorted(map(str, each.atoms)) == sorted(map(str, atoms))]
        if len(same) != 1:
            return None
        here = here.apply(same[0])
    return here


def indistinguishable(state: State, player: int, dice: Random) -> Iterator[State]:
    """Worlds that differ in two cards, and in nothing that the player has ever heard or sees now."""
    view, places = state.view(player), state.game.material.places
    unseen = [place for place in places if not place.seen_by(player)]
    cards = [card for place in unseen for card in state.zone(place.zone.name, place.owner)]
    for _ in range(min(3, len(cards) // 2)):
        world = exchanged(state, *dice.sample(cards, 2))
        if world is not None and world.position != state.position:
            other = world.view(player)
            if (other.heard, other.asked) == (view.heard, view.asked):
                yield world


def told(table: raw_env, player: int) -> list[Any]:
    """All that the environment tells one player."""
    agent = f"player_{player}"
    ends = (table.rewards[agent], table.terminations[agent], table.truncations[agent])
    mask = table.infos[agent]["action_mask"].tolist()
    return [table.agent_selection, table.observe(agent).tolist(), mask, *ends, table.render()]


def compare(made: type[raw_env], name: str, players: int, seed: int) -> tuple[int, int]:
    """How many worlds a random game was compared with, and in how many of them a player was told something else."""
    table, here, there = (made(rules(name), players, render_mode="ansi") for _ in range(3))
    table.reset(seed=seed)
    dice, compared, different = Random(seed), 0, 0
    for _ in played(table, seed):
        player = dice.randrange(players)
        for world in indistinguishable(table._state, player, dice) if dice.random() < 0.3 else ():
            here.reset(seed=1, options={"state": table._state})
            there.reset(seed=1, options={"state": world})
            compared += 1
            different += told(here, player) != told(there, player)
    return compared, different


@pytest.mark.parametrize("name", some([name for name in NAMES if name not in OPEN], 4))
def test_nothing_that_a_player_is_told_depends_on_what_he_cannot_know(name: str) -> None:
    counts = [compare(raw_env, name, rules(name).players[0], seed) for seed in range(tried(3, 1))]
    assert sum(different for _, different in counts) == 0
    assert sum(compared for compared, _ in counts) > 0


@pytest.mark.parametrize("name", ["auction", "goofspiel", "scissors"])
def test_what_somebody_has_committed_to_is_told_to_nobody_else(name: str) -> None:
    table = raw_env(rules(name), 2, render_mode="ansi")
    table.reset(seed=1)
    known = []
    for action in legal(table):
        other = copy.deepcopy(table)
        other.step(action)
        assert other.agent_selection == "player_1"
        known.append(told(other, 1))
    assert len(known) > 2
    assert all(each == known[0] for each in known)


class ShowsTheHandOfTheAgentInTurn(raw_env):
    def observe(self, agent: str) -> Any:
        return super().observe(self.agent_selection)


class TellsEverybodyWhatIsLegal(raw_env):
    def _ask(self, agent: str) -> None:
        super()._ask(agent)
        self.infos = dict.fromkeys(self.agents, self.infos[self.agent_selection])


class RendersForTheOwnerOfTheHand(raw_env):
    def render(self) -> str:
        return str(self._state.view(0).zone("hand", 0))


@pytest.mark.parametrize(
    "leaky", [ShowsTheHandOfTheAgentInTurn, TellsEverybodyWhatIsLegal, RendersForTheOwnerOfTheHand]
)
def test_an_environment_that_tells_too_much_is_found_out(leaky: type[raw_env]) -> None:
    _, different = compare(leaky, "ksr", 3, seed=3)
    assert different > 0


@pytest.mark.parametrize("name", ["ksr", "market", "goofspiel"])
def test_what_somebody_has_answered_so_far_is_known_to_him_alone(name: str) -> None:
    before: dict[str, Any] = {}
    halves = 0
    for table in played(new(name, 3)):
        others = [agent for agent in table.agents if agent != table.agent_selection]
        if table._so_far:
            halves += 1
            assert [table.observe(agent).tolist() for agent in others] == [before[agent] for agent in others]
            assert table.observe(table.agent_selection).tolist() != before[table.agent_selection]
        before = {agent: table.observe(agent).tolist() for agent in table.agents}
    assert halves > 0 or name == "goofspiel"


# ---- what is imported


IMPORTED = """
import sys
import palast, palast.__main__, rulespec, rulespec.adapters.encoding, rulespec.game.history
palast.load("ksr").new_game(3)
print(sorted({"pettingzoo", "gymnasium", "numpy"} & set(sys.modules)))
for missing in ("numpy", "gymnasium", "pettingzoo"):  # in the order in which they are imported
    sys.modules[missing] = None
    try:
        import rulespec.pettingzoo
    except ImportError as error:
        print(f"without {error.name}: {error}")
    del sys.modules[missing]
"""


def test_neither_package_imports_the_framework_and_without_it_the_import_error_names_the_extra() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, encoding="utf-8", cwd=ROOT)
    told = "rulespec.pettingzoo needs PettingZoo; install this distribution with the extra 'pettingzoo'"
    imported, *refused = done.stdout.splitlines()
    assert imported == "[]"
    assert [each.partition(": ")[2] for each in refused] == [told] * 3
    assert [each.split(":")[0].split(".")[0] for each in refused] == [
        f"without {name}" for name in ("numpy", "gymnasium", "pettingzoo")
    ]
