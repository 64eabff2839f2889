"""Rules that take too many steps: where a game stops, and what is told of it; both engines stop alike."""

import pickle
import sys
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from pygls.workspace import Workspace

import rulespec
from palast.__main__ import main
from palast.suites import suites
from rulespec import BudgetExceededError, Decision, Over, Ruleset, State
from rulespec.agents import ismcts_agent, rollout_agent
from rulespec.agents.weighing import Weighing
from rulespec.editing.languageserver.commands import Commands
from rulespec.editing.languageserver.desk import Desk
from rulespec.engine.extension import EXTENSION
from rulespec.experiments import scenarios, suite
from rulespec.experiments.hunt import hunt
from rulespec.experiments.leaks import find_leak
from rulespec.game.history import history
from rulespec.language.tree.limits import QUESTION
from rulespec.openspiel import game
from rulespec.pettingzoo import raw_env
from rulespec.records import Record, RecordError
from rulespec.rules.rulebook import MOST_BUDGET
from tests.web.page import MistakeError, Page

BASE = """ruleset heavy "A game that works out too much"
players 2 to 4
at most 100 turns
word suit: red, blue, green
word rank: one, two, three, four
value size by rank: 1 for one, 2 for two, 3 for three, 4 for four
cards deck in pile
    2 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
counter points of player
set-up
    players: draw 10 from pile to own hand
turn
    choose card from own hand
    move card to table
"""
END = "game ends out: some player where own hand is empty\n"
WINNERS = "winners: players, with most own points\n"
SETS = "sets of cards in table"
MANY = f"value many: number of ({SETS})\nvalue much of player: number of ({SETS})\n"
SUMS = (
    "value near of card: total size in (table, with highest its size)\n"
    "value far of card: total near in table\nvalue sum: total far in table\n"
)
LAID = (
    "call cards alike if cards in it is at least 2 and different rank in it is 1\n"
    "value ballast: least total size in table outside sets that are alike\n"
)
MUCH = Path(__file__).parent / "rules" / "bad" / "E064_too_much.rules"
CHANCE = "choose a from 1 to 300 and b from 1 to 300, where a is at most b, by chance"
ENGINES: tuple[Literal["python", "native"], ...] = ("python", "native")


def turn(amount: str) -> str:
    return f"    add {amount} to own points\n{END}{WINNERS}"


STOPS = {  # what stops a game: the rules, the block, what it goes through
    "sets": (turn("many") + MANY, "turn", "sets of cards in 'value many'"),
    "products": (turn("total far in table") + SUMS, "turn", "the members of sets"),
    "sums": (turn("sum") + SUMS, "turn", "the members of sets"),
    "laid out": (turn("ballast") + LAID, "turn", "ways to divide cards into sets in 'value ballast'"),
    "chance": (f"    {CHANCE}\n" + turn("a"), "turn", f"90,000 possible answers to '{CHANCE}'"),
    "ends": (END + WINNERS + "game ends many: many is at least 100000\n" + MANY, "turn", ""),
    "winners": (END + "winners: players, with most own much\n" + MANY, "winners", "sets of cards in 'value much'"),
    "returns": (END + WINNERS + "returns: own much\n" + MANY, "returns", "sets of cards in 'value much'"),
}


def heavy(folder: Path, rest: str, engine: Literal["python", "native"], budget: int) -> Ruleset:
    path = folder / "heavy.rules"
    path.write_text(BASE + rest, "utf-8")
    return rulespec.load(path, engine=engine, budget=budget)


def stopped(rules: Ruleset, seed: int) -> tuple[State, int, BudgetExceededError | None]:
    """The last state of a random game, with its answers so far, and the error that it stopped with."""
    random, number = Random(seed), 0
    state = rules.begin(2, 0, random.random)
    try:
        while not isinstance(state.pending, Over):
            options = state.pending.options
            state, number = state.apply(options[random.randrange(len(options))]), number + 1
    except BudgetExceededError as error:
        return state, number, error
    return state, number, None


def raised(ask: Callable[[], Any]) -> tuple[Any, ...]:
    with pytest.raises(BudgetExceededError) as caught:
        ask()
    return caught.value.args


