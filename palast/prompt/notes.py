"""Notes beside answers: the number of a player's cards, the owner of a card."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from palast.prompt.called import Called
from rulespec import Card, Decision, LastSeen
from rulespec.engine.pending import Atom, Option
from rulespec.game.api import View
from rulespec.wording.answers import Thing, things
from rulespec.wording.story.bookkeeping import Bookkeeping


@frozen(eq=False, slots=False)
class Notes:
    """The notes for the options of a decision, from the view alone."""

    called: Called
    decision: Decision
    view: View

    def of_option(self, option: Option) -> str:
        """The note for an option, in brackets, if there is one."""
        return self.of_things(things(option))

    def of_things(self, things: Sequence[Thing]) -> str:
        """The notes for cards and players."""
        said = ", ".join(filter(None, map(self._of_thing, things)))
        return f"({said})" if said else ""

    def _of_thing(self, thing: Thing) -> str:
        if isinstance(thing, Card):
            return self.called.seat(self._owners[thing]) if thing in self._owners else ""
        seats = self.called.game.seat_names
        return self._sizes(seats.index(thing)) if thing in seats else ""

    @cached_property
    def _owners(self) -> dict[Atom, int]:
        """The players before whom the cards lie that are offered, if there are several such players."""
        lies = {card: owner for owner, cards in self._owned() for card in cards}
        offered = {lies.get(atom) for option in self.decision.options for atom in option.atoms}
        return lies if len(offered - {None}) > 1 else {}

    def _owned(self) -> Iterator[tuple[int, Sequence[Atom]]]:
        for place in self.called.game.material.places:
            cards = self.view.zone(*place.where)
            if place.owner is not None and isinstance(cards, tuple):
                yield place.owner, cards

    def _sizes(self, seat: int) -> str:
        """How many cards there are in the zones of a player."""
        quiet, sizes = Bookkeeping(self.view.rules), dict[str, int]()
        for place in self.called.game.material.places:
            name = place.zone.name
            if place.owner == seat and name not in quiet:
                sizes[name] = sizes.get(name, 0) + _size(self.view.zone(*place.where))
        return ", ".join(f"{self.called.label(name)} {size}" for name, size in sizes.items())


def _size(cards: tuple[Card, ...] | LastSeen | int) -> int:
    match cards:
        case tuple():
            return len(cards)
        case LastSeen(count=count):
            return count
        case int():
            return cards
