"""Mutations of declarations as a whole; their parts have mutations of their own."""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve

from rulespec.experiments.mutation.expressions import near_to
from rulespec.experiments.mutation.names import another
from rulespec.experiments.mutation.replacement import Around, Instead
from rulespec.experiments.mutation.sieves import fewer
from rulespec.experiments.mutation.statements import of_body
from rulespec.language.tree import declarations as d

_MOMENTS = ("at once", "before turn", "after turn", "after round")


def of_declaration(node: d.Declaration, around: Around) -> Iterator[Instead]:
    """The replacements of a declaration; the number of players is not mutated, as each has a game of its own."""
    span = node.span
    match node:
        case d.Cards(zone=zone, decks=decks):
            if (other := another(zone, around.names)) is not None:
                yield Instead(other[0], evolve(node, zone=other[1]), span)
            if len(decks) > 1:
                for left, at in fewer(decks):
                    yield Instead("an effect dropped", evolve(node, decks=left), at)
        case d.NumberList(stretches=stretches):
            for index, each in enumerate(stretches):
                for moved in _moved(each):
                    others = (*stretches[:index], moved, *stretches[index + 1 :])
                    yield Instead("off by one", evolve(node, stretches=others), each.span)
        case d.Limit(turns):
            for near in near_to(turns):
                yield Instead("off by one", evolve(node, turns=near), span)
        case d.Zone(refill=refill, ordered=ordered, last_seen=last_seen):
            if refill is not None:
                yield Instead("a property dropped", evolve(node, refill=None), refill.span)
            if ordered:
                yield Instead("a property dropped", evolve(node, ordered=False), span)
            if last_seen:
                yield Instead("a property dropped", evolve(node, last_seen=False), span)
        case d.Counter(reset=reset, below=below, above=above):
            if reset is not None:
                yield Instead("a property dropped", evolve(node, reset=None), span)
            if below is not None:
                yield Instead("a property dropped", evolve(node, below=None), span)
                for near in near_to(below):
                    yield Instead("off by one", evolve(node, below=near), span)
            if above is not None:
                yield Instead("a property dropped", evolve(node, above=None), span)
                for near in near_to(above):
                    yield Instead("off by one", evolve(node, above=near), span)
        case d.Note(reset=reset):
            if reset is not None:
                yield Instead("a property dropped", evolve(node, reset=None), span)
        case d.Reason(moment=moment):
            for other_moment in _MOMENTS:
                if other_moment != moment:
                    yield Instead("another moment", evolve(node, moment=other_moment), span)
            yield from _of_block(node)
        case d.Block():
            yield from _of_block(node)
        case d.Players() | d.Seats() | d.WordList() | d.Value() | d.Table() | d.Call() | d.Winners() | d.Returns():
            pass
        case d.SourceText() | d.Ruling() | d.Option() | d.Score() | d.Always() | d.Scenario():
            pass  # not about play
        case _:
            assert_never(node)


def _moved(stretch: d.Stretch) -> Iterator[d.Stretch]:
    """Some numbers with one of their ends off by one; of a single number both."""
    if stretch.low == stretch.high:
        yield from (evolve(stretch, low=near, high=near) for near in near_to(stretch.low))
        return
    yield from (evolve(stretch, low=near) for near in near_to(stretch.low))
    yield from (evolve(stretch, high=near) for near in near_to(stretch.high))


def of_deck(node: d.Deck) -> Iterator[Instead]:
    """The replacements of a line of cards."""
    if isinstance(node.copies, int):
        for near in near_to(node.copies):
            yield Instead("off by one", evolve(node, copies=near), node.span)
    for at, factor in enumerate(node.factors):
        for moved in () if factor.between is None else _moved(factor.between):
            factors = (*node.factors[:at], evolve(factor, between=moved), *node.factors[at + 1 :])
            yield Instead("off by one", evolve(node, factors=factors), factor.span)


def _of_block(node: d.Block) -> Iterator[Instead]:
    for what, body, at in of_body(node.body):
        yield Instead(what, evolve(node, body=body), at)
