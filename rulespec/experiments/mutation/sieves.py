"""Mutations of sieves."""

from collections.abc import Iterator
from typing import TypeVar, assert_never

from attrs import evolve

from rulespec.experiments.mutation.replacement import Instead
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node
from rulespec.language.tree.source import Span

N = TypeVar("N", bound=Node)


def of_sieve(node: e.Sieve) -> Iterator[Instead]:
    """The replacements of a sieve; its removal is a mutation of its parent."""
    match node:
        case e.Where():
            pass
        case e.Preferring(conditions):
            if len(conditions) > 1:
                for left, at in fewer(conditions):
                    yield Instead("a condition dropped", evolve(node, conditions=left), at)
            for turned, at in reordered(conditions):
                yield Instead("another order", evolve(node, conditions=turned), at)
        case e.WithExtremes(extremes):
            for index, each in enumerate(extremes):
                swapped = (*extremes[:index], evolve(each, most=not each.most), *extremes[index + 1 :])
                yield Instead("most for fewest", evolve(node, extremes=swapped), each.span)
            if len(extremes) > 1:
                for left_over, at in fewer(extremes):
                    yield Instead("a condition dropped", evolve(node, extremes=left_over), at)
            for swapped, at in reordered(extremes):
                yield Instead("another order", evolve(node, extremes=swapped), at)
        case _:
            assert_never(node)


def fewer(several: tuple[N, ...]) -> Iterator[tuple[tuple[N, ...], Span]]:
    """The tuples with one element removed, each with the span of that element."""
    for index, each in enumerate(several):
        yield (*several[:index], *several[index + 1 :]), each.span


def reordered(several: tuple[N, ...]) -> Iterator[tuple[tuple[N, ...], Span]]:
    """The tuples with two neighbours exchanged, each with the span of the second."""
    for index in range(len(several) - 1):
        one, other = several[index : index + 2]
        yield (*several[:index], other, one, *several[index + 2 :]), other.span
