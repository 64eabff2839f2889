"""Sets of cards in a plan: each is a number, a bit for each of the cards that the sets are taken from.

These cards are kept in a register while something is asked of the sets, and worked out once for all of them.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, get_args

from attrs import frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import SETS
from rulespec.language.tree.slots import Sort, slots
from rulespec.plan.nodes import terms as t

_ASKED: Mapping[type, Callable[[Any], e.Expression | None]] = {
    kind: attrgetter(name)
    for kind in get_args(e.Expression | e.Condition)
    for name, slot in slots(kind).items()
    if slot.takes is Sort.SETS and kind is not e.Sieved  # whose sets are those of what asks
} | {e.Quantified: attrgetter("member.among")}


@frozen
class Source:
    """The register of the cards that sets are taken from, and what goes through these sets."""

    register: int
    asking: e.Expression | e.Condition

    @property
    def cards(self) -> t.Term:
        return t.Given(self.register, many=True)

    @property
    def each(self) -> t.Term:
        """The cards of the set that is looked at."""
        return t.Members(self.cards, t.It())


def sets_asked(node: e.Expression | e.Condition) -> e.SetsOf | None:
    """The sets of cards of which something is asked, if it is such sets."""
    asked = _ASKED.get(type(node))
    among = None if asked is None else asked(node)
    return None if among is None or kind_of(among) != SETS else e.sets_in(among)
