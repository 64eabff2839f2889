"""What a drawn rule file declares, as far as its rules can name it."""

from attrs import define, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, PLAYER, Kind, word_of


@frozen
class Valued:
    """A named value; `parameter` is None, `player`, `card`, `cards` or a list, and it may be `by` another.

    What is `open` reads only what everybody sees.
    """

    parameter: str | None
    kind: Kind
    open: bool
    by: str | None = None


@frozen
class Called:
    """A named condition, `open` as a value is."""

    subject: str
    open: bool


@define
class Declared:
    """The names of a file, filled in as its declarations are drawn."""

    least: int  # players
    most: int
    many: bool  # cards
    lists: dict[str, d.WordList | d.NumberList] = field(factory=dict)
    seats: str | None = None
    seated: tuple[str, ...] = ()  # what they show
    shown: list[str] = field(factory=list)  # the lists whose words or numbers cards show
    zones: dict[str, d.Zone] = field(factory=dict)
    counters: dict[str, d.Counter] = field(factory=dict)
    pace: str | None = None  # a counter of turns, to which nothing else is added
    notes: dict[str, d.Note] = field(factory=dict)
    values: dict[str, Valued] = field(factory=dict)
    calls: dict[str, Called] = field(factory=dict)
    reasons: list[d.Reason] = field(factory=list)
    performable: list[str] = field(factory=list)  # the lists whose words have actions

    def words(self) -> dict[str, tuple[str, ...]]:
        """The lists of words."""
        return {name: each.words for name, each in self.lists.items() if isinstance(each, d.WordList)}

    def kinds_of_words(self) -> list[Kind]:
        return [word_of(name) for name in self.words()]

    def kind_about(self, about: str) -> Kind:
        """The kind of what a value can be about."""
        return {"player": PLAYER, "card": CARD, "cards": CARDS}.get(about) or self.shown_kind(about)

    def shown_kind(self, name: str) -> Kind:
        """What a card shows of a list."""
        return word_of(name) if isinstance(self.lists[name], d.WordList) else NUMBER

    def shown_of(self, kind: Kind) -> list[str]:
        """The lists of which a card shows something of a kind."""
        return [name for name in self.shown if self.shown_kind(name) == kind]

    def shown_words(self) -> list[str]:
        """The lists of words among those that cards show."""
        return [name for name in self.shown if isinstance(self.lists[name], d.WordList)]

    def kinds_of_notes(self) -> list[Kind]:
        return [self.noted(note) for note in self.notes.values()]

    def holding(self, kind: Kind) -> list[d.Counter | d.Note]:
        """The counters and notes that hold something of a kind."""
        notes = [note for note in self.notes.values() if self.noted(note) == kind]
        return [*notes, *(self.counters.values() if kind == NUMBER else ())]

    def noted(self, note: d.Note) -> Kind:
        return PLAYER if note.of == "player" else word_of(note.of)
