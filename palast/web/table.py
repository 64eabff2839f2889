"""The table as a seat may see it, as data."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import field, frozen

from palast.lookup import deeds
from palast.prompt.called import Called
from palast.verdict.words import Language
from palast.web import protocol as p
from rulespec import SPECTATOR, Card, LastSeen, State
from rulespec.engine.game import Game
from rulespec.game.api import View
from rulespec.game.scores import is_open
from rulespec.knowledge.knowing import Knowing
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Share, Where
from rulespec.rules.texts.parser import AIM, GAME
from rulespec.wording import Wording, wording
from rulespec.wording.story.bookkeeping import Bookkeeping
from rulespec.wording.story.story import Story


@frozen
class Things:
    """What does not change during a game: the numbers of cards, what is for bookkeeping, whether scores are told.

    All of it is called as in the words of the language.
    """

    game: Game
    language: Language = "en"
    words: Wording = field(init=False)
    called: Called = field(init=False)
    numbers: dict[Card, int] = field(init=False)
    packs: dict[tuple[str, ...], int] = field(init=False)  # the number of each, by the lists that its cards show
    books: Bookkeeping = field(init=False)
    scored: bool = field(init=False)

    @words.default
    def _in_language(self) -> Wording:
        return wording(self.game.rules, self.language)

    @called.default
    def _called(self) -> Called:
        return Called(self.words, self.game)

    @numbers.default
    def _numbered(self) -> dict[Card, int]:
        return {card: number for number, card in enumerate(self.game.material.cards)}

    @packs.default
    def _packed(self) -> dict[tuple[str, ...], int]:
        shown = dict.fromkeys(tuple(card.attributes) for card in self.game.material.cards)
        return {lists: number for number, lists in enumerate(shown)}

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

    @property
    def about(self) -> str:
        """What the game is about."""
        return self.words.said(GAME, players=self.game.players) or ""

    @property
    def aim(self) -> str:
        """How one wins."""
        return self.words.said(GAME, AIM, players=self.game.players) or ""

    @property
    def score_said(self) -> str:
        """What the score is called."""
        return self.score and Story(self.words, self.game).label(self.score)

    def cards(self) -> list[p.Card]:
        """All cards, by number."""
        return [*map(self._card, self.game.material.cards)]

    def _card(self, card: Card) -> p.Card:
        shows = {key: str(word) for key, word in card.attributes.items()}
        pack = self.packs[tuple(shows)]
        return p.Card(card.name, shows, self.called.card(card), deeds(self.called, card), pack)

    def seats(self, sits: Iterable[str]) -> list[p.Seat]:
        """The players, with who sits there."""
        return [p.Seat(self.game.seat_name(seat), self.called.seat(seat), each) for seat, each in enumerate(sits)]

    def vocabulary(self) -> dict[str, p.Word]:
        """How the words of lists and seats are called, and how they look."""
        rules = self.words.rules.resolved
        listed = [str(word) for each in rules.of(d.WordList) for word in each.words]
        found = {word: self.called.word(word) for word in listed}
        found |= {name: self.called.seat(seat) for seat, name in enumerate(self.game.seat_names)}
        return {word: p.Word(said, *self.words.looks.get(word, ("", ""))) for word, said in found.items()}

    def lists(self) -> dict[str, str]:
        """What the lists are called."""
        return {each.name: self.label(each.name) for each in self.words.rules.resolved.of(d.WordList)}

    def label(self, name: str, word: str | int | None = None, *, plural: bool = False) -> str:
        """What a zone, a counter, a note or a list is called, and for which word it is."""
        said = self.called.label(name, plural=plural)
        return said if word is None else f"{said} {self.called.word(word)}"

    def shares(self, view: View) -> Iterator[p.Share]:
        """The zones, or players' shares of them."""
        knowing = Knowing(view.perspective())
        for index, place in enumerate(self.game.material.places):
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
            down = knowing.face_down(index) if hidden else ()
            faces = [*down] if any(card is not None for card in down) else []
            held = owner is not None and place.seen_by(owner) and not place.seen_by(SPECTATOR)
            yield p.Share(
                key_of(place.where), _called(place), self.label(name, place.word), owner, place.zone.ordered, held,
                self._pack(index), numbers, hidden, faces, name in self.books,
            )  # fmt: skip

    def _pack(self, place: int) -> int:
        """The pack of the cards that begin in a place, or else the first."""
        material = self.game.material
        return self.packs[tuple(material.cards[material.laid[place][0]].attributes)] if material.laid[place] else 0

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
                label = self.label(holder.name, variable.word, plural=isinstance(holder, d.Counter))
                yield p.Value(
                    key_of(where), _called(variable), label, variable.owner, what, value, self._shown(what, value),
                    holder.name in self.books,
                )  # fmt: skip

    def _shown(self, what: p.Sort, value: int | str | None) -> str:
        """A value for people."""
        match what, value:
            case _, None:
                return ""
            case "seat", int(seat):
                return self.called.seat(seat)
            case "word", word:
                return self.called.word(word)
            case _:
                return str(value)

    def scores(self, state: State) -> list[int] | None:
        """The score of each seat; None if not everybody may know it."""
        return [state.score(seat) for seat in range(state.players)] if self.scored else None


def _called(share: Share) -> str:
    """What something is called beside its owner, where that is said already."""
    if share.word is None:
        return share.name
    return f"{share.name} {'of' if share.owner is None else 'by'} {share.word}"


def key_of(where: Where) -> str:
    """What tells a share of a zone, or a counter or note, from all others."""
    return " ".join(str(each) for each in where if each is not None)


def looking(state: State, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    return state.view(SPECTATOR if seat is None else seat)


def seats_from(players: int, seat: int | None) -> list[int]:
    """The seats in order, from one of them on."""
    return [((seat or 0) + each) % players for each in range(players)]
