"""What classes of the tree have to declare: what their fields take, and what they give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import pytest
from attrs import field, frozen

from rulespec.engine.events.roles import Doer, Happened, kind
from rulespec.experiments.testing.nodes import NOWHERE
from rulespec.language.builder import require_rules
from rulespec.language.phrases import ways
from rulespec.language.printer import show
from rulespec.language.tree.expressions import Expression, Valued, valued
from rulespec.language.tree.kinds import CARDS, NUMBER
from rulespec.language.tree.node import Node
from rulespec.language.tree.slots import MovedTo, Sort, UndeclaredError, require_slots, require_traits, takes
from rulespec.language.tree.statements import AnyEffect, effect
from rulespec.plan.nodes.roles import EFFECT, node
from rulespec.plan.nodes.roles import NUMBER as NUMBERED
from rulespec.plan.nodes.roles import Node as Node_


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


def _a_node_with_a_field_that_nodes_use() -> None:
    @node(EFFECT)
    @frozen
    class Half(Node_):
        which: Annotated[int, NUMBERED]  # type: ignore[misc, assignment]


def _an_event_with_a_field_that_events_use() -> None:
    @kind(99, "half")
    @frozen
    class Half(Happened):
        player: Annotated[int, Doer()]


def _an_expression_with_a_field_that_expressions_use() -> None:
    @valued(gives=CARDS, opposite=None)
    @frozen
    class Half(Valued):
        gives: Expression = field(metadata=takes(NUMBER))  # type: ignore[misc, assignment]


def _an_effect_with_a_field_that_effects_use() -> None:
    @effect(acts=True, foreseen=False, always_offered=False, chance=False, apart=None, opposite=None)
    @frozen
    class Half(AnyEffect):
        chance: Expression = field(metadata=takes(NUMBER))  # type: ignore[misc, assignment]


@pytest.mark.parametrize(
    ("declare", "wrong"),
    [
        (_without_a_slot, "the field 'of' of Half does not say what it takes"),
        (_cards_without_a_use, "does not say what becomes of them"),
        (_to_a_place_that_is_none, f"'cards' of Throw needs a field 'to' that takes {Sort.PLACE}"),
        (_a_number_without_bounds, "Half gives a number, and does not say its bounds"),
        (_a_node_with_a_field_that_nodes_use, "the field 'which' of Half has a name that Node uses"),
        (_an_event_with_a_field_that_events_use, "the field 'player' of Half has a name that Happened uses"),
        (_an_expression_with_a_field_that_expressions_use, "the field 'gives' of Half has a name that Valued uses"),
        (_an_effect_with_a_field_that_effects_use, "the field 'chance' of Half has a name that AnyEffect uses"),
        (_without_a_kind, "Half does not declare what it has for 'gives'"),
    ],
)
def test_what_is_not_declared_is_named(declare: Callable[[], None], wrong: str) -> None:
    with pytest.raises(UndeclaredError, match=wrong):
        declare()


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("rotate", "the rule 'rotate' of the grammar builds nothing: no class of the tree has this name"),
        ("circumstance", "'circumstance' of the grammar builds nothing: its slots do not fit the fields"),
        ("span", "the rule 'span' of the grammar has the name of a method that builds them all"),
        ("built", "the rule 'built' of the grammar has the name of a method that builds them all"),
    ],
)
def test_a_rule_of_the_grammar_that_builds_nothing_is_named(rule: str, wrong: str) -> None:
    require_rules(ways())
    with pytest.raises(UndeclaredError, match=wrong):
        require_rules([*ways(), rule])


def test_a_class_without_a_phrase_and_without_a_case_of_the_printer_is_named() -> None:
    @frozen
    class Half(Node):
        pass

    with pytest.raises(UndeclaredError, match="Half has no regular phrase in the grammar"):
        show(Half(**NOWHERE))  # type: ignore[arg-type]


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
