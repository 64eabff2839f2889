"""Batches: game by game what the environment of PettingZoo plays, on each engine, with any number of threads."""

import gc
import pickle
import runpy
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import numpy as np
import psutil
import pytest
from attrs import evolve

from rulespec import IllegalAction, Ruleset, load
from rulespec.adapters.batch.layout import layout_of
from rulespec.adapters.batch.rows import BatchArrays, rows_for
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.batch import Batch
from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION
from rulespec.language.tree.limits import LISTED
from rulespec.pettingzoo import raw_env
from rulespec.rules.rulebook import EngineName
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.library import EXAMPLES, GAMES, drawn_file, ruleset
from tests.luck import LUCK

ENGINES: tuple[Literal["native", "python"], ...] = ("python",) if EXTENSION is None else ("native", "python")
KURZ = "layer kurz\nreplace at most 2 turns\n"


def played_by(rules: Ruleset, engine: Literal["native", "python"]) -> Ruleset:
    return evolve(rules, wanted=engine)


def same(batch: Batch, at: int, table: raw_env) -> None:
    """Fails unless a game stands where an environment does, as far as both tell."""
    agent = table.agent_selection
    over = any(table.terminations.values()) or any(table.truncations.values())
    assert batch.over[at] == over
    assert batch.truncated[at] == any(table.truncations.values())
    assert batch.asked[at] == (-1 if over else table.possible_agents.index(agent))
    mask = table.infos[agent]["action_mask"]
    assert (batch.mask[at] == mask).all()
    assert batch.counts[at] == mask.sum()
    assert batch.returns[at].tolist() == list(table.rewards.values())
    assert (batch.observations[at] == table.observe(agent)).all()


def beside(rules: Ruleset, players: int, count: int, steps: int, seed: int, threads: int = 1) -> Counter[str]:
    """Plays a batch and an environment for each of its games with the same actions; counts what was seen."""
    batch, dice = Batch(rules, players, count, seed, threads=threads), Random(seed)
    tables = [raw_env(rules, players) for _ in range(count)]
    for at, table in enumerate(tables):
        table.reset(seed=seed + at)
    seen: Counter[str] = Counter()
    for _ in range(steps):
        for at, table in enumerate(tables):
            same(batch, at, table)
        seat = dice.randrange(players)
        for table, row in zip(tables, batch.observe(seat), strict=True):
            assert (row == table.observe(f"player_{seat}")).all()
        actions = batch.random_actions()
        assert all(mask[action] or over for mask, action, over in zip(batch.mask, actions, batch.over, strict=True))
        batch.step(actions)
        for table, action in zip(tables, actions.tolist(), strict=True):
            if table._asked is None:
                table.reset()
                seen["begun anew"] += 1
            else:
                table.step(action)
                seen["actions"] += 1
                seen["compound"] += bool(table._so_far)
            seen["ended"] += table._asked is None
            seen["truncated"] += any(table.truncations.values())
    return seen


# ---- equal to the environment


ARRAYS = ("asked", "mask", "counts", "observations", "over", "truncated", "returns")
KEPT = ("kuhn", "gin-rummy", "ksr", "scissors", "mau-mau")  # bets, large choices, at the same time, draws


@pytest.mark.parametrize("other", ENGINES)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", some(KEPT, 2))
def test_a_pickled_batch_goes_on_as_it_would_have_gone_on(name: str, engine: EngineName, other: EngineName) -> None:
    """Wherever its games are: amid answers, at their ends; with the same chance and the same random actions."""
    rules, seen = ruleset(name), Counter[str]()
    batch = Batch(played_by(rules, engine), rules.players[-1], 6, seed=5, threads=2, copy=engine == "python")
    for moment in range(tried(40, 12)):
        restore, (_, *others) = batch.__reduce__()
        again = restore(played_by(rules, other), *pickle.loads(pickle.dumps(others)))
        assert again.copy == batch.copy and again.threads == batch.threads
        for step in range(20):
            for array_name in ARRAYS:
                assert (getattr(batch, array_name) == getattr(again, array_name)).all(), (moment, step, array_name)
            seen["over"] += int(batch.over.sum())
            actions = batch.random_actions()
            assert (actions == again.random_actions()).all()
            batch.step(actions)
            again.step(actions)
        assert (batch.observe(0) == again.observe(0)).all()
        seen["moments"] += 1
    batch.play_out()
    over = pickle.loads(pickle.dumps(batch))
    assert over.over.all() and (over.returns == batch.returns).all()
    batch.reset()
    over.reset()
    assert (batch.observations == over.observations).all()
    assert seen["over"] > 5 and seen["moments"] >= 12


