"""Rules in the words of one language: the valid texts of all layers, filled in."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from attrs import field, frozen

from rulespec.game.api import View
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.source import Source, Span
from rulespec.rules.compose import Layer
from rulespec.rules.rulebook import RuleBook
from rulespec.rules.texts.checks import declared_forms
from rulespec.rules.texts.current import Stale, standing
from rulespec.rules.texts.grammar.template import Part
from rulespec.rules.texts.parser import AIM, GAME, BlockText
from rulespec.wording.answers import answered
from rulespec.wording.sentences.blocks import Blocks
from rulespec.wording.sentences.filler import Filler, Known
from rulespec.wording.sentences.lexicon import Lexicon

ACTIVE = "active"
NOTHING_KNOWN: Known = {}


@frozen(eq=False, slots=False)
class Wording:
    """The texts for rules in a language, by block and label, and how things are called there."""

    rules: RuleBook = field(repr=False)
    language: str
    names: Lexicon = field(repr=False)
    texts: Mapping[tuple[str, str], BlockText] = field(repr=False)
    titles: Mapping[str, BlockText] = field(repr=False)  # of each file, by its name
    changes: Mapping[str, BlockText] = field(repr=False)  # what is different with a layer, by its name
    looks: Mapping[str, tuple[str, str]] = field(repr=False)  # of words: a colour and a symbol, "" for none
    stale: tuple[Stale, ...] = field(repr=False)
    _shows: Mapping[Span, str] = field(repr=False)  # the names of chosen cards, by where they are shown

    def said(
        self,
        key: str,
        label: str = "",
        known: Known = NOTHING_KNOWN,
        players: int | None = None,
        hearer: str | None = None,
    ) -> str | None:
        """The text written for a block, or for `game`, addressed to the player named `hearer`.

        None if nothing is written, or it speaks of what is not known.
        """
        text = self.texts.get((key, label))
        return None if text is None else Filler(self.names, known, players, hearer).filled(text.parts)

    def filled(self, text: BlockText) -> str | None:
        """A text with what stands in its places; None if it speaks of what is not known."""
        return Filler(self.names).filled(text.parts)

    @property
    def title(self) -> str:
        """The titles of the ruleset and its layers, joined by plus."""
        return " + ".join(self.title_of(layer) for layer in self.rules.composed.titled)

    def title_of(self, layer: Layer) -> str:
        """The title of a file."""
        written = self.titles.get(layer.name)
        return (written and self.filled(written)) or layer.tree.header.title or layer.name

    def told(self, key: str) -> list[str]:
        """The lines for a block: as written, else derived from the rules; none for a block that no player sees."""
        written = self.said(key)
        if written is not None:
            return [written]
        found = self.sentences.sentences(self.rules.resolved.blocks[key])
        return [f"{'  ' * each.depth}{each}" for each in found]

    @property
    def aim(self) -> str | None:
        """The aim of the game."""
        return self.said(GAME, AIM)

    def known(self, view: View) -> Known:
        """The choices of this turn that the player of a view knows, and the active player."""
        return answered(view, self._shows) | {ACTIVE: (view.game.seat_name(view.active),)}

    def phrase(self, key: str, **parts: Part) -> str:
        """A filled phrase for something that is no construct of the rules."""
        return self.sentences.template(key).clause(parts)

    @cached_property
    def sentences(self) -> Blocks:
        """Says what has no text."""
        return Blocks(self.names)


def wording(rules: RuleBook, language: str) -> Wording:
    """The wording of rules in a language."""
    sources = tuple((layer.tree.span.source, *layer.texts) for layer in rules.composed.layers)  # what spans refer to
    return _wording(rules, sources, language)


@lru_cache(maxsize=64)
def _wording(rules: RuleBook, sources: tuple[tuple[Source, ...], ...], language: str) -> Wording:
    found = standing(rules.resolved, language)
    shows = {each.span: each.cards.name for each in rules.resolved.anywhere(s.Show) if isinstance(each.cards, e.Chosen)}
    forms = {
        name: form for name, line in found.names.items() if (form := declared_forms(rules.resolved, line, language))
    }
    looks = {name: look_of(line.said) for name, line in found.looks.items()}
    names = Lexicon(rules.resolved, language, forms)
    return Wording(rules, language, names, found.texts, found.titles, found.changes, looks, tuple(found.stale), shows)


def look_of(said: str) -> tuple[str, str]:
    """A colour and a symbol, each of which may be missing."""
    colour, _, symbol = said.partition(" ")
    return (colour, symbol.strip()) if colour.startswith("#") else ("", said)
