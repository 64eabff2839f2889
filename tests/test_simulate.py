"""Simulations: what their rows say is what happened, whoever played the games, and nothing is lost or there twice."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from attrs import evolve

import rulespec
from rulespec import Decision, Option, RulesError, Ruleset, State, View
from rulespec.agents.play import Agent, coupled_play, coupled_playout, play, playout, random_agent
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.python.program import Asking
from rulespec.engine.python.snapshot import Trace, traced
from rulespec.experiments.simulation import Simulation, simulate
from rulespec.experiments.simulation.job import Job
from rulespec.experiments.simulation.measures import LIMIT, FinishedGame, Measuring, lead_changes, led_since
from rulespec.experiments.simulation.output import told
from rulespec.experiments.simulation.rows import COLUMNS, Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.experiments.simulation.summary import Amount
from rulespec.experiments.workers.packing import packed
from rulespec.game.history import history
from rulespec.language.errors import SimulationError
from rulespec.language.tree.limits import LISTED
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.library import GAMES, drawn_file, ruleset
from tests.simulated import in_file

one_by_one = partial(random_agent, answered=0)  # plays what `random_agent` plays, by views and decisions


def rows(rules: Ruleset, players: int, games: int, maker: Callable[[int], Agent] = random_agent) -> Rows:
    return Job(packed(rules), (maker,) * players, 5, True).chunk(0, games)


def coupled_rows(rules: Ruleset, players: int, games: int) -> Rows:
    return Job(packed(rules), (random_agent,) * players, 5, True, coupled=True).chunk(0, games)


def looks(seed: int) -> Agent:
    """Takes the first option."""
    return lambda view, decision: decision.options[0]


# ---- what is measured


def told_by(state: State) -> tuple[Counter[str], list[int], list[tuple[str, ...]]]:
    """What the log and the states of a game say: kinds of events, options of each decision, atoms of each answer."""
    asked = [answers for answers in choices(state) if isinstance(answers[0][0].pending, Decision)]
    kinds = Counter(event.kind for event in state.log)
    said = [[option.text for _, option in each if option.raw != () or len(each) == 1] for each in asked]
    most = [max(len(options(here)) for here, _ in answers) for answers in asked]
    return kinds, most, [tuple(", ".join(texts).split(", ")) for texts in said]


Answers = list[tuple[State, Option]]


def choices(state: State) -> list[Answers]:
    """What was answered whenever something was asked in a game, by chance, too: bit by bit, or in one go."""
    found = list[Answers]()
    for here, option in history(state):
        ask = here.game.asks[here.pc]
        if isinstance(ask, Asking) and ask.is_begun(here.position.stage):
            found[-1].append((here, option))
        else:
            found.append([(here, option)])
    return found


def options(state: State) -> Sequence[Option]:
    assert isinstance(state.pending, Decision)
    return state.pending.options


SHOWN = {"show", "show secretly", "last", "leaves"}
WORK = {"move", "refill", "draw", "choose by chance", "exchange", "change", "next", "reverse"} | SHOWN


def worked(state: State) -> Counter[str]:
    """Of each block that is done now and then, in how many turns it changed or showed something, or chance chose."""
    turn, met = 0, set[tuple[str, int]]()
    for event in state.log:
        turn += event.kind == "turn"
        if event.kind in WORK and event.block.split(" ")[0] in ("action", "before", "after"):
            met.add((event.block, turn))
    return Counter(block for block, _ in met)


def compared(rules: Ruleset, players: int, games: int) -> Counter[str]:
    """Rows of a few games, told by both engines and by agents; and what the games say themselves."""
    found, seen = rows(rules, players, games), Counter[str]()
    assert rows(rules, players, games, one_by_one) == found
    for game, seed, first, turns, rounds, decisions, forced, draws, ended, changes, since in found.games:
        state = playout(rules, players, seed, first).state
        kinds, options, answers = told_by(state)
        over = state.pending
        assert isinstance(over, rulespec.Over)
        assert (turns, rounds, draws) == (kinds["turn"], kinds["round"], kinds["draw"])
        assert (decisions, forced) == (len(options), options.count(1))
        here: dict[str, list[Any]] = {
            table: [row[1:] for row in getattr(found, table) if row[0] == game] for table in COLUMNS
        }
        assert [row[4] for row in here["decisions"]] == options
        assert [tuple(row[5].split(", ")) for row in here["decisions"]] == answers
        assert sum(row[1] for row in here["uses"]) == sum(map(len, answers))
        assert sum(row[1] for row in here["asked"]) == decisions
        assert dict(here["worked"]) == worked(state)
        seen["worked"] += len(here["worked"])
        assert [row[1] for row in here["seats"]] == [int(seat in over.winners) for seat in range(players)]
        assert [row[2] for row in here["seats"]] == [float(each) for each in over.returns]
        reasons = [event for event in state.log if event.kind in ("round ends", "game ends", "limit")]
        assert reasons[-1].kind == ("limit" if ended == LIMIT else "game ends")
        assert ended in (LIMIT, reasons[-1].block)
        ends = [event.block for event in reasons if event.kind == "round ends"]
        assert [row[4] for row in here["rounds"] if row[4]] == (ends if rounds else [])
        if rounds:
            assert sum(row[2] for row in here["rounds"]) == turns
            told = [event[0] for event in events(state.raw_log)]
            if not any(kind in (k.CHOOSE, k.PICK) for kind in told[: told.index(k.ROUND)]):  # set-up can ask, too
                assert sum(row[3] for row in here["rounds"]) == decisions
                seen["whole"] += 1
        if rules.score is None:
            assert changes is since is None and {row[3] for row in here["seats"]} <= {None}
        else:
            assert [row[3] for row in here["seats"]] == [state.score(seat) for seat in range(players)]
            seen["scored"] += 1
        seen += Counter({"games": 1, "decisions": decisions, "forced": forced, "limits": ended == LIMIT, ended: 1})
        seen["rounds"] += rounds
    return seen


@pytest.mark.parametrize("spec", some([*GAMES], 3))
def test_rows_say_what_happened_whoever_played(spec: str) -> None:
    rules = ruleset(spec)
    for players in rules.players if DEEP else [Random(spec).choice(rules.players)]:
        seen = compared(rules, players, tried(10, 2))
        assert seen["games"] == tried(10, 2)
        assert seen["decisions"]
        python = Ruleset(rules.resolved, "python")
        assert rows(python, players, 2) == rows(rules, players, 2)
        assert coupled_rows(python, players, 2) == coupled_rows(rules, players, 2) != rows(rules, players, 2)


def test_rows_of_drawn_rules_say_what_happened() -> None:
    seen, least = Counter[str](), dict.fromkeys(("decisions", "forced", "rounds", "whole", "scored", "worked"), 1)
    for seed in draws_until(5, 500, lambda: short_of(seen, least)):
        rules = drawn_file(seed, 1 if seed % 5 == 4 else LISTED).rules
        players = Random(seed).choice(rules.players)
        seen.update(compared(rules, players, 1))
        assert rows(Ruleset(rules.resolved, "python"), players, 1) == rows(rules, players, 1)
    assert seen["decisions"] > seen["forced"]


def test_a_choice_is_one_decision_however_it_is_asked(tmp_path: Path) -> None:
    """A game whose choices are asked bit by bit, and the same game by rules that list all answers."""
    path, seen, least = tmp_path / "drawn.rules", Counter[str](), {"bits": tried(1000, 10), "forced": 1, "free": 1}
    for seed in draws_until(1, 500, lambda: short_of(seen, least)):
        path.write_text(drawn_file(seed).text, "utf-8")
        try:
            bits = rulespec.load(path, listed=1)
        except RulesError:  # too large to be asked so
            continue
        players, first = bits.players[0], seed % bits.players[0]
        played = playout(bits, players, seed, first).state
        state = rulespec.load(path).new_game(players, first)
        for answers in choices(played):
            state = answered(state, answers)
        seen["bits"] += sum(len(answers) > 1 for answers in choices(played))
        one, other = counted(played), counted(state)
        assert one == other
        decisions, forced = one[0][0][5:7]
        seen.update(forced=forced, free=decisions - forced)


def answered(state: State, answers: Answers) -> State:
    """The state after answers to a choice, given bit by bit, or by the option that says the same as all of them."""
    ask, whole = state.game.asks[state.pc], dict[int, set[Any]]()
    for here, option in answers:
        bit = getattr(here.game.asks[here.pc], "bit", None)
        if bit is None or option.raw is None or not isinstance(ask, Asking) or ask.bit is not None:
            state = state.apply(option.text)  # as there: by chance, in a list, declined, or bit by bit
        else:
            raw = option.raw
            whole.setdefault(bit.at, set()).update(raw if isinstance(raw, tuple) else (raw,))
    if not whole:
        return state
    return state.apply(next(each for each in options(state) if said_by(each.raw, len(whole)) == [*whole.values()]))


def said_by(raw: Any, names: int) -> list[set[Any]]:
    """What an answer says of each name."""
    if raw is None:
        return []
    return [{*each} if isinstance(each, tuple) else {each} for each in (raw if names > 1 else (raw,))]


def counted(end: State) -> list[Any]:
    """What is measured of a game, in words and whatever the order in which the cards of a set were named."""
    trace: Trace = [], [], []
    for here, _ in history(end):
        if isinstance(here.pending, Decision):
            traced(trace, here.snapshot, here.game.asks)
    traced(trace, end.snapshot, end.game.asks)
    sites = Sites(end.game)
    measuring = Measuring(sites, decisions=True)
    measuring.measure(FinishedGame(0, 0, 0, end, trace))
    rows = measuring.rows
    used = {(sites.asked[site], word): times for (site, word), times in ((sites.used(u), n) for _, u, n in rows.uses)}
    asked = {sites.asked[site]: times for _, site, times in rows.asked}
    decided = [(*head, sites.asked[site], sorted(said.split(", "))) for *head, site, _, said in rows.decisions]
    return [rows.games, rows.seats, rows.rounds, rows.worked, used, asked, decided]


def test_coupled_games_are_measured_as_they_are_played() -> None:
    """By one who looks at his cards among players who are decided by keys."""
    rules, makers = ruleset("ksr"), (looks, random_agent, random_agent)
    found = Job(packed(rules), makers, 5, False, coupled=True).chunk(0, 4)
    for game, seed, first, turns, *_ in found.games:
        agents = [looks(0), None, None]
        assert coupled_play(rules, agents, seed, first).state.turns == turns
        assert coupled_playout(rules, 3, seed, first).state.turns == coupled_rows(rules, 3, 4).games[game][3]
    assert len({row[3] for row in found.games}) > 2


def test_changes_of_lead_and_since_when_the_winners_led() -> None:
    stood = [(1, (0, 0, 0)), (3, (1, 0, 0)), (5, (1, 1, 0)), (7, (1, 2, 0)), (9, (2, 2, 0)), (11, (3, 2, 0))]
    assert lead_changes(stood, False) == 2  # level in between counts for nobody
    assert lead_changes(stood, True) == 0  # the third one alone has the fewest, from the fifth turn on
    assert led_since(stood, False, [0], 20) == 0.5  # ten turns were over when the eleventh began
    assert led_since(stood, False, [0, 1], 20) == 0.1  # nobody else was level since the third
    assert led_since(stood, False, [2], 20) == 1
    assert led_since(stood, True, [2], 20) == 0.2
    assert (
        led_since(stood, False, [], 20)
        is led_since(stood, False, [0, 1, 2], 20)
        is led_since([], False, [0], 9)
        is None
    )


# ---- whoever plays, in whatever chunks


def thrifty(seed: int) -> Agent:
    """Takes the first option, now and then another."""
    draw = Random(seed).random
    return lambda view, decision: decision.options[0 if draw() < 0.8 else -1]


def test_rows_and_what_comes_of_them_are_the_same_whatever_the_workers_and_the_chunks(tmp_path: Path) -> None:
    rules, found = ruleset("mau-mau"), list[tuple[Simulation, dict[str, list[Any]]]]()
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(3) as threads:
        executors: list[Executor | None] = [None, None, threads, processes, processes]
        for number, (executor, chunk) in enumerate(zip(executors, (None, 7, 4, 9, 1), strict=True)):
            file, seen = tmp_path / f"{number}", list[tuple[int, int]]()
            made = simulate(
                rules, [random_agent, thrifty, "random"], 40, 3, executor, file=file, chunk=chunk, decisions=True,
                progress=lambda done, of, seen=seen: seen.append((done, of)),  # type: ignore[misc]
            )  # fmt: skip
            assert seen[0] == (0, 40) and seen[-1] == (40, 40) and seen == sorted(seen)
            found.append((made, in_file(file)))
    assert all(each == found[0] for each in found)
    assert len(found[0][1]["games"]) == 40
    assert simulate(rules, [random_agent, thrifty, "random"], 40, 3, chunk=11) == found[0][0]
    assert simulate(rules, [random_agent, thrifty, "random"], 40, 4) != evolve(found[0][0], seed=4)


def test_what_comes_of_games_is_what_their_rows_say(tmp_path: Path) -> None:
    made = simulate(ruleset("ksr"), "random", 60, players=3, file=tmp_path / "f")
    kept = in_file(tmp_path / "f")
    for name, column in (("turns", 3), ("forced", 6), ("led_since", 10)):
        values = [row[column] for row in kept["games"] if row[column] is not None]
        amount = getattr(made, name)
        assert (amount.count, amount.least, amount.most) == (len(values), min(values), max(values))
        assert amount.mean == pytest.approx(fmean(values), rel=1e-12)
        assert amount.deviation == pytest.approx(stdev(values), rel=1e-9)
    assert made.rounds_ended == Counter(row[5] for row in kept["rounds"])
    assert sum(made.ended.values()) == made.games == 60
    first = {row[0]: row[2] for row in kept["games"]}
    for number, seat in enumerate(made.seats):
        own = [row for row in kept["seats"] if row[1] == number]
        assert seat.won == sum(row[2] for row in own)
        assert seat.won_when_first == sum(row[2] for row in own if first[row[0]] == number)
        assert seat.began == 20 and seat.score.total == sum(row[4] for row in own)
    used = Counter[tuple[str, str, str]]()
    for _, block, asked, said, times in kept["used"]:
        used[block, asked, said] += times
    assert used == {(*site, said): times for site, words in made.used.items() for said, times in words.items()}
    assert sum(row[2] for row in kept["asked"]) == sum(made.asked.values()) == made.decisions.total


@pytest.mark.parametrize("spec", ["ksr", "mau-mau", "review"])
def test_cards_that_were_chosen_are_counted_by_the_lists_whose_words_they_show(spec: str) -> None:
    rules = ruleset(spec)
    made, seen = simulate(rules, "random", 20, players=3), Counter[str]()
    cards = {str(atom): atom for atom in rules.vocabulary(3) if isinstance(atom, rulespec.Card)}
    for question, words in made.used.items():
        for of, counted in made.used_by.get(question, {}).items():
            found = Counter[str]()
            for word, times in words.items():
                found[str(cards[word].attributes[of]) if word in cards else word] += times
            assert counted == found
            assert 1 < len(counted) < len(words)
            seen[of] += 1
    assert len(seen) >= 2, seen


def test_a_game_is_played_again_by_what_its_row_says(tmp_path: Path) -> None:
    rules = ruleset("kuhn")
    simulate(rules, [thrifty, thrifty], 6, file=tmp_path / "f")
    for game, seed, first, turns, *_ in in_file(tmp_path / "f")["games"]:
        agents = [thrifty((seed << 8) + seat + 1) for seat in range(2)]
        assert first == game % 2
        assert play(rules, agents, seed, first).state.turns == turns


# ---- what goes wrong


KILLED = """
import os, signal, sys
import rulespec
from rulespec.experiments.simulation import simulate