@pytest.mark.native
def test_a_game_that_cannot_be_restored_is_refused_and_the_batch_begins_anew() -> None:
    rules = ruleset("kuhn")
    batch = Batch(rules, 2, 2, seed=5)
    snapshot, so_far, chance, picks = batch._games.kept(0)
    good = (snapshot.position, snapshot.dirty, snapshot.turns, so_far, chance, picks)
    for at, wrong in ((4, chance[:-1]), (4, chance[:-4] + b"\x01\0\0\0"), (3, (99,)), (0, snapshot.position[:-1])):
        with pytest.raises((TypeError, ValueError, RuntimeError)):
            batch._games.restore(0, *(wrong if each == at else value for each, value in enumerate(good)))  # type: ignore[arg-type]
        batch.reset(5)
        assert batch.counts.all()
    batch._games.restore(0, *good)


@pytest.mark.parametrize("engine", ENGINES)
def test_each_game_of_a_shipped_ruleset_is_what_the_environment_plays(engine: Literal["native", "python"]) -> None:
    seen: Counter[str] = Counter()
    least = {"actions": tried(10_000, 250), "compound": tried(500, 10), "begun anew": tried(500, 5)}
    games = Random(ENGINES.index(engine)).sample([*GAMES], len(GAMES))
    for number in draws_until(3, len(GAMES), lambda: short_of(seen, least)):
        spec = games[number % len(games)]
        rules = played_by(ruleset(spec), engine)
        for players in rules.players if DEEP else [Random(number).choice(rules.players)]:
            seen.update(beside(rules, players, 3, tried(400, 40), seed=Random(f"{spec}{number}").randrange(2**40)))


@pytest.mark.parametrize("engine", ENGINES)
def test_each_game_of_drawn_rules_is_what_the_environment_plays(engine: Literal["native", "python"]) -> None:
    seen: Counter[str] = Counter()
    least = {"actions": tried(50_000, 250), "compound": tried(500, 3), "begun anew": tried(500, 5)}
    for number in draws_until(6, 1000, lambda: short_of(seen, least)):
        drawn = drawn_file(number, 1 if number % 5 == 4 else LISTED)
        rules = played_by(drawn.rules, engine)
        seen.update(beside(rules, Random(number).choice(rules.players), 2, tried(60, 20), number, 1 + number % 3))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_has_changed_among_more_places_than_a_word_has_bits_is_seen(
    engine: Literal["native", "python"], tmp_path: Path
) -> None:
    (tmp_path / "many.rules").write_text(
        """ruleset many
players 2 to 4
at most 60 turns
word suit: a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t
cards all in pile
    4 of each suit
zone pile, shuffled
zone hand of player, seen by owner
zone row of player by suit, in a row, seen by all
counter points of player
set-up
    players
        draw 5 from pile to own hand
turn
    choose card from own hand
    move card to own row by suit of card
    draw 1 from pile to own hand
    add 1 to own points
game ends out after turn: own hand is empty
winners: players, with most own points
""",
        "utf-8",
    )
    rules = load(tmp_path / "many.rules", engine=engine)
    assert len(rules.game(4).material.places) > 64
    assert beside(rules, 4, 3, 130, 3)["begun anew"] > 3


# ---- seeds, threads, engines


def course(batch: Batch, steps: int) -> Iterator[list[Any]]:
    """All that a batch tells at each step of random games."""
    for _ in range(steps):
        rows = (batch.asked, batch.counts, batch.mask, batch.observations, batch.returns, batch.over, batch.truncated)
        yield [row.copy() for row in rows]
        batch.step(batch.random_actions())


