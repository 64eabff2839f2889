"""States of both engines are the same states: equal, kept, sent elsewhere, shared by threads, and freed."""

import copy
import gc
import math
import os
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulespec
from rulespec import Chance, Decision, Over, Ruleset, State
from rulespec.engine.events.log import events
from rulespec.engine.native.engine import EXTENSION
from rulespec.rules.rulebook import EngineName
from tests.library import FOLDERS, ROOT

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
SPECS = ("mau-mau", "scissors", "auction")  # draws, answers at the same time, bets


@cache
def rules_by(spec: str, engine: EngineName) -> Ruleset:
    return rulespec.load(spec, library=FOLDERS, engine=engine)


def gone_on(state: State, seed: int) -> State:
    """The end of a game that goes on from a state, by answers and draws of a seed."""
    dice = Random(seed)
    while not isinstance(state.pending, Over):
        state = state.advance(dice.choice(state.pending.options), dice.random)
    return state


def passed(rules: Ruleset, seed: int = 0) -> list[State]:
    """States of a game, from its beginning to its end."""
    dice = Random(seed)
    states = [rules.begin(rules.players[0], 0, dice.random)]
    while not isinstance(states[-1].pending, Over):
        states.append(states[-1].advance(dice.choice(states[-1].pending.options), dice.random))
    return states


# ---- the choice of an engine


@pytest.mark.parametrize("engine", ["c", "Native", "", 1, True])
def test_an_unknown_engine_is_refused_with_those_that_there_are(engine: Any) -> None:
    with pytest.raises(ValueError, match=r"engine must be 'native' or 'python'") as found:
        rulespec.load("kuhn", library=FOLDERS, engine=engine)
    assert repr(engine) in str(found.value)


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_say_what_plays_them_and_their_games_are_played_by_it(engine: EngineName) -> None:
    rules = rules_by("kuhn", engine)
    assert rules.engine == rules.game(2).engine.name == engine
    assert rulespec.load("kuhn", library=FOLDERS).engine == ENGINES[0]


# ---- one state, whatever plays it


@pytest.mark.parametrize("spec", [*SPECS, "magier+wertung"])
def test_states_of_all_engines_are_equal_and_have_one_hash(spec: str) -> None:
    games = [passed(rules_by(spec, engine)) for engine in ENGINES]
    for states in zip(*games, strict=True):
        assert len(set(states)) == 1
        assert len({state.view(0) for state in states}) == 1
    assert len(games[0]) > 3
    assert len({rules_by(spec, engine) for engine in ENGINES}) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_copy_is_the_state_itself_and_what_an_engine_keeps_is_not_copied(engine: EngineName) -> None:
    for state in passed(rules_by("mau-mau", engine)):
        assert copy.copy(state) is copy.deepcopy(state) is state
    assert copy.deepcopy([state, {1: state}]) == [state, {1: state}]
    if engine == "native":
        with pytest.raises(TypeError):
            pickle.dumps(state.snapshot)
        with pytest.raises(TypeError):
            type(state.snapshot)()


# ---- where there is no extension

ELSEWHERE = """
import pickle, sys
sys.modules["rulespec._native"] = None  # as where there was no compiler
import rulespec
from rulespec.engine.extension import played_by
from tests.test_engines import FOLDERS, gone_on, passed
try:
    rulespec.load("kuhn", library=FOLDERS, engine="native")
except ValueError as error:
    said = str(error)
came, begun = pickle.load(sys.stdin.buffer), {}
for spec, states in came.items():
    for state in states:
        assert state.game.rules.engine == state.game.engine.name == "python"
    assert len(set(states)) == len(states)
ends = {spec: [gone_on(state, 7) for state in states] for spec, states in came.items()}
for spec in came:
    begun[spec] = passed(rulespec.load(spec, library=FOLDERS))
pickle.dump((said, played_by(), ends, begun), sys.stdout.buffer)
"""


