"""The engine's own search: it finds what the search in Python finds, step by step, and can be asked anything."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulespec import Decision, Ruleset, load
from rulespec.agents.imagining import imagining
from rulespec.agents.thinking import outcome
from rulespec.agents.tree import Tree, tree_of
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.python.snapshot import Snapshot
from rulespec.language.tree.limits import LISTED
from tests.effort import draws_until, moments, short_of, some, tried
from tests.library import FOLDERS, GAMES, KNOWN_GAMES, drawn_file, ruleset


def searched(rules: Ruleset, most: int, start: int = 0) -> list[tuple[Any, list[Snapshot]]]:
    """Decisions of a game, each with some worlds that its player imagines."""
    found = []
    for _, state in moments(rules, most, start):
        if isinstance(decision := state.pending, Decision) and len(decision.options) > 1:
            worlds = outcome(imagining(state.view(decision.player), Random(start), 3, 3))
            found.append((state.game, [world.snapshot for world in worlds]))
    return [(game, worlds) for game, worlds in found if worlds]


def test_the_engine_searches_as_python_does() -> None:
    seen = Counter[str]()
    named = [ruleset(name) for games in (GAMES, KNOWN_GAMES) for name in some([*games], tried(8, 4))]

    def searches(rules: Ruleset, number: int) -> None:
        for game, worlds in searched(rules, tried(20, 4), number):
            numbers = game.engine.numbers
            one, other = Tree(game, 1.4, numbers(number), worlds), tree_of(game, 1.4, numbers(number), worlds)
            assert type(other) is EXTENSION.Tree
            assert one.tried() == other.tried() == []
            for games in (1, 7, 22):
                one.simulate(games)
                other.simulate(games)
                assert (one.size, one.tried()) == (other.size, other.tried())
            seen["searches"] += 1
            seen["nodes"] += one.size
            seen["tried twice"] += any(count > 1 for count, _ in one.tried())
            seen["gained differently"] += len({total for _, total in one.tried()}) > 1

    for number, rules in enumerate(named):
        searches(rules, number)
    wanted = {"searches": 60, "nodes": 600, "tried twice": 40, "gained differently": 30}
    wanted = {what: tried(many, many // 3) for what, many in wanted.items()}
    for number in draws_until(4, 600, lambda: short_of(seen, wanted)):
        searches(drawn_file(number, 8 if number % 2 else LISTED).rules, number)


def test_numbers_from_anywhere_decide_the_same() -> None:
    [(game, worlds), *_] = searched(GAMES["ksr"], 12)
    seeded = tree_of(game, 1.4, game.engine.numbers(5), worlds)
    called = tree_of(game, 1.4, Random(5).random, worlds)
    for tree in (seeded, called):
        tree.simulate(40)
    assert seeded.tried() == called.tried()
    assert sum(count for count, _ in seeded.tried()) == 40


def test_games_that_are_watched_are_searched_step_by_step() -> None:
    rules = load("leduc", library=FOLDERS)
    game, looks = rules.game(2), list[int]()
    watched = game.played_by(game.engine.before([game.plan.round_ended], lambda pc, now: looks.append(pc)))
    state = rules.new_game(2).within(watched)
    dice = Random(1)
    while len(state.raws) != 2 or not isinstance(state.pending, Decision):
        state = state.next(dice.choice(state.raws))
    tree = tree_of(watched, 1.4, Random(1).random, [state.snapshot])
    assert isinstance(tree, Tree)
    tree.simulate(20)
    assert sum(count for count, _ in tree.tried()) == 20
    assert len(looks) >= 20


@pytest.mark.parametrize("wrong", [1.0, -0.5, float("nan")])
def test_numbers_that_are_none_end_a_search(wrong: float) -> None:
    [(game, worlds), *_] = searched(GAMES["ksr"], 12)
    tree = tree_of(game, 1.4, lambda: wrong, worlds)
    with pytest.raises(ValueError, match=rf"^random numbers must be in \[0, 1\), not {wrong}$"):
        tree.simulate(1)
    assert sum(count for count, _ in tree.tried()) == 0


def test_what_gives_numbers_cannot_search_in_the_same_tree() -> None:
    [(game, worlds), *_] = searched(GAMES["ksr"], 12)
    trees: list[Any] = []
    tree = tree_of(game, 1.4, lambda: trees[0].simulate(1), worlds)
    trees.append(tree)
    with pytest.raises(RuntimeError, match="this search simulates a game already"):
        tree.simulate(1)


def test_worlds_of_another_plan_are_refused() -> None:
    [(game, _), *_] = searched(GAMES["ksr"], 12)
    [(_, others), *_] = searched(GAMES["leduc"], 12)
    with pytest.raises(TypeError, match="this is no snapshot of the same plan"):
        tree_of(game, 1.4, Random(1).random, others)
