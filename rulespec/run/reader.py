"""Reading expressions of the rules on a table: what explains play asks this way, play itself does not."""

from typing import Any

from attrs import define, field

from rulespec.material import Material
from rulespec.plan.expressions import Compiler, compiler_of
from rulespec.run.machine import Machine
from rulespec.run.sieves import Candidates, Narrow
from rulespec.run.values import Test, Value, Values
from rulespec.tree import expressions as e
from rulespec.tree.expressions import kind_of
from rulespec.tree.node import Node

KEPT = 4096  # expressions, before those of long ago are made anew


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

    def many(self, node: e.Expression) -> Value:
        """The closure of a set; one thing is a set of one, none an empty one."""
        found: Value = self._once("many", node, lambda: self._values.value(self._compiler.set(node)))
        return found

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
