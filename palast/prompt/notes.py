"""What is noted beside an answer: of a player how many cards there are, of a card whose it is."""

from collections.abc import Iterator, Sequence

from palast.prompt.called import Called
from rulespec import Card, Decision, LastSeen
from rulespec.api import View
from rulespec.narration.bookkeeping import Bookkeeping
from rulespec.pending import Atom, Option
from rulespec.wording.answered import things


def notes(called: Called, decision: Decision, view: View) -> dict[Option, str]:
    """A note in brackets for each option that has one, from the view alone."""
    lies = _lies(view)
    cards = [atom for option in decision.options for atom in option.atoms if isinstance(atom, Card)]
    owners = lies if len({lies.get(card) for card in cards} - {None}) > 1 else {}
    found = {option: _of_option(called, option, view, owners) for option in decision.options}
    return {option: f"({said})" for option, said in found.items() if said}


def _of_option(called: Called, option: Option, view: View, owners: dict[Atom, int]) -> str:
    names = called.game.seat_names
    said = [called.seat(owners[atom]) for atom in option.atoms if atom in owners]
    said += [_sizes(called, names.index(each), view) for each in things(option) if each in names]
    return ", ".join(filter(None, said))


def _lies(view: View) -> dict[Atom, int]:
    """The players before whom the cards lie that are seen."""
    return {card: owner for owner, cards in _owned(view) for card in cards}


def _owned(view: View) -> Iterator[tuple[int, Sequence[Card]]]:
    for place in view.game.material.places:
        cards = view.zone(*place.where)
        if place.owner is not None and isinstance(cards, tuple):
            yield place.owner, cards


def _sizes(called: Called, seat: int, view: View) -> str:
    """How many cards there are in the zones of a player."""
    quiet, sizes = Bookkeeping(view.rules), dict[str, int]()
    for place in view.game.material.places:
        if place.owner == seat and place.zone.name not in quiet:
            name = place.zone.name
            sizes[name] = sizes.get(name, 0) + _size(view.zone(*place.where))
    return ", ".join(f"{called.label(name)} {size}" for name, size in sizes.items())


def _size(cards: tuple[Card, ...] | LastSeen | int) -> int:
    match cards:
        case tuple():
            return len(cards)
        case LastSeen(count=count):
            return count
        case int():
            return cards
