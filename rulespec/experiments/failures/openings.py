"""Where a game can be told from: its beginning, or one of its turns with the position reached by then."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import evolve, field, frozen

from rulespec.engine.game import Variables, Zones
from rulespec.engine.python.budget import metered
from rulespec.game.api import Ruleset, State
from rulespec.game.history import begun, raw_answers
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Material, Where

Piece = tuple[Where, str | None]  # a whole zone, counter or note, or one card of a zone
Held = TypeVar("Held")


@frozen
class Opening:
    """The differences of the table from its initial layout as a turn begins; not `laid` for a new game.

    `answered` is the number of answers of players and of chance before it.
    """

    rules: Ruleset = field(repr=False)
    players: int
    first: int
    laid: bool
    zones: Mapping[Where, tuple[str, ...]]
    values: Mapping[Where, int | str]
    answered: int

    @property
    def state(self) -> State:
        """The state in which it begins; a `ValueError` if the position is impossible."""
        if not self.laid:
            return self.rules.new_game(self.players, self.first)
        return self.rules.at(self.players, self.zones, self.values, self.first)

    def said(self, holder: Where) -> str:
        """The value of a counter or a note as text."""
        value, note = self.values[holder], self.rules.resolved.names.notes.get(holder[0])
        seat = note is not None and note.of == "player"
        return self.rules.game(self.players).seat_name(int(value)) if seat else str(value)

    @property
    def pieces(self) -> Iterator[Piece]:
        """The parts that can be left out: whole zones, counters and notes, then single cards."""
        yield from ((holder, None) for holder in (*self.zones, *self.values))
        yield from ((holder, card) for holder, cards in self.zones.items() for card in cards)

    def without(self, piece: Piece) -> "Opening":
        """The opening without a piece."""
        holder, card = piece
        cards = tuple(each for each in self.zones.get(holder, ()) if each != card) if card else ()
        zones = {**self.zones, holder: cards} if cards else _without(self.zones, holder)
        return evolve(self, zones=zones, values=self.values if card else _without(self.values, holder))


def openings(state: State) -> list[Opening]:
    """The beginning of a state's game, then each of its turns in order."""
    game, begin, answers = state.game, begun(state), [*raw_answers(state), None]
    mc, pc = game.opening(begin.first, begin.zones, begin.variables)
    found, program, mc.known = [_opening(state, begin.first, begin.zones, begin.variables, 0)], game.program, {}
    for number, answer in enumerate(answers):
        while pc >= 0:
            turn = (tuple(mc.zones), tuple(mc.variables)) if pc == game.plan.turn else None
            mc.known.clear()
            pc = program.code[pc](metered(program, mc, pc))
            if turn is not None:
                found.append(_opening(state, mc.active, *turn, number))
        if number < len(answers) - 1:
            pc = game.program.asks[mc.pc].answer(mc, answer)
    return found


def _opening(state: State, first: int, zones: Zones | None, variables: Variables, answered: int) -> Opening:
    material = state.game.material
    there = dict(_lying(material, zones)) if zones is not None else {}
    values = dict(_standing(material, variables)) if zones is not None else {}
    return Opening(state.rules, state.players, first, zones is not None, there, values, answered)


def _lying(material: Material, zones: Zones) -> Iterator[tuple[Where, tuple[str, ...]]]:
    """The cards away from their initial places; for a row that has changed, all of its cards."""
    for place, held, laid in zip(material.places, zones, material.laid, strict=True):
        moved = held if place.zone.ordered and held != laid else [card for card in held if card not in laid]
        if moved:
            yield place.where, tuple(material.cards[card].name for card in moved)


def _standing(material: Material, variables: Iterable[int | None]) -> Iterator[tuple[Where, int | str]]:
    """The counters and notes that have changed; the value of a note of a player is the seat."""
    for variable, value in zip(material.variables, variables, strict=True):
        if value is not None and value != variable.at_first:
            holder = variable.holder
            worded = None if isinstance(holder, d.Counter) or holder.of == "player" else holder.of
            yield variable.where, value if worded is None else material.words(worded)[value]


def _without(of: Mapping[Where, Held], name: Where) -> dict[Where, Held]:
    return {other: value for other, value in of.items() if other != name}
