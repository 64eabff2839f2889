"""Mutations of names: the next zone, counter, note or word."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rulespec.experiments.mutation.replacement import ChangeName
from rulespec.language.tree import declarations as d
from rulespec.rules.resolve.names import Names

Held = TypeVar("Held", d.Zone, d.Counter, d.Note)


def another(name: str, names: Names) -> tuple[ChangeName, str] | None:
    """The next name of the same sort, with the kind of mutation; None if there is no other."""
    found: tuple[ChangeName, str | None]
    if name in names.zones:
        found = "another zone", _alike(name, names.zones, lambda zone: (zone.ordered, zone.seen_by))
    elif name in names.counters:
        found = "another counter", _alike(name, names.counters, lambda counter: counter.reset)
    elif name in names.notes:
        of = names.notes[name].of
        notes = {each: note for each, note in names.notes.items() if note.of == of}
        found = "another note", _alike(name, notes, lambda note: note.reset)
    elif name in names.words:
        words = names.lists[names.words[name]].members
        found = "another word", _next(name, [word for word in words if isinstance(word, str)])
    else:
        return None
    what, other = found
    return None if other is None else (what, other)


def _alike(name: str, holders: Mapping[str, Held], shape: Callable[[Held], object]) -> str | None:
    """The next name with the same ownership, of the same shape if there is one."""
    this = holders[name]
    same = [other for other, holder in holders.items() if (holder.per_player, holder.by) == (this.per_player, this.by)]
    shaped = [other for other in same if shape(holders[other]) == shape(this)]
    return _next(name, shaped) or _next(name, same)


def _next(name: str, among: Iterable[str]) -> str | None:
    """The cyclic successor of a name; None if it is alone."""
    several = list(among)
    other = several[(several.index(name) + 1) % len(several)]
    return None if other == name else other
