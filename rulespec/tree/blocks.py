"""Declarations by key, in their order: as the layers leave them, and again with their names resolved."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, TypeVar, overload

from rulespec.tree.declarations import Declaration, Declared

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
        return tuple(each for each in self.declarations if isinstance(each, kinds))

    def one(self, kind: type[D]) -> D | None:
        """The declaration of a kind that there is one of at most."""
        return next(iter(self.of(kind)), None)

    def the(self, kind: type[D]) -> D:
        """The declaration of a kind that there is one of in every ruleset without mistakes."""
        (found,) = self.of(kind)
        return found