def progress(done, of):
    if done >= 30:
        os.kill(os.getpid(), signal.SIGKILL)

simulate(rulespec.load(sys.argv[1]), "random", 100, players=2, file=sys.argv[2], chunk=10, progress=progress)
"""


def test_a_run_that_is_killed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    rules, cut, whole = ruleset("mau-mau"), tmp_path / "cut", tmp_path / "whole"
    path = str(Path(__file__).parents[1] / "examples/games/mau-mau.rules")
    done = subprocess.run([sys.executable, "-c", KILLED, path, str(cut)], timeout=300, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(in_file(cut)["games"]) == 30
    seen = list[int]()
    made = simulate(rules, "random", 100, players=2, file=cut, chunk=33, progress=lambda done, of: seen.append(done))
    assert seen == [30, 63, 96, 100]
    assert made == simulate(rules, "random", 100, players=2, file=whole)
    assert in_file(cut) == in_file(whole)
    assert simulate(rules, "random", 100, players=2, file=cut) == made
    assert simulate(rules, "random", 45, players=2, file=cut) == simulate(rules, "random", 45, players=2)


def failing(seed: int, folder: str, broken: str) -> Agent:
    """Fails, or dies, in the second game that begins after a file of this name is there."""
    agent, file = random_agent(seed), Path(folder, broken)

    def answers(view: View, decision: Decision) -> Any:
        if file.exists() and view.turns > 8 and seed % 1000 < 60:
            file.unlink(missing_ok=True)
            if broken == "dies":
                os._exit(1)
            raise KeyError(broken)
        return agent(view, decision)

    return answers


def test_a_worker_that_dies_costs_nothing_that_was_done(tmp_path: Path) -> None:
    rules, maker, whole = ruleset("mau-mau"), partial(failing, folder=str(tmp_path), broken="dies"), tmp_path / "whole"
    (tmp_path / "dies").touch()
    for file, said in ((None, "the results are lost"), (tmp_path / "f", "repeat the call with another")):
        (tmp_path / "dies").touch()
        with ProcessPoolExecutor(1) as pool, pytest.raises(SimulationError, match=said):
            simulate(rules, maker, 30, executor=pool, players=2, file=file, chunk=1)
    kept = len(in_file(tmp_path / "f")["games"])
    assert 0 < kept < 30
    with ProcessPoolExecutor(1) as pool:
        made = simulate(rules, maker, 30, executor=pool, players=2, file=tmp_path / "f")
    assert made == simulate(rules, maker, 30, players=2, file=whole)
    assert in_file(tmp_path / "f") == in_file(whole)


def test_an_agent_that_fails_is_told_with_its_game(tmp_path: Path) -> None:
    maker = partial(failing, folder=str(tmp_path), broken="fails")
    (tmp_path / "fails").touch()
    with pytest.raises(KeyError, match="fails") as raised:
        simulate(ruleset("mau-mau"), maker, 30, players=2, file=tmp_path / "f", chunk=2)
    asked, told = raised.value.__notes__
    assert asked.startswith("seat ") and ", turn " in asked
    assert "of the simulation (seed" in told
    assert simulate(ruleset("mau-mau"), maker, 30, players=2, file=tmp_path / "f").games == 30


def test_the_file_of_something_else_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    rules, file = ruleset("mau-mau"), tmp_path / "f"
    simulate(rules, "random", 3, players=2, file=file)
    before, other = file.read_bytes(), tmp_path / "other"
    for call, said in (
        (partial(simulate, rules, "random", 3, 1, players=2, file=file), "seed is 0 there, 1 here"),
        (partial(simulate, rules, "random", 3, players=3, file=file), "players is 2 there, 3 here"),
        (
            partial(simulate, rules, thrifty, 3, players=2, file=file),
            "agents is .*random_agent there, .*thrifty here",
        ),
        (partial(simulate, ruleset("kuhn"), "random", 3, players=2, file=file), "rules is .* there, kuhn here"),
    ):
        with pytest.raises(SimulationError, match=f"contains another simulation .*{said}.*; name another file"):
            call()
    assert file.read_bytes() == before
    other.write_text("Dear diary, this is no database at all, but a text of some length." * 20, "utf-8")
    sqlite3.connect(tmp_path / "shop").execute("create table things (name text)").connection.close()
    for path, said in ((other, "not a simulation file"), (tmp_path / "shop", "not a simulation file")):
        with pytest.raises(SimulationError, match=said):
            simulate(rules, "random", 3, players=2, file=path)
    with pytest.raises(SimulationError, match="nowhere does not exist"):
        simulate(rules, "random", 3, players=2, file=tmp_path / "nowhere" / "f")
    with pytest.raises(SimulationError, match="another run has changed it"):
        simulate(rules, "random", 9, players=2, file=file, chunk=1, progress=lambda done, of: meddled(file, done))


def meddled(file: Path, done: int) -> None:
    """Another run takes the next game."""
    if done == 5:
        simulate(ruleset("mau-mau"), "random", 6, players=2, file=file)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"agents": "random"}, "needs the number of players"),
        ({"agents": ["random"] * 2, "players": 3}, "one item for each of 3 players, not 2"),
        ({"agents": ["random", "nobody"]}, "unknown agent 'nobody'"),
        ({"agents": ["random", 3]}, "must be a name or a function"),
        ({"agents": ["random"] * 9}, "players"),
        ({"games": -1}, "games must be an integer of at least 0"),
        ({"chunk": 0}, "chunk must be an integer of at least 1"),
        ({"seed": "a"}, "seed must be an integer"),
    ],
)
def test_what_cannot_be_simulated_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        simulate(ruleset("mau-mau"), **{"agents": ["random"] * 2, "games": 3, **given})


def test_a_simulation_of_no_games_has_nothing_to_tell(tmp_path: Path) -> None:
    made = simulate(ruleset("mau-mau"), "random", 0, players=2, file=tmp_path / "f")
    assert (made.games, made.turns.count, made.turns.mean, made.turns.deviation) == (0, 0, None, None)


def test_columns_stay_apart_however_wide_their_numbers_are() -> None:
    found = simulate(ruleset("mau-mau"), "random", 2, players=2)
    wide = 123_456_789
    lines = [*told(evolve(found, turns=Amount(1, Fraction(wide), Fraction(wide**2), wide, wide)))]
    assert f"{wide:,}.00 {wide:,} {wide:,}" in next(line for line in lines if line.startswith("turns "))
