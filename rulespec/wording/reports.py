"""Labels of reports on many games, and the names of the rules, in a language."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import Factory, frozen

from rulespec.engine.options import DO_IT, ENOUGH
from rulespec.language.files import ENGLISH
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.plan.nodes.choices import DECLINE, NOTHING
from rulespec.rules.material import Card
from rulespec.rules.texts.choices import asked_in, offered_in
from rulespec.rules.texts.grammar.template import Part, Template, phrases
from rulespec.wording.language import Wording
from rulespec.wording.sentences.effects import begun, tidy

_SIGNS = {DECLINE: "decline", DO_IT: "do it", ENOUGH: "enough", NOTHING: "none"}  # answers that name nothing
_BLOCK = "report.block."
_ACTION = "action"
_NOTATION = {"de": str.maketrans(",.", ".,") | {ord("%"): "\N{NO-BREAK SPACE}%"}}


@frozen(eq=False)
class Reporting:
    """Says what stands in reports, in the words of one or more rulesets.

    A name is said as it is called in the first ruleset that has it. Without words all is said in English, and names are
    those of the rules.
    """

    words: Sequence[Wording] = ()
    cards: Mapping[str, Card] = Factory(dict)

    @classmethod
    def of(cls, words: Sequence[Wording], cards: Iterable[Card] = ()) -> "Reporting":
        """By words, with the cards of a game, whose names come up in answers."""
        return cls(words, {card.name: card for card in cards})

    @property
    def language(self) -> str:
        return self.words[0].language if self.words else ENGLISH

    # ---- labels and numbers

    def say(self, key: str, **parts: Part) -> str:
        """A label or a sentence."""
        return Template(phrases(self.language)[f"report.{key}"]).clause(parts)

    def many(self, number: int, key: str, **parts: Part) -> str:
        """The same where it has a number: there is another one for a single thing."""
        return self.say(f"{key}.one" if number == 1 else key, number=self.number(f"{number:,}"), **parts)

    def number(self, written: str) -> str:
        """A number in the notation of the language."""
        return written.translate(_NOTATION.get(self.language, {}))

    def players(self, numbers: Iterable[int]) -> str:
        """Several numbers of players."""
        *some, last = sorted(numbers)
        if not some:
            return self.many(last, "players")
        if some == list(range(some[0], last)):
            return self.say("players.to", low=str(some[0]), high=str(last))
        return self.say("players.or", some=", ".join(map(str, some)), last=str(last))

    # ---- what the rules name

    def seat(self, name: str) -> str:
        """A player."""
        words = self._knowing(name)
        return words.names.seat(name) if words else name

    def word(self, name: str) -> str:
        """A word of a list, by itself."""
        words = self._knowing(name)
        return words.names.word(name, "").nominative if words else name

    def list(self, name: str) -> str:
        """A list of words, behind what goes by it."""
        words = self._knowing(name)
        noun = words.names.noun(name) if words else None
        return words.names.phrase(noun, "").dative if words and noun else name

    def card(self, name: str) -> str:
        """A card."""
        card = self.cards.get(name)
        words = self._knowing(*(str(word) for _, word in card.shown)) if card else None
        return words.names.card(card).nominative if words and card else name

    def answer(self, text: str) -> str:
        """Something that was chosen: a card, a player, a number, a word; or that nothing was."""
        if text in _SIGNS:
            return self.say(f"answer.{_SIGNS[text]}")
        if text in self.cards:
            return self.card(text)
        seats = any(text in words.names.seat_words for words in self.words) or text.startswith("seat ")
        return self.seat(text) if seats else self.word(text)

    def score(self, key: str) -> str:
        """The noun for the score; else the label with this key."""
        for words in self.words:
            score = words.rules.score
            noun = None if score is None else words.names.noun(score.name)
            if noun is not None:
                return words.names.phrase(noun, "", plural=bool(noun.plural)).nominative
        return self.say(key)

    def block(self, key: str) -> str:
        """A block of the rules, or the limit of turns: what sort it is, with its name."""
        said = phrases(self.language)
        sorts = [each.removeprefix(_BLOCK) for each in said if each.startswith(_BLOCK)]
        for sort in sorted(sorts, key=len, reverse=True):
            if key == sort or key.startswith(f"{sort} "):
                name = key[len(sort) + 1 :]
                return self.say(f"block.{sort}", name=self.word(name) if sort == _ACTION else name)
        return key

    def question(self, block: str, asked: str) -> str:
        """The question of a block, quoted from the rules; in another language than theirs as players see it."""
        said = None
        if self.language != ENGLISH:
            said = next((said for words in self.words if (said := _asked(words, block, asked)) is not None), None)
        return f"{self.block(block)}: {said or asked}"

    def _knowing(self, *names: str) -> Wording | None:
        """The first words with a form for one of some names, else the first of all."""
        there = (words for words in self.words if any(name in words.names.declared for name in names))
        return next(there, self.words[0] if self.words else None)


def _asked(words: Wording, key: str, asked: str) -> str | None:
    """The question of a choice as it is written without what came before it, else worked out."""
    block = words.rules.resolved.blocks.get(key)
    if not isinstance(block, d.Block):
        return None
    scene = words.sentences.scene(block)
    for each in asked_in(block):
        if isinstance(each.choice, s.Choose) and show(each.choice) == asked:
            return words.said(key, each.names) or begun(tidy(words.sentences.choice(each.choice, scene)))
    for offer in offered_in(block):
        if asked.startswith("may "):
            lines = [each.text for each in words.sentences.body(offer.body, scene)]
            return words.said(key, "may") or words.phrase("Do it", what=" ".join(lines)).strip()
    return None


PLAIN = Reporting()
