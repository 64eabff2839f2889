"""What classes of the tree have to declare: what their fields take, and what they give."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import field, frozen

from rulespec.tree.expressions import Expression, Valued, valued
from rulespec.tree.kinds import CARDS, NUMBER
from rulespec.tree.node import Node
from rulespec.tree.slots import MovedTo, Sort, UndeclaredError, require_slots, require_traits, takes


def _without_a_slot() -> None:
    @frozen
    class Half(Node):
        of: Expression

    require_slots([Half])


def _cards_without_a_use() -> None:
    takes(CARDS)


def _to_a_place_that_is_none() -> None:
    @frozen
    class Throw(Node):
        cards: Expression = field(metadata=takes(CARDS, MovedTo("to")))
        to: Expression = field(metadata=takes(NUMBER))

    require_slots([Throw])


def _without_a_kind() -> None:
    @frozen
    class Half(Valued):
        of: Expression = field(metadata=takes(NUMBER))

    require_traits([Half], "gives")


def _a_number_without_bounds() -> None:
    @valued(gives=NUMBER, opposite=None)
    @frozen
    class Half(Valued):
        of: Expression = field(metadata=takes(NUMBER))


@pytest.mark.parametrize(
    ("declare", "wrong"),
    [
        (_without_a_slot, "the field 'of' of Half does not say what it takes"),
        (_cards_without_a_use, "does not say what becomes of them"),
        (_to_a_place_that_is_none, f"'cards' of Throw needs a field 'to' that takes {Sort.PLACE}"),
        (_a_number_without_bounds, "Half gives a number, and does not say its bounds"),
        (_without_a_kind, "Half does not declare what it has for 'gives'"),
    ],
)
def test_what_is_not_declared_is_named(declare: Callable[[], None], wrong: str) -> None:
    with pytest.raises(UndeclaredError, match=wrong):
        declare()


def test_a_class_does_not_inherit_what_another_declares() -> None:
    @valued(gives=CARDS, opposite=None)
    @frozen
    class Half(Valued):
        pass

    @frozen
    class Third(Half):
        pass

    require_traits([Half], "gives")
    with pytest.raises(UndeclaredError, match="Third"):
        require_traits([Half, Third], "gives")
