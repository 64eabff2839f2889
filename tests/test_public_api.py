"""The public interface: the members of its classes, as the manual lists them."""

import inspect
import pydoc
import re

import pytest

import palast
from rulespec.exports import PublicClass
from rulespec.record import Record
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
