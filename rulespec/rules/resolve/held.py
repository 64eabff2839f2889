"""Which zone, counter or note is meant where there is one for each player, or for each word of a list."""

from typing import Any, assert_never

from attrs import evolve

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARDS, NUMBER, PLAYER, Kind, word_of
from rulespec.language.tree.node import Node
from rulespec.rules.resolve.names import Names
from rulespec.rules.resolve.wrong import WrongError, wrong

Holder = d.Zone | d.Counter | d.Note


def held(holder: Holder, whose: e.Expression | None, by: e.Expression | None, names: Names, node: Node) -> e.AnyHeld:
    """What there is of a holder for some players and words."""
    several = any(kind_of(each).many for each in (whose, by) if each is not None)
    match holder:
        case d.Zone():
            return e.InZone(holder.name, whose, by, kind=CARDS, span=node.span)
        case d.Counter():
            return e.OnCounter(holder.name, whose, by, kind=NUMBER.set if several else NUMBER, span=node.span)
        case d.Note():
            kind = noted(holder, names)
            return e.OnNote(holder.name, whose, by, kind=kind.set if several else kind, span=node.span)
        case _:
            assert_never(holder)


def noted(note: d.Note, names: Names) -> Kind:
    """The kind of what stands on a note."""
    if note.of != "player" and not isinstance(names.lists.get(note.of), d.WordList):
        raise WrongError(None)  # which is told where the note is declared
    return PLAYER if note.of == "player" else word_of(note.of)


def kind_by(holder: Holder, names: Names) -> Kind:
    """The kind of the words for which there is one each."""
    list_ = names.lists.get(str(holder.by))
    if list_ is None:
        raise WrongError(None)  # which is told where the holder is declared
    return word_of(list_.name) if isinstance(list_, d.WordList) else NUMBER


def _such_as(holder: Holder, names: Names, own: str) -> str:
    """One of them, as an author asks for it; `own` is that of a player."""
    word = next(iter(names.lists[str(holder.by)].members), "WORD")
    return f"{own} by {word}" if holder.per_player else f"{holder.name} of {word}"


def which_of(holder: Holder, names: Names, node: Node) -> WrongError:
    """The mistake of not saying for which word, and whose."""
    each = _called(holder, names)
    whom = f"each player and each {each}" if holder.per_player else f"each {each}"
    own = f"{holder.name} of seat 0" if isinstance(node, sc.Share) else f"own {holder.name}"
    remedy = f"write, for example, '{_such_as(holder, names, own)}'"
    return wrong("E024", node, f"'{holder.name}' exists once for {whom}", remedy)


def of_words(holder: Holder, of: e.Expression, names: Names, node: Node) -> e.Expression:
    """What says for which words, which has to be of their list."""
    kind, wanted = kind_of(of), kind_by(holder, names)
    if kind.one == wanted:
        return of
    remedy = f"write, for example, '{_such_as(holder, names, f'own {holder.name}')}'"
    if kind.name == "card" and not kind.many and holder.by in names.shown:
        remedy = f"write '{holder.by} of {of.span.text}'"
    raise wrong("E021", node, f"'{holder.name}' exists once for each {_called(holder, names)}, got {kind}", remedy)


def _called(holder: Holder, names: Names) -> str:
    return f"{'number' if kind_by(holder, names) == NUMBER else 'word'} of '{holder.by}'"


def by_nearest(node: e.Of, names: Names) -> e.Of:
    """A word after `by` belongs to the nearest name of which there is one for each word, all others go without."""
    end = node.end_by
    if end is None or end is node or _takes_by(end, names):
        return node
    inner, by = _handed_out(node.of, names)
    return evolve(node, of=inner, by=by)


def _handed_out(node: Any, names: Names) -> tuple[Any, e.Expression | None]:
    """An expression with the word after `by` that ends it at the nearest name that takes it, or else that word."""
    if not isinstance(node, e.Of | e.Ending):
        return evolve(node, by=None), node.by
    if isinstance(node, e.Of) and node.by is not None:
        return evolve(node, by=None), node.by
    inner, by = _handed_out(node.of, names)
    if isinstance(node, e.Of) and by is not None and _takes_by(node, names):
        return evolve(node, of=inner, by=by), None
    return evolve(node, of=inner), by


def _takes_by(node: e.Of | e.Own | e.Its, names: Names) -> bool:
    name = node.name if isinstance(node, e.Its) else node.noun.text
    holder, value = names.holder(name), names.values.get(name)
    of_holder = holder is not None and holder.per_player and holder.by is not None
    return of_holder or (value is not None and value.about[1] is not None)
