"""Games in which players learn about hidden cards by hints, counts, refusals, swaps and the like."""

from random import Random
from typing import get_args

import pytest

from palast.__main__ import main
from rulespec import Over, load
from rulespec.engine.native.engine import EXTENSION
from rulespec.rules.rulebook import EngineName
from tests.effort import tried
from tests.library import FOLDERS, HIDDEN, WORLDS

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)


@pytest.mark.parametrize("name", list(HIDDEN))
def test_a_game_has_no_warnings_and_its_scenarios_and_laws_hold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(WORLDS / f"{name}.rules")
    assert main(["check", path, "--quick"]) == 0, capsys.readouterr().out
    assert main(["test", path, "--games", "1"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", list(HIDDEN))
def test_random_games_end_before_the_limit(name: str) -> None:
    rules = HIDDEN[name]
    for players in rules.players:
        random, state = Random(players), rules.new_game(players)
        while not isinstance(state.pending, Over):
            state = state.apply(random.choice(state.pending.options))
        assert state.pending.winners, f"{players} players: no winner after {state.turns} turns"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", list(HIDDEN))
def test_worlds_are_found_at_any_time_of_a_game(name: str, engine: EngineName) -> None:
    """At each quarter of a game, for one player."""
    rules, found = load(name, library=FOLDERS, engine=engine), 0
    for seed in range(tried(10, 1)):
        random, states = Random(seed), [rules.new_game(2)]
        while not isinstance(states[-1].pending, Over):
            states.append(states[-1].apply(random.choice(states[-1].pending.options)))
        for state in states[4 :: len(states) // 4]:
            view = state.view(found % 2)
            assert view.sample(Random(seed)).view(view.player) == view
            found += 1
    assert found >= tried(30, 3)
