"""Wrong arguments from programs: each error names what is wrong and what to write instead."""

import pickle
from random import Random
from typing import Any

import pytest

import palast
import rulespec
from rulespec import SPECTATOR, Decision, IllegalAction, Option, Over, RulesError, View
from rulespec.agents.play import coupled_play
from rulespec.engine.python.standing import Standing
from rulespec.rules.rulebook import EngineName
from tests.library import FOLDERS
from tests.test_pending import ENGINES, rules_by, states


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_of_a_wrong_type_is_a_type_error_that_says_what_an_answer_is(engine: EngineName) -> None:
    tried = 0
    for state in states("ksr", engine, seed=3):
        card: Any = state.zone("hand", 0)[:1]
        for wrong in (None, 5, b"Zofe rot", card, *card):
            with pytest.raises(IllegalAction, match=r"^an answer must be one of state\.pending\.options") as caught:
                state.apply(wrong)
            assert isinstance(caught.value, TypeError) and "did you mean" not in str(caught.value)
            tried += 1
    assert tried > 200


@pytest.mark.parametrize("engine", ENGINES)
def test_advance_without_random_numbers_is_a_type_error(engine: EngineName) -> None:
    state = next(states("ksr", engine, seed=3))
    pending = state.pending
    assert not isinstance(pending, Over)
    advance: Any = state.advance
    said = r"^'random' must be a random\.Random or a function returning numbers in \[0, 1\), not "
    for wrong in (None, 1, 0.5):
        with pytest.raises(TypeError, match=said):
            advance(pending.options[0], wrong)
        with pytest.raises(TypeError, match=said):
            Standing.advance(state, pending.options[0], wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_generator_decides_as_its_numbers_do(engine: EngineName) -> None:
    rules = rules_by("ksr", engine)
    state = rules.begin(3, 0, Random(2))
    assert state == rules.begin(3, 0, Random(2).random) != rules.begin(3, 0, Random(3))
    dice, numbers, other = Random(4), Random(4), state
    while state.decision is not None:
        assert not state.is_over and state.result is None
        option = state.decision.options[0]
        state, other = state.advance(option, dice), other.advance(option.text, numbers.random)
    assert state == other and state.is_over and state.result == state.pending
    begun = rules.begin(3, 0, Random(2))
    assert begun.playout([Random(seed) for seed in (1, 2, 3)], Random(4)) == begun.playout((1, 2, 3), 4)
    assert begun.view(0).sample(5) == begun.view(0).sample(Random(5))


def test_only_the_spectator_has_a_view_without_a_seat() -> None:
    state = rules_by("ksr", ENGINES[0]).new_game(3)
    for number in (-1, 3):
        with pytest.raises(LookupError, match="must be from 0 to 2"):
            state.view(number)
    for wrong in (True, "rot", None, 0.0):
        with pytest.raises(TypeError, match=r"^'seat' must be a seat \(an int\), not "):
            state.view(wrong)  # type: ignore[arg-type]
    view = state.view(SPECTATOR)
    assert repr(view) == "<View of a spectator>" and repr(SPECTATOR) == "SPECTATOR" and SPECTATOR == -1
    assert pickle.loads(pickle.dumps(SPECTATOR)) is SPECTATOR and pickle.loads(pickle.dumps(view)) == view


def test_an_unknown_name_gets_a_whole_sentence_even_where_the_rules_declare_nothing_of_its_kind() -> None:
    state = rules_by("ksr", ENGINES[0]).new_game(3)
    for look, said in (
        (state.view(0).note, "unknown note 'muted'; these rules declare no note"),
        (state.zone, "unknown zone 'muted'; available:"),
        (state.counter, "unknown counter 'muted'; available:"),
    ):
        with pytest.raises(LookupError, match=said):
            look("muted")
    with pytest.raises(LookupError, match="unknown value 'mutd'; did you mean 'muted'"):
        state.value("mutd")


def test_a_wrong_name_after_a_plus_is_that_of_a_layer() -> None:
    for spec, said in (("kzr", "unknown ruleset 'kzr'"), ("ksr+wertng", "unknown layer 'wertng'")):
        with pytest.raises(RulesError) as caught:
            rulespec.load(spec, library=FOLDERS)
        [problem] = caught.value.errors
        assert problem.message == said and "did you mean" in problem.remedy


def test_an_exception_of_an_agent_names_its_seat_turn_and_question() -> None:
    def fails(view: View, decision: Decision) -> Option:
        if view.turns < 6:
            return decision.options[0]
        raise ZeroDivisionError

    def answers_wrong(view: View, decision: Decision) -> str:
        return decision.options[0].text if view.turns < 6 else "nothing of the kind"

    rules, found = palast.load("ksr"), 0
    for agent, kind in ((fails, ZeroDivisionError), (answers_wrong, IllegalAction)):
        for play in (palast.play, coupled_play):
            with pytest.raises(kind) as caught:
                play(rules, [agent] * 3, seed=4)
            [note] = caught.value.__notes__
            assert note.startswith("seat ") and ", turn 6: " in note and ": choose" in note
            found += 1
    assert found == 4