@pytest.mark.native
@pytest.mark.parametrize("name", STOPS)
def test_both_engines_stop_at_the_same_question_with_the_same_error(name: str, tmp_path: Path) -> None:
    rest, block, what = STOPS[name]
    met = 0
    for budget in (300, 700, 2_000):
        found = [stopped(heavy(tmp_path, rest, engine, budget), seed=budget) for engine in ENGINES]
        (one, answers, error), (other, as_many, same) = found
        assert answers == as_many and one.position == other.position and one.snapshot.spent == other.snapshot.spent
        assert (error is None) is (same is None)
        if error is None or same is None:
            continue
        met += 1
        assert error.args == same.args and (error.block, error.budget) == (block, budget)
        assert not what or error.what == what
        line = (tmp_path / "heavy.rules").read_text("utf-8").splitlines()[error.line - 1]
        assert line.startswith(block)
        assert stopped_again(one) == stopped_again(other) == error.args  # the state is unchanged, and stops again
    assert met >= 2


def stopped_again(state: State) -> tuple[Any, ...]:
    """The error of a state that stopped at whatever is answered; its answers may differ in where they lead."""
    try:
        for option in getattr(state.pending, "options", ()):
            state.apply(option)
    except BudgetExceededError as error:
        return error.args
    raise AssertionError("it goes on")


@pytest.mark.native
def test_whatever_is_asked_of_a_table_stops_alike(tmp_path: Path) -> None:
    """Values, scores and laws, and winners that are asked for again."""
    rest = END + WINNERS + MANY + "score: own much\nalways few: many is at most 100000\n"
    told = []
    for engine in ENGINES:
        state, _, error = stopped(heavy(tmp_path, rest, engine, 500), seed=1)
        assert error is None
        asked: list[Callable[[], Any]] = [
            partial(state.value, "many"), partial(state.value, "much", 1), partial(state.score, 0),
            state.snapshot.scores, partial(state.snapshot.failing, [(0, None, {}, {})]),
        ]  # fmt: skip
        told.append([raised(each) for each in asked])
    assert told[0] == told[1]
    assert [each[2] for each in told[0]] == ["value many", "value much", "score", "score", "always few"]


def test_a_larger_budget_goes_on(tmp_path: Path) -> None:
    rest = STOPS["sets"][0]
    assert stopped(heavy(tmp_path, rest, "python", 500), seed=1)[2] is not None
    assert stopped(heavy(tmp_path, rest, "python", 1_000_000), seed=1)[2] is None
    for number in (0, -1, MOST_BUDGET + 1):
        with pytest.raises(ValueError, match="budget must be a number of steps"):
            heavy(tmp_path, rest, "python", number)
    for wrong in (True, 1.5, "many"):
        with pytest.raises(TypeError, match="budget must be a number of steps"):
            heavy(tmp_path, rest, "python", wrong)  # type: ignore[arg-type]


def test_a_game_that_stops_is_truncated_in_pettingzoo(tmp_path: Path) -> None:
    env = raw_env(heavy(tmp_path, STOPS["sets"][0], "python", 500), 2)
    env.reset(seed=1)
    steps = 0
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
        steps += 1
    assert steps > 1 and all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0} and not any(each["action_mask"].any() for each in env.infos.values())
    for agent in env.possible_agents:
        env.observe(agent)
        env.step(None)
    assert env.agents == []


def test_a_game_that_stops_is_over_in_openspiel(tmp_path: Path) -> None:
    unstopped = game(heavy(tmp_path, STOPS["sets"][0], "python", 1_000_000), 2, chance_mode="sampled")
    played = game(heavy(tmp_path, STOPS["sets"][0], "python", 500), 2, chance_mode="sampled")
    lengths = []
    for each in (played, unstopped):
        state, random = each.new_initial_state(), Random(1)
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        lengths.append(len(state.history()))
        assert state.legal_actions() == [] and state.current_player() < 0 and state.information_state_string(0)
        assert state.clone().is_terminal() and each.deserialize_state(state.serialize()).is_terminal()
        assert pickle.loads(pickle.dumps(state)).is_terminal() and (state.returns() == [0.0, 0.0]) is (each is played)
    assert 2 < lengths[0] < lengths[1]


def test_a_hunt_reports_a_game_that_stops(tmp_path: Path) -> None:
    """Also where nothing but a law, or who has won, takes too much; the game is one that stops."""
    rests = [STOPS["sets"][0], STOPS["winners"][0], END + WINNERS + MANY + "always few: many is at most 100000\n"]
    for engine in ENGINES if EXTENSION else ENGINES[:1]:
        for rest, block in zip(rests, ("turn", "winners", "always few"), strict=True):
            report = hunt(heavy(tmp_path, rest, engine, 1_000), decisions=500, seed=1)
            finding = report.findings[0]
            assert (finding.level, finding.problem.code) == ("error", "E064")
            assert f"'{block}'" in finding.problem.message
            assert "takes more than 1,000 steps: it enumerates sets of cards" in finding.problem.message
            assert finding.problem.span is not None and finding.problem.span.line == finding.problem.line
            if block != "always few":
                assert finding.state is not None
                assert stopped_again(finding.state)[2] == block


