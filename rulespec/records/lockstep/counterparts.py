"""The correspondence between two rulesets: cards, zones, counters, notes and words, in the engine's numbers."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar, cast

from attrs import define, field

from rulespec.engine.game import Game, Variables, Zones
from rulespec.engine.pending import Option
from rulespec.language.tree import declarations as d
from rulespec.records.lockstep.renamings import Words
from rulespec.rules.material import Material, Share, Where

Key = TypeVar("Key")
OtherNumbers = tuple[int | None, ...]  # the number in the other game, by the number in the one; None if there is none


@define(slots=False, eq=False)
class Counterparts:
    """The correspondence between two games for the same number of players.

    Cards correspond if they show the same words, copies in their order; all else corresponds by its name, renamed.
    """

    one: Game
    other: Game
    _members: dict[str, OtherNumbers] = field(init=False, factory=dict)

    @cached_property
    def words(self) -> Words:
        """The names of the one in the words of the other."""
        return Words(self.one.rules, self.other.rules)

    @cached_property
    def cards(self) -> OtherNumbers:
        """The numbers of the cards."""
        return _matched(_shown(self.one.material, self.words), _shown(self.other.material, None))

    @cached_property
    def places(self) -> OtherNumbers:
        """The numbers of the places."""
        one = [self._where(each) for each in self.one.material.places]
        return _matched(one, [each.where for each in self.other.material.places])

    def _where(self, share: Share) -> Where:
        """Where something is of the one, in the words of the other."""
        name, owner, *word = share.where
        called = [self.words.word(each) if isinstance(each, str) else each for each in word]
        return cast(Where, (self.words.word(name), owner, *called))

    @cached_property
    def variables(self) -> OtherNumbers:
        """The numbers of the counters and notes."""
        one = [(type(each.holder), self._where(each)) for each in self.one.material.variables]
        return _matched(one, [(type(each.holder), each.where) for each in self.other.material.variables])

    @cached_property
    def back(self) -> "Counterparts":
        """The inverse correspondence."""
        return Counterparts(self.other, self.one)

    def text(self, option: Option) -> str:
        """The text of an answer in the words of the other."""
        cards = {
            self.one.material.cards[here].name: self.other.material.cards[there].name
            for here, there in enumerate(self.cards)
            if there is not None
        }
        parts = option.text.split(", ") if option.atoms else []
        said = [cards.get(part) or self.words.text(part) for part in parts]
        return ", ".join(said) or option.text

    def members(self, name: str) -> OtherNumbers:
        """The numbers of the words of a list."""
        if name not in self._members:
            lists, called = self.other.rules.resolved.names.lists, self.words.word(name)
            there = self.other.material.words(called) if called in lists else ()
            here = [self.words.word(each) for each in self.one.material.words(name)]
            self._members[name] = _matched(here, there)
        return self._members[name]

    @cached_property
    def numbered_alike(self) -> bool:
        """True if the correspondence is the identity, and rows correspond to rows."""
        one, other = self.one.material, self.other.material
        counted = (
            (self.cards, other.cards), (self.places, other.places), (self.variables, other.variables),
            *((self.members(each.name), other.words(called)) for each in one.rules.of(d.WordList)
              if (called := self.words.word(each.name)) in other.rules.names.lists),
        )  # fmt: skip
        rows = [[each.zone.ordered for each in material.places] for material in (one, other)]
        return rows[0] == rows[1] and all(here == tuple(range(len(there))) for here, there in counted)

    def laid(self, zones: Zones, variables: Variables) -> tuple[Zones, Variables]:
        """A position of the one, translated to the other; parts that the one lacks are as at the beginning."""
        there = self.other.material
        met = set(self.cards)
        lying = [[card for card in cards if card not in met] for cards in there.laid]
        for place, held in zip(self.places, zones, strict=True):
            if place is not None:
                lying[place] += [card for each in held if (card := self.cards[each]) is not None]
        numbers = there.numbers()
        for here, variable in enumerate(self.variables):
            if variable is not None:
                numbers[variable] = self.value(here, variables[here])
        placed = zip(lying, there.places, strict=True)
        return tuple([tuple(cards if at.zone.ordered else sorted(cards)) for cards, at in placed]), tuple(numbers)

    def value(self, variable: int, value: int | None) -> int | None:
        """The value of a counter or note of the one, as a number of the other."""
        holder = self.one.material.variables[variable].holder
        if value is None or not isinstance(holder, d.Note) or holder.of == "player":
            return value
        return self.members(holder.of)[value]

    @property
    def lacking(self) -> tuple[list[str], list[str]]:
        """The names of the cards that only the one has, and of those that only the other has."""
        met = set(self.cards)
        one = [card.name for card, found in zip(self.one.material.cards, self.cards, strict=True) if found is None]
        return one, [card.name for number, card in enumerate(self.other.material.cards) if number not in met]


def _shown(material: Material, words: Words | None) -> list[tuple[tuple[str, ...], int]]:
    """The words that each card shows, and which copy it is."""
    copies: Counter[tuple[str, ...]] = Counter()
    found = []
    for card in material.cards:
        said = [str(word) for _, word in card.shown]
        shown = tuple(sorted(said if words is None else map(words.word, said)))
        copies[shown] += 1
        found.append((shown, copies[shown]))
    return found


def _matched(one: Iterable[Key], other: Iterable[Key]) -> OtherNumbers:
    there = {key: number for number, key in enumerate(other)}
    return tuple(there.get(key) for key in one)
