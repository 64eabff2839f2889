"""What an exchange would double is worked out at once; trying each exchange out on a copy says the same."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palast
from rulespec import Decision
from rulespec.engine.program import Asking
from rulespec.testing import games

READINGS = Path(__file__).parent.parent / "examples" / "readings"


@pytest.mark.parametrize("name", ["ksr", "magier", "review", f"review+{READINGS / 'frei.rules'}"])
@given(data=st.data())
def test_foreseen_exchanges_are_those_that_trying_out_allows(name: str, data: st.DataObject) -> None:
    rules = palast.load(name)
    for state in data.draw(games(rules)):
        if not isinstance(state.pending, Decision):
            continue
        program = rules.program(state.players)
        ask = program.asks[state.position[9]]
        if isinstance(ask, Asking) and ask.choice is not None and ask.choice.foresee is not None:
            machine = state._thaw()
            candidates = ask.choice.candidates(machine)
            tried = ask.choice.afterwards(machine, list(candidates))
            assert ask.choice.foresee(machine, list(candidates)) == tried