@pytest.mark.parametrize("engine", ENGINES if EXTENSION else ENGINES[:1])
@pytest.mark.parametrize("agent", [ismcts_agent(1, 2), rollout_agent(1, 4)], ids=["ismcts", "rollouts"])
def test_players_answer_although_simulated_games_stop(
    engine: Literal["python", "native"], agent: Weighing, tmp_path: Path
) -> None:
    state, answered, error = stopped(heavy(tmp_path, STOPS["sets"][0], engine, 500), seed=1)
    assert error is not None and answered > 2
    stops = 0
    for here in [*(each for each, _ in history(state)), state]:
        if isinstance(decision := here.pending, Decision):
            answer = agent(here.view(decision.player), decision)
            assert answer in decision.options
            stops += all(not worth.playouts for worth in agent.weigh(here.view(decision.player), decision))
    assert stops > 1


def test_a_record_keeps_a_game_that_stopped_and_a_raised_budget(tmp_path: Path) -> None:
    for engine in ENGINES if EXTENSION else ENGINES[:1]:
        state, _, error = stopped(heavy(tmp_path, STOPS["sets"][0], engine, 3_000), seed=1)
        assert error is not None
        read = Record.parse(Record(state).text)
        assert read.state == state and read.state.rules.budget == 3_000 and read.text == Record(state).text
        more = state.allowing(1_000_000)
        assert more == state and more.snapshot.spent == state.snapshot.spent and state.rules.budget == 3_000
        for _ in range(2):
            assert isinstance(more.pending, Decision)
            more = more.apply(more.pending.options[0])
        raised_text = Record(more).text
        assert "\nbudget 1000000\n" in raised_text
        assert Record.parse(raised_text).state == more  # which takes more steps than it could before
        with pytest.raises(RecordError, match=r"checksum|not as it was"):
            Record.parse(raised_text.replace("\nbudget 1000000\n", "\nbudget 2000000\n"))
        for wrong in ("0", "1000000001", "many", "1" * 5_000):
            with pytest.raises(RecordError, match="budget must be a number of steps"):
                Record.parse(raised_text.replace("\nbudget 1000000\n", f"\nbudget {wrong}\n"))
        plain = Record(state.allowing(QUESTION)).text
        assert "\nbudget" not in plain and Record.parse(plain).state == state


def test_what_players_learn_of_a_stop_is_its_turn_alone(tmp_path: Path) -> None:
    told = set()
    for name in ("sets", "sums", "laid out"):
        for seed in range(20):
            state, _, error = stopped(heavy(tmp_path, STOPS[name][0], "python", 700), seed)
            if error is not None:
                told.add((error.for_players(state.turns).args, str(error.for_players(state.turns)), state.turns))
    assert len(told) > 1
    for args, said, turns in told:
        assert args == (turns,)
        assert said == f"the game stopped in turn {turns}: its rules take too many steps"
    assert str(error.for_players(None) if error else "").startswith("the game stopped: ")


