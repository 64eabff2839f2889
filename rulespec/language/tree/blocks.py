"""Declarations by key, in their order: as the layers leave them, and again with their names resolved."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar, overload

from rulespec.language.tree.declarations import Block, Declaration, Declared
from rulespec.language.tree.node import Node

N = TypeVar("N", bound=Node)
N2 = TypeVar("N2", bound=Node)
N3 = TypeVar("N3", bound=Node)
D = TypeVar("D", bound=Declared)
D2 = TypeVar("D2", bound=Declared)
D3 = TypeVar("D3", bound=Declared)


class Blocks(ABC):
    """The blocks of a ruleset: what is asked for by its class comes as that class."""

    @property
    @abstractmethod
    def declarations(self) -> Iterable[Declaration]:
        """All of them."""

    @overload
    def of(self, kind: type[D], /) -> tuple[D, ...]: ...
    @overload
    def of(self, kind: type[D], other: type[D2], /) -> tuple[D | D2, ...]: ...
    @overload
    def of(self, kind: type[D], other: type[D2], third: type[D3], /) -> tuple[D | D2 | D3, ...]: ...
    @overload
    def of(self, *kinds: type[D]) -> tuple[D, ...]: ...
    def of(self, *kinds: type[Any]) -> tuple[Any, ...]:
        """The declarations of some kinds, in order."""
        found = self._found.get(kinds)
        if found is None:
            classes = {kind for kind in self._classes if issubclass(kind, kinds)}
            one = (each for each in self.declarations if type(each) in classes) if classes else ()
            found = self._found[kinds] = tuple(one)
        return found

    @overload
    def within(self, kind: type[N], /) -> tuple[N, ...]: ...
    @overload
    def within(self, kind: type[N], other: type[N2], /) -> tuple[N | N2, ...]: ...
    @overload
    def within(self, kind: type[N], other: type[N2], third: type[N3], /) -> tuple[N | N2 | N3, ...]: ...
    @overload
    def within(self, *kinds: type[N]) -> tuple[N, ...]: ...
    def within(self, *kinds: type[Any]) -> tuple[Any, ...]:
        """The nodes of some kinds in the blocks that are carried out, in order."""
        return tuple(node for block in self.of(Block) for node in block.within(*kinds))

    def anywhere(self, kind: type[N]) -> tuple[N, ...]:
        """The nodes of a kind in all declarations, in order."""
        if kind not in self._nodes_of:
            self._nodes_of[kind] = tuple(node for each in self.declarations for node in each.within(kind))
        return self._nodes_of[kind]

    # for speed: while a ruleset is checked, it is asked some hundred times

    @cached_property
    def _classes(self) -> frozenset[type[Declared]]:
        """The classes of which there are declarations."""
        return frozenset(map(type, self.declarations))

    @cached_property
    def _found(self) -> dict[tuple[type[Any], ...], tuple[Any, ...]]:
        """What was asked for before."""
        return {}

    @cached_property
    def _nodes_of(self) -> dict[type[Any], tuple[Any, ...]]:
        return {}

    def one(self, kind: type[D]) -> D | None:
        """The declaration of a kind that there is one of at most."""
        return next(iter(self.of(kind)), None)

    def the(self, kind: type[D]) -> D:
        """The declaration of a kind that there is one of in every ruleset without mistakes."""
        (found,) = self.of(kind)
        return found
