"""Agents that play on in their minds: they see their view alone, keep to their budget, and beat random players."""

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, get_args

import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from scipy.stats import ttest_1samp

from rulespec import Decision, Ruleset, State, load, openspiel
from rulespec.agents import Agent, agent_named, ismcts_agent, rollout_agent
from rulespec.agents.imagining import imagining
from rulespec.agents.names import Maker
from rulespec.agents.play import play
from rulespec.agents.rollouts import Rollouts
from rulespec.agents.search import TreeSearch
from rulespec.agents.thinking import outcome
from rulespec.agents.tree import Tree
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.python.interpreter import Thawable
from rulespec.engine.python.program import Asking
from rulespec.language.tree.limits import LISTED
from rulespec.rules.rulebook import EngineName
from tests.effort import DEEP, draws_until, moments, short_of, some, tried
from tests.library import EXAMPLES, FOLDERS, GAMES, KNOWN_GAMES, drawn_file

flags.FLAGS.mark_as_parsed()

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
MAKERS: dict[str, type[Rollouts] | type[TreeSearch]] = {"rollouts": Rollouts, "ismcts": TreeSearch}
KINDS = pytest.mark.parametrize("kind", MAKERS)


def choices(rules: Ruleset, most: int, start: int = 0) -> Iterator[tuple[State, Decision]]:
    """States of games in which somebody has a choice."""
    for _, state in moments(rules, most, start):
        if isinstance(decision := state.pending, Decision) and len(decision.options) > 1:
            yield state, decision


# ---- what they see


@KINDS
def test_the_answer_is_the_same_in_every_world_that_its_player_cannot_tell_apart(kind: str) -> None:
    asked = others = 0
    for at, name in enumerate(some([*GAMES], 5)):
        for state, decision in choices(GAMES[name], tried(20, 3), at):
            view = state.view(decision.player)
            answer = MAKERS[kind](at, 12)(view, decision)
            assert answer in decision.options
            for world in (view.sample(Random(number)) for number in range(3)):
                there = world.pending
                assert isinstance(there, Decision)
                assert MAKERS[kind](at, 12)(world.view(there.player), there) == answer
                others += world.position != state.position
            asked += 1
    assert asked > tried(10, 7) and others > tried(15, 10)


@KINDS
def test_a_view_without_its_state_is_enough(kind: str) -> None:
    for name in ("leduc", "scissors", "whist"):
        one, other = (
            play(GAMES[name], [MAKERS[kind](seat, 6) for seat in range(GAMES[name].players[0])], 1, isolate=isolate)
            for isolate in (False, True)
        )
        assert one == other


@KINDS
def test_both_engines_lead_to_the_same_answers_where_worlds_are_listed(kind: str) -> None:
    answered = 0
    for name in some(("leduc", "scissors", "auction"), 2):
        rules = [load(name, library=FOLDERS, engine=engine) for engine in ENGINES]
        players = rules[0].players[0]
        for seed in range(tried(20, 1)):
            games = [play(each, [MAKERS[kind](seat, 5) for seat in range(players)], seed).text for each in rules]
            assert len(set(games)) == 1
            answered += games[0].count("\n")
    assert answered > tried(40, 20)


def test_a_search_tells_apart_just_what_a_player_can_tell_apart() -> None:
    met = told = 0
    known: set[tuple[Any, Any]] = set()
    rules = [load(name, library=FOLDERS, engine=engine) for name in ("leduc", "kuhn", "whispers") for engine in ENGINES]
    drawn = [drawn_file(number, 8 if number % 2 else LISTED).rules for number in range(tried(300, 4))]
    for played in (*rules, *map(GAMES.__getitem__, some([*GAMES], 3)), *drawn):
        known.clear()
        for state, decision in choices(played, tried(60, 12)):
            tree = Tree(state.game, 1.0, Random(0).random)
            same = [state, *outcome(imagining(state.view(decision.player), Random(0), 2, 2))]
            of_both = [(each.view(decision.player).key, (each.players, tree.key(each.snapshot))) for each in same]
            met += len(of_both)
            known.update(of_both)
        told += len(known)
        assert len(known) == len({view for view, _ in known}) == len({node for _, node in known})
    assert told > tried(150, 70) and met > 3 * told


