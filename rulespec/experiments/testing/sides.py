"""What others are made of: the second side of a comparison, what is counted, what is asked whether it is empty."""

from typing import Protocol

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.nameable import Nameable
from rulespec.experiments.testing.places import Place
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, PLAYER, Kind, word_of
from rulespec.language.tree.node import Node, rewrite
from rulespec.rules.resolve.itself import asked


class Expressing(Protocol):
    """Draws an expression of a kind, of at most so many others in one another."""

    def __call__(self, kind: Kind, at: Place, deep: int = 2) -> e.Expression: ...


@frozen(eq=False)
class Sides:
    """Draws expressions that are there for another, whatever their kind."""

    _draw: Drawing
    _declared: Declared
    _nameable: Nameable
    _expression: Expressing

    def unlike(self, one: e.Expression, kind: Kind, at: Place, deep: int) -> e.Expression:
        """Another side of a comparison; after some that ask for the same thing, one that is written out."""
        for _ in range(3):
            other = self._expression(kind, at, deep)
            if _asked(one, at) != _asked(other, at):
                return other
        if kind == NUMBER:
            return n.number(1)
        if kind.name == "word":
            return n.name(self._declared.words()[str(kind.list)][0])
        return e.NoneYet(**n.NOWHERE)

    def size(self, at: Place, deep: int) -> e.Expression:
        """Cards whose number may be asked for, whoever sees them."""
        if at.looks:
            return self._expression(CARDS, at, deep)
        zones = [zone.name for zone in self._declared.zones.values() if zone.per_player and zone.by is None]
        if self._draw.perhaps():
            whose = self._expression(PLAYER, at, 0)
            return n.of(self._draw.of(*zones), whose)
        return self._draw.of(*self._nameable.zones(at, seen=False))

    def any_kind(self) -> Kind:
        """A card, a player, a word or a number."""
        return self._draw.of(PLAYER, CARD, *self._declared.kinds_of_words(), NUMBER)

    def comparable(self) -> Kind:
        """A number, or a word of one list."""
        return self._draw.of(NUMBER, NUMBER, self._draw.of(*self._declared.kinds_of_words()))


def _asked(side: e.Expression, at: Place) -> Node:
    """What a side of a comparison asks for, of `it` in one way of saying it."""

    def said(node: Node) -> Node:
        match node:
            case e.Its(name, by):
                return n.of(name, e.It(**n.NOWHERE), by)
            case e.Own(noun, by) if at.it == PLAYER:
                return e.Of(noun, e.It(**n.NOWHERE), by, **n.NOWHERE)
            case e.Name(name) if name == at.named:
                return e.It(**n.NOWHERE)
            case e.ThatCard() | e.ThatPlayer() | e.That() if (named := _named(node, at)) is not None:
                return n.name(named)
        changed: Node = rewrite(node, said)
        return changed

    return said(asked(side))


def _named(node: e.ThatCard | e.ThatPlayer | e.That, at: Place) -> str | None:
    """The name of what is looked at further out, which a choice gives it."""
    kind = word_of(node.list) if isinstance(node, e.That) else CARD if isinstance(node, e.ThatCard) else PLAYER
    further = at.further_out(kind)
    return None if further is None else further[1]
