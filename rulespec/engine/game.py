"""A ruleset for a number of players: its cards and places, its program, and what players and things are called."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import methodcaller
from typing import Any

from attrs import field, frozen

from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.kinds import BEGIN
from rulespec.engine.native.engine import engine_of
from rulespec.engine.options import seat_name
from rulespec.engine.pending import Atom
from rulespec.engine.python.budget import SCORE, metered
from rulespec.engine.python.engine import Engine
from rulespec.engine.python.hearer import Hearer
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking, ChanceNode, Program, program_of
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.vocabulary import vocabulary
from rulespec.language.errors import require_type, shortened
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree.expressions import common_kind
from rulespec.language.tree.kinds import Kind
from rulespec.plan.plan import EVERYTHING, Plan
from rulespec.rules.material import Material, Word
from rulespec.rules.rulebook import RuleBook

Zones = tuple[tuple[int, ...], ...]
Variables = tuple[int | None, ...]


@frozen(eq=False, repr=False, slots=False)  # without slots, for its cached properties
class Game:
    """What all games of a ruleset with so many players have in common; whatever is compiled, is compiled once."""

    rules: RuleBook
    players: int
    _material: Material | None = None  # these three, if they are not what the rules alone come to
    _program: Program | None = None
    _engine: Engine | None = None
    _hearings: dict[int | None, Hearing] = field(factory=dict, init=False)
    _hearers: dict[int, Hearer] = field(factory=dict, init=False)
    _beginnings: dict[int, Snapshot] = field(factory=dict, init=False)

    @cached_property
    def material(self) -> Material:
        """The cards, places, counters and notes."""
        return self._material or Material(self.rules.resolved, self.players)

    @cached_property
    def program(self) -> Program:
        """What runs."""
        return self._program or program_of(self.material, self.rules.budget)

    @cached_property
    def engine(self) -> Engine:
        """What plays."""
        return self._engine or engine_of(self.program, self.rules.wanted)

    @property
    def plan(self) -> Plan:
        """What the rules are compiled to."""
        return self.program.plan

    @property
    def asks(self) -> Mapping[int, Asking | ChanceNode]:
        """Where somebody is asked, by the place in the program."""
        return self.program.asks

    @property
    def is_tacit(self) -> bool:
        """Whether a card can be chosen that nobody hears of."""
        return self.program.is_tacit

    @property
    def heard_origins(self) -> tuple[int, ...]:
        """By the number of a statement, the number by which players hear of it."""
        return self.program.heard_origins

    @property
    def heard_asks(self) -> tuple[int, ...]:
        """By the number of an instruction that asks, the number by which players hear of it."""
        return self.program.heard_asks

    @cached_property
    def vocabulary(self) -> tuple[Atom, ...]:
        """Every atom that an option, or an outcome of chance, can have; finite, and in a fixed order."""
        return vocabulary(self.rules.resolved, self.material)

    @property
    def most_turns(self) -> int:
        """After how many turns a game ends, whatever else happens."""
        return self.rules.resolved.the(d.Limit).turns

    def hearing(self, viewer: int | None) -> Hearing:
        """What a player, or a spectator, hears of events; of nobody in particular (None), all of them."""
        if viewer not in self._hearings:
            self._hearings[viewer] = Hearing(self.program, viewer)
        return self._hearings[viewer]

    def hearer(self, viewer: int) -> Hearer:
        """A player, or a spectator, who hears of games as the engine plays them."""
        if viewer not in self._hearers:
            self._hearers[viewer] = self.engine.hearer(self.hearing(viewer))
        return self._hearers[viewer]

    def running(self, program: Program) -> "Game":
        """The same game, run by another program."""
        return Game(self.rules, self.players, self.material, program)

    def played_by(self, engine: Engine) -> "Game":
        """The same game, played by another engine of its program."""
        return Game(self.rules, self.players, self.material, self.program, engine)

    # ---- how a game begins

    def opening(self, first: int, zones: Zones | None = None, variables: Variables = ()) -> tuple[Machine, int]:
        """The machine that a game begins with, and where in the program: anew, or with a turn in a given position."""
        program, material = self.program, self.material
        require_type("first", first, int, "a seat (an int)")
        if not 0 <= first < self.players:
            raise ValueError(f"first must be a seat from 0 to {self.players - 1}, not {first!r}")
        names, where = [None] * program.plan.slots, list(material.start)
        if zones is None:
            mc = Machine(list(material.laid), material.numbers(), names, where, first, first, first)
            mc.note((BEGIN, first, None, ()))
            program.lasts.begin(mc)
            return mc, program.plan.start
        mc = Machine(list(zones), list(variables), names, where, first, first, first, dirty=EVERYTHING)
        for place, cards in enumerate(zones):
            for card in cards:
                where[card] = place
        mc.note((BEGIN, first, zones, variables))
        program.lasts.begin(mc)
        return mc, program.plan.turn

    def beginning(self, first: int) -> Snapshot:
        """A game that a seat begins, before chance decides anything; the same one again, unless somebody watches."""
        found = self._beginnings.get(first) if type(first) is int else None
        if found is None:
            found = self.engine.begin(*self.opening(first))
            if not self.engine.watched:
                self._beginnings[first] = found
        return found

    # ---- names

    def seat(self, seat: Any) -> int:
        """A seat of the game: a `LookupError` for another number, a `TypeError` for anything else."""
        if type(seat) is not int:
            require_type("seat", seat, int, "a seat (an int)")
        if not 0 <= seat < self.players:
            raise LookupError(f"seat must be from 0 to {self.players - 1}, not {seat!r}")
        return int(seat)

    def seat_name(self, seat: int) -> str:
        """How a player is called: by the word his seat carries, else by its number."""
        return seat_name(self.material, self.seat(seat))

    @property
    def seat_names(self) -> list[str]:
        """What all players are called, by seat."""
        return [seat_name(self.material, seat) for seat in range(self.players)]

    def place(self, name: str, seat: Word | None = None, word: Word | None = None) -> int:
        """The number of a zone, of a player's share of it, or of that for a word, alone in the place of a seat."""
        zones = self.rules.resolved.names.zones
        if not isinstance(name, str) or name not in zones:
            require_type("zone", name, str, "the name of a zone (a str)")
            raise _unknown("zone", name, zones)
        return self.material.first_place[name] + self._share(zones[name], (seat, word))

    def variable(
        self, kind: type[d.Counter] | type[d.Note], name: str, seat: Word | None = None, word: Word | None = None
    ) -> int:
        """The number of a counter or note, or of a share of it, as in `place`."""
        names = self.rules.resolved.names
        holders: Mapping[str, d.Counter | d.Note] = names.counters if kind is d.Counter else names.notes
        if not isinstance(name, str) or name not in holders:
            require_type("name", name, str, f"the name of a {kind.__name__.lower()} (a str)")
            raise _unknown(kind.__name__.lower(), name, holders)
        return self.material.first_variable[name] + self._share(holders[name], (seat, word))

    def _share(self, holder: d.Holder, said: tuple[Word | None, ...]) -> int:
        """Which of all that there are of a holder is meant by a seat, a word, or both."""
        given = [each for each in said if each is not None]
        seat = self._owner(holder.name, holder.per_player, given.pop(0) if given and holder.per_player else None)
        if holder.by is None:
            if holder.per_player and given:
                what = f"{holder.name!r} exists once per player, not per word"
                raise LookupError(shortened(f"{what}: give only the seat, without {given[0]!r}"))
            self._owner(holder.name, False, *given[:1])
            return seat or 0
        words = self.material.words_by(holder)
        if len(given) != 1 or isinstance(given[0], bool) or given[0] not in words:
            one = did_you_mean(str(given[0]), map(str, words)) if given else f"give one: {', '.join(map(str, words))}"
            raise LookupError(shortened(f"{holder.name!r} exists for each word of {holder.by!r}; {one}"))
        return self.material.share(holder, seat or 0, words.index(given[0]))

    def _owner(self, name: str, per_player: bool, seat: Word | None = None) -> int | None:
        """The seat of what each player has, and none of what belongs to nobody."""
        if per_player and seat is None:
            raise LookupError(f"{name!r} exists once per player: give a seat from 0 to {self.players - 1}")
        if not per_player and seat is not None:
            raise LookupError(f"{name!r} belongs to no player: leave out the seat")
        return None if seat is None else self.seat(seat)

    # ---- what counters, notes, named values and scores stand at

    def counter(self, variables: Variables, name: str, seat: Word | None, word: Word | None) -> int:
        return variables[self.variable(d.Counter, name, seat, word)] or 0

    def note(self, variables: Variables, name: str, seat: Word | None, word: Word | None) -> Any:
        """What stands on a note: a word, a seat or None."""
        value, of = variables[self.variable(d.Note, name, seat, word)], self.rules.resolved.names.notes[name].of
        return value if value is None or of == "player" else self.material.words(of)[value]

    def value(self, mc: Machine, name: str, seat: Word | None, word: Word | None) -> Any:
        """A named value, or a note, as a machine stands."""
        names = self.rules.resolved.names
        if isinstance(name, str) and name in names.notes:
            return self.note(tuple(mc.variables), name, seat, word)
        require_type("name", name, str, "the name of a value or note (a str)")
        if name not in names.values:
            raise _unknown("value", name, {**names.values, **names.notes})
        declared = self.rules.resolved.value(name)
        of, by = (self._asked(declared, *each) for each in zip(declared.about, (seat, word), strict=True))
        metered(self.program, mc, declared.key)
        found = self.program.reader().asked(declared.key, of, by)(mc, None, None)
        return self.told(common_kind(declared.expressions), found)

    def _asked(self, value: d.Value | d.Table, about: str | None, said: Word | None) -> int | None:
        """The number of a seat, or of a word, that a value is asked about."""
        if about in ("card", "cards"):
            raise LookupError(f"{value.name!r} belongs to a card, not to the table")
        if about in (None, "player"):
            return self._owner(value.name, about is not None, said)
        words = [each for each in self.rules.resolved.names.lists[about].members if each == said]
        if isinstance(said, bool) or not words:
            known = map(str, self.rules.resolved.names.lists[about].members)
            raise LookupError(shortened(f"{value.name!r} needs a word of {about!r}; {did_you_mean(str(said), known)}"))
        return self.material.index(about, words[0])

    def told(self, kind: Kind, value: Any) -> Any:
        """What an expression of a kind is worth, as people say it: cards, words, seats, numbers or None."""
        if kind.many:
            return tuple(self.told(kind.one, each) for each in value)
        if value is None or kind.name in ("number", "player", "none"):
            return value
        material = self.material
        return material.cards[value] if kind.name == "card" else material.words(str(kind.list))[value]

    def scores(self, mc: Machine) -> tuple[int, ...]:
        """The score of each seat."""
        amount, own, scores = self.program.score, mc.own, []
        if amount is None:
            raise LookupError(f"{self.rules.name} declares no score; add a line such as 'score: own points'")
        metered(self.program, mc, SCORE)
        for seat in range(self.players):
            mc.own = seat
            scores.append(amount(mc, seat, None) or 0)
        mc.own = own
        return tuple(scores)

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.players == other.players and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash((self.rules, self.players))

    def __reduce__(self) -> tuple[Any, ...]:
        return methodcaller("game", self.players), (self.rules,)

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __repr__(self) -> str:
        return f"<{self.rules.name} for {self.players} players>"


def _unknown(kind: str, name: object, known: Iterable[str]) -> LookupError:
    """The error for a name that is no zone, counter, note or value, with the nearest one that is."""
    remedy = did_you_mean(str(name), known) or f"these rules declare no {kind}"
    return LookupError(shortened(f"unknown {kind} {name!r}; {remedy}"))
