from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod

from attrs import define, field

from rulespec.checks.demands import demand
from rulespec.checks.subsets import subsets, ways_of_most
from rulespec.errors import Problem, beyond
from rulespec.plan.stepwise.subsets import arrangements
from rulespec.plan.stepwise.ways import Size, Ways
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.limits import LOOKS
from rulespec.tree.node import Node, children
from rulespec.tree.scopes import going_through


@demand(first=False)
def effort(rules: Rules) -> Iterator[Problem]:
    """Every condition, value and choice can be evaluated in few steps: loops over sets are not nested too deep."""
    if next(iter(subsets(rules)), None) is not None:  # which says so itself
        return
    ways = ways_of_most(rules)
    if next(Effort(ways).beyond(), None) is not None:
        for node, steps in Effort(ways, ways.holdings.size).beyond():
            yield beyond(LOOKS, steps, node.span)


@define(slots=False)
class Effort:
    """An upper bound of the steps that an evaluation takes; named values are evaluated anew at each use.

    Without the sizes that sets have in play, it is a quick one that is never smaller than with them.
    """

    ways: Ways
    played: Size | None = None
    _named: dict[str, int] = field(init=False, factory=dict)
    _long: dict[str, int] = field(init=False, factory=dict)  # named values that take too long, reported once

    @property
    def rules(self) -> Rules:
        return self.ways.material.rules

    @property
    def size(self) -> Size:
        return self.played or self.ways.at_most

    def beyond(self) -> Iterator[tuple[Node, int]]:
        """The nodes that take too many steps, and how many."""
        around = self.rules.surroundings.findings
        self._named |= () if self.played else around.get(Effort) or ()
        for named in self.rules.of(d.Value, d.Table, d.Call):
            self._of_named(named.key)
        if not self.played and not self._long:
            around.keep(Effort, None, self._named.copy())
        for key, steps in self._long.items():
            yield self.rules.blocks[key], steps
        for declared in self.rules.of(d.Block, d.Winners, d.Returns, d.Always):
            if self.most(declared) > LOOKS.most:
                for node in self._looks(declared):
                    steps = self.of(node)
                    if steps > LOOKS.most:
                        yield node, steps

    def most(self, declared: d.Declared) -> int:
        """The steps that a look takes at most: with the quick bound, the same as ever in the same surroundings."""
        around = self.rules.surroundings
        found: int | None = None if self.played else declared.findings.get(Effort, around)
        if found is None:
            found = max(map(self.of, self._looks(declared)), default=0)
            if not self.played:
                declared.findings.keep(Effort, around, found)
        return found

    def _looks(self, node: Node) -> Iterator[Node]:
        """The conditions, expressions and choices of a declaration."""
        for each in children(node):
            if isinstance(each, e.Condition | e.Expression | s.AnyChoice):
                yield each
            else:
                yield from self._looks(each)

    def of(self, node: Node) -> int:
        """The steps of one evaluation."""
        if isinstance(node, e.Outside):
            measured = self.size(node.of) * self.of(node.measure)
            return self._arrangements(e.sets_in(node.sets)) + self.of(node.sets) + measured
        through = going_through(node)
        if through is not None:
            set_, inside = through
            return self.of(set_) + self.size(set_) * self._sum(inside)
        match node:
            case d.Value() | d.Call() | d.Table():
                most = 0
                for each in children(node):
                    most = max(most, self.of(each))
                return 1 + most
            case s.AnyChoice():
                return self._choice(node)
            case e.OfValue() | e.Fits():
                return self._of_named(node.key) + self._sum(children(node))
            case e.SumOf(several) | e.EndOf(_, several):
                parts = [each for each in several.which if kind_of(each).many]
                return self.of(several) * prod(map(self.size, parts)) + 1
            case e.SetsOf():
                return self.size(node) + self._sum(children(node))
            case _:
                return 1 + self._sum(children(node))

    def at(self, statement: s.Effect | s.If | s.May | s.ForEach | s.ForEachWord) -> int:
        """The steps that a statement itself takes, including the reasons to end that are tested after an effect."""
        match statement:
            case s.Choose():
                return self.of(statement)
            case s.ChooseByChance():
                return self.of(statement) + self._of_reasons
            case s.If() | s.May() | s.ForEach() | s.ForEachWord():
                return self._said(statement)
            case _:
                return self._said(statement) + self._of_reasons

    def _said(self, statement: Node) -> int:
        return self._sum(each for each in children(statement) if isinstance(each, e.Condition | e.Expression | s.Pick))

    @cached_property
    def _of_reasons(self) -> int:
        return self._sum(each.condition for each in self.rules.of(d.Reason) if each.moment == "at once")

    def _sum(self, nodes: Iterable[Node]) -> int:
        """The steps of several; a loop, here and above, since `sum` and `max` need more of a browser's short stack."""
        steps = 0
        for each in nodes:
            steps += self.of(each)
        return steps

    def _of_named(self, key: str) -> int:
        if key not in self._named:
            steps = self.of(self.rules.blocks[key])
            if steps > LOOKS.most:
                self._long[key] = steps
                steps = steps if self.played is None else 1
            self._named[key] = steps
        return self._named[key]

    def _arrangements(self, sets: e.SetsOf) -> int:
        return arrangements(sets, self.size(sets.of), self.ways.amounts)

    def _choice(self, choose: s.AnyChoice) -> int:
        """Each candidate passes each sieve; a choice asked bit by bit has a bound of its own.

        One that seems to be asked so may be listed in play, as sets are smaller there.
        """
        afterwards = choose.afterwards if isinstance(choose, s.Choose) else None
        looks = [*choose.sieves, *([] if afterwards is None else [afterwards])]
        tried = self.ways.count(choose, self.size)
        if tried > self.rules.listed:
            tried = 1 if self.played else self.rules.listed
        return self._sum(choose.picks) + tried * self._sum(looks)
