"""How the cards, players and zones of a game are called at the prompt."""

import unicodedata
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulespec.engine.game import Game
from rulespec.rules.material import Card
from rulespec.rules.texts.grammar.forms import Noun
from rulespec.wording import Wording
from rulespec.wording.sentences.lexicon import shown_by


@frozen(eq=False)
class Called:
    """The names of what a game is about, in the words of a language."""

    words: Wording
    game: Game

    def card(self, card: Card) -> str:
        """A card, without article."""
        return self.words.names.card(card, "").nominative

    def cards(self, cards: Sequence[Card]) -> str:
        """Several cards, where nobody has to tell one from another that is alike."""
        return ", ".join(self.words.names.shown(shown_by(card)).nominative for card in cards) or "-"

    def seat(self, seat: int) -> str:
        """A player."""
        return self.words.names.seat(self.game.seat_name(seat))

    def word(self, word: str | int) -> str:
        """A word of a list, without article."""
        return self.words.names.word(word, "").nominative

    def label(self, name: str, *, plural: bool = False) -> str:
        """The label of a line of the table: a zone, a counter or a note."""
        noun = self.words.names.noun(name)
        said = name if noun is None else self._bare(noun, plural=plural)
        return said[:1].upper() + said[1:]

    def _bare(self, noun: Noun, *, plural: bool) -> str:
        return self.words.names.phrase(noun, "", plural=plural).nominative

    def count(self, number: int) -> str:
        """A number of cards."""
        return self.words.names.counted(number, self.words.names.grammar.CARD)

    def card_called(self, said: str) -> Card | None:
        """The first card that is called so, in the rules or in the language; with or without article."""
        wanted = plain(said)
        cards = self.game.material.cards
        exact = (card for card in cards if plain(card.name) == wanted)
        return next(exact, None) or next((card for card in cards if wanted in map(plain, self.forms(card))), None)

    def forms(self, card: Card) -> Iterator[str]:
        """All that a card can be called in a sentence, without article, and with it in the nominative."""
        names = self.words.names
        bare = names.card(card, "")
        shown = names.shown(shown_by(card))
        for phrase in (bare, shown):
            yield from (phrase.nominative, phrase.accusative, phrase.dative)
        for article in ("the", "a"):
            phrase = names.card(card, article)
            yield phrase.nominative
            for said in (phrase.nominative, phrase.accusative, phrase.dative):
                rest = said.partition(" ")[2]
                if said.count(" ") > shown.nominative.count(" "):
                    yield rest


def plain(text: str) -> str:
    """A text without case and accents, which keyboards may lack."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
