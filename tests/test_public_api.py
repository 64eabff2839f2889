"""The public interface: the members of its classes, as the manual lists them."""

import inspect
import pydoc
import re
from collections.abc import Callable
from contextlib import chdir
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palast
import rulespec
from rulespec.agents import agent_named, ismcts_agent, rollout_agent
from rulespec.agents.play import coupled_play, coupled_playout
from rulespec.batch import Batch
from rulespec.language.exports import PublicClass
from rulespec.records import Record, RecordError
from rulespec.records.undo import undo
from rulespec.testing import rule_file
from tests.effort import tried
from tests.library import ROOT

MANUAL = (ROOT / "docs" / "library.md").read_text("utf-8").partition("## All members")[2]
MEMBERS = {
    name: re.findall(r"`(\w+)`", members)
    for name, members in re.findall(r"^\| `(\w+)` \| (.+) \|$", MANUAL.partition("## Errors")[0], re.MULTILINE)
}
CLASSES = {name: getattr(palast, name) for name in MEMBERS}


def _public(thing: object) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]


def test_the_manual_lists_every_public_class() -> None:
    classes = {name for name in palast.__all__ if isinstance(getattr(palast, name), PublicClass)}
    assert classes == MEMBERS.keys() and len(classes) == 9


@pytest.mark.parametrize("name", MEMBERS)
def test_dir_and_help_of_a_public_class_list_the_members_in_the_manual(name: str) -> None:
    of = CLASSES[name]
    assert sorted(MEMBERS[name]) == _public(of)
    shown = pydoc.plain(pydoc.render_doc(of))
    for hidden in of._internal.split():
        assert hidden in type.__dir__(of) or hidden in inspect.get_annotations(of)
        assert not re.search(rf"^ \|  {hidden}\b", shown, re.MULTILINE)


def test_each_listed_member_is_there() -> None:
    record = palast.playout(palast.load("kuhn"), 2, seed=1)
    start = record.rules.new_game(2)
    decided = start.apply("Jack").apply("King")
    assert start.decision is None and decided.decision is not None
    things = [
        record, record.rules, start, start.view(0), decided.decision, start.pending, record.result,
        decided.decision.options[0], decided.zone("hand", 0)[0],
    ]  # fmt: skip
    assert {type(each).__name__ for each in things} == MEMBERS.keys()
    for each in things:
        assert all(hasattr(each, name) for name in _public(each)) and _public(each) == _public(type(each))
    assert isinstance(record, Record)


