"""What is heard and listed is the same whichever engine plays, and one value tells apart what somebody heard."""

import re
import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from random import Random
from typing import Any

import pytest

from rulespec.engine.events.heard import heard_all
from rulespec.engine.events.log import events, log_of
from rulespec.engine.game import Game
from rulespec.engine.native.engine import NativeEngine
from rulespec.engine.pending import Over
from rulespec.engine.python.engine import Engine
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.rawstate import RawState
from rulespec.experiments.testing.files import loaded
from rulespec.game.api import SPECTATOR, State
from rulespec.knowledge import steps as knowledge_steps
from rulespec.knowledge import worlds as knowledge_worlds
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.steps import Steps
from rulespec.knowledge.worlds import Worlds
from rulespec.language.errors import WorldsError
from tests.effort import draws_until, short_of, some, tried
from tests.library import GAMES, drawn_file

pytestmark = pytest.mark.native

NAMES = some(list(GAMES), 9, start=1)


def native(game: Game) -> Engine:
    return NativeEngine(game.program)


def hearers(game: Game, engine: Engine) -> dict[int, Any]:
    return {viewer: engine.hearer(game.hearing(viewer)) for viewer in range(SPECTATOR, game.players)}


class Classes:
    """States of games by what each hearer has heard: by all of it, and by its key."""

    def __init__(self) -> None:
        self.keys: dict[tuple[int, Hashable], Hashable] = {}
        self.heard: dict[tuple[int, Hashable], Hashable] = {}
        self.states = 0

    def add(self, game: Game, snapshot: Snapshot, by: dict[int, Any]) -> None:
        """Fails if two states have one key and not the same was heard, or the other way round."""
        self.states += 1
        for viewer, hearer in by.items():
            heard, key = game.hearing(viewer).log(snapshot.log), hearer.key(snapshot)
            assert self.keys.setdefault((viewer, heard), key) == key
            assert self.heard.setdefault((viewer, key), heard) == heard
            told, read = hearer.heard(snapshot), heard_all(heard)
            assert (len(told), hash(told), told == read, tuple(told)) == (len(heard), hash(read), True, heard)


def tree(snapshot: Snapshot, most: int) -> Iterator[Snapshot]:
    """Everything that can come of a game, or so many states of that."""
    open_ = [snapshot]
    while open_ and most:
        snapshot, most = open_.pop(), most - 1
        yield snapshot
        open_ += [snapshot.next(raw) for raw in snapshot.raws]


# ---- keys


@pytest.mark.parametrize(("name", "states", "classes"), some([("kuhn", 58, 104), ("leduc", 9457, 7256)], 1))
def test_on_a_whole_tree_keys_are_equal_where_the_same_was_heard(name: str, states: int, classes: int) -> None:
    game, found = GAMES[name].game(2), Classes()
    engine = native(game)
    by = hearers(game, engine)
    for snapshot in tree(engine.begin(*game.opening(0)), -1):
        found.add(game, snapshot, by)
    assert (found.states, len(found.keys)) == (states, classes)


def test_in_drawn_games_keys_are_equal_where_the_same_was_heard() -> None:
    seen = Counter[str]()
    least = {"states": tried(100_000, 300), "merged": tried(10_000, 30)}
    for seed in draws_until(4, 2000, lambda: short_of(seen, least)):
        rules = drawn_file(seed).rules
        game, found = rules.game(rules.players[0]), Classes()
        engine = native(game)
        by = hearers(game, engine)
        for snapshot in tree(engine.begin(*game.opening(0)), 150):
            found.add(game, snapshot, by)
        seen["states"] += found.states
        seen["merged"] += found.states * len(by) - len(found.keys)


@pytest.mark.parametrize("name", NAMES)
def test_along_whole_games_keys_are_equal_where_the_same_was_heard(name: str) -> None:
    rules, random, found = GAMES[name], Random(name), Classes()
    game = rules.game(random.choice(rules.players))
    engine = native(game)
    by = hearers(game, engine)
    for _ in range(3):
        snapshot = engine.begin(*game.opening(random.randrange(game.players)))
        way = [snapshot]
        for _ in range(tried(300, 60)):
            if not snapshot.raws:
                break
            snapshot = snapshot.next(random.choice(snapshot.raws))
            way.append(snapshot)
        for each in random.sample(way, len(way)):  # the last may come first, and what was before it after it
            found.add(game, each, by)
        kept = engine.stand(snapshot.position, snapshot.where, log_of(events(snapshot.log)), snapshot.turns, 0)
        found.add(game, kept, by)  # as one that comes from elsewhere
    assert found.states > 8 and len(found.keys) > 8


