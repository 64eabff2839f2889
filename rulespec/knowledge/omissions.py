"""What a turn left out because a condition did not hold, the first question of a player when nothing happened."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, assert_never

from attrs import frozen

from rulespec.engine.python.machine import Machine
from rulespec.knowledge.particulars import Particulars
from rulespec.knowledge.recall import Moment, Recall, UnseenError
from rulespec.knowledge.sayings import sayings_of
from rulespec.language.printer import rule_text, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import walk
from rulespec.rules.material import Material


@frozen(eq=False)
class Omitted:
    """What a block left out at a moment, as its condition did not hold; and by which rule."""

    block: d.Block
    statement: s.If
    moment: Moment
    rule: str
    speaking: str  # the values of the condition
    said: str

    @property
    def effects(self) -> list[s.Effect]:
        """What was not done."""
        return _effects(self.statement)

    @property
    def told(self) -> str:
        """It in words, with its rule."""
        return self.said + (f": {self.speaking}" if self.speaking else "") + f" [{self.rule}]"


def _effects(statement: s.If) -> list[s.Effect]:
    nodes = (node for each in statement.then for node in walk(each))
    return [node for node in nodes if isinstance(node, s.Effect)]


def _said(statement: s.If) -> str:
    condition = statement.condition
    said = f"unless {show(condition.part)}" if isinstance(condition, e.Not) else f"if {show(condition)}"
    return f"'{'; '.join(map(show, _effects(statement)))}' was skipped because of '{said}'"


@frozen(eq=False)
class Omissions:
    """Finds the conditions that held at no moment of a turn, and so not when the rules tested them."""

    recall: Recall
    moments: range  # the indices of the events of the turn
    player: int

    def of(self, block: d.Block) -> Iterator[Omitted]:
        """What a block and the actions that it performed left out."""
        yield from self._body(block, block.body)

    def _body(self, block: d.Block, body: d.Body) -> Iterator[Omitted]:
        for statement in body:
            match statement:
                case s.If(condition, then, otherwise):
                    holds = self._steady(block, partial(Moment.holds, condition=condition))
                    if holds is False and not otherwise:
                        yield self._omitted(block, statement)
                    elif holds is not None:
                        yield from self._body(block, then if holds else otherwise)
                case s.Together(inner):
                    yield from self._body(block, inner)
                case s.Do(s.Perform(word, None)):
                    index = self._steady(block, partial(Moment.value, node=word))
                    if index is not None:
                        name = self._material.words(str(kind_of(word).list))[index]
                        action = self._material.rules.action(name)
                        assert action is not None
                        yield from self._body(action, action.body)
                case s.Do() | s.May() | s.ForEach() | s.ForEachWord():
                    pass  # what others decide, or several do
                case _:
                    assert_never(statement)

    def _steady(self, block: d.Block, look: Callable[[Moment], Any]) -> Any:
        """The value that something had at all the moments; None if it changed, or if the player could not see it."""
        end = self._end(block)
        found = []
        for table in self._tables:
            moment = self.recall.read(table, block.key, self.player)
            moment.machine.names = end.machine.names  # which were bound in the course of the turn
            try:
                found.append(look(moment))
            except UnseenError:
                return None
        return found[0] if all(each == found[0] for each in found) else None

    def _omitted(self, block: d.Block, statement: s.If) -> Omitted:
        moment, sayings = self._end(block), sayings_of(self.recall.program)
        rule = sayings.once(f"rule left out of {block.key}", statement, partial(self._rule, block))
        speaking = Particulars(sayings, moment).of(statement.condition)
        return Omitted(block, statement, moment, rule, speaking, sayings.once("left out", statement, _said))

    def _rule(self, block: d.Block, statement: s.If) -> str:
        nodes = [node for each in statement.then for node in walk(each)]
        cites = [*self._material.rules.entry(block.key).cites]
        cites += [cite for node in (statement, *nodes) if isinstance(node, s.Statement) for cite in node.cites]
        return rule_text(block.key, tuple(dict.fromkeys(cites)))

    def _end(self, block: d.Block) -> Moment:
        return self.recall.read(self._tables[-1], block.key, self.player)

    @cached_property
    def _tables(self) -> list[Machine]:
        return self.recall.tables(self.moments)

    @property
    def _material(self) -> Material:
        return self.recall.program.material
