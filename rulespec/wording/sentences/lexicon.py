"""The names of a ruleset in one language: by declared forms, common words of card games, or their identifiers."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import assert_never

from attrs import evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.rules.material import Card
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.grammar.forms import Forms, Modifier, Noun, Predicate, forms
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.grammar.phrase import Phrase, alike, listed
from rulespec.rules.texts.grammar.template import phrases

_PARTIES = {2: "zweit", 3: "dritt", 4: "viert", 5: "fünft", 6: "sechst", 7: "siebt", 8: "acht", 9: "neunt", 10: "zehnt"}


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

    def forms(self, name: str) -> Forms | None:
        """The forms of a name: declared, common in card games, or derived from its identifier."""
        if name in self.declared:
            return self.declared[name]
        common = phrases(self.language).get(f"noun.{name}")
        if common is not None:
            return forms(common, self.language, predicate=False)
        thing = self._things.get(name)
        if thing is None:
            return None
        noun: Noun = self.grammar.derived(name, counted=isinstance(thing, d.Counter))
        if isinstance(thing, d.Value) and e.kind_of(thing.expression).many:
            return evolve(noun, plural=noun.singular and noun.singular[0])  # its name is that of the whole set
        return noun

    @cached_property
    def _things(self) -> Mapping[str, d.Named]:
        """The zones, counters, notes, values, lists and cards by their names."""
        kinds = (d.Zone, d.Counter, d.Note, d.Value, d.Table, d.WordList, d.NumberList, d.Cards)
        return {block.name: block for kind in kinds for block in self.rules.of(kind)}

    def noun(self, name: str) -> Noun | None:
        """The forms of a noun; None for a word of a list that is none."""
        found = self.forms(name)
        return found if isinstance(found, Noun) else None

    def modifier(self, name: str) -> Modifier | None:
        """The forms of an attribute of nouns."""
        found = self.forms(name)
        return found if isinstance(found, Modifier) else None

    def predicate(self, call: str) -> Predicate:
        """The predicate of a condition, declared or derived from its identifier."""
        found = self.declared.get(call)
        if isinstance(found, Predicate):
            return found
        derived = forms(self.grammar.fitting(call), self.language, predicate=True)
        assert isinstance(derived, Predicate)
        return derived

    def named(self, name: str, article: str = "the", *, plural: bool = False) -> Phrase:
        """A zone, a counter, a note, a value, a list or some cards."""
        noun = self.noun(name) or self.grammar.derived(name, counted=False)
        return self.phrase(noun, article, plural=plural)

    def phrase(self, noun: Noun, article: str, modifiers: Sequence[Modifier] = (), *, plural: bool = False) -> Phrase:
        """A noun with its article."""
        phrase: Phrase = self.grammar.phrase(noun, article, modifiers, plural=plural)
        return phrase

    def word(self, word: str | int, article: str = "the") -> Phrase:
        """A word of a list by itself: a noun with its article; what stands before nouns as it is."""
        found = self.forms(str(word))
        match found:
            case Noun() if article == "some":
                return self.phrase(found, "", plural=bool(found.plural))
            case Noun():
                return self.phrase(found, article)
            case Modifier(said, way):
                said = said.removeprefix("of ")
                return alike(said[:1].upper() + said[1:] if self.language == "de" and way == "declined" else said)
            case Predicate() | None:
                return alike(str(word).replace("_", " "))
            case _:
                assert_never(found)

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
            said = " ".join(plain)
            return self.phrase(self.grammar.CARD, article, [Modifier(said, "behind")]) if article else alike(said)
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
