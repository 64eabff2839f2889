"""Which cards have to be where, so that the answers still to come can be given."""

from collections.abc import Iterable

from attrs import field, frozen

from rulespec.failures.moves import Move, Spot


@frozen
class Needs:
    """Where each card is needed first, by the answers to come in their order."""

    answers: Iterable[Move]
    first: dict[str, Spot] = field(init=False)  # in the order in which they are needed

    @first.default
    def _first(self) -> dict[str, Spot]:
        found: dict[str, Spot] = {}
        for each in self.answers:
            for card, spot in each.spots:
                found.setdefault(card, spot)
        return found

    def at(self, spot: Spot | None, offered: Iterable[str]) -> str | None:
        """Of the cards on offer the one that is needed there soonest."""
        there = set(offered)
        return next((card for card, wanted in self.first.items() if wanted == spot and card in there), None)

    def least(self, offered: Iterable[str]) -> str:
        """Of the cards on offer the first that is not needed, or else the one that is needed latest."""
        order = {card: at for at, card in enumerate(self.first)}
        never = len(order)
        return max(offered, key=lambda card: order.get(card, never))
