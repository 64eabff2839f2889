"""Named values that are kept by what they depend on: how often they are worked out, and that nothing else changes."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import define, field

import rulespec
from rulespec import Ruleset
from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION, NativeEngine
from rulespec.engine.python.engine import Engine
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.program import Program
from rulespec.engine.python.values import Value, Values
from rulespec.plan.prices import Prices
from rulespec.plan.remembered import By, KeyReader, Named
from tests.effort import tried
from tests.library import drawn_file, ruleset

FIVE = """ruleset five
players 2
at most 20 turns
word suit: red, blue, green, black
numbers rank: 1 to 10
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone heap, in a row, seen by all
counter points of player
value pairs of player: number of (sets of 2 cards in own hand, where different rank in it is 1)
value near of card: rank, where it is at least rank of that card minus 2 and it is at most rank of that card plus 2
value worth of cards: total rank in it times different suit in it times different rank in it plus lowest rank in it
value least-of of player by suit: lowest rank in (own hand,
    where its suit is that suit) plus highest rank in (own hand, where its suit is that suit)
value held of player by suit: cards in (own hand, where its suit is that suit)
set-up
    players: draw 8 from pile to own hand
turn
    {turn}
    choose card from own hand
    move card to heap
game ends over: some player where own hand is empty
winners: players, with most own points
"""
WORTH, LEAST = "(worth of own hand)", "(own least-of by red)"
USES = {  # a line that uses a value, which of them, and how often it is worked out in each question
    "of a player": (f"add {' plus '.join(['own pairs'] * 5)} to own points", "pairs", 1),
    "of a set": (f"add {' plus '.join([WORTH] * 5)} to own points", "worth", 1),
    "by a word": (f"add {' plus '.join([LEAST] * 5)} to own points", "least-of", 1),
    "each word": ("add (total own least-of by suit) plus (total own least-of by suit) to own points", "least-of", 4),
    "a set after by": ("add total own held by (suit, where pairs of active is more than 0) to own points", "pairs", 1),
    "in a filter": ("choose one from own hand, where own pairs is at least rank of it minus 100", "pairs", 1),
}


@define(eq=False)
class _Counted(Values):
    """Terms of which is counted how often the named ones are worked out."""

    counts: Counter[Named] = field(factory=Counter)

    def asked(self, named: Named, found: Value) -> Value:
        def counted(mc: Any, own: Any, it: Any) -> Any:
            self.counts[named] += 1
            return found(mc, own, it)

        return super().asked(named, counted)


def _program(game: Game, values: Values) -> Program:
    return Program(game.program.material, game.program.plan, values, game.program.budget)


def _loaded(tmp_path: Any, turn: str) -> Ruleset:
    path = tmp_path / "five.rules"
    path.write_text(FIVE.replace("{turn}", turn), "utf-8")
    return rulespec.load(path)


def _played(engine: Engine, game: Game, seed: int, answers: int) -> list[tuple[Any, ...]]:
    """The states of a random game, with what they were charged and what can be answered."""
    random, found = Random(seed), list[tuple[Any, ...]]()
    snapshot = engine.begin(*game.opening(0), random.random)
    while len(found) < answers and snapshot.raws:
        found.append((snapshot.position, snapshot.spent, snapshot.raws))
        snapshot = snapshot.next(random.choice(snapshot.raws), random.random)
    return [*found, (snapshot.position, snapshot.spent, snapshot.raws)]


@pytest.mark.parametrize("use", USES)
def test_a_value_used_several_times_in_one_question_is_worked_out_once(use: str, tmp_path: Any) -> None:
    turn, name, often = USES[use]
    game = _loaded(tmp_path, turn).game(2)
    values = _Counted(game.program.plan)
    named = False, game.program.plan.named_values.index(f"value {name}")
    engine, random, asked = Interpreter(_program(game, values)), Random(1), 0
    snapshot = engine.begin(*game.opening(0), random.random)
    values.counts.clear()
    while raws := snapshot.raws:
        snapshot, asked = snapshot.next(random.choice(raws), random.random), asked + 1
    assert asked > 5 and 0 < values.counts[named] <= often * asked


@pytest.mark.native
@pytest.mark.parametrize("use", ["of a player", "of a set"])
def test_the_native_engine_works_them_out_once(use: str, tmp_path: Any) -> None:
    assert EXTENSION is not None
    game = _loaded(tmp_path, USES[use][0]).game(2)
    engine, random, asked = NativeEngine(game.program), Random(1), 0
    snapshot = engine.begin(*game.opening(0), random.random)
    before = engine.worked_out
    while raws := snapshot.raws:
        snapshot, asked = snapshot.next(random.choice(raws), random.random), asked + 1
    assert asked > 5 and 0 < engine.worked_out - before <= asked


@pytest.mark.parametrize("engine", [Interpreter, *([] if EXTENSION is None else [NativeEngine])])
def test_nothing_changes_where_values_are_kept(engine: Any, tmp_path: Any) -> None:
    """Neither results nor random draws, nor what is charged, in games of the library and drawn ones."""
    loaded = [ruleset(name) for name in ("melds", "payment", "cribbage", "ksr")]
    loaded += [drawn_file(number).rules for number in range(tried(40, 8))]
    kept = 0
    for rules in [*loaded, *(_loaded(tmp_path, turn) for turn, _, _ in USES.values())]:
        game = rules.game(rules.players[0])
        plan = game.program.plan
        plain = _program(game, Values(plan, Prices(plan, keeps=False)))
        kept += len(game.program.executor.values.prices.keys)
        assert not plain.executor.values.prices.keys
        for seed in range(2):
            assert _played(engine(game.program), game, seed, 60) == _played(engine(plain), game, seed, 60)
    assert kept > 10


def test_a_key_has_what_a_value_depends_on_and_nothing_else(tmp_path: Any) -> None:
    game = _loaded(tmp_path, "nothing").game(2)
    plan = game.program.plan
    keys, hand = KeyReader(plan), game.program.material.first_place["hand"]
    found = {name.removeprefix("value "): keys.of((False, at)) for at, name in enumerate(plan.named_values)}
    assert found["pairs"] == ((By.PLACE_OF_OWN, hand),)
    assert found["near"] == ((By.IT, 0),)
    assert [by for by, _ in found["worth"] or ()] == [By.GIVEN]
    assert [by for by, _ in found["held"] or ()] == [By.GIVEN, By.PLACE_OF_OWN]