# ---- any rules, any budget


def test_drawn_rule_files_are_played_to_the_end() -> None:
    seen = Counter[str]()
    for number in draws_until(10, 600, lambda: short_of(seen, {"turns": 20, "bit by bit": 1, "at the same time": 1})):
        rules = drawn_file(number, 8 if number % 2 else LISTED).rules
        players = rules.players[number % len(rules.players)]
        kind = list(MAKERS.values())[number // 2 % 2]
        record = play(rules, [kind(number + seat, 1 + number % 10) for seat in range(players)], number)
        assert len(record.result.returns) == players
        program = record.state.game.program
        seen["turns"] += record.state.turns
        seen["bit by bit"] += any(isinstance(ask, Asking) and ask.at is not None for ask in program.asks.values())
        seen["at the same time"] += any(ask.part is not None for ask in program.asks.values())


@KINDS
@pytest.mark.parametrize("budget", [1, 2, 7, 50])
def test_the_budget_is_kept(kind: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Thawable] = []
    whole = Thawable.playout

    def counted(snapshot: Thawable, *numbers: Any) -> Thawable:
        played.append(snapshot)
        return whole(snapshot, *numbers)

    monkeypatch.setattr(Thawable, "playout", counted)
    asked = in_all = 0
    for name in ("leduc", "auction", "scissors", "kuhn"):
        for state, decision in choices(load(name, library=FOLDERS, engine="python"), 6):
            played.clear()
            weighed = MAKERS[kind](asked, budget, 3).weigh(state.view(decision.player), decision)
            assert [each.option for each in weighed] == list(decision.options)
            assert sum(each.playouts for each in weighed) == budget
            assert len(played) == budget
            asked += 1
            in_all += len(played)
    assert asked > 8 and in_all > 4 * budget


@KINDS
def test_what_leaves_no_choice_is_answered_without_a_playout(kind: str) -> None:
    agent, fresh = MAKERS[kind](3, 9), MAKERS[kind](3, 9)
    forced = 0
    for _, state in moments(GAMES["mau-mau"], 40):
        if isinstance(decision := state.pending, Decision) and len(decision.options) == 1:
            assert agent(state.view(decision.player), decision) is decision.options[0]
            forced += 1
    state, decision = next(choices(GAMES["mau-mau"], 40))
    assert agent(state.view(decision.player), decision) == fresh(state.view(decision.player), decision)
    assert forced > 3


@KINDS
def test_where_no_world_is_found_any_option_is_taken(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulespec.agents.imagining.STEPS", 1)
    untried, answers = 0, set()
    for state, decision in choices(GAMES["ksr"], 12):
        view = state.view(decision.player)
        weighed = MAKERS[kind](1, 20).weigh(view, decision)
        assert [each.option for each in weighed] == list(decision.options)
        untried += not any(each.playouts for each in weighed)
        answers |= {decision.options.index(MAKERS[kind](seed, 20)(view, decision)) for seed in range(20)}
    assert untried > 8 and len(answers) > 4


@KINDS
def test_a_budget_that_is_none_is_refused(kind: str) -> None:
    for number in (0, -1):
        with pytest.raises(ValueError, match="playouts must be at least 1, not"):
            MAKERS[kind](0, number)
    wrong: Any
    for wrong in (1.5, True, "9"):
        with pytest.raises(TypeError, match="'playouts' must be a whole number"):
            MAKERS[kind](0, wrong)


# ---- kept


@pytest.mark.parametrize("name", ["random", "rollouts:8", "ismcts:8"])
def test_an_agent_goes_on_where_it_was_pickled(name: str) -> None:
    agent: Agent = agent_named(name)(5)
    other: Agent = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(agent_named(name)))(5)))
    answers = set()
    for state, decision in choices(GAMES["ksr"], 12):
        view = state.view(decision.player)
        answer = agent(view, decision)
        assert other(view, decision) == answer
        other = pickle.loads(pickle.dumps(other))
        answers.add(answer)
    assert len(answers) > 4


# ---- by name


