"""The material of a ruleset for a number of players: cards, zones, counters and notes, by number."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Literal

from attrs import define, field, frozen

from rulespec.language.exports import PublicClass
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.copies import counted
from rulespec.rules.resolve.ruleset import Rules

Shown = Literal["cards", "last", "number"]  # what somebody sees of a place; the number always
Word = str | int  # of a list of words, or of numbers
Where = tuple[str, int | None] | tuple[str, int | None, Word]  # the name of a zone, counter or note, whose, which word


@frozen
class Card(metaclass=PublicClass):
    """A physical card; copies of the same card are different objects."""

    _internal = "shown"
    name: str
    shown: tuple[tuple[str, str | int], ...] = field(repr=False)

    @property
    def attributes(self) -> Mapping[str, str | int]:
        """The card's word or number by list."""
        return MappingProxyType(dict(self.shown))

    def __str__(self) -> str:
        return self.name


@frozen
class Share:
    """One zone, counter or note: the only one, or one player's, or that for a word, or one player's for a word."""

    owner: int | None = field(kw_only=True)
    word: Word | None = field(kw_only=True)

    @property
    def name(self) -> str:
        """The name of the zone, counter or note."""
        raise NotImplementedError

    @property
    def where(self) -> Where:
        """Its name, whose it is, and for which word, if there is one for each."""
        return (self.name, self.owner) if self.word is None else (self.name, self.owner, self.word)


@frozen
class Place(Share):
    """One zone, or one share of it."""

    zone: d.Zone

    @property
    def name(self) -> str:
        return self.zone.name

    def shown_to(self, player: int) -> Shown:
        """How much a player sees of this place; who is no player sees what all do."""
        sight = self.zone.sight
        if sight.owner if self.owner == player else sight.others if player >= 0 else sight.is_public:
            return "cards"
        return "last" if self.zone.last_seen else "number"

    def seen_by(self, player: int) -> bool:
        """Whether a player sees all cards in this place."""
        return self.shown_to(player) == "cards"

    @property
    def keeper(self) -> int | None:
        """The only player who sees the cards in this place, if there is one."""
        return self.owner if self.zone.sight == d.PRIVATE else None


@frozen
class Variable(Share):
    """One counter or note, or one share of it."""

    holder: d.Counter | d.Note

    @property
    def name(self) -> str:
        return self.holder.name

    @property
    def at_first(self) -> int | None:
        """The initial value."""
        return 0 if isinstance(self.holder, d.Counter) else None


