"""What an exchange would double is worked out at once; trying each exchange out on a copy says the same."""

import pytest
from hypothesis import given

from rulespec import Decision, State
from rulespec.run.program import Asking
from rulespec.testing import games
from tests.library import READINGS, ruleset


@pytest.mark.parametrize("name", ["ksr", "magier", "review", f"review+{READINGS / 'frei.rules'}"])
def test_foreseen_exchanges_are_those_that_trying_out_allows(name: str) -> None:
    foreseen = [0]

    @given(games(ruleset(name), whole=True))
    def holds(game: tuple[State, ...]) -> None:
        foreseen.append(sum(map(is_foreseen_as_tried_out, game)))

    holds()
    assert sum(foreseen) > 5


def is_foreseen_as_tried_out(state: State) -> bool:
    """Whether anything was foreseen there; that it was foreseen right is asserted."""
    if isinstance(state.pending, Decision):
        program = state.game.program
        ask = program.asks[state.position.pc]
        if isinstance(ask, Asking) and ask.choice is not None and ask.choice.foresee is not None:
            machine = state.machine()
            candidates = ask.choice.candidates(machine)
            tried = ask.choice.afterwards(machine, list(candidates))
            assert ask.choice.foresee(machine, list(candidates)) == tried
            return True
    return False
