"""Texts with their places filled: cards, players, words and numbers, in the forms that they ask for."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from attrs import field, frozen

from rulespec.language.tree import declarations as d
from rulespec.rules.material import Card
from rulespec.rules.texts.constants import PLAYERS, fixed_numbers
from rulespec.rules.texts.grammar.forms import Noun
from rulespec.rules.texts.grammar.phrase import Phrase, alike, listed
from rulespec.rules.texts.parser import NUMBER, ByHearer, ByNumber, Filled, Parts
from rulespec.wording.sentences.lexicon import Lexicon

Known: TypeAlias = Mapping[
    str, Sequence[Card | str]
]  # what was chosen, by the name that it got; seats and numbers as text

_STARTS = re.compile(r"(?:^|[.!?] )$")
_WITH = {"en": ("with {} players", "with {}"), "de": ("{}", "{}")}


@frozen(eq=False)
class Filler:
    """Fills texts: with what is known of a turn, for a number of players if it is settled.

    `hearer` is the name of the player who is spoken to, if somebody at the table is; with a form for `you`, that
    player is called so.
    """

    names: Lexicon
    known: Known = field(factory=dict)
    players: int | None = None
    hearer: str | None = None
    you: Phrase | None = None

    def filled(self, parts: Parts, begun: str = "") -> str | None:
        """The text, behind what has `begun` it; None if it speaks of what is not known."""
        said = ""
        for part in parts:
            match part:
                case str():
                    filled: str | None = part
                case ByNumber(what, number, one, other):
                    counted = self._filled(what)
                    filled = (
                        None if counted is None else self.filled(one if counted == str(number) else other, begun + said)
                    )
                case ByHearer(who, _, himself, others):
                    is_he = self.hearer is not None and [*self.known.get(who.name, ())] == [self.hearer]
                    filled = self.filled(himself if is_he else others, begun + said)
                case Filled():
                    filled = self._filled(part)
                case _:
                    assert_never(part)
            if filled is None:
                return None
            if not isinstance(part, Filled):
                said += filled
            elif _STARTS.search(begun + said):
                said += filled[:1].upper() + filled[1:]
            else:
                said = self.names.grammar.joined(said, filled)
        return said

    def _filled(self, part: Filled) -> str | None:
        fixed = fixed_numbers(self.names.rules, part.article)
        if fixed is not None:
            noun = self.names.noun(part.name)
            if noun is None:  # a name without forms, behind each number that it is said of
                noun = Noun((self.names.grammar.quoted(part.name),) * 3, self.names.grammar.quoted(part.name), "n")
            return self._number(*fixed, noun)
        article, case = self.names.grammar.ARTICLES[part.article] if part.article else ("", "nominative")
        phrase = self._phrase(part, article)
        return None if phrase is None else phrase.in_case(case)  # type: ignore[arg-type]

    def _phrase(self, part: Filled, article: str) -> Phrase | None:
        rules = self.names.rules
        if part.of is not None:
            if part.name == NUMBER:
                return alike(self.size(part.of))
            [card, *_] = self.known.get(part.of) or [""]
            shown = card.attributes.get(part.name) if isinstance(card, Card) else None
            return None if shown is None else self.names.word(shown, article)
        if part.name in self.known:
            return self.said(self.known[part.name], article)
        fixed = fixed_numbers(rules, part.name)
        if fixed is not None:
            return alike(self._number(*fixed, None))
        if any(part.name in each.words for each in rules.of(d.WordList)):
            return self.names.word(part.name, article)
        return None

    def said(self, things: Sequence[Card | str], article: str) -> Phrase:
        """Cards, players, words or numbers in a list."""
        said = [self._one(each, article) for each in things]
        return listed(said, self.names.grammar.AND) if said else alike("")

    def _one(self, thing: Card | str, article: str) -> Phrase:
        if isinstance(thing, Card):
            return self.names.card(thing, "" if article == "some" else article)
        if self.you is not None and thing == self.hearer:
            return self.you
        if thing in self.names.seat_words or thing.startswith("seat "):
            return alike(self.names.seat(thing))
        return self.names.word(thing, article)

    def size(self, list_: str) -> str:
        """How many words a list has, or how many play."""
        if list_ != PLAYERS:
            return str(len(self.names.rules.names.lists[list_].members))
        if self.players is not None:
            return str(self.players)
        declared = self.names.rules.composed.the(d.Players)
        to = {"en": "to", "de": "bis"}[self.names.language]
        return f"{declared.least} {to} {declared.most}" if declared.most > declared.least else str(declared.least)

    def _number(self, by_players: Mapping[int, int], otherwise: int | None, counted: Noun | None) -> str:
        """A number that depends on how many play, before what is counted."""
        if self.players is not None:
            number = by_players.get(self.players, otherwise or 0)
            return self.names.counted(number, counted)
        return told_by_players(by_players, otherwise, self.names, counted)


def told_by_players(
    by_players: Mapping[int, int], otherwise: int | None, names: Lexicon, counted: Noun | None = None
) -> str:
    """A number with what it is for each number of players."""
    declared = names.rules.composed.the(d.Players)
    values = {n: by_players.get(n, otherwise or 0) for n in range(declared.least, declared.most + 1)}
    first, *more = ((value, [n for n in values if values[n] == value]) for value in dict.fromkeys(values.values()))
    said = []
    for at, (value, many) in enumerate(more):
        spoken = listed([alike(names.party(n)) for n in many], names.grammar.AND).nominative
        said.append(f"{value} {_WITH[names.language][1 if at else 0].format(spoken)}")
    number = names.counted(first[0], counted)
    return f"{number} ({', '.join(said)})" if said else number
