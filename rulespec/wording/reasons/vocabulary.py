"""The meaning of answers in the words of a language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import field, frozen

from rulespec.engine.game import Game
from rulespec.engine.options import seat_name
from rulespec.engine.pending import Decision, Option
from rulespec.game.api import View
from rulespec.language.tree import declarations as d
from rulespec.rules.texts.grammar.phrase import Phrase
from rulespec.wording.language import Wording
from rulespec.wording.questions import SIGNS, option_text
from rulespec.wording.sentences.lexicon import shown_by

_BLANKS = re.compile(r"\s++")
_ARTICLES = ("", "the", "a")


def understood(words: Wording, said: str, decision: Decision, view: View) -> Option | None:
    """The option that is meant: by its text in the rules or in the language, its parts in any order; None if none is.

    Of several cards that are called alike the first is meant that is offered.
    """
    wanted = plain(said)
    by_text = {plain(option.text): option for option in reversed(decision.options)}
    if wanted in by_text:
        return by_text[wanted]
    for option in decision.options:
        sign = SIGNS.get(option.text)
        if sign is not None and wanted in (plain(words.phrase(sign)), plain(option.text.strip("()"))):
            return option
    spoken = vocabulary(words, view.game)
    parts = [spoken.meant(part) for part in said.split(",")]
    yourself = plain(words.phrase("yourself"))
    for at, part in enumerate(said.split(",")):
        if plain(part) == yourself and view.asked is not None:
            parts[at] = (view.game.seat_name(view.asked),)
    if all(parts):
        for option in decision.options:
            if _fits(parts, option.text.split(", ")):
                return option
    listed = (option for option in decision.options if plain(option_text(words, option, decision, view)) == wanted)
    return next(listed, None)


def _fits(parts: Sequence[Sequence[str]], texts: list[str]) -> bool:
    """True if each part means another of these texts; parts with the fewest meanings are matched first."""
    if len(parts) != len(texts):
        return False
    left = list(texts)
    for meant in sorted(parts, key=len):
        found = next((each for each in meant if each in left), None)
        if found is None:
            return False
        left.remove(found)
    return True


def plain(said: str) -> str:
    """A typed text, normalized."""
    return _BLANKS.sub(" ", said).strip().rstrip(".!").casefold()


@frozen(eq=False)
class Vocabulary:
    """The names of a language with their names in the rules, the first of equal cards first."""

    cards: Mapping[str, tuple[str, ...]] = field(repr=False)
    players: Mapping[str, tuple[str, ...]] = field(repr=False)
    words: Mapping[str, tuple[str, ...]] = field(repr=False)

    def meant(self, said: str) -> tuple[str, ...]:
        """The possible meanings of a part of an answer; empty if it is unknown."""
        part = plain(said)
        if part.lstrip("-").isdigit():
            return (part,)
        found = (*self.cards.get(part, ()), *self.players.get(part, ()), *self.words.get(part, ()))
        return tuple(dict.fromkeys(found))

    def showing(self, said: str) -> list[str] | None:
        """The words of the rules that are named one after the other; None if something else is."""
        parts = [self.words.get(part) or self.players.get(part) for part in plain(said).split(" ")]
        return [part[0] for part in parts if part] if all(parts) else None


@lru_cache(maxsize=64)
def vocabulary(words: Wording, game: Game) -> Vocabulary:
    """The vocabulary of a language for a game."""
    names = words.names
    cards, players, listed = dict[str, list[str]](), dict[str, list[str]](), dict[str, list[str]]()
    for card in game.material.cards:
        _take(cards, card.name, card.name)
        _take(cards, " ".join(names.word(word, "").nominative for word in shown_by(card)), card.name)
        for article in _ARTICLES:
            for said in (*_cases(names.card(card, article)), *_cases(names.shown(shown_by(card), article))):
                _take(cards, said, card.name)
    for seat in range(game.players):
        name = seat_name(game.material, seat)
        _take(players, name, name)
        _take(players, names.seat(name), name)
    for word in _words(words):
        _take(listed, word, word)
        for article in _ARTICLES:
            for said in _cases(names.word(word, article)):
                _take(listed, said, word)
        modifier = names.modifier(word)
        for ending in names.grammar.ENDINGS if modifier is not None else ():
            _take(listed, f"{modifier.said if modifier else ''}{ending}", word)
    frozen_ones = ({said: tuple(meant) for said, meant in each.items()} for each in (cards, players, listed))
    return Vocabulary(*frozen_ones)


def block_of(words: Wording, said: str, game: Game) -> str | None:
    """The block about a card or a word that is named in the language: what it does, else the list that it is in."""
    spoken = vocabulary(words, game)
    meant = next(iter(spoken.cards.get(plain(said), ())), None)
    card = next((each for each in game.material.cards if each.name == meant), None)
    named = list(shown_by(card)) if card is not None else spoken.showing(said) or []
    entries = words.rules.composed.entries
    actions = (key for word in named if (key := f"action {word}") in entries)
    lists = (each.key for word in named for each in words.rules.resolved.of(d.WordList) if word in _members(each))
    return next(actions, None) or next(lists, None)


def _members(declared: d.Declaration) -> tuple[str, ...]:
    return declared.words if isinstance(declared, d.WordList) else ()


def _words(words: Wording) -> Iterator[str]:
    for each in words.rules.resolved.of(d.WordList):
        assert isinstance(each, d.WordList)
        yield from each.words


def _cases(phrase: Phrase) -> tuple[str, ...]:
    return phrase.nominative, phrase.accusative, phrase.dative


def _take(found: dict[str, list[str]], said: str, meant: str) -> None:
    of = found.setdefault(plain(said), [])
    if meant not in of:
        of.append(meant)
