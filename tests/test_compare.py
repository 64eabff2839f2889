"""Two rulesets are compared: the games on which they part are found, and nothing is found where there is nothing."""

import pytest

from rulespec.compare import first_difference
from rulespec.compare.search import retraced
from rulespec.lockstep import Lockstep, parting
from tests.library import GAMES, ruleset

READINGS = [
    "ksr+frei",
    "review+sechs-zuerst",
    "review+sich-selbst",
    "review+zurueck",
    "magier+zwang",
    "magier+gleichzeitig",
]


@pytest.mark.parametrize("name", GAMES)
def test_a_ruleset_and_itself_do_not_part(name: str) -> None:
    assert first_difference(GAMES[name], GAMES[name].anew(), games=2) is None


@pytest.mark.parametrize("spec", READINGS)
def test_another_reading_of_a_ruling_parts_from_its_base(spec: str) -> None:
    base, read = ruleset(spec.partition("+")[0]), ruleset(spec)
    state = first_difference(base, read)
    assert state is not None and state.rules is base
    pair = retraced(Lockstep.of(base.game(state.players), read.game(state.players)), state)
    assert pair is not None and pair.one == state
    found = parting(pair)
    assert found is not None and found.one != found.other