# ---- games that are played on for somebody's sake


def sampled(state: RawState, seat: int, seeds: range, *, same_past: bool) -> Iterator[RawState | WorldsError]:
    """What is sampled with each seed."""
    worlds = Worlds(Perspective(state, seat))
    for seed in seeds:
        try:
            yield worlds.sample(Random(seed), same_past=same_past)
        except WorldsError as error:
            yield error


def later(game: Game, random: Random, answers: int) -> RawState:
    """A state of a random game, so many answers later if it lasts as long."""
    state = RawState.begin(game, random.randrange(game.players))
    for _ in range(answers):
        if not state.raws:
            break
        state = state.next(random.choice(state.raws))
    return state


def twin(state: RawState) -> RawState:
    """The same state in a game that the interpreter plays."""
    game = state.game.played_by(Interpreter(state.game.program))
    return RawState.standing(game, state.position, state.where, state.raw_log, state.turns, state.dirty)


def test_samples_of_each_engine_agree_with_the_view() -> None:
    found = Counter[str]()
    drawn = (drawn_file(seed).rules for seed in draws_until(4, 500, lambda: short_of(found, {"python": tried(60, 30)})))
    for rules in chain(map(GAMES.__getitem__, NAMES), drawn):
        random = Random(rules.name)
        state = later(rules.game(random.choice(rules.players)), random, random.randrange(80))
        seat, same_past = random.randrange(state.game.players), random.random() < 0.3
        for each in (state, twin(state)):
            for world in sampled(each, seat, range(2), same_past=same_past):
                assert isinstance(world, RawState), f"{rules.name}: {world}"
                assert State.of(world).view(seat) == State.of(state).view(seat)
                found[each.game.engine.name] += 1


@pytest.mark.parametrize(("name", "answers"), [("mau-mau", 45), ("fishing", 40), ("whispers", 20), ("ksr", 330)])
def test_samples_that_are_hard_to_find_are_found_by_both_engines(name: str, answers: int) -> None:
    game, seen = GAMES[name].game(max(GAMES[name].players)), set[object]()
    for seed in range(tried(20, 1)):
        state = later(game, Random(f"hard {seed}"), answers)
        for seat in range(game.players):
            for each in (state, twin(state)):
                for world in sampled(each, seat, range(tried(3, 1)), same_past=False):
                    assert isinstance(world, RawState), str(world)
                    assert State.of(world).view(seat) == State.of(state).view(seat)
                    seen.add(world.position)
    assert len(seen) > game.players


def test_a_seed_leads_to_one_world_on_each_engine() -> None:
    state = later(GAMES["mau-mau"].game(3), Random(1), 40)
    for each in (state, twin(state)):
        one, other = ([*sampled(each, 0, range(4), same_past=False)] for _ in range(2))
        told = [
            [(world.position, events(world.raw_log)) for world in found if isinstance(world, RawState)]
            for found in (one, other)
        ]
        assert told[0] == told[1] and len(told[0]) == 4