def test_states_go_to_a_machine_without_the_extension_and_come_back() -> None:
    games = {spec: passed(rules_by(spec, ENGINES[0])) for spec in SPECS}
    sent = {spec: states[:: max(1, len(states) // 4)] for spec, states in games.items()}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ELSEWHERE], input=pickle.dumps(sent), capture_output=True, check=True,
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said, played_by, ends, begun = pickle.loads(done.stdout)
    assert "no native engine" in said and "engine='python'" in said
    assert "games are played in Python" in played_by
    for spec, states in sent.items():
        assert len(states) > 3
        assert ends[spec] == [gone_on(state, 7) for state in states]
        assert begun[spec] == games[spec]
        assert list(map(hash, begun[spec])) == list(map(hash, games[spec]))
        assert {state.game.engine.name for state in begun[spec] + ends[spec]} == {ENGINES[0]}
        assert all(gone_on(state, 3) == gone_on(mine, 3) for state, mine in zip(begun[spec], games[spec], strict=True))


def test_what_needs_the_machine_in_c_is_left_out_where_there_is_none_and_that_is_said() -> None:
    asked = "import pytest, sys; sys.modules['rulespec._native'] = None; sys.exit(pytest.main(sys.argv[1:]))"
    files = ["tests/test_native.py", "tests/test_coupled.py"]
    command = [sys.executable, "-c", asked, "-p", "no:cacheprovider", "--collect-only", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert "tests/test_coupled.py" in done.stdout and "tests/test_native.py" not in done.stdout, done.stdout
    assert "not run: the tests of the machine in C" in done.stdout and "deselected" in done.stdout


# ---- threads, and memory


@pytest.mark.parametrize("engine", ENGINES)
def test_states_are_shared_by_threads(engine: EngineName) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for spec in ("mau-mau", "scissors"):
            states = passed(rules_by(spec, engine).anew())[:4]  # nobody has asked these for anything
            with ThreadPoolExecutor(8) as threads:
                found = list(threads.map(lambda seed, shared=states: [gone_on(each, seed) for each in shared], [1] * 8))
            alone = [gone_on(state, 1) for state in passed(rules_by(spec, engine))[:4]]
            assert all(ends == alone for ends in found)
            assert len({str(end.log) for ends in found for end in ends}) <= len(alone)
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_random_number_may_be_found_by_playing_the_same_game(engine: EngineName) -> None:
    rules = rules_by("mau-mau", engine)
    first = rules.begin(2, 0, Random(1).random)
    dice = Random(2)

    def random() -> float:
        assert isinstance(gone_on(first, 4).pending, Over)  # by the same plan, while it runs
        return dice.random()

    inner = rules.begin(2, 0, random)
    assert inner == rules.begin(2, 0, Random(2).random)

    def failing() -> float:
        raise KeyError("no number")

    with pytest.raises(KeyError, match="no number"):
        rules.begin(2, 0, failing)
    assert rules.begin(2, 0, Random(2).random) == inner


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", [1.0, 1, True, -1e-9, -0.5, math.inf, math.nan])
def test_a_random_number_that_is_none_is_refused_whoever_draws(engine: EngineName, number: float) -> None:
    rules = rules_by("mau-mau", engine)
    first = rules.new_game(2)
    draws: list[Callable[[], State]] = [
        lambda: rules.begin(2, 0, lambda: number),
        lambda: first.advance(first.snapshot.options[0], lambda: number),
        lambda: first.playout((1, 2), lambda: number),
        lambda: first.playout((lambda: number, lambda: number), 3),
    ]
    for draw in draws:
        with pytest.raises(ValueError, match=rf"random numbers must be in \[0, 1\), not {number!r}"):
            draw()


SEEDS = st.one_of(st.integers(0, 2**33), st.integers(2**63, 2**64 + 1), st.integers(-(2**70), 2**70), st.booleans())


@given(first=st.integers(0, 1), drawn=st.lists(st.tuples(SEEDS, st.booleans()), min_size=3, max_size=3))
def test_a_game_is_played_out_alike_by_seeds_and_by_the_functions_of_generators(
    first: int, drawn: list[tuple[int, bool]]
) -> None:
    ends = []
    for engine in ENGINES:
        mixed = [Random(seed).random if is_function else seed for seed, is_function in drawn]
        functions = [Random(seed).random for seed, _ in drawn]
        state = rules_by("mau-mau", engine).new_game(2, first)
        ends.append(state.playout(mixed[:2], mixed[2]))
        ends.append(state.playout(functions[:2], functions[2]))
        assert isinstance(ends[-1].pending, Over)
    assert all(end == ends[0] for end in ends)
    assert events(ends[0].raw_log) == events(ends[-1].raw_log)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_playout_needs_numbers_of_each_seat(engine: EngineName) -> None:
    state: Any = rules_by("mau-mau", engine).new_game(2)
    for seats in ((), (1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="seats must have one item for each seat"):
            state.playout(seats, 1)
    for wrong in ("a", None, 1.5):
        with pytest.raises(TypeError):
            state.playout((wrong, wrong), 1)
        with pytest.raises(TypeError):
            state.playout((1, 2), wrong)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_is_watched_is_watched_from_its_beginning_each_time(engine: EngineName) -> None:
    rules = rules_by("mau-mau", engine)
    game = rules.game(2)
    assert rules.new_game(2) == rules.new_game(2) != rules.new_game(2, first=1)
    notes: list[Any] = []
    watched = game.played_by(game.engine.noting(notes))
    counts = []
    for _ in range(2):
        notes.clear()
        assert State.begin(watched, 0) == rules.new_game(2)
        counts.append(len(notes))
    assert counts[0] == counts[1] > 0
    for seat in (2, -1):
        with pytest.raises(ValueError, match="first must be a seat"):
            rules.new_game(2, seat)
    for wrong in (True, "0", None):
        with pytest.raises(TypeError, match="'first' must be a seat"):
            rules.new_game(2, wrong)  # type: ignore[arg-type]


@pytest.fixture
def frozen() -> None:
    """What other tests left lies aside, so that it is not looked through whenever memory is collected."""
    gc.freeze()


@pytest.mark.native
@pytest.mark.usefixtures("frozen")
def test_nothing_of_many_kept_states_is_looked_through_when_memory_is_collected() -> None:
    rules, draw = rules_by("ksr", "native"), Random(1).random
    states: list[State] = []
    asked: list[Decision | Chance] = []

    def kept(games: int) -> int:
        """How many objects the collector knows of once so many more games are kept, and what was asked in them."""
        for _ in range(games):
            state = rules.new_game(4)
            while not isinstance(pending := state.pending, Over):
                if isinstance(pending, Chance):
                    options = [each for each, _ in pending.outcomes]
                else:
                    options = list(pending.options)
                state = state.apply(options[int(draw() * len(options))])
                states.append(state)
                asked.append(pending)
        gc.collect()
        return len(gc.get_objects())

    before, there = kept(8), len(states)
    more = kept(20) - before
    assert len(states) - there > 2_000 and sum(isinstance(each, Decision) for each in asked) > 1_000
    assert more < (len(states) - there) / 100


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("engine", ENGINES)
def test_what_games_take_is_given_back_with_them(engine: EngineName) -> None:
    def played(rules: Ruleset) -> int:
        """How many blocks of memory some games take, as long as their states are there."""
        games = [passed(rules, seed) for seed in range(4)]
        for states in games:
            assert all(state.log and state.view(0).log for state in states[::10])
        held = sys.getallocatedblocks()
        del games, states
        gc.collect()
        return held - sys.getallocatedblocks()

    rules = rules_by("mau-mau", engine).anew()
    game = weakref.ref(rules.game(2))
    for _ in range(4):  # Python keeps some of what it had at first
        played(rules)
    before = sys.getallocatedblocks()
    given_back = min(played(rules) for _ in range(3))
    assert given_back > 1_000
    assert sys.getallocatedblocks() - before < given_back / 10
    assert game() is not None
    del rules
    gc.collect()
    assert game() is None
