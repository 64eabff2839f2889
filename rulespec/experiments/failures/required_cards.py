"""Where cards have to be dealt so that the answers still to come can be given."""

from collections.abc import Iterable

from attrs import field, frozen

from rulespec.experiments.failures.moves import Move
from rulespec.material import Where


@frozen
class Needs:
    """Where each card is first needed by the answers to come."""

    answers: Iterable[Move]
    first: dict[str, Where] = field(init=False)  # by the card's name, in the order of need

    @first.default
    def _first(self) -> dict[str, Where]:
        found: dict[str, Where] = {}
        for each in self.answers:
            for card, spot in each.spots:
                found.setdefault(card, spot)
        return found

    def at(self, spot: Where | None, offered: Iterable[str]) -> str | None:
        """The offered card that is needed soonest at a spot; None if none is."""
        there = set(offered)
        return next((card for card, wanted in self.first.items() if wanted == spot and card in there), None)

    def least(self, offered: Iterable[str]) -> str:
        """The first offered card that is not needed, else the one that is needed latest."""
        order = {card: at for at, card in enumerate(self.first)}
        return max(offered, key=lambda card: order.get(card, len(order)))
