"""Lines of cards whose number of copies depends on their word, by a table."""

from collections.abc import Iterator

from attrs import evolve

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.resolve.names import Names


def table_of(deck: d.Deck, names: Names) -> d.Table | None:
    """The table by which the number of copies depends on a word of the cards; None if it does not."""
    value = names.values.get(deck.copies) if isinstance(deck.copies, str) else None
    return value if isinstance(value, d.Table) and value.by != "players" and value.parameter is None else None


def list_of(words: e.Expression) -> str | None:
    """The list that the words of a factor come from, None where it is of another form."""
    match words:
        case e.WordOf():
            return str(words.kind.list)
        case e.Listed(list_):
            return list_
        case e.Shown(list_, e.AllPlayers()):
            return list_
        case e.Except(one, other):
            found = list_of(one)
            return found if list_of(other) == found else None
        case _:
            return None


def counted(deck: d.Deck, names: Names) -> tuple[d.Deck, ...] | None:
    """The line as lines with a number each, one for each word of its table; the line alone if it has no table.

    None if the table does not give a number for each word that the cards show of its list.
    """
    table = table_of(deck, names)
    if table is None:
        return (deck,)
    at = next((at for at, factor in enumerate(deck.factors) if list_of(factor.words) == table.by), None)
    factors = None if at is None else _single(deck.factors[at], names)
    if at is None or factors is None:
        return None
    numbers = {row.for_: row.value for row in table.rows}
    found = list[d.Deck]()
    for word, factor in factors:
        number = numbers.get(word, table.otherwise)
        if not isinstance(number, e.Number):
            return None
        if number.value:
            others = (*deck.factors[:at], factor, *deck.factors[at + 1 :])
            found.append(evolve(deck, copies=number.value, factors=others))
    return tuple(found)


def _single(factor: d.Factor, names: Names) -> list[tuple[str | int, d.Factor]] | None:
    """The words of a factor, with a factor for each; None if they depend on who plays."""
    match factor.words:
        case e.WordOf(word):
            return [(word, factor)]
        case e.Listed(list_):
            return [(word, _only(factor, word)) for word in _members(factor, names, list_)]
        case e.Except(e.Listed(list_), e.WordOf(out)):
            return [(word, _only(factor, word)) for word in _members(factor, names, list_) if word != out]
        case _:
            return None


def _members(factor: d.Factor, names: Names, list_: str) -> Iterator[str | int]:
    for word in names.lists[list_].members:
        if factor.between is None or (isinstance(word, int) and factor.between.low <= word <= factor.between.high):
            yield word


def _only(factor: d.Factor, word: str | int) -> d.Factor:
    if isinstance(word, int):
        return evolve(factor, between=d.Stretch(word, word, span=factor.span))
    kind = evolve(kind_of(factor.words), many=False)
    return evolve(factor, each=False, words=e.WordOf(word, kind=kind, span=factor.span))
