"""What the rules say in words and node by node, found out once for all views: it depends on no game.

It is there for speed alone. Reasons ask it of the same few nodes at each view; to print and walk through them, and to
make closures of sieves that were split or put together anew, took half of a reason.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, field

from rulespec.engine.python.program import Program
from rulespec.language.printer import Sayable, show
from rulespec.language.tree.node import Node, walk
from rulespec.rules.material import Material

T = TypeVar("T")
Of = TypeVar("Of")

KEPT = 4096  # things, before those of long ago are found out anew


@define(eq=False)
class Sayings:
    """What is said by the rules of a program; what there is of one object is found out once."""

    material: Material
    _found: dict[tuple[str, int], tuple[Any, Any]] = field(
        init=False, factory=dict
    )  # with the object, so that it lives

    def once(self, what: str, of: Of, find: Callable[[Of], T]) -> T:
        """What is found out of a part of the rules."""
        key = what, id(of)
        found = self._found.get(key)
        if found is None:
            if len(self._found) > KEPT:
                self._found = {}
            found = self._found[key] = of, find(of)
        said: T = found[1]
        return said

    def shown(self, node: Sayable) -> str:
        """What `show` says of a node."""
        return self.once("shown", node, show)

    def nodes(self, node: Node) -> tuple[Node, ...]:
        """What `walk` comes to from a node."""
        return self.once("nodes", node, lambda whole: tuple(walk(whole)))


def sayings_of(program: Program) -> Sayings:
    """What the rules of a program say."""
    found: Sayings | None = program.made.get("sayings")
    if found is None:
        found = program.made["sayings"] = Sayings(program.material)
    return found
