"""A set of cards that the engine asks for card by card, in a fixed order; on the page it is one answer in any order."""

from collections.abc import Collection, Iterator

from attrs import define, field

from rulespec import Option, State
from rulespec.engine.options import Site
from rulespec.engine.python.program import Asking
from rulespec.engine.python.snapshot import Snapshot

POSITIONS = 3_000  # looked at for one question; if there are more, the remaining cards count as possible


@define(eq=False)
class CardSet:
    """The set that a state asks for: its possible cards by number, in the engine's order, and how many it can take."""

    site: Site
    order: tuple[int, ...]
    fewest: int
    most: int
    _known: dict[tuple[int, ...], Snapshot]  # by the cards that are named
    _possible: dict[frozenset[int], list[int]] = field(factory=dict, init=False)

    @classmethod
    def asked(cls, state: State) -> "CardSet | None":
        """The set that is asked for; None for any other question."""
        ask = state.game.asks.get(state.pc)
        bit = ask.bit if isinstance(ask, Asking) else None
        picking = None if bit is None else bit.picking(state.machine())
        return None if ask is None or picking is None else cls(ask.site, *picking, {(): state.snapshot})

    def possible(self, picked: Collection[int] = ()) -> list[int]:
        """The cards that a whole set can have beside the picked ones."""
        there = frozenset(picked)
        if there not in self._possible:
            others = [card for card in self.order if card not in there]
            self._possible[there] = [card for card in others if self._reaches((), self._ordered({*there, card}))]
        return self._possible[there]

    def option(self, cards: Collection[int]) -> Option | None:
        """The whole set of just these cards as one answer; None if there is no such set."""
        return None if self._answers(cards) is None else self.site.option(self._ordered(cards))

    def texts(self, answer: str) -> list[str]:
        """The engine's answers to a whole set, whose cards may be written in any order; none for another answer."""
        cards = {self.site.option((card,)).text: card for card in self.order}
        said = answer.split(", ")
        raws = self._answers([cards[each] for each in said]) if {*said} <= cards.keys() else None
        return [self.site.option(raw).text for raw in raws or ()]

    def _answers(self, cards: Collection[int]) -> list[tuple[int, ...]] | None:
        """The engine's answers that name just these cards."""
        named = self._ordered(cards)
        offered = (each in self._offered(named[:at]) for at, each in enumerate(named))
        if not named or len(named) < len(cards) or not all(offered):
            return None
        raws: list[tuple[int, ...]] = [(each,) for each in named]
        if not self._is_open(named):
            return raws
        return [*raws, ()] if () in self._known[named].raws else None

    # ---- what the engine offers

    def _reaches(self, named: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
        """Whether a whole set has the cards named so far and the wanted ones, with any others among them."""
        if not wanted or len(self._known) > POSITIONS:
            return True
        offered = [*self._offered(named)]
        if wanted[0] in offered and self._reaches((*named, wanted[0]), wanted[1:]):
            return True
        earlier = self.order[: self.order.index(wanted[0])]
        return any(self._reaches((*named, each), wanted) for each in offered if each in earlier)

    def _offered(self, named: tuple[int, ...]) -> Iterator[int]:
        """The cards that the engine offers after those named so far; none if the set is complete."""
        return (raw[0] for raw in self._known[named].raws if raw) if self._is_open(named) else iter(())

    def _is_open(self, named: tuple[int, ...]) -> bool:
        """Whether the engine asks for more cards of the set, after cards that it offered one after another."""
        if named not in self._known:
            self._known[named] = self._known[named[:-1]].next(named[-1:])
        before, now = self._known[()], self._known[named]
        return now.pc == before.pc and now.own == before.own and now.stage == (*(before.stage or ()), *named)

    def _ordered(self, cards: Collection[int]) -> tuple[int, ...]:
        wanted = {*cards}
        return tuple(card for card in self.order if card in wanted)
