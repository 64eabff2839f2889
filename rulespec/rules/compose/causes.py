"""Problems of a block that a later layer causes: reported where the layer causes them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import assert_never

from attrs import define, evolve, field

from rulespec.language.errors import Problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import names_in, walk
from rulespec.language.tree.source import Span
from rulespec.rules.compose.composed import Layer

_WORD = re.compile(r"[^\W\d_][\w-]*")
_QUOTED = re.compile(r"'([^']+)'")

TRIED = 12  # items that are left out in turn to find a cause

Wrong = Callable[[Sequence[Layer]], Iterable[Problem]]  # the problems of some layers


def at_their_causes(problems: Sequence[Problem], layers: Sequence[Layer], wrong: Wrong) -> tuple[Problem, ...]:
    """The problems; those that vanish without the layers above them are moved to the item that causes them.

    Of several problems with the same cause and code only the first is kept.
    """
    height = {layer.path: at for at, layer in enumerate(layers)}
    beneath: dict[int, set[Problem]] = {}
    harm = _Harm(set(problems), layers, wrong)
    found: dict[object, Problem] = {}
    for problem in problems:
        at = height.get(problem.path, len(layers)) + 1
        if at < len(layers):
            if at not in beneath:
                beneath[at] = set(wrong(layers[:at]))
            place = None if problem in beneath[at] else harm.place(problem, layers[at:])
            if place is not None:
                found.setdefault((place, problem.code), _moved(problem, place))
                continue
        found[problem] = problem
    return tuple(found.values())


def _moved(problem: Problem, place: Span) -> Problem:
    message = f"this conflicts with {problem.path}:{problem.line}:{problem.column}: {problem.message}"
    remedy = problem.remedy if problem.code == "E022" else "change that block as well, or undo this change"
    line, column = place.source.position(place.start)
    return Problem(problem.code, place.source.path, line, column, message, place, remedy)


@define
class _Harm:
    """Finds the items of layers that cause problems beneath them."""

    problems: set[Problem]
    layers: Sequence[Layer]
    wrong: Wrong
    _without: dict[Span, set[Problem]] = field(factory=dict)  # the problems without an item, by its span

    def place(self, problem: Problem, above: Sequence[Layer]) -> Span | None:
        """The item of the upper layers that causes a problem: by names in the message, else by leaving items out."""
        assert problem.span is not None
        items = [(layer, item) for layer in reversed(above) for item in layer.tree.items]
        for words in (set(_QUOTED.findall(problem.message)), set(_WORD.findall(problem.span.text))):
            for _, item in items:
                for word in _said(item):
                    if word in words:
                        return item.span.word(word)
        for layer, item in items if len(items) <= TRIED else ():
            if item.span not in self._without:
                self._without[item.span] = set(self.wrong([self._left_out(each, layer, item) for each in self.layers]))
            left = self._without[item.span]
            if problem not in left and left <= self.problems:
                return item.span
        return None

    def _left_out(self, each: Layer, layer: Layer, item: d.Item) -> Layer:
        """A layer without an item, if it has that."""
        if each is not layer:
            return each
        return evolve(
            each, tree=evolve(each.tree, items=tuple(other for other in each.tree.items if other is not item))
        )


def _said(item: d.Item) -> Iterator[str]:
    """The names that an item declares, changes or removes."""
    match item:
        case d.Plain(block) | d.AddBlock(block) | d.Replace(block):
            yield block.key.split()[-1]
            yield from block.words if isinstance(block, d.WordList) else ()
            for node in walk(block):
                if isinstance(node, s.Pick):
                    yield from node.names
        case d.Remove(reference):
            yield reference.key.split()[-1]
        case d.AddWord() | d.Rename():
            yield from names_in(item)
        case d.Put() | d.Cite() | d.TriedOn() | d.Changes():
            pass
        case _:
            assert_never(item)
