"""Circumstances by number: what a plan asks for that only the moment tells at which a law, or a claim, is looked at."""

from collections.abc import Iterable
from typing import Final

from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, walk
from rulespec.rules.resolve.names import Names

ROUND: Final = "round"
GAME: Final = "game"
_ALWAYS = ("next", "asked", "answers", "winners", "cards offered", "players offered", ROUND, GAME)  # and each list


def circumstances(names: Names) -> tuple[str, ...]:
    """All that there are, each at its number."""
    return (*_ALWAYS, *(f"{list_} offered" for list_ in names.lists))


def asked_for(node: Node, names: Names) -> tuple[int, ...]:
    """The numbers of those that a condition speaks of."""
    said = {each.name if isinstance(each, e.Circumstance) else each.of for each in _within(node)}
    return tuple(number for number, name in enumerate(circumstances(names)) if name in said)


def _within(node: Node) -> Iterable[e.Circumstance | e.EndedBy]:
    return (each for each in walk(node) if isinstance(each, e.Circumstance | e.EndedBy))