@define
class Material:
    """Cards, places and variables; their numbers are the indices. `laid` has the cards that begin in each place."""

    rules: Rules
    players: int
    cards: tuple[Card, ...] = ()
    start: tuple[int, ...] = ()  # the place where each card begins
    laid: tuple[tuple[int, ...], ...] = ()  # the cards that begin in each place
    places: tuple[Place, ...] = ()
    variables: tuple[Variable, ...] = ()
    first_place: dict[str, int] = field(factory=dict)
    first_variable: dict[str, int] = field(factory=dict)
    _numbers: dict[str, dict[str, int]] = field(factory=dict)  # the number of each word of a list
    _listed: dict[str, tuple[int, ...]] = field(factory=dict)
    _shown: dict[str, tuple[int | None, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for zone in self.rules.of(d.Zone):
            assert isinstance(zone, d.Zone)
            self.first_place[zone.name] = len(self.places)
            self.places += tuple(Place(zone, owner=owner, word=word) for owner, word in self._shares(zone))
        for holder in self.rules.of(d.Counter, d.Note):
            assert isinstance(holder, d.Counter | d.Note)
            self.first_variable[holder.name] = len(self.variables)
            self.variables += tuple(Variable(holder, owner=owner, word=word) for owner, word in self._shares(holder))
        self._lay_cards()

    def _shares(self, holder: d.Holder) -> Iterator[tuple[int | None, Word | None]]:
        """For whom and for which word there is one, in order: words after players."""
        return product(range(self.players) if holder.per_player else (None,), self.words_by(holder) or (None,))

    def words_by(self, holder: d.Holder) -> tuple[Word, ...]:
        """The words, or numbers, for which there is one each; empty if it does not go by words."""
        return () if holder.by is None else tuple(self.rules.names.lists[holder.by].members)

    def count(self, holder: d.Holder) -> int:
        """How many there are of a zone, a counter or a note."""
        return (self.players if holder.per_player else 1) * (len(self.words_by(holder)) or 1)

    def many(self, node: e.AnyHeld) -> int:
        """How many of all that there are of a holder an expression can mean."""
        players = self.players if node.whose is not None and kind_of(node.whose).many else 1
        if node.by is None or not kind_of(node.by).many:
            return players
        return players * len(self.words_by(self.rules.names.held(node)))

    def share(self, holder: d.Holder, seat: int, word: int) -> int:
        """Which of all that there are of a holder is a seat's for a word by number; 0 for what it does not go by."""
        return seat * (len(self.words_by(holder)) or 1) + word

    def words(self, list_: str) -> tuple[str, ...]:
        """The words of a list; empty for a list of numbers."""
        words = self.rules.names.lists[list_]
        return words.words if isinstance(words, d.WordList) else ()

    def index(self, list_: str, word: str | int) -> int:
        """The number that stands for a word; a number stands for itself."""
        if not isinstance(word, str):
            return word
        if list_ not in self._numbers:
            self._numbers[list_] = {each: number for number, each in enumerate(self.words(list_))}
        return self._numbers[list_][word]

    def listed(self, list_: str) -> tuple[int, ...]:
        """The indices of all words of a list, or all its numbers."""
        if list_ not in self._listed:
            words = self.rules.names.lists[list_]
            whole = range(len(words.words)) if isinstance(words, d.WordList) else words.members
            self._listed[list_] = tuple(whole)
        return self._listed[list_]

    @property
    def seat_words(self) -> tuple[str, ...]:
        """The words that name the seats; empty if there are none."""
        seats = self.rules.names.seats
        return seats.words[: self.players] if seats else ()

    def shown(self, list_: str) -> tuple[int | None, ...]:
        """The index of the word, or the number, that each card shows of a list; None if it shows none."""
        if list_ not in self._shown:
            found = (card.attributes.get(list_) for card in self.cards)
            self._shown[list_] = tuple(None if word is None else self.index(list_, word) for word in found)
        return self._shown[list_]

    def _lay_cards(self) -> None:
        """Makes the cards, or takes those that were made in the same surroundings."""
        around, what = self.rules.surroundings.findings, (Material, self.players)
        if around.get(what) is None:
            around.keep(what, None, self._cards_laid())
        self.cards, self.start, self.laid = around.get(what)

    def _cards_laid(self) -> tuple[tuple[Card, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]:
        kinds: list[tuple[tuple[tuple[str, str | int], ...], int]] = []
        for group in self.rules.of(d.Cards):
            assert isinstance(group, d.Cards)
            for deck in (each for line in group.decks for each in counted(line, self.rules.names) or ()):
                choices = [self._shown_by(factor) for factor in deck.factors]
                for shown in product(*choices):
                    kinds += [(shown, self.first_place[group.zone])] * self._copies(deck)
        cards, count = [], Counter[tuple[tuple[str, str | int], ...]]()
        copies = Counter(shown for shown, _ in kinds)
        for shown, _ in kinds:
            count[shown] += 1
            name = " ".join(str(word) for _, word in shown)
            cards.append(Card(f"{name} {count[shown]}" if copies[shown] > 1 else name, shown))
        start = tuple(place for _, place in kinds)
        laid = [list[int]() for _ in self.places]
        for card, place in enumerate(start):
            laid[place].append(card)
        return tuple(cards), start, tuple(map(tuple, laid))

    def numbers(self) -> list[int | None]:
        """The initial values of counters and notes."""
        return [each.at_first for each in self.variables]

    def _copies(self, deck: d.Deck) -> int:
        if isinstance(deck.copies, int):
            return deck.copies
        return self.fixed(self.rules.names.values[deck.copies])

    def fixed(self, value: d.Value | d.Table) -> int:
        """A number that is known before play."""
        if isinstance(value, d.Value):
            number = value.expression
        else:
            rows = {row.for_: row.value for row in value.rows}
            found = rows.get(self.players, value.otherwise)
            assert found is not None
            number = found
        assert isinstance(number, e.Number)
        return number.value

    def _shown_by(self, factor: d.Factor) -> list[tuple[str, str | int]]:
        shown = self._shown_words(factor.words)
        if factor.between is None:
            return shown
        numbers = range(factor.between.low, factor.between.high + 1)
        return [(list_, number) for list_, number in shown if number in numbers]

    def _shown_words(self, node: e.Expression) -> list[tuple[str, str | int]]:
        match node:
            case e.WordOf(word):
                return [(str(node.kind.list), word)]
            case e.Listed(list_):
                return [(list_, word) for word in self.rules.names.lists[list_].members]
            case e.Shown(attribute, _):
                return [(attribute, word) for word in self.seat_words]
            case e.Except(one, other):
                out = self._shown_words(other)
                return [word for word in self._shown_words(one) if word not in out]
            case _:
                raise TypeError(f"{node} stands for no words that cards have")