def test_agents_have_names_with_a_budget() -> None:
    state, decision = next(choices(GAMES["ksr"], 3))
    view = state.view(decision.player)
    for name, same in (
        ("rollouts:7", rollout_agent(4, 7)),
        ("ismcts:30", ismcts_agent(4, 30)),
        ("ismcts", TreeSearch(4)),
    ):
        assert agent_named(name)(4)(view, decision) == same(view, decision)
    assert agent_named("random")(4)(view, decision) in decision.options


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("imcts", "unknown agent 'imcts'; did you mean 'ismcts'?"),
        ("", "unknown agent ''; available: ismcts, random, rollouts"),
        ("random:3", "'random' takes no number of playouts: write only 'random'"),
        ("ismcts:", "'ismcts:' needs a number of playouts after the colon, for example 'ismcts:400'"),
        ("ismcts:0", "'ismcts:0' needs a number of playouts after the colon"),
        ("ismcts:4²", "'ismcts:4²' needs a number of playouts after the colon"),
        ("rollouts:1:2", "'rollouts:1:2' needs a number of playouts after the colon"),
    ],
)
def test_a_name_that_is_none_is_refused_with_a_remedy(said: str, told: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        agent_named(said)
    assert str(refused.value).startswith(told)


# ---- how well they play


def won(rules: Ruleset, players: int, one: Maker, others: Maker, games: int) -> list[float]:
    """What an agent got among others in so many games, at each seat in turn, where each seat began in turn."""
    got = []
    for number in range(games):
        seat, first = number % players, number // players % players
        agents = [(one if each == seat else others)(players * number + each) for each in range(players)]
        got.append(float(play(rules, agents, number, first).result.returns[seat]))
    return got


def interval(got: Sequence[float]) -> tuple[float, float]:
    """Between which values the mean lies, with a confidence of 0.95."""
    return tuple(map(float, ttest_1samp(got, 0).confidence_interval(0.95)))  # type: ignore[return-value]


STRENGTHS = [
    ("leduc", 2, partial(rollout_agent, playouts=40, worlds=6), 100),
    ("leduc", 2, partial(ismcts_agent, playouts=40, worlds=6), 100),
    ("mau-mau", 2, partial(rollout_agent, playouts=60, worlds=3), 120),
]
MORE = [  # which take longer
    ("liars-dice", 2, partial(ismcts_agent, playouts=20, worlds=6), 16),
    ("schwimmen", 3, partial(ismcts_agent, playouts=20, worlds=6), 15),
    ("ksr", 4, partial(ismcts_agent, playouts=60, worlds=4), 8),
    ("mau-mau", 2, partial(ismcts_agent, playouts=60, worlds=3), 40),
    ("ksr", 4, partial(rollout_agent, playouts=60, worlds=4), 8),
]


@pytest.mark.parametrize(("name", "players", "make", "games"), [*STRENGTHS, *(MORE if DEEP else [])])
def test_each_is_better_than_random_players(name: str, players: int, make: Maker, games: int) -> None:
    chance = 0 if name == "leduc" else 1 / players
    rules = KNOWN_GAMES[name] if name in KNOWN_GAMES else GAMES[name]
    got = won(rules, players, make, agent_named("random"), tried(10, 1) * games)
    assert interval(got)[0] > chance


UNIFORM = 11 / 12  # how far random players of Kuhn are from equilibrium: what both could gain by another policy, in all


@pytest.mark.parametrize(("kind", "most"), [("rollouts", 0.75), ("ismcts", 0.4)])
def test_their_average_policy_of_kuhn_is_nearer_to_equilibrium_than_random_players(kind: str, most: float) -> None:
    game, agents = openspiel.game(load(EXAMPLES / "games/kuhn.rules")), tried(200, 20)
    asked = set()

    def average(state: Any) -> dict[int, float]:
        view = state.view(state.current_player())
        asked.add(view.key)
        answers = [MAKERS[kind](seed, 60)(view, view.decision).text for seed in range(agents)]
        return {each: answers.count(state.action_to_string(each)) / agents for each in state.legal_actions()}

    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(UNIFORM)
    far = exploitability.nash_conv(game, policy.tabular_policy_from_callable(game, average))
    assert len(asked) == 12 and far < most