def alike(courses: list[Iterator[list[Any]]]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for one, *others in zip(*courses, strict=True):
        for other in others:
            assert all((mine == yours).all() for mine, yours in zip(one, other, strict=True))
        seen["ended"] += int(one[5].sum())
        seen["asked"] += int((~one[5]).sum())
    return seen


@pytest.mark.native
@pytest.mark.parametrize("name", ["ksr", "whist", "goofspiel"])
def test_any_number_of_threads_and_either_engine_play_the_same_games(name: str) -> None:
    rules = ruleset(name)
    players = rules.players[-1]
    batches = [Batch(rules, players, 13, 7, threads=threads) for threads in (1, 2, 3, 50)]
    batches += [Batch(played_by(rules, "python"), players, 13, 7, threads=2)]
    seen = alike([course(batch, tried(400, 60)) for batch in batches])
    assert seen["asked"] > 500
    for batch in batches:
        batch.reset(7)
        batch.play_out()
    assert all(batch.over.all() for batch in batches)
    assert all((batch.returns == batches[0].returns).all() for batch in batches)
    assert all((batch.observe(1) == batches[0].observe(1)).all() for batch in batches)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_that_is_reset_with_its_seed_plays_the_same_again(engine: Literal["native", "python"]) -> None:
    batch = Batch(played_by(ruleset("leduc"), engine), 2, 8, 2**40)
    first = [[row.copy() for row in rows] for rows in course(batch, 40)]
    batch.reset(2**40)
    assert alike([iter(first), course(batch, 40)])["ended"] > 10
    batch.reset()
    other = [[row.copy() for row in rows] for rows in course(batch, 40)]
    assert any((mine[3] != yours[3]).any() for mine, yours in zip(first, other, strict=True))


@pytest.mark.parametrize("engine", ENGINES)
def test_playing_out_is_taking_random_actions_to_the_end(engine: Literal["native", "python"]) -> None:
    rules = played_by(ruleset("ksr"), engine)
    one, other = Batch(rules, 3, 6, 3), Batch(rules, 3, 6, 3)
    ends = np.zeros_like(one.returns)
    open_ = np.ones(6, bool)
    steps = 0
    while open_.any():
        other.step(other.random_actions())
        now = open_ & other.over
        ends[now] = other.returns[now]
        open_ &= ~other.over
        steps += 1
    one.play_out()
    assert (one.returns == ends).all()
    assert one.returns.sum() == 6
    assert steps > 50
    one.step(np.zeros(6, int))
    assert not one.over.any() and not one.returns.any()


def test_random_actions_are_legal_and_each_is_about_as_likely() -> None:
    batch = Batch(ruleset("ksr"), 3, 3000, 1)
    shares = np.zeros(6)
    for _ in range(3):
        legal = [np.flatnonzero(mask) for mask in batch.mask]
        places = [list(each).index(action) for each, action in zip(legal, batch.random_actions(), strict=True)]
        shares += np.bincount(places, minlength=6)
    assert (batch.counts == 6).all()
    assert (abs(shares / shares.sum() - 1 / 6) < 0.02).all()


# ---- the arrays


def arrays_of(batch: Batch) -> list[Any]:
    return [batch.asked, batch.counts, batch.mask, batch.observations, batch.returns, batch.over, batch.truncated]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_next_step_overwrites_the_arrays_and_nobody_else_can(engine: Literal["native", "python"]) -> None:
    batch = Batch(played_by(ruleset("ksr"), engine), 3, 5, 1)
    first, before = arrays_of(batch), batch.observations.copy()
    batch.step(batch.random_actions())
    assert all(one is other for one, other in zip(first, arrays_of(batch), strict=True))
    assert (batch.observations != before).any(axis=1).all()
    for row in first:
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 0
    assert batch.observe(0).flags.writeable


@pytest.mark.parametrize("engine", ENGINES)
def test_copies_stay_as_they_are_and_whoever_writes_to_them_changes_no_game(
    engine: Literal["native", "python"],
) -> None:
    rules = played_by(ruleset("ksr"), engine)
    plain, copying = Batch(rules, 3, 5, 1), Batch(rules, 3, 5, 1, copy=True)
    kept = []
    for number in range(tried(300, 60)):
        if number % 2:
            for row in arrays_of(copying):
                row[:] = 1
        else:
            kept.append(([row.copy() for row in arrays_of(plain)], arrays_of(copying)))
        actions = plain.random_actions()
        assert (copying.random_actions() == actions).all()
        plain.step(actions)
        copying.step(actions)
    assert all((mine == yours).all() for rows in kept for mine, yours in zip(*rows, strict=True))
    assert len({id(rows[3]) for _, rows in kept}) == len(kept) >= 30
    plain.play_out()
    copying.play_out()
    assert all((mine == yours).all() for mine, yours in zip(arrays_of(plain), arrays_of(copying), strict=True))


# ---- what is refused


@pytest.mark.parametrize("engine", ENGINES)
def test_an_illegal_action_names_the_game_and_what_is_legal_and_changes_nothing(
    engine: Literal["native", "python"],
) -> None:
    batch = Batch(played_by(ruleset("kuhn"), engine), 2, 4, 1)
    before = next(course(batch, 1))
    bet, no = (batch.encoding.actions.index(name) for name in ("bet", "(decline)"))
    for wrong in (no, -1, 10**9):
        with pytest.raises(
            IllegalAction, match=rf"game 2: illegal action {wrong}, legal are 3 \(pass\), 4 \(bet\): .*choose act"
        ):
            batch.step([bet, bet, wrong, bet])
        now = (batch.asked, batch.counts, batch.mask, batch.observations, batch.returns, batch.over, batch.truncated)
        assert all((mine == yours).all() for mine, yours in zip(before, now, strict=True))
    batch.step([bet] * 4)
    batch.step([bet] * 4)
    assert batch.over.all()
    assert sorted(batch.returns[0]) == [-2, 2]
    batch.step([no, -1, 10**9, 0])
    assert not batch.over.any()


def test_what_is_no_batch_is_refused_with_a_reason() -> None:
    rules = ruleset("kuhn")
    with pytest.raises(ValueError, match="2 players"):
        Batch(rules, 3, 4, 1)
    with pytest.raises(ValueError, match="count must be from 1"):
        Batch(rules, 2, 0, 1)
    with pytest.raises(ValueError, match="seed must be from 0"):
        Batch(rules, 2, 4, -1)
    with pytest.raises(TypeError, match="seed must be an integer"):
        Batch(rules, 2, 4, 0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be from 1"):
        Batch(rules, 2, 4, 1, threads=0)
    with pytest.raises(TypeError, match="must be a Ruleset"):
        Batch("kuhn", 2, 4, 1)  # type: ignore[arg-type]
    batch = Batch(rules, 2, 4, 1)
    for actions in ([3, 3, 3], [3.0] * 4, [[3] * 4], "pass"):
        with pytest.raises(ValueError, match="actions must be 4 integers, one for each game, not dtype"):
            batch.step(actions)
    with pytest.raises(ValueError, match="seats must be from 0 to 1"):
        batch.observe(2)


@pytest.mark.native
def test_damaged_layouts_are_refused_or_harmless() -> None:
    seen: Counter[str] = Counter()
    for name in ("ksr", "fishing", "leduc"):
        encoding = Encoding(ruleset(name).game(ruleset(name).players[0]))
        game, observations = encoding.game, Observations(encoding)
        sound = array("q", layout_of(encoding, observations))
        for number in range(tried(1000, 40)):
            dice, words = Random(number), sound[:]
            for _ in range(dice.choice((1, 1, 2, 5))):
                at = dice.randrange(len(words))
                words[at] = dice.choice((-1, 0, words[at] + 1, words[at] - 1, dice.randrange(-(2**62), 2**62)))
            words = words[: dice.choice((len(words), len(words), dice.randrange(len(words))))]
            rows = rows_for(5, game.players, len(encoding.actions), observations.size)
            seen[_outcome(game, words.tobytes(), rows)] += 1
    assert seen.keys() <= {"refused", "played", "stopped"}
    assert seen["refused"] > 50 and seen["played"] > 10


def _outcome(game: Game, layout: bytes, rows: BatchArrays) -> str:
    """What comes of games with a layout."""
    actions = np.zeros(5, np.int64)
    try:
        games = game.engine.games(*game.opening(0), layout, rows.arrays, 5, 2)
    except ValueError:
        return "refused"
    if games is None:
        return "one after another"
    try:
        games.reset(1)
        for _ in range(30):
            games.step(actions)
            games.pick(actions)
    except RuntimeError:
        return "stopped"
    games.observe(actions % game.players, rows.observations)
    return "played"


# ---- ends of other sorts


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_at_its_limit_of_turns_is_truncated_and_nobody_gets_anything(
    engine: Literal["native", "python"], tmp_path: Path
) -> None:
    (tmp_path / "kurz.rules").write_text(KURZ, "utf-8")
    rules = played_by(ruleset(f"ksr+{tmp_path / 'kurz.rules'}"), engine)
    assert beside(rules, 3, 3, 20, 1)["truncated"] >= 3
    batch = Batch(rules, 3, 5, 1)
    batch.play_out()
    assert batch.over.all() and batch.truncated.all() and not batch.returns.any() and not batch.mask.any()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_in_which_nobody_is_ever_asked_is_over_at_each_step(
    engine: Literal["native", "python"], tmp_path: Path
) -> None:
    (tmp_path / "luck.rules").write_text(LUCK, "utf-8")
    batch = Batch(load(tmp_path / "luck.rules", engine=engine), 2, 50, 1)
    won = np.zeros(2)
    for _ in range(4):
        assert batch.over.all() and (batch.asked == -1).all() and not batch.counts.any()
        won += batch.returns.sum(axis=0)
        batch.step(batch.random_actions())
    assert won.sum() == 200 and won.min() > 60


@pytest.mark.parametrize("engine", ENGINES)
def test_two_numbers_of_a_list_are_chosen_one_after_the_other(
    engine: Literal["native", "python"], tmp_path: Path
) -> None:
    (tmp_path / "guess.rules").write_text(
        """ruleset guess
players 2
at most 4 turns
numbers pips: 3 to 6
cards all in pile
    1 of each pips
zone pile, shuffled
zone hand of player, seen by owner
counter hits of player
turn
    choose mine and yours from pips
    draw 1 from pile to own hand
    if total pips in own hand is mine: add 1 to own hits
game ends enough after turn: hand of own left is not empty
winners: players, with most own hits
""",
        "utf-8",
    )
    rules = load(tmp_path / "guess.rules", engine=engine)
    batch = Batch(rules, 2, 4, 1)
    assert [batch.encoding.actions[each] for each in np.flatnonzero(batch.mask[0])] == ["3", "4", "5"]
    assert beside(rules, 2, 4, 30, 1)["compound"] > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_stand_on_counters_and_cards_are_actions_as_far_as_they_can_go(
    engine: Literal["native", "python"], tmp_path: Path
) -> None:
    (tmp_path / "echo.rules").write_text(
        """ruleset echo
players 2
at most 30 turns
numbers pips: 7 to 9
cards all in pile
    2 of each pips
zone pile, shuffled, seen by all
counter points of player, never below 0, never above 4
value lower: points of (players, with lowest own points)
turn
    choose n from points of players
    choose m from lower
    choose p from pips of pile
    add 2 to own points
    take 1 from points of own left
game ends high after turn: some player where own points is 4
winners: players, with most own points
""",
        "utf-8",
    )
    rules = load(tmp_path / "echo.rules", engine=engine)
    assert rules.vocabulary(2)[6:] == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert beside(rules, 2, 2, 60, 1)["begun anew"] > 0


# ---- the example


def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    learned = runpy.run_path(str(EXAMPLES / "train_policy.py"))["learned"]
    curve = learned(300, 3)
    assert len(curve) == len(capsys.readouterr().out.splitlines()) == 3
    assert curve[0] < 0.25 < curve[-1]


def thread_ids() -> set[int]:
    return {each.id for each in psutil.Process().threads()}


@pytest.mark.native
def test_the_threads_of_a_batch_end_with_it() -> None:
    there = thread_ids()
    batch = Batch(ruleset("kuhn"), 2, 4, 1, threads=4)
    mine = thread_ids() - there
    assert len(mine) == 4 - 1
    batch.step(batch.random_actions())
    assert mine <= thread_ids()
    del batch
    gc.collect()
    for _ in range(10_000):
        if not mine & thread_ids():
            return
        time.sleep(0.001)
    pytest.fail("a thread goes on without its batch")
