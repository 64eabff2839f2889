"""Reasons to end are looked at where something that they read has changed."""

from random import Random

import pytest

import palast
from rulespec import Over
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.position import frozen
from rulespec.plan.plan import EVERYTHING
from tests.library import ROOT


@pytest.mark.parametrize("name", ["ksr", "magier", str(ROOT / "tests" / "rules" / "gipfel.rules")])
def test_a_reason_that_is_not_looked_at_again_would_not_hold(name: str) -> None:
    rules, answers = palast.load(name), 0
    for seed in range(6):
        random, state = Random(seed), rules.new_game(rules.players[0])
        program = state.game.program
        looking = [_looking_at_all(operation) for operation in program.code]
        for _ in range(200):
            if isinstance(state.pending, Over):
                break
            raw, mc = random.choice(state.raws), state.machine()
            mc.dirty = EVERYTHING
            mc.run(looking, program.costs, program.asks[mc.pc].answer(mc, raw))
            state = state.next(raw)
            assert frozen(mc) == state.position
            answers += 1
    assert answers > 50


def _looking_at_all(operation: Operation) -> Operation:
    """The same, as if everything had changed before it."""

    def done(mc: Machine) -> int:
        mc.dirty = EVERYTHING
        return operation(mc)

    return done
