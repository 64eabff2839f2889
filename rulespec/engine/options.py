"""Options: how an answer in the engine's numbers is written, told, and offered where somebody is asked."""

from functools import cached_property
from typing import Any

from attrs import define, field

from rulespec.engine.pending import Atom, Option
from rulespec.language.tree.kinds import CARD, CARDS, Kind
from rulespec.plan.nodes.choices import NOTHING, Query
from rulespec.rules.material import Card, Material, Variable, Word

RawAnswer = Any  # an answer in numbers: a card, a seat, a word, or a tuple of them; None for declining

ENOUGH = "(enough)"
DO_IT = "(do it)"
HIDDEN = "?"  # what the hearer does not know; everything that he can know is a number


@define(eq=False, slots=False)
class Site:
    """A place where somebody is asked, and how the answers there are written."""

    query: Query
    material: Material = field(repr=False)
    options: dict[RawAnswer, Option] = field(factory=dict, repr=False, init=False)
    origin: int = field(init=False)
    names: tuple[str, ...] = field(init=False)
    slots: tuple[int, ...] = field(init=False)
    kinds: tuple[Kind, ...] = field(init=False)
    public: tuple[bool, ...] = field(init=False)  # for each name, whether everybody may know what was chosen

    def __attrs_post_init__(self) -> None:
        query = self.query
        self.origin, self.names, self.slots = query.origin, query.names, query.slots
        self.kinds, self.public = query.kinds, query.public

    @cached_property
    def is_of_cards(self) -> bool:
        """Whether an answer, but for one that says nothing, is some cards and nothing else, in numbers."""
        return self.kinds == (CARDS,) or (len(self.kinds) > 1 and set(self.kinds) == {CARD})

    @cached_property
    def prompts(self) -> tuple[str, ...]:
        """What each seat is asked."""
        return tuple(f"{seat_name(self.material, seat)}: {self.query.said}" for seat in range(self.material.players))

    def option(self, raw: RawAnswer) -> Option:
        """The option for an answer in numbers; made once."""
        option = self.options.get(raw)
        if option is None:
            if len(self.options) > 50_000:
                self.options.clear()
            option = self.options[raw] = self._option(raw)
        return option

    def all(self, raws: tuple[RawAnswer, ...]) -> tuple[Option, ...]:
        """The options for several answers."""
        known = self.options.get
        return tuple([known(raw) or self.option(raw) for raw in raws])

    def text(self, value: int) -> str:
        """How one thing is written that can be chosen here, or one card of a set."""
        return atom_of(self.material, self.kinds[0].one, value)[1]

    def masked(self, raw: RawAnswer) -> RawAnswer:
        """An answer as everybody may know it, with `HIDDEN` for cards that only the chooser knows."""
        if raw is None or raw is True or raw == () or all(self.public):
            return raw
        if len(self.kinds) == 1:
            return _masked(raw)
        parts = zip(raw, self.public, strict=True)
        return tuple([value if public else _masked(value) for value, public in parts])

    def known(self, raw: RawAnswer) -> tuple[Card | str | int, ...]:
        """The parts of an answer as it was heard: cards, the texts of other things, the numbers of hidden cards."""
        if raw is None or raw is True:
            return ()
        found: list[Card | str | int] = []
        for kind, value in zip(self.kinds, raw if len(self.kinds) > 1 else (raw,), strict=True):
            hidden = [each for each in (value if isinstance(value, tuple) else (value,)) if each == HIDDEN]
            if hidden:
                found.append(len(hidden))
            else:
                found += [atom if isinstance(atom, Card) else text for atom, text in self._atoms(kind, value)]
        return tuple(found)

    def cards(self, raw: RawAnswer) -> frozenset[int]:
        """The cards among what was chosen."""
        return self.chosen(raw, CARD)

    def chosen(self, raw: RawAnswer, one: Kind) -> frozenset[int]:
        """What was chosen of a kind, in numbers."""
        if raw is None or raw is True or not self.kinds:
            return frozenset()
        values = raw if len(self.kinds) > 1 else (raw,)
        chosen: set[int] = set()
        for kind, value in zip(self.kinds, values, strict=True):
            if kind.one == one:
                chosen |= set(value) if isinstance(value, tuple) else {value}
        return frozenset(chosen)

    def _option(self, raw: RawAnswer) -> Option:
        if raw is None:
            return Option((), self.query.none)
        if raw is True:
            return Option((True,), DO_IT, (), raw)
        if raw == ():
            return Option((), ENOUGH, (), raw)
        if self.kinds == (CARDS,):
            cards = [self.material.cards[card] for card in raw]
            return Option(tuple(cards), ", ".join([card.name for card in cards]), self.names, raw)
        if len(self.kinds) == 1:
            atom, text = atom_of(self.material, self.kinds[0], raw)
            return Option((atom,), text, self.names, raw)
        parts = [self._atoms(kind, value) for kind, value in zip(self.kinds, raw, strict=True)]
        said = tuple(name for name, part in zip(self.names, parts, strict=True) for _ in part)
        texts = ", ".join(text for part in parts for _, text in part)
        return Option(tuple(atom for part in parts for atom, _ in part), texts or NOTHING, said, raw)

    def _atoms(self, kind: Kind, value: RawAnswer) -> list[tuple[Atom, str]]:
        if kind == CARDS:
            cards = self.material.cards
            return [(cards[each], cards[each].name) for each in value]
        return [atom_of(self.material, kind, value)]


def _masked(value: RawAnswer) -> RawAnswer:
    return (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN


def atom_of(material: Material, kind: Kind, value: int) -> tuple[Atom, str]:
    """An atom of an option, and how it is written."""
    match kind.name:
        case "card":
            return material.cards[value], material.cards[value].name
        case "player":
            return value, seat_name(material, value)
        case "word":
            word = material.words(str(kind.list))[value]
            return word, word
        case _:
            return value, str(value)


def share_name(material: Material, name: str, owner: int | None = None, word: Word | None = None) -> str:
    """What a zone, a counter or a note is called, or a player's share of it, or that for a word."""
    if owner is None:
        return name if word is None else f"{name} of {word}"
    whose = f"{name} of {seat_name(material, owner)}"
    return whose if word is None else f"{whose} by {word}"


def standing_name(material: Material, variable: Variable) -> str:
    """What a counter or a note is called where it is said what it stands at: first whose it is."""
    if variable.owner is None:
        return share_name(material, *variable.where)
    by = "" if variable.word is None else f" by {variable.word}"
    return f"{seat_name(material, variable.owner)}: {variable.name}{by}"


def seat_name(material: Material, seat: int) -> str:
    """How a player is called: by the word his seat carries, else by its number."""
    return material.seat_words[seat] if material.seat_words else f"seat {seat}"
