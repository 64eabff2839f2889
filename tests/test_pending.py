"""What states wait for, decisions, chance and options: each says all that it says whenever it is asked."""

import pickle
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, get_args
from weakref import ref

import attrs
import pytest

import rulespec
from rulespec import Chance, Decision, IllegalAction, Over, Ruleset, State
from rulespec.engine.extension import EXTENSION
from rulespec.engine.pending import Option, Outcomes
from rulespec.rules.rulebook import EngineName
from tests.library import FOLDERS

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
SPECS = ("ksr", "kuhn", "mau-mau", "scissors", "auction")


@cache
def rules_by(spec: str, engine: EngineName) -> Ruleset:
    return rulespec.load(spec, library=FOLDERS, engine=engine)


def states(spec: str, engine: EngineName, seed: int) -> Iterator[State]:
    """The states of a random game, chance included, and never looked at before they are given."""
    rules, dice = rules_by(spec, engine), Random(seed)
    state = rules.new_game(rules.players[-1])
    while True:
        yield state
        again = pickle.loads(pickle.dumps(state))  # where nobody has looked yet
        if isinstance(again.pending, Over):
            return
        state = state.apply(dice.choice(again.pending.options))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("spec", SPECS)
def test_outcomes_say_one_by_one_what_they_say_all_together(spec: str, engine: EngineName) -> None:
    looked_at = 0
    for state in states(spec, engine, seed=1):
        pending = state.pending
        if not isinstance(pending, Chance):
            continue
        outcomes = pending.outcomes
        count = len(outcomes)
        one_by_one = [outcomes[at] for at in range(count)]
        assert outcomes[-1] is not None and outcomes[-1] == one_by_one[-1] == outcomes[count - 1]
        for beyond in (count, -count - 1):
            with pytest.raises(IndexError):
                outcomes[beyond]
        assert state.pending is pending, "as long as somebody has it"
        options = pending.options
        assert state.pending is pending
        assert len(options) == count
        assert all(one is option for (one, _), option in zip(one_by_one, options, strict=True))
        assert one_by_one == list(outcomes) == [(option, Fraction(1, count)) for option in options]
        assert outcomes == pending.outcomes and hash(outcomes) == hash(pending.outcomes)
        assert outcomes[1:] == type(outcomes)(options[1:], Fraction(1, count)) and len(outcomes[1:]) == count - 1
        assert outcomes.index(one_by_one[-1]) == count - 1 and one_by_one[0] in outcomes
        looked_at += 1
    assert looked_at > 0 or spec in ("scissors", "auction")


@pytest.mark.parametrize("spec", SPECS)
def test_engines_ask_alike(spec: str) -> None:
    asked = 0
    for one, other in zip(*(states(spec, engine, seed=2) for engine in (ENGINES[0], ENGINES[-1])), strict=True):
        mine, theirs = one.pending, other.pending
        assert mine == theirs and hash(mine) == hash(theirs) and repr(mine) == repr(theirs)
        assert type(mine) is type(theirs) and pickle.dumps(mine) == pickle.dumps(theirs)
        asked += not isinstance(mine, Over)
    assert asked > 2


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_asked_can_be_kept_copied_and_never_changes(engine: EngineName) -> None:
    kinds = set()
    for state in states("ksr", engine, seed=3):
        pending = state.pending
        if isinstance(pending, Over):
            continue
        kinds.add(type(pending))
        for each in (pending, pending.options[0]):
            assert pickle.loads(pickle.dumps(each)) == each and ref(each)() is each
            for field in attrs.fields(type(each)):
                with pytest.raises(AttributeError):
                    setattr(each, field.name, getattr(each, field.name))
                with pytest.raises(AttributeError):
                    delattr(each, field.name)
        other = attrs.evolve(pending, prompt="something else")
        assert other != pending and other.options == pending.options
        assert pickle.loads(pickle.dumps(pending.options[0])).raw == pending.options[0].raw
    assert kinds == {Decision, Chance}


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_is_taken_as_it_was_offered_or_equal_or_as_text_by_place_or_name(engine: EngineName) -> None:
    taken = 0
    for state in states("ksr", engine, seed=4):
        pending = state.pending
        if isinstance(pending, Over):
            with pytest.raises(IllegalAction, match="the game is over"):
                state.apply("anything")
            continue
        option = pending.options[-1]
        equal = Option(option.atoms, option.text)
        after = state.apply(option)
        assert after == state.apply(equal) == state.apply(option.text) == state.apply(answer=option)
        drawn = [Random(taken).random for _ in range(3)]
        advanced = state.advance(option, drawn[0])
        assert advanced == state.advance(equal, random=drawn[1]) == state.advance(answer=option.text, random=drawn[2])
        taken += 1
    assert taken > 100
    apply: Any = state.apply
    for given, named in (((), {}), ((option, option), {}), ((), {"said": option}), ((option,), {"answer": option})):
        with pytest.raises(TypeError):
            apply(*given, **named)
    with pytest.raises(IllegalAction):
        rules_by("ksr", engine).new_game(3).apply("no card at all")


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_hears_that_what_was_asked_is_gone_can_ask_again(engine: EngineName) -> None:
    begun = rules_by("kuhn", engine).new_game(2)
    snapshot, again = begun.apply(begun.snapshot.options[0]).snapshot, list[Any]()
    watched = ref(snapshot.pending, lambda _: again.append(snapshot.pending))
    if engine == "python":  # where a snapshot keeps it
        assert watched() is snapshot.pending
        return
    assert watched() is None and len(again) == 1
    found: Any = snapshot.pending
    assert found is again[0]
    assert [option for option, _ in found.outcomes] == list(found.options) == list(snapshot.options)


def test_outcomes_of_which_nothing_is_said_yet_have_none() -> None:
    bare = Outcomes.__new__(Outcomes)
    with pytest.raises(AttributeError, match="options"):
        bare[0]
    object.__setattr__(bare, "options", (Option((), "a"),))
    with pytest.raises(AttributeError, match="share"):
        bare[0]