@pytest.mark.parametrize("human", [False, True])
def test_palast_play_keeps_a_game_that_stops_and_goes_on_with_more(
    human: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heavy(tmp_path, STOPS["sets"][0], "python", 3_000)
    monkeypatch.chdir(tmp_path)

    def palast(*said: str, status: int) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO("1\n" * 30))
        found = main(said)
        told = "".join(capsys.readouterr())
        assert found == status, told
        return told

    seat = ("--human", "0") if human else ()
    said = palast("play", "heavy.rules", "--seed", "1", "--budget", "3000", "--record", "a.game", *seat, status=1)
    plain = " ".join(said.split())
    assert ("'turn' takes more than 3,000 steps" in said) is not human
    assert ("The game stops in turn 12: the next decision takes too many steps." in plain) is human
    assert ("heavy.rules:" in said) is not human
    assert "to continue with more steps: palast play --resume a.game --budget 30000" in " ".join(said.split())
    before = (tmp_path / "a.game").read_text("utf-8")
    assert "\nbudget 3000\n" in before
    palast("replay", "a.game", status=0)
    palast("play", "--resume", "a.game", "--budget", "20000000", status=0)
    after = (tmp_path / "a.game").read_text("utf-8")
    assert "\nbudget 20000000\n" in after and len(after) > len(before)
    assert "is intact" in palast("replay", "a.game", status=0)
    assert "--budget: budget must be a number of steps" in palast(
        "play", "--resume", "a.game", "--budget", "0", status=2
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_goes_on_with_more_steps_and_says_nothing_that_depends_on_hidden_cards(
    language: str, tmp_path: Path
) -> None:
    state, _, error = stopped(heavy(tmp_path, STOPS["sets"][0], "python", 700), seed=1)
    assert error is not None and isinstance(state.pending, Decision)
    page, record = Page(), Record(state, seed=1, spec="heavy").text
    texts = {"heavy": (tmp_path / "heavy.rules").read_text("utf-8")}
    page.ask("speak", language=language)
    page.ask("open", record=record, texts=texts, seats=["person", "person"])
    seat, option = state.pending.player, state.pending.options[0].text
    story = page.table("look", seat=seat)["story"]
    with pytest.raises(MistakeError) as stop:
        page.ask("answer", seat=seat, option=option)
    told = stop.value.error
    assert told["code"] == "stopped" and told["problems"] == []
    assert not any(word in told["message"] + told["remedy"] for word in ("value", "much", "heavy", "700"))
    assert ("Continue" in told["remedy"]) is (language == "en")
    table = page.ask("continue", seat=seat)
    assert table["run"] > page.run and table["story"] == story
    page.table("answer", seat=seat, option=option)
    assert "\nbudget 7000\n" in page.ask("keep", sure=True)["record"]
    for _ in range(6):  # up to the most that is allowed
        page.ask("continue", seat=seat)
    with pytest.raises(MistakeError, match="refused"):
        page.ask("continue", seat=seat)
    assert f"\nbudget {MOST_BUDGET}\n" in page.ask("keep", sure=True)["record"]


def test_the_page_names_the_line_at_which_a_test_of_rules_stops() -> None:
    page = Page()
    text = MUCH.read_text("utf-8") + "\nalways few: cards in table is at most 30\n"
    page.ask("test", rules="much", texts={"much": text}, games=1)
    with pytest.raises(MistakeError, match=r"stopped: much.rules:\d+: '"):
        [*iter(lambda: page.ask("more")["over"], True)]


def test_a_scenario_that_takes_too_many_steps_fails_alone_and_random_games_end_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = """
always few: cards in table is at most 30
scenario fine "Cards lie on the table"
    then
        table: 24 cards
scenario heavy "One card more"
    when
        seat 0 card: 1 red
    then
        table: 25 cards
scenario light "Still there"
    then
        table: 24 cards
"""
    path = tmp_path / "much.rules"
    path.write_text(MUCH.read_text("utf-8") + said, "utf-8")
    report = suite.run(suites(str(path)))
    [tested] = report.tested
    assert [each.held for each in tested.scenarios] == [True, False, True]
    [problem] = [each.problem for each in tested.scenarios if each.problem]
    assert problem == tested.stopped and problem.code == "E064" and tested.scenarios[1].state is not None
    assert report.stopped == (problem,)
    assert main(["test", str(path), "--save", str(tmp_path)]) == 1
    assert "1 failed, random games stopped: 3 scenarios" in capsys.readouterr().out
    above = tmp_path / "above.rules"
    above.write_text("layer above extends much\nchanges heavy\n", "utf-8")  # what stops does not fail as it is meant to
    [outcome] = [each for each in scenarios.run(rulespec.load(above)) if each.key == "scenario heavy"]
    assert outcome.problem is not None and outcome.problem.code == "E064"


def test_an_editor_is_shown_the_game_that_stops(tmp_path: Path) -> None:
    path = tmp_path / "much.rules"
    path.write_text(MUCH.read_text("utf-8"), "utf-8")
    said = Commands(Desk(Workspace(None), ()), "en", lambda _: ()).show_game(str(path))
    assert (
        said.startswith("# A game takes too many steps") and "error[E064]" in said and "Player 1 has the turn" in said
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_two_worlds_of_which_one_stops_are_compared_up_to_there(engine: Any, tmp_path: Path) -> None:
    """Hidden cards decide whether a game stops; nothing else that anybody is given depends on them."""
    low = "value low of player: number of (sets of cards in (own hand, where its rank is one or its rank is two))\n"
    rules = heavy(tmp_path, turn("own low") + low, engine, 200)
    ends = [stopped(rules, seed)[2] for seed in range(30)]
    assert any(ends) and not all(ends)
    assert find_leak(rules, 2, effort=20_000) is None
    silent = f"    if own low is at least 999999: add 1 to own points\n{END}{WINNERS}{low}"
    assert find_leak(heavy(tmp_path, silent, engine, 200), 2, effort=20_000) is None
