"""How things are called in one language: by the forms that are declared for their names, else in quotes."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import assert_never

from attrs import field, frozen

from rulespec.language.tree import declarations as d
from rulespec.rules.material import Card
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.grammar.forms import GENDERS, Forms, Modifier, Noun, Predicate
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.grammar.phrase import Phrase, alike, listed
from rulespec.rules.texts.grammar.template import phrases

_PARTIES = {2: "zweit", 3: "dritt", 4: "viert", 5: "fünft", 6: "sechst", 7: "siebt", 8: "acht", 9: "neunt", 10: "zehnt"}
_MANY = ("words", "cards")


@frozen(eq=False)
class Lexicon:
    """The names of rules in a language."""

    rules: Rules
    language: str
    declared: Mapping[str, Forms] = field(repr=False)
    _shown: dict[tuple[tuple[str, ...], str], Phrase] = field(factory=dict, init=False, repr=False)

    @property
    def grammar(self) -> ModuleType:
        """How the language puts nouns into sentences."""
        return GRAMMARS[self.language]

    def noun(self, name: str) -> Noun | None:
        """The forms of a noun."""
        forms = self.declared.get(name)
        return forms if isinstance(forms, Noun) else None

    def modifier(self, name: str) -> Modifier | None:
        """The forms of what stands beside nouns."""
        forms = self.declared.get(name)
        return forms if isinstance(forms, Modifier) else None

    def predicate(self, call: str) -> Predicate | None:
        """The predicate of a condition."""
        forms = self.declared.get(call)
        return forms if isinstance(forms, Predicate) else None

    def named(self, name: str, kind: str, article: str = "the", *, plural: bool = False) -> Phrase:
        """A zone, a counter, a note, a value or a list, by its forms; else its kind, with its name in quotes."""
        noun = self.noun(name)
        if noun is not None:
            return self.phrase(noun, article, plural=plural)
        return self.quoted(name, kind, article)

    def quoted(self, name: str, kind: str, article: str = "the") -> Phrase:
        """A name in quotes, behind the noun that says what it is."""
        said = phrases(self.language)[f"name.{kind}"]
        word, _, bare = said.rpartition(" ")
        noun = Noun((bare,) * 3, bare, GENDERS.get(word, "n"))
        return self.phrase(noun, article, plural=kind in _MANY).followed_by(f" {self.grammar.quoted(name)}")

    def phrase(self, noun: Noun, article: str, modifiers: Sequence[Modifier] = (), *, plural: bool = False) -> Phrase:
        """A noun with its article."""
        phrase: Phrase = self.grammar.phrase(noun, article, modifiers, plural=plural)
        return phrase

    def word(self, word: str | int, article: str = "the") -> Phrase:
        """A word of a list by itself: a noun with its article; what stands before nouns as it is."""
        forms = self.declared.get(str(word))
        match forms:
            case Noun():
                return self.phrase(forms, article)
            case Modifier(said, _):
                said = said.removeprefix("of ")
                return alike(said[:1].upper() + said[1:] if self.language == "de" else said)
            case Predicate() | None:
                return alike(str(word))
            case _:
                assert_never(forms)

    def counted(self, number: int, noun: Noun | None) -> str:
        """A number, before what is counted in its singular or plural."""
        if noun is None:
            return str(number)
        return f"{number} {self.phrase(noun, '', plural=number != 1).accusative}"

    # ---- cards

    def card(self, card: Card, article: str = "") -> Phrase:
        """A card by what it shows; without an article as it stands in a list. Of several alike none is `the` card."""
        shown = shown_by(card)
        copy = card.name.removeprefix(" ".join(shown)).strip()
        if article == "the" and copy:
            article = "a"
        phrase = self.shown(shown, article)
        return phrase.followed_by(f" ({copy})") if copy and article == "" else phrase

    def shown(self, words: Sequence[str], article: str = "") -> Phrase:
        """A card that shows some words."""
        key = tuple(words), article
        if key not in self._shown:  # for speed: the same cards are named again and again
            self._shown[key] = self._showing(words, article)
        return self._shown[key]

    def _showing(self, words: Sequence[str], article: str) -> Phrase:
        nouns = [(word, noun) for word in words if (noun := self.noun(word)) is not None and noun.singular is not None]
        others = [word for word in words if not nouns or word != nouns[-1][0]]
        modifiers = [each for word in others if (each := self.modifier(word)) is not None]
        plain = [word for word in others if self.modifier(word) is None]
        if nouns:
            head = nouns[-1][1]
            beside = [Modifier(word, "behind") for word in plain]
            return self.phrase(head, article, [*modifiers, *beside])
        if not modifiers and plain and not (len(plain) == 1 and plain[0].isdigit()):
            return self.quoted(" ".join(plain), "card", article) if article else alike(" ".join(plain))
        if not plain:
            said = " ".join(filter(None, (self.word(word).nominative for word in words)))
            noun = Noun((said,) * 3, said, "f")
            return self.phrase(noun, article)
        return self.phrase(Noun((" ".join(plain),) * 3, None, "f"), article, modifiers)

    def cards(self, cards: Sequence[Card], article: str = "the") -> Phrase:
        """Several cards in a list."""
        return listed([self.card(each, article) for each in cards], self.grammar.AND)

    # ---- players

    def party(self, players: int) -> str:
        """How many play, behind `with`; in German by itself."""
        return str(players) if self.language == "en" else f"zu {_PARTIES.get(players, str(players))}"

    def seat(self, name: str) -> str:
        """A player: the word of his seat with a capital, without article; else his number."""
        if name.startswith("seat ") and name[5:].isdigit():
            return f"{phrases(self.language)['name.seat']} {int(name[5:]) + 1}"
        modifier = self.modifier(name)
        said = modifier.said if modifier else name
        return said[:1].upper() + said[1:]

    @cached_property
    def seat_words(self) -> frozenset[str]:
        """The words that seats carry."""
        return frozenset(word for seats in self.rules.of(d.Seats) for word in seats.words)


def shown_by(card: Card) -> tuple[str, ...]:
    """The words that a card shows."""
    return tuple(str(word) for _, word in card.shown)
