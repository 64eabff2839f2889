"""A place in a drawn file: who is doing something there, and what may be spoken of."""

from attrs import evolve, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree.kinds import PLAYER, Kind


@frozen
class Chosen:
    """A name that a choice gave; `by` is whose question it was, None if everybody knows the answer."""

    name: str
    kind: Kind
    by: int | None


@frozen
class Place:
    """What can be said at a place.

    What somebody is offered may depend on nothing but what he sees: there, `looks` is False. `subject` numbers those
    who do something one after the other, and `own_hand` is whether `own` is the subject.
    """

    chosen: tuple[Chosen, ...] = ()
    it: Kind | None = None
    named: str | None = None  # the name of `it`, in the sieve of the choice that gives it
    outer: tuple[tuple[Kind, str | None], ...] = ()  # what is looked at further out, the nearest first, with its name
    own: bool = True
    own_hand: bool = True
    looked: d.Looked | None = None  # when this is looked at, if it is no part of play
    acting: bool = True  # whether `self` is the player who is doing something
    looks: bool = True
    offers_cards: bool = True  # whether a card can be chosen
    subject: int = 0

    def looking_at(self, kind: Kind, named: str | None = None) -> "Place":
        outer = self.outer if self.it is None else ((self.it, self.named), *self.outer)
        if kind == PLAYER:
            return evolve(self, it=kind, named=named, outer=outer, own=True, own_hand=False)
        return evolve(self, it=kind, named=named, outer=outer)

    def further_out(self, kind: Kind) -> tuple[Kind, str | None] | None:
        """The nearest of a kind that is looked at further out, and its name if it has one."""
        return next((each for each in self.outer if each[0] == kind), None)

    def known(self, kind: Kind) -> list[str]:
        """The chosen names of a kind that may be spoken of."""
        seen = (each for each in self.chosen if self.looks or each.by in (None, self.subject))
        return [each.name for each in seen if each.kind == kind]
