"""The table as a seat may see it, as data."""

from collections.abc import Iterator
from typing import assert_never

from attrs import field, frozen

from palast.web import protocol as p
from rulespec import SPECTATOR, Card, LastSeen, State
from rulespec.api import View
from rulespec.game import Game
from rulespec.material import Share
from rulespec.narration.bookkeeping import Bookkeeping
from rulespec.scores import is_open
from rulespec.tree import declarations as d


@frozen
class Things:
    """What does not change during a game: the numbers of cards, what is for bookkeeping, whether scores are told."""

    game: Game
    numbers: dict[Card, int] = field(init=False)
    books: Bookkeeping = field(init=False)
    scored: bool = field(init=False)

    @numbers.default
    def _numbered(self) -> dict[Card, int]:
        return {card: number for number, card in enumerate(self.game.material.cards)}

    @books.default
    def _bookkeeping(self) -> Bookkeeping:
        return Bookkeeping(self.game.rules)

    @scored.default
    def _is_scored(self) -> bool:
        return is_open(self.game.rules)

    @property
    def score(self) -> str:
        """The name of the score; empty if there is none that everybody may know."""
        score = self.game.rules.score
        return score.name if score is not None and self.scored else ""

    def cards(self) -> list[p.Card]:
        """All cards, by number."""
        shown = ((card.name, card.attributes) for card in self.game.material.cards)
        return [p.Card(name, {key: str(word) for key, word in words.items()}) for name, words in shown]

    def shares(self, view: View) -> Iterator[p.Share]:
        """The zones, or players' shares of them."""
        for place in self.game.material.places:
            name, owner = place.zone.name, place.owner
            look = view.zone(*place.where)
            match look:
                case tuple():
                    seen, hidden = look, 0
                case LastSeen(count, last):
                    seen = () if last is None else (last,)
                    hidden = count - len(seen)
                case int():
                    seen, hidden = (), look
                case _:
                    assert_never(look)
            numbers = [self.numbers[card] for card in seen]
            held = owner is not None and place.seen_by(owner) and not place.seen_by(SPECTATOR)
            yield p.Share(_called(place), owner, place.zone.ordered, held, numbers, hidden, name in self.books)

    def values(self, view: View) -> Iterator[p.Value]:
        """The counters and notes; of notes for each word of a list those that there are."""
        for variable in self.game.material.variables:
            holder, where = variable.holder, variable.where
            what: p.Sort
            if isinstance(holder, d.Counter):
                what, value = "number", view.counter(*where)
            else:
                what, value = "seat" if holder.of == "player" else "word", view.note(*where)
            if variable.word is None or value is not None:
                yield p.Value(_called(variable), variable.owner, what, value, holder.name in self.books)

    def scores(self, state: State) -> list[int] | None:
        """The score of each seat; None if not everybody may know it."""
        return [state.score(seat) for seat in range(state.players)] if self.scored else None


def _called(share: Share) -> str:
    """What something is called beside its owner, where that is said already."""
    if share.word is None:
        return share.name
    return f"{share.name} {'of' if share.owner is None else 'by'} {share.word}"


def looking(state: State, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    return state.view(SPECTATOR if seat is None else seat)


def seats_from(players: int, seat: int | None) -> list[int]:
    """The seats in order, from one of them on."""
    return [((seat or 0) + each) % players for each in range(players)]


def outcome(view: View) -> p.Outcome | None:
    """The result of a finished game."""
    over = view.result
    return None if over is None else p.Outcome([*over.winners], [str(each) for each in over.returns])
