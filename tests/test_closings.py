"""Cards that several players move at the same time: none is guessed to move twice, so worlds are soon found."""

import gc
import weakref
from random import Random
from typing import Any

from rulespec import Decision, load
from rulespec.events import kinds as k
from rulespec.knowledge.closings import closings
from rulespec.native.engine import EXTENSION
from tests.effort import moments, tried
from tests.library import EXAMPLES, FOLDERS

PASSING = str(EXAMPLES / "games/hearts.rules")
SINGLY = f"{PASSING}+openspiel"
STEPS = 4_000  # of an imagined world in the mean; before it was known that no card moves twice, there were 8,000


def test_what_is_passed_at_the_same_time_is_a_closing() -> None:
    rules, found = load(PASSING), 0
    for _, state in moments(rules, tried(200, 10)):
        if not isinstance(decision := state.pending, Decision):
            continue
        steps = state.view(decision.player)._worlds.steps
        heard, material = steps.memory.heard, steps.memory.material
        moves = [at for at, event in enumerate(heard) if event[0] == k.MOVE]
        for first, last in closings(heard, material, steps.program.waiting_moves, 0, len(heard) - 1):
            passed = range(first + 1, last + 1)
            assert [at for at in moves if first < at <= last] == [*passed]
            assert sorted(heard[at][2] for at in passed) == [*range(state.players)]
            assert {len(heard[at][3]) for at in passed} == {3}
            found += 1
    assert found > tried(20, 10)


def test_worlds_are_found_in_few_steps_after_cards_were_passed() -> None:
    rules, worlds, exact, steps = load(SINGLY), 0, 0, 0
    for number, (_, state) in enumerate(moments(rules, tried(400, 100))):
        if not isinstance(decision := state.pending, Decision):
            continue
        view = state.view(decision.player)
        imagined = view.imagine(Random(number))
        worlds, exact, steps = worlds + 1, exact + imagined.exact, steps + imagined.steps
        if imagined.exact:
            assert imagined.world is not None
            assert imagined.world.view(decision.player) == view
    assert worlds > 60
    assert exact > 0.9 * worlds
    assert steps < STEPS * worlds


def test_both_engines_find_the_same_worlds_after_cards_were_passed() -> None:
    assert EXTENSION is not None
    alike = 0
    for path in (PASSING, SINGLY):
        each = [load(path, library=FOLDERS, engine=engine) for engine in ("native", "python")]
        states = zip(*(moments(rules, tried(60, 3)) for rules in each), strict=True)
        for number, ((_, one), (_, other)) in enumerate(states):
            if isinstance(decision := one.pending, Decision):
                views = [state.view(decision.player) for state in (one, other)]
                found = [view.imagine(Random(number)) for view in views]
                assert len({(world.exact, world.steps) for world in found}) == 1
                assert len({world.world and world.world.position for world in found}) == 1
                alike += 1
    assert alike > tried(10, 3)


def test_what_was_learned_of_a_view_is_let_go_with_it() -> None:
    rules, refs = load(SINGLY), list[weakref.ref[Any]]()
    for number, (_, state) in enumerate(moments(rules, tried(60, 45))):
        if isinstance(decision := state.pending, Decision):
            worlds = state.view(decision.player)._worlds
            worlds.imagine(Random(number))
            if worlds._cut_after(worlds._imagined_past[0]).informed:
                refs.append(weakref.ref(worlds.steps))
            del worlds
    del state, decision
    gc.collect()
    assert len(refs) > 5
    assert [ref for ref in refs if ref() is not None] == []
