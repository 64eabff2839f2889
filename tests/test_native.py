"""Two engines in step: the machine in C and the interpreter play any rule file alike, state by state."""

from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import rulespec
from rulespec.agents.play import play, playout, random_players
from rulespec.engine.events.kinds import BEGIN, CHOOSE, KINDS, PICK, numbered
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION, NativeEngine
from rulespec.engine.pending import Decision
from rulespec.engine.python.engine import Engine
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.snapshot import Snapshot, Trace
from rulespec.engine.python.watched import SETTLED, TOLD, WAITS, Note
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.scenarios import specs
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import LISTED
from rulespec.plan.nodes import instructions as i
from tests.damaged import Sound, sound_plans
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.library import GAMES, HOUSE_RULES, READINGS, ROOT, drawn_file, ruleset

pytestmark = pytest.mark.native

STANDING = "position", "where", "log", "turns", "dirty", "spent"  # of a snapshot

BAD = ROOT / "tests" / "rules" / "bad"
CROWD = """value crowd by suit: players for red, other players for blue
after turn crowded
    if number of crowd of suit of last of table is 3: set points of active to 1
always counted after turn: cards in earlier table is at least 0
value near: table,
    where cards in (hand of players, where cards in (pile, where it is red) is more than 0) is more than 0
after turn nearing
    if near is not empty and (near is empty or cards in near is less than 2): add 1 to points of active
"""

FAR = """ruleset far-{number} "Numbers far apart"
players 2
at most 20 turns
numbers worth: {number}, 100000000
cards deck in pile
    1 of each worth
zone pile, shuffled
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 1 from pile to own hand
turn
    choose card from own hand
    add worth of card to own points
game ends over: some player where own points is at least 200000000
winners: players, with most own points
"""

LAYERED = [
    spec
    for folder in (HOUSE_RULES, READINGS)
    for path in sorted(folder.glob("*.rules"))
    for spec in specs(path, str(path)).values()
]

# ---- in step


def same(one: Snapshot, other: Snapshot, since: tuple[Any, Any]) -> tuple[list[RawEvent], bool]:
    """Fails unless two snapshots are one; what has happened since two others, and whether the game goes on."""
    assert one.position == other.position
    assert (one.where, one.turns, one.pc, one.own) == (other.where, other.turns, other.pc, other.own)
    assert one.spent == other.spent
    new = events(one.log, since[0])
    assert new == events(other.log, since[1])
    assert one.raws == other.raws
    assert one.options == other.options
    if not one.raws:
        assert one.outcome() == other.outcome()
    return new, bool(one.raws)


def in_step(game: Game, random: Random, most: int) -> Counter[str]:
    """Plays a game by both engines, with the same answers; counts the kinds of events, and where chance decided."""
    python = Interpreter(game.program)
    native = NativeEngine(game.program)
    seen: Counter[str] = Counter()
    first = random.randrange(game.players)
    one, other = native.begin(*game.opening(first)), python.begin(*game.opening(first))
    since: tuple[Any, Any] = (None, None)
    for _ in range(most):
        new, goes_on = same(one, other, since)
        seen.update(numbered(event[0]).__name__ for event in new)
        seen["states"] += 1
        if not goes_on:
            seen["ends"] += 1
            break
        since = one.log, other.log
        at, chance = random.randrange(len(one.raws)), random.choice((None, random.getrandbits(32)))
        draws = (None, None) if chance is None else (Random(chance).random, Random(chance).random)
        if random.random() < 0.1:  # a state that the other engine came to, thawed
            standing = native.stand(*(getattr(other, each) for each in STANDING))
            one, since = standing, (other.log, other.log)
            same(one, other, since)
        taken = one.take(one.options[at], draws[0]) if random.random() < 0.5 else one.next(one.raws[at], draws[0])
        assert taken is not None
        one, other = taken, other.next(other.raws[at], draws[1])
        seen["drawn" if chance else "waited"] += 1
    return seen


