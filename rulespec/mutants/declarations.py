"""Mutations of declarations as a whole; their parts have mutations of their own."""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve

from rulespec.mutants.expressions import near_to
from rulespec.mutants.instead import Around, Instead
from rulespec.mutants.names import another
from rulespec.mutants.sieves import fewer
from rulespec.mutants.statements import of_body
from rulespec.tree import declarations as d

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
        case d.NumberList(low=low, high=high):
            for near in near_to(low):
                yield Instead("off by one", evolve(node, low=near), span)
            for near in near_to(high):
                yield Instead("off by one", evolve(node, high=near), span)
        case d.Limit(turns):
            for near in near_to(turns):
                yield Instead("off by one", evolve(node, turns=near), span)
        case d.Zone(refill=refill, ordered=ordered):
            if refill is not None:
                yield Instead("a property dropped", evolve(node, refill=None), refill.span)
            if ordered:
                yield Instead("a property dropped", evolve(node, ordered=False), span)
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
        case d.SourceText() | d.Ruling() | d.Score() | d.Always() | d.Scenario():
            pass  # not about play
        case _:
            assert_never(node)


def of_deck(node: d.Deck) -> Iterator[Instead]:
    """The replacements of a line of cards."""
    if isinstance(node.copies, int):
        for near in near_to(node.copies):
            yield Instead("off by one", evolve(node, copies=near), node.span)


def _of_block(node: d.Block) -> Iterator[Instead]:
    for what, body, at in of_body(node.body):
        yield Instead(what, evolve(node, body=body), at)
