"""A table as a state machine: answers are told by their texts, and the laws of the rules are looked at."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from rulespec.testing import Table
from tests.library import ruleset

TRIED = settings(
    max_examples=5,
    stateful_step_count=8,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


class Early(Table):
    ruleset = ruleset("maumau")
    players = 2

    @invariant()
    def no_game_has_a_fourth_turn(self) -> None:
        assert self.state.turns < 4 and self.view(0).turns == self.state.turns


def test_what_breaks_an_invariant_is_told_as_answers_by_their_texts() -> None:
    with pytest.raises(AssertionError) as failed:
        run_state_machine_as_test(Early, settings=TRIED)
    told = "\n".join(failed.value.__notes__)
    assert "state.answer(text='seat 0: " in told and "# seat 0: draw " in told


def test_rules_are_not_taken_for_those_of_hypothesis() -> None:
    with pytest.raises(TypeError, match="'ruleset'"):
        type("Wrong", (Table,), {"rules": ruleset("maumau")})
