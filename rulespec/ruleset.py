"""A ruleset that has been read, composed and checked: what games are played by."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import define, field

from rulespec.compose import Composed
from rulespec.knowledge.openness import Openness
from rulespec.language.printer import cited
from rulespec.language.suggest import did_you_mean
from rulespec.plan.course import program_of
from rulespec.plan.material import Material
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.run.expressions import Expressions, Shared
from rulespec.run.machine import Machine
from rulespec.run.options import seat_name
from rulespec.run.program import EVERYTHING, Program
from rulespec.state import State, freeze
from rulespec.tree import declarations as d
from rulespec.tree.kinds import Kind


@define(eq=False, repr=False)
class Ruleset:
    """The rules of a game with all their layers; two are equal when all their blocks say the same."""

    resolved: Rules
    _programs: dict[int, Program] = field(factory=dict, init=False)
    _digest: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._digest = self.composed.digest

    # ---- what it is

    @property
    def composed(self) -> Composed:
        """The blocks as they stand after all layers, and what each layer did."""
        return self.resolved.composed

    @property
    def name(self) -> str:
        return self.composed.name

    @property
    def title(self) -> str:
        return self.composed.title

    @property
    def digest(self) -> str:
        """A hash of what the rules say, whatever their layout, comments and citations."""
        return self._digest

    @property
    def players(self) -> range:
        """How many can play."""
        declared = self.composed.the(d.Players)
        return range(declared.least, declared.most + 1)

    @property
    def score(self) -> d.Score | None:
        """How far a player has come, if the rules say what counts; it is no part of play."""
        return self.composed.one(d.Score)

    @cached_property
    def asks_openly(self) -> bool:
        """Whether everybody knows at each moment what somebody is asked."""
        return Openness(self.resolved).questions

    def material(self, players: int) -> Material:
        """Cards and places for a number of players."""
        return self.program(players).material

    def vocabulary(self, players: int) -> tuple[Any, ...]:
        """Every atom that an option, or an outcome of chance, can have; finite, and in a fixed order."""
        from rulespec.vocabulary import vocabulary

        return vocabulary(self.resolved, self.material(players))

    def anew(self) -> "Ruleset":
        """The same rules, which know nothing of any game that was played by these."""
        return Ruleset(self.resolved)

    # ---- beginning a game

    def new_game(self, players: int, first: int = 0) -> State:
        """A game before anything has happened; `first` is the seat that begins."""
        mc = self._machine(players, first)
        program = self.program(players)
        mc.run(program.code, program.start)
        return freeze(self, players, mc, program)

    def begin(self, players: int, first: int, random: Any) -> State:
        """A game after the draws of its beginning, each decided by a number from 0 up to 1."""
        mc = self._machine(players, first)
        mc.random = random
        program = self.program(players)
        mc.run(program.code, program.start)
        return freeze(self, players, mc, program)

    def at(
        self,
        players: int,
        zones: Mapping[Any, Any] | None = None,
        counters: Mapping[Any, Any] | None = None,
        active: int = 0,
    ) -> State:
        """The beginning of a player's turn in a given position; cards not named lie where set-up begins with them.

        Zones and counters are keyed by name, or by (name, seat); cards are cards or their names. A card in two places,
        or anything unknown, is a `ValueError`.
        """
        from rulespec.position import lay

        mc = self._machine(players, active)
        lay(self, self.program(players), mc, zones or {}, counters or {})
        return self.restart(players, active, tuple(mc.zones), tuple(mc.variables))

    def restart(
        self, players: int, first: int, zones: tuple[tuple[int, ...], ...] | None, variables: tuple[int | None, ...]
    ) -> State:
        """A game from how it began, in the engine's numbers: anew, or with a player's turn in a given position."""
        mc, pc = self.opening(players, first, zones, variables)
        program = self.program(players)
        mc.run(program.code, pc)
        return freeze(self, players, mc, program)

    def opening(
        self, players: int, first: int, zones: tuple[tuple[int, ...], ...] | None, variables: tuple[int | None, ...]
    ) -> tuple[Machine, int]:
        """The machine that a game begins with, and where in the program it begins."""
        mc, program = self._machine(players, first), self.program(players)
        if zones is None:
            return mc, program.start
        mc.zones, mc.variables, mc.dirty = list(zones), list(variables), EVERYTHING
        for place, cards in enumerate(zones):
            for card in cards:
                mc.where[card] = place
        mc.log = (("begin", first, zones, variables), None)
        return mc, program.turn

    def _machine(self, players: int, first: int) -> Machine:
        program = self.program(players)
        material = program.material
        if type(first) is not int or not 0 <= first < players:
            raise ValueError(f"there is no seat {first!r}: seats go from 0 to {players - 1}")
        zones: list[tuple[int, ...]] = [()] * len(material.places)
        for card, place in enumerate(material.start):
            zones[place] += (card,)
        variables = [0 if isinstance(each.holder, d.Counter) else None for each in material.variables]
        return Machine(
            zones, variables, [None] * program.slots, list(material.start), first, first, first, False, None, None,
            program.start, (), (("begin", first, None, None), None), 0, 0,
        )  # fmt: skip

    def program(self, players: int) -> Program:
        """The rules laid out for a number of players."""
        if type(players) is not int or players not in self._programs:
            if type(players) is not int or players not in self.players:
                least, most = self.players[0], self.players[-1]
                count = f"{least}" if least == most else f"{least} to {most}"
                raise ValueError(f"{self.name} is for {count} players, not {players!r}")
            self._programs[players] = program_of(self.resolved, Material(self.resolved, players))
        return self._programs[players]

    # ---- looking things up in a state

    def expressions(self, players: int) -> Expressions:
        """Closures of expressions for a number of players, outside any block."""
        turn = {name: slot for slot, name in enumerate(self.resolved.bound.get("turn", {}))}
        return Expressions(Shared(self.material(players), turn), turn)

    def rule_of(self, key: str) -> str:
        """A block's name with its citations."""
        return f"{key} {cited(self.resolved.entry(key).cites)}".strip()

    def seat(self, players: int, seat: Any) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise LookupError(f"there is no seat {seat!r}: seats go from 0 to {players - 1}")
        return seat

    def place(self, players: int, name: str, seat: int | None) -> int:
        """The number of a zone, or of a player's share of it."""
        zones = self.resolved.names.zones
        if not isinstance(name, str) or name not in zones:
            raise LookupError(f"unknown zone {name!r}; {did_you_mean(str(name), zones)}")
        share = self._share(players, name, zones[name].per_player, seat)
        return self.material(players).first_place[name] + share

    def variable(self, players: int, name: str, seat: int | None, kind: type[d.Counter] | type[d.Note]) -> int:
        """The number of a counter or note, or of a player's share of it."""
        names = self.resolved.names
        holders: Mapping[str, d.Counter | d.Note] = names.counters if kind is d.Counter else names.notes
        if not isinstance(name, str) or name not in holders:
            raise LookupError(f"unknown {kind.__name__.lower()} {name!r}; {did_you_mean(str(name), holders)}")
        share = self._share(players, name, holders[name].per_player, seat)
        return self.material(players).first_variable[name] + share

    def _share(self, players: int, name: str, per_player: bool, seat: int | None) -> int:
        if per_player and seat is None:
            raise LookupError(f"each player has {name!r}: name a seat from 0 to {players - 1}")
        if not per_player and seat is not None:
            raise LookupError(f"{name!r} belongs to no seat")
        return 0 if seat is None else self.seat(players, seat)

    def noted(self, players: int, variables: tuple[int | None, ...], name: str, seat: int | None) -> Any:
        """What stands on a note: a word, a seat or None."""
        value, of = variables[self.variable(players, name, seat, d.Note)], self.resolved.names.notes[name].of
        return value if value is None or of == "player" else self.material(players).words(of)[value]

    def evaluate(self, state: State, name: str, seat: int | None) -> Any:
        """A named value, or a note, in a state."""
        names = self.resolved.names
        if isinstance(name, str) and name in names.notes:
            return self.noted(state.players, state.position[1], name, seat)
        if not isinstance(name, str) or name not in names.values:
            raise LookupError(f"unknown value {name!r}; {did_you_mean(str(name), {**names.values, **names.notes})}")
        declared = self.resolved.value(name)
        parameter = declared.parameter if isinstance(declared, d.Value) else declared.by
        if parameter not in (None, "player", "players"):
            raise LookupError(f"{name!r} is of a {parameter}, not of the table")
        share = self._share(state.players, name, parameter == "player", seat)
        closure = self.expressions(state.players)._named_value(name)
        given = share if parameter == "player" else None
        found = closure(state._thaw(), given, given)
        inner = declared.expression if isinstance(declared, d.Value) else declared.rows[0].value
        return self._told(state.players, kind_of(inner), found)

    def scored(self, players: int, mc: Machine) -> tuple[int, ...]:
        """The score of each seat."""
        declared = self.resolved.one(d.Score)
        if declared is None:
            raise LookupError(f"{self.name} declares no score; a line such as 'score: own points' does")
        amount, own, scores = self.expressions(players).value(declared.amount), mc.own, []
        for seat in range(players):
            mc.own = seat
            scores.append(amount(mc, seat, None) or 0)
        mc.own = own
        return tuple(scores)

    def _told(self, players: int, kind: Kind, value: Any) -> Any:
        if kind.many:
            return tuple(self._told(players, kind.one, each) for each in value)
        if value is None or kind.name in ("number", "player", "none"):
            return value
        material = self.material(players)
        return material.cards[value] if kind.name == "card" else material.words(str(kind.list))[value]

    def seat_name(self, players: int, seat: int) -> str:
        """How a player is called: by the word his seat carries, else by its number."""
        return seat_name(self.material(players), self.seat(players, seat))

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (self.digest == other.digest and self.resolved.listed == other.resolved.listed)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        from rulespec.load import restore

        layers = self.composed.layers
        return restore, (
            tuple((layer.path, layer.tree.span.source.text, tuple(sorted(layer.beneath))) for layer in layers),
            self.resolved.listed,
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"