RECORD = palast.playout(palast.load("kuhn"), 2, seed=1)
RULES = RECORD.rules
START = RULES.new_game(2)
STATE = START.apply("Jack").apply("King")
VIEW = STATE.view(0)
DECISION, AGENTS = VIEW.decision, [palast.random_agent(1)] * 2
assert DECISION is not None
CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {  # each with arguments that are right
    "palast.load": (palast.load, ("kuhn",)),
    "rulespec.load": (rulespec.load, ("kuhn", ROOT / "examples" / "games")),
    "play": (palast.play, (RULES, AGENTS, 1, 0)),
    "playout": (palast.playout, (RULES, 2, 1, 0)),
    "coupled_play": (coupled_play, (RULES, AGENTS, 1, 0)),
    "coupled_playout": (coupled_playout, (RULES, 2, 1, 0)),
    "random_agent": (palast.random_agent, (1,)),
    "rollout_agent": (rollout_agent, (1, 20, 4)),
    "ismcts_agent": (ismcts_agent, (1, 20, 4)),
    "agent_named": (agent_named, ("ismcts:20",)),
    "rule_file": (rule_file, (1,)),
    "simulate": (
        lambda rules, agents, players: palast.simulate(rules, agents, 2, players=players),
        (RULES, "random", 2),
    ),
    "impact": (
        lambda one, other, agents, count: palast.impact(one, other, agents, 2, players=count),
        (RULES, RULES, "random", 2),
    ),
    "compare": (lambda one, other: palast.compare(one, other, games=2), (RULES, RULES)),
    "reformat": (palast.reformat, ("layer mine", "mine.rules")),
    "assist": (lambda text, at, name: palast.assist(text, at, name=name), ("layer mine", 3, "mine")),
    "batch": (lambda rules, players, seed: Batch(rules, players, 3, seed), (RULES, 2, 0)),
    "undo": (undo, (STATE.apply("bet"), 0)),
    "Ruleset.game": (RULES.game, (2,)),
    "Ruleset.new_game": (RULES.new_game, (2, 0)),
    "Ruleset.begin": (RULES.begin, (2, 0, Random(1))),
    "Ruleset.at": (RULES.at, (2, {("hand", 0): ["Jack"]}, {("stake", 0): 1}, 0)),
    "Ruleset.vocabulary": (RULES.vocabulary, (2,)),
    "Ruleset.allowing": (RULES.allowing, (10**6,)),
    "State.apply": (STATE.apply, ("bet",)),
    "State.advance": (STATE.advance, ("bet", Random(1))),
    "State.playout": (STATE.playout, ((1, 2), 3)),
    "State.zone": (STATE.zone, ("hand", 0)),
    "State.counter": (STATE.counter, ("stake", 0)),
    "State.value": (STATE.value, ("nothing of the kind",)),
    "State.score": (STATE.score, (0,)),
    "State.seat_name": (STATE.seat_name, (0,)),
    "State.view": (STATE.view, (0,)),
    "State.allowing": (STATE.allowing, (10**6,)),
    "View.zone": (VIEW.zone, ("hand", 0)),
    "View.counter": (VIEW.counter, ("stake", 0)),
    "View.note": (VIEW.note, ("nothing of the kind",)),
    "View.news": (VIEW.news, (VIEW,)),
    "View.knows": (VIEW.knows, ("pile", 1)),
    "View.sample": (VIEW.sample, (1,)),
    "View.why": (VIEW.why, ("bet",)),
    "View.why_ended": (VIEW.why_ended, (1,)),
    "Decision.next_atoms": (DECISION.next_atoms, (("bet",),)),
    "Decision.whole": (DECISION.whole, (("bet",),)),
    "Record.undo": (RECORD.undo, (0,)),
    "Record.under": (RECORD.under, (RULES,)),
    "Record.write": (RECORD.write, (ROOT / "no such folder" / "a.game",)),
    "Record.read": (Record.read, (ROOT / "no such folder" / "a.game",)),
    "Record.parse": (Record.parse, (RECORD.text,)),
}
WRONG: tuple[Any, ...] = (
    -1, 7, 10**30, 0.5, float("nan"), True, "", "no such name", "\ud800", b"bet", object(), (), (1, None), [3], {},
    None, int, STATE, VIEW, RULES, RECORD, DECISION,
)  # fmt: skip
RAW = re.compile("has no attribute|unhashable|not iterable|not callable|not subscriptable|unsupported|has no len")


def _inside(error: BaseException) -> bool:
    """An error that no public function raises on purpose."""
    refusals = (TypeError, ValueError, LookupError, palast.IllegalAction, palast.RulesError, RecordError, OSError)
    return not isinstance(error, refusals) or RAW.search(str(error)) is not None


def test_every_method_and_function_is_called_with_wrong_arguments() -> None:
    called = {name.split(".")[1] for name in CALLS if name[0].isupper()}
    methods = {name for of in CLASSES.values() for name in _public(of) if callable(getattr(of, name, None))}
    assert methods - called == {"text_in", "worlds"}


@settings(max_examples=tried(deep=20_000, quick=1_500), deadline=None)
@given(st.sampled_from(sorted(CALLS)), st.data())
def test_wrong_arguments_are_refused_as_such(name: str, data: st.DataObject) -> None:
    call, right = CALLS[name]
    given_ = list(right)
    for at in data.draw(st.sets(st.integers(0, len(right) - 1), min_size=1)):
        given_[at] = data.draw(st.sampled_from(WRONG))
    caught: list[Exception] = []
    try:
        with TemporaryDirectory() as folder, chdir(folder):  # where `Record.write` may write
            call(*given_)
    except Exception as error:  # whatever it is, it has to be for the caller
        caught.append(error)
    assert not any(map(_inside, caught)), f"{name}{tuple(given_)}"


def test_both_packages_export_the_same_names() -> None:
    """A function `play` would hide the module `rulespec.agents.play`."""
    assert {*palast.__all__} - {*rulespec.__all__} == {"layers", "rulesets"}
    assert {*rulespec.__all__} <= {*palast.__all__}
    for name in {*rulespec.__all__} - {"assist", "load"}:  # which know the library's folders
        assert getattr(palast, name) is getattr(rulespec, name)
