"""Mutations of conditions."""

from collections.abc import Iterator
from typing import assert_never, get_args

from attrs import evolve

from rulespec.experiments.mutation.replacement import Around, Instead
from rulespec.experiments.mutation.sieves import fewer
from rulespec.language.tree import expressions as e

_RELATIONS: dict[e.Relation, tuple[e.Relation, e.Relation]] = {  # one off, and the opposite
    ">=": (">", "<="), ">": (">=", "<"), "<=": ("<", ">="), "<": ("<=", ">"),
}  # fmt: skip


def of_condition(node: e.Condition, around: Around) -> Iterator[Instead]:
    """The replacements of a condition."""
    match node:
        case e.AllOf(parts) | e.AnyOf(parts):
            for left, at in fewer(parts):
                yield Instead("a condition dropped", evolve(node, parts=left) if len(left) > 1 else left[0], at)
            other = e.AnyOf if isinstance(node, e.AllOf) else e.AllOf
            yield Instead("and for or", other(parts, span=node.span), node.span)
        case e.Not(part):
            yield Instead("a condition turned round", part, node.span)
        case e.Quantified(quantifier):
            for word in get_args(e.Quantifier):
                if word != quantifier:
                    yield Instead("another quantifier", evolve(node, quantifier=word), node.span)
        case e.Compare(_, relation):
            for swapped in _RELATIONS[relation]:
                yield Instead("a comparison swapped", evolve(node, relation=swapped), node.span)
        case e.Atomic() | e.Implies():
            if not around.negated:
                yield Instead("a condition turned round", e.Not(node, span=node.span), node.span)
        case _:
            assert_never(node)
