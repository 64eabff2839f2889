"""The classes that programs play with: states and views, in one file as they refer to each other."""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, NoReturn, assert_never, cast, overload

from attrs import frozen

from rulespec.engine.events.event import Event
from rulespec.engine.events.heard import Heard
from rulespec.engine.events.hearing import Spectator
from rulespec.engine.events.known import Known
from rulespec.engine.game import Game
from rulespec.engine.pending import Decision, Option, Over
from rulespec.engine.python.randomly import generator_of
from rulespec.engine.rawstate import RawState
from rulespec.game.ruleset import Ruleset as Ruleset
from rulespec.knowledge.knowing import Knowing
from rulespec.knowledge.perspective import SPECTATOR as SPECTATOR
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.refusal import refuse
from rulespec.knowledge.why import concerned, why, why_ended, why_option
from rulespec.knowledge.worlds import Worlds
from rulespec.language.errors import require_type, shortened
from rulespec.language.exports import PublicClass
from rulespec.language.suggest import did_you_mean
from rulespec.rules.material import Card, Word


class State(RawState, metaclass=PublicClass):
    """An immutable position with its history; `apply` returns the next state."""

    __slots__ = ()
    _internal = (
        "after begin dirty known made machine meant next of option own pc raw_log raws refusal snapshot standing"
        " variables where within"
    )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"states are immutable: cannot set '{name}'")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"states are immutable: cannot delete '{name}'")

    @property
    def rules(self) -> "Ruleset":
        """The rules of the game."""
        return cast(Ruleset, self.game.rules)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.game.players

    # ---- what the game waits for: see `Standing` for `pending`, `apply` and `advance`

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None if chance is pending, or the game is over."""
        pending = self.pending
        return pending if isinstance(pending, Decision) else None

    @property
    def result(self) -> Over | None:
        """The result, or None while the game continues."""
        pending = self.pending
        return pending if isinstance(pending, Over) else None

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return isinstance(self.pending, Over)

    def refusal(self, answer: Option | str) -> Exception:
        return refuse(self, answer)

    def allowing(self, budget: int) -> "State":
        """The same state with another budget in steps per question, to continue after a `BudgetExceededError`."""
        return self.within(self.rules.allowing(budget).game(self.players))

    # ---- what lies on the table

    def zone(self, name: str, seat: Word | None = None, word: Word | None = None) -> tuple[Card, ...]:
        """The cards of a zone: a row oldest first, others in a fixed order. A `LookupError` for a wrong name.

        Zones of players take a seat, zones by words take the word: `zone("grid", 0, 3)`, or `zone("row", "Tee")` for
        one without an owner. Counters and notes work alike.
        """
        cards = self.game.material.cards
        return tuple(cards[card] for card in self.position.zones[self.game.place(name, seat, word)])

    def counter(self, name: str, seat: Word | None = None, word: Word | None = None) -> int:
        """The value of a counter; a `LookupError` for a wrong name, seat or word."""
        return self.game.counter(self.variables, name, seat, word)

    def value(self, name: str, seat: Word | None = None, word: Word | None = None) -> Any:
        """A named value or a note: a number, a text, a seat, cards, or None. A `LookupError` for a wrong name."""
        return self.game.value(self.machine(), name, seat, word)

    def score(self, seat: int) -> int:
        """The score of a player; a `LookupError` if the rules declare none."""
        return self.game.scores(self.machine())[self.game.seat(seat)]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        hearing = self.game.hearing(None)
        return hearing.teller.tell(hearing.log(self.raw_log))

    def view(self, seat: int) -> "View":
        """The view of a seat, or of the `SPECTATOR`, who knows only public facts; a `LookupError` for other seats."""
        if not isinstance(seat, Spectator):  # a seat of -1 is more often a mistake
            self.game.seat(seat)
        return View(self, seat)

    def seat_name(self, seat: int) -> str:
        """The name of a player: the word of the seat, else its number."""
        return self.game.seat_name(seat)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # for Hypothesis and IPython, which would print every field

    def __repr__(self) -> str:
        return f"<State of {self.rules.name}, {self.players} players, turn {self.turns}>"


@frozen
class LastSeen:
    """A row that shows only its last card: the number of cards, and the last one (None if empty)."""

    count: int
    last: Card | None

    def __str__(self) -> str:
        cards = "1 card" if self.count == 1 else f"{self.count} cards"
        return cards if self.last is None else f"{cards}, the last one {self.last}"


@frozen
class Location:
    """A place where a card can be: a zone, its seat and word (or None), and the position in a row.

    Positions count from 1; cards in unordered zones have None.
    """

    zone: str
    seat: int | None = None
    word: Word | None = None
    position: int | None = None

    def __str__(self) -> str:
        owner = "" if self.seat is None else f" of seat {self.seat}"
        word = "" if self.word is None else f" by {self.word}" if owner else f" of {self.word}"
        return f"{self.zone}{owner}{word}" + ("" if self.position is None else f", position {self.position}")


@frozen(eq=False, repr=False, slots=False)  # made for each decision: see Decision
class View(metaclass=PublicClass):
    """A player's view of a state; equal views look the same to the player. A pickle does not contain the state."""

    _internal = "concerned game heard kept now perspective variables"
    _state: State
    player: int

    @cached_property
    def _seen(self) -> Perspective:
        return Perspective(self._state, self.player)

    def perspective(self) -> Perspective:
        """The view in the engine's numbers, for modules that report more of it than this class."""
        return self._seen

    # ---- what lies on the table

    @property
    def game(self) -> Game:
        """The rules compiled for this number of players."""
        return self._seen.game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return cast(Ruleset, self.game.rules)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.game.players

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self._seen.sight.active

    @property
    def turns(self) -> int:
        """The number of turns that have begun."""
        return self._seen.sight.turns

    def zone(self, name: str, seat: Word | None = None, word: Word | None = None) -> tuple[Card, ...] | LastSeen | int:
        """The cards of a zone if they are visible, a `LastSeen` if only the last one is, else their number."""
        game = self.game
        place = game.place(name, seat, word)
        held, shown = self._seen.sight.zones[place], game.material.places[place].shown_to(self.player)
        match shown:
            case "cards":
                return tuple(game.material.cards[card] for card in held)
            case "last":
                return LastSeen(len(held), game.material.cards[held[-1]] if held else None)
            case "number":
                return len(held)
            case _:
                assert_never(shown)

    def counter(self, name: str, seat: Word | None = None, word: Word | None = None) -> int:
        """The value of a counter."""
        return self.game.counter(self.variables, name, seat, word)

    def note(self, name: str, seat: Word | None = None, word: Word | None = None) -> Any:
        """The word or seat on a note; None if it is empty."""
        return self.game.note(self.variables, name, seat, word)

    @property
    def variables(self) -> tuple[int | None, ...]:
        """All counters and notes as raw numbers, in the order of their declaration."""
        return self._seen.sight.variables

    # ---- what the game waits for

    @property
    def asked(self) -> int | None:
        """The seat that has to decide, or None."""
        return self._seen.waiting[0]

    @property
    def decision(self) -> Decision | None:
        """The pending decision of this seat, or None."""
        return self._seen.waiting[1]

    @property
    def result(self) -> Over | None:
        """The result, or None while the game continues."""
        return self._seen.waiting[2]

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.result is not None

    # ---- what he knows

    @property
    def heard(self) -> Heard:
        """The raw events that he heard, oldest first."""
        return self._seen.heard

    @property
    def log(self) -> tuple[Event, ...]:
        """The events observed by this player, oldest first."""
        return self._seen.known.told

    def news(self, earlier: "View | None") -> tuple[Event, ...]:
        """The part of the log since an `earlier` view of the same seat and game; all of it for None."""
        require_type("earlier", earlier, (View, type(None)), "an earlier view of this seat, or None")
        return self.log if earlier is None else self._seen.known.since(earlier.heard)

    @property
    def key(self) -> tuple[Any, ...]:
        """The information state as a hashable value: everything observed so far, and the pending question."""
        return *self._seen.now, self._seen.heard

    @property
    def now(self) -> tuple[Any, ...]:
        """The player's knowledge of the pending decision, as one hashable value."""
        return self._seen.now

    @overload
    def knows(self, card: Card | str, /) -> tuple[Location, ...]: ...
    @overload
    def knows(self, zone: str | tuple[Word | None, ...], position: int, /) -> tuple[Card, ...]: ...
    def knows(
        self, what: Card | str | tuple[Word | None, ...], position: int | None = None, /
    ) -> tuple[Location | Card, ...]:
        """The locations where a card can be, or the cards that can be at a position: exactly one if it is known.

        `knows(card)` takes a `Card` or its name. `knows(zone, position)` takes the name of a zone, or a tuple of the
        name with the seat, the word or both, as in `zone`; the first card has position 1. The answers include
        the truth, have a fixed order, and depend only on the player's observations. Raises a `LookupError` for an
        unknown card or zone, and for a position outside the zone.
        """
        require_type("what", what, (Card, str, tuple), "a card, or the name of a card or zone")
        if position is None:
            return tuple([self._location(*each) for each in self._knowing.where(self._card(what))])
        name, *share = what if isinstance(what, tuple) else (what,)
        place = self.game.place(name, *share)  # type: ignore[arg-type]
        size = len(self._seen.sight.zones[place])
        require_type("position", position, int, "a position (an int)")
        if not 1 <= position <= size:
            which = "it is empty" if not size else f"it has 1 to {size}"
            raise LookupError(shortened(f"{name!r} has no position {position!r}: {which}"))
        cards = self.game.material.cards
        return tuple([cards[each] for each in self._knowing.candidates(place, position - 1)])

    def _card(self, card: object) -> int:
        cards = self.game.material.cards
        for number, each in enumerate(cards):
            if card in (each, each.name):
                return number
        near = did_you_mean(str(card), [each.name for each in cards])
        raise LookupError(shortened(f"unknown card {str(card)!r}; {near}"))

    def _location(self, place: int, index: int | None) -> Location:
        held = self.game.material.places[place]
        return Location(held.name, held.owner, held.word, None if index is None else index + 1)

    @cached_property
    def _knowing(self) -> Knowing:
        return Knowing(self._seen, thorough=True)

    def sample(self, random: Random | int, *, same_past: bool = False) -> State:
        """A random state with its history that looks the same to this player; `random` can be a seed.

        With `same_past`, samples share the history up to the last moment at which nothing hidden mattered, which keeps
        sampling fast late in a game. A `WorldsError` names the first observation that could not be satisfied within
        the budget of steps.
        """
        return State.of(self._worlds.sample(generator_of(random), same_past=same_past))

    def worlds(self) -> Iterator[State]:
        """All states with their histories that look the same to this player.

        Raises a `WorldsError` if the next one is not found within the budget of steps.
        """
        return map(State.of, Worlds(self._seen).all())

    def why(self, option: Option | str | None = None) -> str:
        """Explain the current situation, or why an option is or is not legal; one line per reason, citing its rule."""
        require_type("option", option, (Option, str, type(None)), "an option, its text or None")
        return why(self._seen) if option is None else why_option(self._seen, option)

    def why_ended(self, ends: int = 1) -> tuple[str, ...]:
        """The values behind the last `ends` ends of rounds or of the game, oldest first."""
        require_type("ends", ends, int, "a number of ends (an int)")
        if ends < 0:
            raise ValueError(f"ends must not be negative: {ends}")
        return why_ended(self._seen, ends)

    def concerned(self, ends: int = 1) -> tuple[tuple[tuple[int, ...], tuple[Card, ...]], ...]:
        """The players and cards that the reasons of the last `ends` ends of a round or of the game were about."""
        cards = self.game.material.cards
        return tuple((seats, tuple(cards[each] for each in some)) for seats, some in concerned(self._seen, ends))

    @cached_property
    def _worlds(self) -> Worlds:
        return Worlds(self._seen)

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.key == other.key and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.key)

    def kept(self, game: Game, known: Known) -> "View":
        """The view without its state, as when pickled, with another game and knowledge."""
        view = object.__new__(View)
        view.__setstate__({"player": self.player, "_seen": self._seen.kept(game, known)})
        return view

    def __getstate__(self) -> dict[str, Any]:
        return {"player": self.player, "_seen": self._seen}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    def __repr__(self) -> str:
        return repr(self._seen)