@pytest.mark.parametrize("spec", some([*GAMES, *LAYERED], 24))
def test_every_ruleset_is_played_alike(spec: str) -> None:
    rules, seen = ruleset(spec), Counter[str]()
    for players in rules.players if DEEP else [Random(spec).choice(rules.players)]:
        for seed in range(tried(10, 1)):
            seen += in_step(rules.game(players), Random(f"{spec} {players} {seed}"), 1000)
    assert seen["states"] > 3
    assert seen["ends"]


@pytest.mark.parametrize("spec", some([*GAMES], 6))
def test_a_playout_is_the_game_that_random_players_play(spec: str) -> None:
    rules = ruleset(spec)
    for players in rules.players if DEEP else [Random(spec).choice(rules.players)]:
        one, other = play(rules, random_players(players, 3), 3), playout(rules, players, 3)
        assert one.state == other.state
        assert one.seed == other.seed
        game, python = rules.game(players), Interpreter(rules.game(players).program)
        ends, traces = [], list[Trace]()
        for engine in (game.engine, python):
            dice = Random(players).random  # for the draws of the beginning, too, at the first of which it waits
            traces.append(([], [], []))
            ends.append(engine.begin(*game.opening(0)).playout((dice,) * players, dice, traces[-1]))
        assert ends[0].position == ends[1].position
        told = events(ends[0].log)
        assert told == events(ends[1].log)
        assert traces[0] == traces[1]
        assert len(traces[0][0]) == sum(event[0] in (CHOOSE, PICK) for event in told) > 0
        assert bool(traces[0][1]) == (rules.score is not None)
        for end in ends:
            assert end.scores() == (traces[0][1][-1][1] if traces[0][1] else None)
            assert end.happened(1 << CHOOSE | 1 << BEGIN) == [event for event in told if event[0] in (CHOOSE, BEGIN)]


@pytest.mark.parametrize("spec", ["ksr+wertung", "cribbage", "hearts", "memory"])
def test_games_views_and_samples_need_no_operations_of_the_python_engine(spec: str) -> None:
    rules = rulespec.Ruleset(ruleset(spec).resolved)  # of which no test has played a game
    random, decisions = Random(spec), 0
    state = rules.begin(rules.players[0], 0, random.random)
    while isinstance(decision := state.pending, Decision) and decisions < 40:
        view = state.view(decision.player)
        assert view.decision == decision and str(decision) and view.sample(random).view(decision.player) == view
        state = state.advance(random.choice(decision.options), random.random)
        decisions += 1
    assert decisions == 40 and "executor" not in vars(state.game.program)


def test_every_node_that_the_native_machine_knows_is_in_a_plan_that_is_played_here(tmp_path: Path) -> None:
    path = tmp_path / "crowd.rules"  # a table of sets, an earlier and a remembered set: no other file has those
    path.write_text((BAD / "base.rules").read_text("utf-8") + CROWD, "utf-8")
    crowd = rulespec.load(path).game(3)
    assert sum((in_step(crowd, Random(seed), 100) for seed in range(5)), Counter())["ends"] == 5
    missing = {number: name for name, number in EXTENSION.NODES.items()}
    for sound in chain([Sound(crowd)], sound_plans(list(GAMES), 100)):
        for at in sound.starts:
            missing.pop(sound.words[at], None)
        if not missing:
            break
    assert list(missing.values()) == []


def test_a_number_is_never_taken_for_the_beginning_of_a_node(tmp_path: Path) -> None:
    for number in some([*EXTENSION.NODES.values()], 30):
        path = tmp_path / f"far-{number}.rules"
        path.write_text(FAR.format(number=number), "utf-8")
        assert in_step(rulespec.load(path).game(2), Random(number), 100)["ends"] == 1


def test_drawn_rules_are_played_alike() -> None:
    seen = Counter[str]()
    every = [each.__name__ for each in (*get_args(i.Instruction), *KINDS)]
    least = dict.fromkeys(every, 1) | {"states": tried(20_000, 300), "ends": tried(1000, 15)}
    for seldom in [] if DEEP else [ruleset("market"), ruleset(str(ROOT / "tests" / "rules" / "gipfel.rules"))]:
        game = seldom.game(2)  # for speed, they have what few drawn ones have
        seen.update(type(each).__name__ for each in game.plan.code)
        seen.update(in_step(game, Random(1), 150))
    for seed in draws_until(15, 2000, lambda: short_of(seen, least)):
        drawn = drawn_file(seed, 1 if seed % 5 == 4 else LISTED)
        game = drawn.rules.game(Random(seed).choice(drawn.rules.players))
        seen.update(type(each).__name__ for each in game.plan.code)
        seen.update(in_step(game, Random(seed), 150))


