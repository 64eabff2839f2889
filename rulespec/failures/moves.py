"""What was answered in a game, move by move, in words that a game of other players understands as well."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from rulespec.api import State
from rulespec.pending import Chance, Option
from rulespec.plan.nodes.instructions import Draw

Spot = tuple[str, int | None]  # a zone, and whose share of it
Question = tuple[str, str, tuple[str, ...]]  # the block that asks, what it asks, and the names that the answer has
Seats = Sequence[int | None]  # for each seat another one, or none if it is not there any more


@frozen(cache_hash=True)
class Move:
    """An answer of a player or of chance: who is asked what, the words of the answer, and where its cards lay.

    Of a card that chance draws, it is where the card goes.
    """

    chance: bool
    seat: int
    question: Question
    words: tuple[str, ...]
    spots: tuple[tuple[str, Spot], ...]

    @property
    def text(self) -> str:
        return ", ".join(self.words)

    def renamed(self, word: Callable[[str], str]) -> "Move":
        """The same move in other words."""
        spots = tuple([(word(card), spot) for card, spot in self.spots])
        return evolve(self, words=tuple(map(word, self.words)), spots=spots)

    def of_seat(self, seats: Seats) -> "Move | None":
        """The same move by other players; none where the one whose it was has no seat any more."""
        seat = seats[self.seat]
        if seat is None:
            return None
        spots = tuple([(card, (zone, _of(owner, seats))) for card, (zone, owner) in self.spots])
        return evolve(self, seat=seat, spots=spots)


def move(state: State, option: Option) -> Move:
    """What it is to take an option of a state."""
    words = tuple(option.text.split(", "))
    if isinstance(state.pending, Chance):
        spot = target(state)
        return Move(True, state.own, question(state), words, () if spot is None else ((words[0], spot),))
    material = state.game.material
    lying = [(material.cards[card].name, material.places[state.where[card]]) for card in sorted(_cards(state, option))]
    spots = tuple([(card, (place.zone.name, place.owner)) for card, place in lying])
    return Move(False, state.own, question(state), words, spots)


def question(state: State) -> Question:
    """What is asked, in words that are the same for any number of players."""
    game = state.game
    site = game.asks[state.pc].site
    return game.plan.origins[site.origin].block, site.query.said, site.names


def target(state: State) -> Spot | None:
    """Where the card goes that chance is about to draw; none if it decides something else."""
    game = state.game
    if not isinstance(game.plan.code[state.pc], Draw):
        return None
    _, _, to = state.position.stack[-1]
    place = game.material.places[to]
    return place.zone.name, place.owner


def _cards(state: State, option: Option) -> frozenset[int]:
    return state.game.asks[state.pc].site.cards(option.raw)


def _of(owner: int | None, seats: Seats) -> int | None:
    return None if owner is None else seats[owner]
