"""Agents that are isolated hold nothing by which they come to the state: all that they are handed is walked through."""

import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import palast
from rulespec import Decision, Option, State
from rulespec.engine.python.machine import Machine
from rulespec.game.api import View
from tests.library import GOOD, SHELF

GAMES = (
    "ksr",
    *(SHELF / f"{name}.rules" for name in ("kuhn", "leduc", "mau-mau")),
    *(GOOD / f"{name}.rules" for name in ("goofspiel", "fishing")),
)


def reached(*things: Any) -> Iterator[Any]:
    """All that hangs on some things, through attributes, containers and closures; modules are the same for all."""
    waiting, seen = list(things), set[int]()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | CodeType):
            continue
        seen.add(id(thing))
        yield thing
        if isinstance(thing, FunctionType):
            waiting += [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
        else:
            waiting += gc.get_referents(thing)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_nobody_who_is_isolated_can_come_to_the_state(game: Any) -> None:
    rules, looked = palast.load(game), 0
    players = rules.players[0]
    offered = [set[Any]() for _ in range(players)]
    choose = palast.random_agent(3)
    palast.play(rules, [choose] * players, seed=1)  # what these rules remember of another game is no business of his

    def look(view: View, decision: Decision) -> Option | str:
        nonlocal looked
        offered[view.player] |= {*decision.options}
        if len(view.heard) % 3 == 0 and looked < 12:
            looked += 1
            view.zone(rules.game(players).material.places[-1].zone.name, rules.game(players).material.places[-1].owner)
            for thing in reached(view, decision):
                assert not isinstance(thing, State | Machine)
                if isinstance(thing, Option) and thing.names:  # and no outcome of chance: there is one for each card
                    assert thing in offered[view.player]
        return choose(view, decision)

    for seed in range(8):
        palast.play(rules, [look] * players, seed=seed, isolate=True)
    assert looked > 5


def test_a_view_that_is_not_isolated_holds_its_state() -> None:
    """Or the walk would find nothing anywhere."""
    found: list[bool] = []

    def look(view: View, decision: Decision) -> Option:
        found.append(any(isinstance(thing, State) for thing in reached(view)))
        return decision.options[0]

    palast.play(palast.load("ksr"), [look] * 3, seed=2)
    assert all(found)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_who_is_isolated_is_told_the_same(game: Any) -> None:
    rules = palast.load(game)
    players, seen = rules.players[0], list[Any]()

    def look(view: View, decision: Decision) -> Option:
        more = (view.log, view.why()) if len(seen) % 40 == 0 else ()
        seen.append((view.key, view.decision, more, repr(view)))
        return decision.options[len(seen) % len(decision.options)]

    live = palast.play(rules, [look] * players, seed=5)
    told, seen[:] = list(seen), []
    assert palast.play(rules, [look] * players, seed=5, isolate=True) == live
    assert seen == told
    assert len(seen) >= players
