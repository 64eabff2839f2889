"""The moves of a game in words, so that they can be played again with other players."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from attrs import evolve, frozen

from rulespec.engine.pending import Chance, Option
from rulespec.game.api import State
from rulespec.plan.nodes.instructions import Draw
from rulespec.rules.material import Place, Where

MoveQuestion = tuple[str, str, tuple[str, ...]]  # the asking block, what it asks, the names that the answer binds
Seats = Sequence[int | None]  # the new seat of each; None if there is none any more


@frozen(cache_hash=True)
class Move:
    """An answer of a player or of chance: the player, the question, its words, and the place of each card.

    The spot of a card that chance draws is where it goes.
    """

    chance: bool
    seat: int
    question: MoveQuestion
    words: tuple[str, ...]
    spots: tuple[tuple[str, Where], ...]

    @property
    def text(self) -> str:
        return ", ".join(self.words)

    def renamed(self, word: Callable[[str], str]) -> "Move":
        """The move with each word replaced."""
        spots = tuple([(word(card), spot) for card, spot in self.spots])
        return evolve(self, words=tuple(map(word, self.words)), spots=spots)

    def of_seat(self, seats: Seats) -> "Move | None":
        """The move by the players of the new seats; None if its player has none any more."""
        seat = seats[self.seat]
        if seat is None:
            return None
        spots = tuple([(card, _of(spot, seats)) for card, spot in self.spots])
        return evolve(self, seat=seat, spots=spots)


def move(state: State, option: Option) -> Move:
    """The move that takes an option of a state."""
    words = tuple(option.text.split(", "))
    if isinstance(state.pending, Chance):
        spot = target(state)
        return Move(True, state.own, question(state), words, () if spot is None else ((words[0], spot),))
    material = state.game.material
    lying = [(material.cards[card].name, material.places[state.where[card]]) for card in sorted(_cards(state, option))]
    spots = tuple([(card, place.where) for card, place in lying])
    return Move(False, state.own, question(state), words, spots)


def question(state: State) -> MoveQuestion:
    """The question, in words that do not depend on the number of players."""
    game = state.game
    site = game.asks[state.pc].site
    return game.plan.origins[site.origin].block, site.query.said, site.names


def target(state: State) -> Where | None:
    """Where the card that chance is about to draw goes; None if chance decides something else."""
    game = state.game
    if not isinstance(game.plan.code[state.pc], Draw):
        return None
    _, _, to = state.position.stack[-1]
    place: Place = game.material.places[to]
    return place.where


def _cards(state: State, option: Option) -> frozenset[int]:
    return state.game.asks[state.pc].site.cards(option.raw)


def _of(spot: Where, seats: Seats) -> Where:
    """The place of the new seat of its owner."""
    name, owner, *word = spot
    return cast(Where, (name, None if owner is None else seats[owner], *word))


def reseated(
    moves: Iterable[Move], seats: Seats, names: Sequence[str], new: Sequence[str], *, cards: bool
) -> Iterator[Move]:
    """The moves of the players who keep a seat, under the names of their new seats.

    `names` and `new` are the seats' names before and after. With `cards`, names within the names of cards change, too.
    """
    called = {names[one]: new[other] for one, other in enumerate(seats) if other is not None}
    gone, free = [name for name in names if name not in called], [name for name in new if name not in called.values()]
    called |= dict(zip(gone, free, strict=False))

    def word(text: str) -> str:
        if text in called or not cards:
            return called.get(text, text)
        return " ".join(called.get(each, each) for each in text.split(" "))

    for each in moves:
        kept = each.of_seat(seats)
        if kept is not None:
            yield kept.renamed(word)
