"""A place in a drawn file: who is doing something there, and what may be spoken of."""

from attrs import evolve, frozen

from rulespec.tree.kinds import PLAYER, Kind


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
    own: bool = True
    own_hand: bool = True
    earlier: bool = False  # whether there is an earlier moment to speak of
    acting: bool = True  # whether `self` is the player who is doing something
    looks: bool = True
    subject: int = 0

    def looking_at(self, kind: Kind, named: str | None = None) -> "Place":
        if kind == PLAYER:
            return evolve(self, it=kind, named=named, own=True, own_hand=False)
        return evolve(self, it=kind, named=named)

    def known(self, kind: Kind) -> list[str]:
        """The chosen names of a kind that may be spoken of."""
        seen = (each for each in self.chosen if self.looks or each.by in (None, self.subject))
        return [each.name for each in seen if each.kind == kind]
