"""The small changes of an expression."""

from collections.abc import Iterator

from attrs import evolve

from rulespec.experiments.mutation.names import another
from rulespec.experiments.mutation.replacement import Around, Instead, the_opposite
from rulespec.experiments.mutation.sieves import fewer, reordered
from rulespec.language.tree import expressions as e
from rulespec.language.tree.limits import DIGITS

_MOST = 10**DIGITS.most - 1
_SIDES = {"left": "right", "right": "left"}


def of_expression(node: e.Expression, around: Around) -> Iterator[Instead]:
    """The replacements of an expression."""
    span = node.span
    match node:
        case e.Name(text):
            if (other := another(text, around.names)) is not None:
                yield Instead(other[0], evolve(node, text=other[1]), span)
        case e.Number(value):
            for near in near_to(value):
                yield Instead("off by one", evolve(node, value=near), span)
        case e.Own(noun):
            yield from _other_noun(node, noun, around)
            if noun.text not in _SIDES:
                left = e.Of(e.Noun("left", span=span), e.Active(span=span), span=span)
                player = left if around.own_is_active else e.Active(span=span)
                yield Instead("another player", e.Of(noun, player, node.by, span=span), span)
        case e.Of(noun, of):
            yield from _other_noun(node, noun, around)
            same = isinstance(of, e.Active) and around.own_is_active
            if _is_a_players(noun, around) and not same:
                yield Instead("another player", e.Own(noun, node.by, span=span), span)
        case e.Active() | e.SelfPlayer():
            yield Instead("another player", e.Of(e.Noun("left", span=span), node, span=span), span)
        case e.AllPlayers() | e.OtherPlayers() if around.shown:
            pass
        case e.AllPlayers():
            yield Instead("others for players", e.OtherPlayers(span=span), span)
        case e.OtherPlayers():
            yield Instead("others for players", e.AllPlayers(span=span), span)
        case e.PlayersStartingWith():
            yield Instead("another order", e.AllPlayers(span=span), span)
        case e.PlayersWho(_, wanted, starting):
            if starting is not None:
                yield Instead("another order", evolve(node, starting=None), starting.span)
            yield Instead("a condition dropped", e.AllPlayers(span=span), span)
            yield Instead("a condition turned round", evolve(node, wanted=not wanted), span)
        case e.Except(one, other):
            yield Instead("a condition dropped", one, other.span)
        case e.Sieved(inner, sieves):
            for left_over, at in fewer(sieves):
                yield Instead("a condition dropped", evolve(node, sieves=left_over) if left_over else inner, at)
        case e.Cases(cases, otherwise):
            for left_cases, at in fewer(cases):
                yield Instead("a condition dropped", evolve(node, cases=left_cases) if left_cases else otherwise, at)
            for turned, at in reordered(cases):
                yield Instead("another order", evolve(node, cases=turned), at)
        case _:
            yield from the_opposite(node)


def near_to(value: int) -> Iterator[int]:
    """The predecessor and successor of a number, as far as they can be written."""
    if value > 0:
        yield value - 1
    if value < _MOST:
        yield value + 1


def _other_noun(node: e.Own | e.Of, noun: e.Noun, around: Around) -> Iterator[Instead]:
    if noun.text in _SIDES:
        yield Instead("another player", evolve(node, noun=evolve(noun, text=_SIDES[noun.text])), noun.span)
    elif (other := another(noun.text, around.names)) is not None:
        yield Instead(other[0], evolve(node, noun=evolve(noun, text=other[1])), noun.span)


def _is_a_players(noun: e.Noun, around: Around) -> bool:
    """True if a noun names something per player."""
    names = around.names
    held = names.zones.get(noun.text) or names.counters.get(noun.text) or names.notes.get(noun.text)
    value = names.values.get(noun.text)
    return getattr(held, "per_player", False) or getattr(value, "parameter", None) == "player"
