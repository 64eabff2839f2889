"""Reading expressions of the rules on a table: what explains play asks this way, play itself does not."""

from typing import Any

from attrs import define, field

from rulespec.engine.python.machine import Machine
from rulespec.engine.python.sieves import Candidates, Narrow
from rulespec.engine.python.subsets import cards_at
from rulespec.engine.python.values import Test, Value, Values
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import SETS
from rulespec.language.tree.node import Node
from rulespec.plan.expressions import Compiler, compiler_of
from rulespec.plan.nodes import terms as t
from rulespec.rules.material import Material

Its = tuple[Any, ...]  # what is looked at, `it` first, then what lies further out; none of it is None
KEPT = 4096  # expressions, before those of long ago are made anew


def seen_from(mc: Machine, outer: Its) -> Machine:
    """A machine on which something is read that stands within what is looked at further out, the nearest first."""
    mc.given = {-steps: each for steps, each in enumerate(outer, start=1)}
    return mc


@define(eq=False)
class Reader:
    """Makes closures of expressions whose names lie in some slots; those of one node are made once."""

    material: Material
    slots: dict[str, int]
    _values: Values
    _compiler: Compiler = field(init=False)
    _made: dict[tuple[str, int], tuple[Node, Any]] = field(init=False, factory=dict)  # with the node, so that it lives

    def __attrs_post_init__(self) -> None:
        self._compiler = compiler_of(self.material, self.slots)

    def value(self, node: e.Expression) -> Value:
        found: Value = self._once("value", node, lambda: self._values.value(self._compiler.term(node)))
        return found

    def asked(self, key: str, of: int | None, by: int | None) -> Value:
        """The closure of a named value for a seat or a word, and by another."""
        about, further = (None if each is None else t.Constant(each) for each in (of, by))
        return self._values.value(self._compiler.asked(key, about, further))

    def many(self, node: e.Expression) -> Value:
        """The closure of a set; one thing is a set of one, none an empty one. Each set of cards is one for itself."""
        make = self._sets if kind_of(node) == SETS else self._set
        found: Value = self._once("many", node, lambda: make(node))
        return found

    def _set(self, node: e.Expression) -> Value:
        return self._values.value(self._compiler.set(node))

    def _sets(self, node: e.Expression) -> Value:
        cards, sets = map(self._values.value, self._compiler.sets(node))
        return lambda mc, own, it: [cards_at(cards(mc, own, it), bits) for bits in sets(mc, own, it)]

    def test(self, node: e.Condition) -> Test:
        found: Test = self._once("test", node, lambda: self._values.test(self._compiler.test(node)))
        return found

    def narrow(self, set_: e.Expression, sieve: e.Sieve) -> Narrow:
        """What a sieve leaves of the members of a set."""
        players = Candidates(kind_of(set_).name == "player")
        found: Narrow = self._once(
            f"narrow {players.players}", sieve, lambda: self._values.sieve(self._compiler.sieve(sieve), players)
        )
        return found

    def members(self, node: e.Expression, mc: Machine, own: int | None) -> list[Any]:
        """The members of a set on a table."""
        return list(self.many(node)(mc, own, None))

    def _once(self, how: str, node: Node, make: Any) -> Any:
        key = (how, id(node))
        if key not in self._made:
            if len(self._made) > KEPT:
                self._made.clear()
            self._made[key] = node, make()
        return self._made[key][1]