def test_an_error_names_the_event_that_no_world_agrees_with(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("TRIED", "LISTED"):
        monkeypatch.setattr(knowledge_worlds, bound, 0)
    monkeypatch.setattr(knowledge_steps, "EFFORT", 60)
    state, told = later(GAMES["fishing"].game(3), Random(2), 60), list[str]()
    for each in (state, twin(state)):
        heard = [str(event) for event in State.of(each).view(0).log]
        for error in sampled(each, 0, range(2), same_past=False):
            found = re.fullmatch(
                r"no possible world found in 60 steps: none matches '(.*)' \(event (\d+) of (\d+)\)",
                str(error),
            )
            assert found is not None, str(error)
            assert (heard[int(found[2]) - 1], len(heard)) == (found[1], int(found[3]))
            told.append(found[1])
    assert len(told) == 4


def test_worlds_are_listed_alike_by_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    found, efforts = Counter[str](), (tried(knowledge_steps.EFFORT, 2_000), 50, 500)
    for name in NAMES:
        rules, random = GAMES[name], Random(f"worlds {name}")
        for effort in efforts * tried(10, 1):
            monkeypatch.setattr(knowledge_steps, "EFFORT", effort)
            state = rules.new_game(random.choice(rules.players))
            for _ in range(random.randrange(4, 60)):
                if isinstance(state.pending, Over):
                    break
                state = state.apply(random.choice(state.pending.options))
            twin = state.game.played_by(Interpreter(state.game.program))
            alike = State.standing(twin, state.position, state.where, state.raw_log, state.turns, state.dirty)
            seat, told = random.choice((SPECTATOR, *range(state.players))), list[list[object]]()
            for each in (state, alike):
                told.append([])
                try:
                    for world in islice(each.view(seat).worlds(), tried(40, 8)):
                        told[-1].append((world.position, world.where, world.turns, world.dirty, events(world.raw_log)))
                except WorldsError as error:
                    told[-1].append(str(error))
            assert told[0] == told[1]
            found["worlds"] += len(told[0])
            found["several"] += len(told[0]) > 1
            found["too many"] += isinstance(told[0][-1], str)
    assert found["worlds"] > 60 and found["several"] > 8 and found["too many"] > 2


def test_a_guess_that_leads_to_a_draw_nobody_has_heard_of_leads_nowhere() -> None:
    rules, found, asked = GAMES["mau-mau"], Counter[str](), Counter[bool]()
    for seed in range(tried(60, 4)):
        random, state = Random(seed), rules.new_game(3)
        for _ in range(40):
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
        for seat in range(2):
            view = state.view(seat)
            asked[view.asked == seat] += 1
            for number in range(3):
                try:
                    assert view.sample(Random(number)).view(seat) == view
                except WorldsError:  # in one of a hundred samples here other random numbers would have to be tried
                    found["none"] += 1
                else:
                    found["a world"] += 1
    assert found["a world"] > 20 * found["none"] and found["a world"] >= 23 and asked[False] > 2


def test_threads_sample_from_one_view_as_each_would_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = later(GAMES["ksr"].game(3), Random("shared"), 60)
    for each in (state, twin(state)):
        worlds, alone, tried_alone = Worlds(Perspective(each, 0)), list[object](), 0
        for seed in range(4):
            alone.append(worlds.sample(Random(seed)).position)
            tried_alone = max(tried_alone, worlds.steps.tried)
        shared = Worlds(Perspective(each, 0))
        before = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        try:
            with monkeypatch.context() as patch, ThreadPoolExecutor(3) as threads:
                patch.setattr(knowledge_steps, "EFFORT", tried_alone)
                found = list(threads.map(lambda seed: shared.sample(Random(seed)).position, range(4)))  # noqa: B023
        finally:
            sys.setswitchinterval(before)
        assert found == alone
        assert tried_alone > 50


HANDFUL = """
ruleset handful "Any cards of a hand of twelve, which can be answered in 4096 ways"
players 2
at most 4 turns

numbers rank: 1 to 15
cards deck in pile
    1 of each rank

zone pile, shuffled
zone hand of player, seen by owner
zone heap, in a row, seen by all

set-up
    draw 11 from pile to own hand
    players: draw 1 from pile to own hand

turn
    choose 0 to 12 cards as lot from own hand
    move lot to heap

game ends out before turn: hand of active is empty
winners: players
"""


def test_what_a_game_waits_for_is_compared_once_however_much_can_be_answered() -> None:
    state = loaded(HANDFUL).begin(2, 0, Random(1).random)
    steps = Steps(Perspective(state, 0), listing=True)
    asked, found = list[Snapshot](), list[Snapshot]()

    def is_now(snapshot: Snapshot) -> bool:
        asked.append(snapshot)
        return steps.is_now(snapshot)

    whole = steps.comparison.stretch(0, steps.last, is_now)
    assert whole is not None
    for listing in [whole.listing(*begun[:2]) for begun in steps.begun()]:
        while (world := listing.next(steps.left)[1]) is not None:
            found.append(world)
    assert len(state.raws) == 4096
    assert (len(found), len(asked)) == (3, 1)