# ---- watched


def watched(engine: Engine, game: Game) -> tuple[Engine, list[Any], list[Note]]:
    """An engine whose games are looked at before every third instruction and after all of them, and noted."""
    looks: list[Any] = []
    notes: list[Note] = []

    def look(when: str) -> Any:
        def looking(pc: int, now: Snapshot) -> None:
            looks.append((when, pc, now.position, now.where, now.variables, now.turns, events(now.log), now.raws))

        return looking

    places = range(len(game.plan.code))
    return engine.before(places[::3], look("before")).noting(notes).after(places, look("after")), looks, notes


def test_both_engines_show_and_note_the_same_to_who_watches() -> None:
    seen: Counter[str] = Counter()
    least = {"looks": tried(20_000, 500)} | {f"did {did}": 1 for did in (0, TOLD, WAITS, SETTLED)}
    for seed in draws_until(5, 300, lambda: short_of(seen, least)):
        rules = drawn_file(seed).rules
        game = rules.game(rules.players[0])
        random, python = Random(seed), Interpreter(game.program)
        native = NativeEngine(game.program)
        (one, looks, notes), (other, others, other_notes) = watched(native, game), watched(python, game)
        here, there = one.begin(*game.opening(0)), other.begin(*game.opening(0))
        for number in range(25):
            assert looks == others
            assert notes == other_notes
            seen.update(["looks"] * len(looks) + ["notes"] * len(notes) + [f"did {did}" for _, _, did in notes])
            for each in (looks, others, notes, other_notes):
                each.clear()
            if not here.raws:
                break
            at, chance = random.randrange(len(here.raws)), random.random() < 0.5
            if number % 5 == 4:  # one that was watched otherwise, and one of the other engine
                here, there = one.adopt(native.adopt(here)), other.adopt(here)
            draws = (Random(at).random, Random(at).random) if chance else (None, None)
            here, there = here.next(here.raws[at], draws[0]), there.next(there.raws[at], draws[1])


def test_laws_break_alike_with_both_engines() -> None:
    seen = Counter[str]()
    least = dict.fromkeys(get_args(d.Moment), 1) | {"broken": tried(600, 10), "compared with earlier": 1}
    least["asked for more than the table"] = 3
    for seed in draws_until(6, 600, lambda: short_of(seen, least)):
        rules = drawn_file(seed).rules
        plain = rules.game(rules.players[0])
        python, plain = plain.played_by(Interpreter(plain.program)), plain.played_by(NativeEngine(plain.program))
        one, other, random = LawWatch(plain), LawWatch(python), Random(seed)
        draws = [Random(seed).random, Random(seed).random] if seed % 2 else [None, None]
        (here, mine), (there, yours) = one.begin(0, draws[0]), other.begin(0, draws[1])
        for number in range(40):
            assert (mine and (mine.key, mine.case)) == (yours and (yours.key, yours.case))
            assert one.looked == other.looked
            assert here == there
            assert one.holds(here) == other.holds(there)
            seen["broken"] += mine is not None
            if not here.raws:
                break
            if number % 7 == 6:  # a state that came about elsewhere: what laws remember is found out anew
                one, other = LawWatch(plain), LawWatch(python)
            option = random.choice(here.pending.options)  # type: ignore[union-attr]
            (here, mine), (there, yours) = one.apply(here, option, draws[0]), other.apply(there, option, draws[1])
        for key, law in zip(plain.plan.named_laws, plain.plan.laws, strict=True):
            seen[law.moment] += one.looked[key]
            seen["compared with earlier"] += law.compares and one.looked[key] > 0
            seen["asked for more than the table"] += bool(law.asks) and one.looked[key] > 0
