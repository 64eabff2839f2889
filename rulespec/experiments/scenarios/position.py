"""The position that a scenario begins with, and what it leaves open."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import comb
from typing import assert_never

from attrs import define, field, frozen

from rulespec.engine.game import Game
from rulespec.engine.options import share_name
from rulespec.engine.python.budget import metered
from rulespec.engine.python.machine import Machine
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.experiments.scenarios.cards import CardNames
from rulespec.experiments.scenarios.fault import FaultError
from rulespec.experiments.scenarios.seats import Named, named, seat_of, shares_of
from rulespec.experiments.scenarios.ways import ScenarioWay
from rulespec.game.api import State
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.rules.material import Where
from rulespec.wording.amounts import many


@frozen
class _Open:
    """A number of cards out of some."""

    said: sc.SomeCards
    among: tuple[int, ...]


_Slot = int | _Open | sc.TheRest  # a piece of the contents of a place


@define
class GivenPosition:
    """The `given` part of a scenario in a game; `reserved` are cards that it names elsewhere: they are never open."""

    watch: LawWatch
    cards: CardNames
    given: sc.Given
    reserved: frozenset[int]
    _laid: dict[int, list[_Slot]] = field(factory=dict, init=False)  # by place
    _taken: set[int] = field(factory=set, init=False)
    _variables: list[int | None] = field(init=False)
    _said: set[Where] = field(factory=set, init=False)  # what has been laid

    def __attrs_post_init__(self) -> None:
        self._variables = self.game.material.numbers()
        whose = named(self.game, (laid.share for laid in self.given.laid))
        lines = [(laid, place) for laid in self.given.laid for place in self._places(laid, whose)]
        for laid, place in lines:
            self._laid[place] = [self._named(laid, part) for part in laid.content if not isinstance(part, sc.SomeCards)]
        self.reserved -= self._taken
        for laid, place in lines:
            rest = iter(self._laid[place])
            self._laid[place] = [
                self._open(part) if isinstance(part, sc.SomeCards) else next(rest) for part in laid.content
            ]

    @property
    def game(self) -> Game:
        return self.watch.game

    def begin(self, way: ScenarioWay, opened: list[Callable[[], str]]) -> tuple[State, Broken | None]:
        """The initial state in one way, and the law that it breaks; outcomes of what is open are added to `opened`."""
        first = 0 if self.given.first is None else seat_of(self.game, self.given.first)
        if not self.given.laid:
            return self.watch.begin(first)
        material, taken = self.game.material, set(self._taken)
        held: dict[int, list[int]] = {place: [] for place in self._laid}
        for place, slots in self._laid.items():
            for slot in slots:
                match slot:
                    case int():
                        held[place].append(slot)
                    case _Open():
                        found = self._chosen(slot, taken, way, ordered=material.places[place].zone.ordered)
                        opened.append(partial(self._chose, place, found))
                        taken.update(found)
                        held[place] += found
                    case sc.TheRest():
                        pass
                    case _:
                        assert_never(slot)
        left = [card for place in self._laid for card in material.laid[place] if card not in taken]
        self._lay_rest(held, left, way)
        zones = []
        for at, zone in enumerate(material.laid):
            lying = held[at] if at in held else [card for card in zone if card not in taken]
            zones.append(tuple(lying if material.places[at].zone.ordered else sorted(lying)))
        return self.watch.begin(first, None, tuple(zones), tuple(self._variables))

    def _called(self, place: int) -> str:
        held = self.game.material.places[place]
        return share_name(self.game.material, *held.where)

    def _chose(self, place: int, cards: Iterable[int]) -> str:
        return f"{self._called(place)}: {self._told(cards)}"

    def _told(self, cards: Iterable[int]) -> str:
        return ", ".join(self.game.material.cards[card].name for card in cards)

    # ---- what is said

    def _places(self, laid: sc.Laid, whose: Named) -> Iterator[int]:
        """The places of a line; counters and notes are set at once."""
        share, names = laid.share, self.game.rules.resolved.names
        for where in shares_of(self.game, share, whose):
            if where in self._said:
                raise FaultError(laid, f"'{share.span.text}' is set twice", "write everything in one line")
            self._said.add(where)
            if share.name in names.zones:
                yield self.game.place(*where)
            elif share.name in names.counters:
                self._variables[self.game.variable(d.Counter, *where)] = self._number(laid)
            else:
                self._variables[self.game.variable(d.Note, *where)] = self._noted(laid)

    def _number(self, laid: sc.Laid) -> int:
        (said,) = laid.content
        assert isinstance(said, sc.Said) and isinstance(said.words[0], int)
        number, counter = said.words[0], self.game.rules.resolved.names.counters[laid.share.name]
        low = LEAST_NUMBER if counter.below is None else counter.below
        high = MOST_NUMBER if counter.above is None else counter.above
        if not low <= number <= high:
            raise FaultError(said, f"'{counter.name}' can never be {number}")
        return number

    def _noted(self, laid: sc.Laid) -> int | None:
        if not laid.content:
            return None
        (said,) = laid.content
        assert isinstance(said, sc.Said)
        note, game = self.game.rules.resolved.names.notes[laid.share.name], self.game
        words = game.seat_names if note.of == "player" else list(game.material.words(note.of))
        if said.text not in words:
            raise FaultError(said, f"'{note.name}' cannot be '{said.text}'", did_you_mean(said.text, words))
        return words.index(said.text)

    def _named(self, laid: sc.Laid, part: sc.Said | sc.TheRest) -> _Slot:
        if isinstance(part, sc.TheRest):
            return part
        cards = self.cards.called(part.text)
        if not cards:
            raise FaultError(part, *self.cards.unknown(part.text, self.game.players))
        card = next((each for each in cards if each not in self._taken), None)
        if card is None:
            raise FaultError(part, f"'{part.text}' has already been placed", "remove it here, or name another card")
        self._taken.add(card)
        return card

    def _open(self, said: sc.SomeCards) -> _Open:
        """The cards that it can be, evaluated on a table with the named cards."""
        material, reader = self.game.material, self.game.program.reader()
        assert said.source is not None
        zones, where = [], list(material.start)
        for at, zone in enumerate(material.laid):
            named = [card for card in self._laid.get(at, ()) if isinstance(card, int)]
            zones.append((*(card for card in zone if card not in self._taken), *named))
            for card in named:
                where[card] = at
        first = 0 if self.given.first is None else seat_of(self.game, self.given.first)
        names: list[None] = [None] * self.game.plan.slots
        mc = Machine(zones, list(self._variables), names, where, first, first, first)
        metered(self.game.program, mc, "")
        among = [card for card in reader.members(said.source, mc, None) if card not in self._taken]
        return _Open(said, tuple(card for card in among if card not in self.reserved))

    # ---- what is open

    def _chosen(self, slot: _Open, taken: set[int], way: ScenarioWay, *, ordered: bool) -> list[int]:
        among = [card for card in slot.among if card not in taken]
        number = slot.said.number
        if number > len(among):
            left = f"only {many(len(among), 'such card')}" if among else "no such card"
            raise FaultError(slot.said, f"{left} {'is' if len(among) < 2 else 'are'} left")
        if ordered:
            return [among.pop(way.pick(len(among))) for _ in range(number)]
        return _combination(among, number, way.pick(comb(len(among), number)))

    def _lay_rest(self, held: dict[int, list[int]], left: list[int], way: ScenarioWay) -> None:
        """Puts what is left where the rest lies, in random order if that is a row."""
        rests = [
            (place, at, slot)
            for place, slots in self._laid.items()
            for at, slot in enumerate(slots)
            if isinstance(slot, sc.TheRest)
        ]
        if len(rests) > 1:
            raise FaultError(rests[1][2], "'the rest' can be in only one place")
        if not rests and left:
            what = f"the position leaves out {self._told(left[:3])}{' and others' if len(left) > 3 else ''}"
            raise FaultError(self.given, what, "put the other cards somewhere, for example: discards: the rest")
        for place, at, slot in rests:
            if not any(self.game.material.laid[each] for each in self._laid):
                what = "no cards are left: those in unlisted zones stay where the game starts"
                raise FaultError(slot, what, "also list the zone that has them at the start")
            if self.game.material.places[place].zone.ordered:
                left = [left.pop(way.pick(len(left))) for _ in range(len(left))]
            before = sum(each.said.number if isinstance(each, _Open) else 1 for each in self._laid[place][:at])
            held[place][before:before] = left


def _combination(among: list[int], number: int, index: int) -> list[int]:
    """The combination of a number of cards with this index in lexicographic order."""
    found: list[int] = []
    ways, left, wanted = comb(len(among), number), len(among), number
    for card in among:
        if not wanted:
            break
        with_it = ways * wanted // left  # as many as comb(left - 1, wanted - 1), for speed
        left -= 1
        if index < with_it:
            found.append(card)
            ways, wanted = with_it, wanted - 1
        else:
            index -= with_it
            ways -= with_it
    return found
