"""What a program plays with: rulesets, states and views. Each leads to the others, so they stand together.

What they are made of lies below: the rule book and the game, the raw state, a player's perspective.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, NoReturn, assert_never, cast

from attrs import define, field, frozen

from rulespec.events.event import Event
from rulespec.events.heard import Heard
from rulespec.events.known import Known
from rulespec.extension import EXTENSION
from rulespec.game import Game
from rulespec.knowledge.perspective import SPECTATOR as SPECTATOR
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.refusal import refuse
from rulespec.knowledge.why import why, why_ended, why_option
from rulespec.knowledge.worlds import Worlds
from rulespec.material import Card
from rulespec.pending import Atom, Decision, Option, Over
from rulespec.placement import lay
from rulespec.rawstate import RawState
from rulespec.rulebook import EngineName, RuleBook


@define(eq=False, repr=False)
class Ruleset(RuleBook):
    """The rules of a game with all their layers; two are equal when all their blocks say the same."""

    _games: dict[int, Game] = field(factory=dict, init=False)

    def game(self, players: int) -> Game:
        """The rules for a number of players: cards, program and names, compiled when they are asked for first."""
        if type(players) is not int or players not in self._games:
            if type(players) is not int or players not in self.players:
                least, most = self.players[0], self.players[-1]
                count = f"{least}" if least == most else f"{least} to {most}"
                raise ValueError(f"{self.name} is for {count} players, not {players!r}")
            self._games[players] = Game(self, players)
        return self._games[players]

    @property
    def engine(self) -> EngineName:
        """What plays the games: the machine in C, "native", or "python"."""
        return "python" if EXTENSION is None else self.wanted or "native"  # rules come from other machines, too

    def vocabulary(self, players: int) -> tuple[Atom, ...]:
        """Every atom that an option, or an outcome of chance, can have; finite, and in a fixed order."""
        return self.game(players).vocabulary

    def new_game(self, players: int, first: int = 0) -> "State":
        """A game before anything has happened; `first` is the seat that begins."""
        return State.begin(self.game(players), first)

    def begin(self, players: int, first: int, random: Callable[[], float]) -> "State":
        """A game after the draws of its beginning, each decided by a number in [0, 1)."""
        return State.begin(self.game(players), first, random=random)

    def at(
        self,
        players: int,
        zones: Mapping[Any, Any] | None = None,
        counters: Mapping[Any, Any] | None = None,
        active: int = 0,
    ) -> "State":
        """The beginning of a player's turn in a given position; cards not named lie where set-up begins with them.

        Zones and counters are keyed by name, or by (name, seat); cards are cards or their names. A card in two places,
        or anything unknown, is a `ValueError`.
        """
        game = self.game(players)
        return State.begin(game, active, *lay(game, zones or {}, counters or {}))


class State(RawState):
    """A position and how it came about. Nothing changes a state: `apply` gives the next one."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state never changes: '{name}' cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state never changes: '{name}' cannot be deleted")

    @property
    def rules(self) -> "Ruleset":
        """The rules that are played by."""
        return cast(Ruleset, self.game.rules)

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players

    # ---- what there is to do: see `Standing` for `pending`, `apply` and `advance`

    def refusal(self, answer: Option | str) -> Exception:
        return refuse(self, answer)

    # ---- what lies on the table

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        """The cards of a zone: oldest first where it is a row, else in a fixed order that tells nothing."""
        cards = self.game.material.cards
        return tuple(cards[card] for card in self.position.zones[self.game.place(name, seat)])

    def counter(self, name: str, seat: int | None = None) -> int:
        """What a counter stands at."""
        return self.game.counter(self.variables, name, seat)

    def value(self, name: str, seat: int | None = None) -> Any:
        """A named value or a note: a number, a text, a seat, cards, or None."""
        return self.game.value(self.machine(), name, seat)

    def score(self, seat: int) -> int:
        """What a player's score stands at; a `LookupError` where the rules declare none."""
        return self.game.scores(self.machine())[self.game.seat(seat)]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        hearing = self.game.hearing(None)
        return hearing.teller.tell(hearing.log(self.raw_log))

    def view(self, player: int) -> "View":
        """What one player may know; a `SPECTATOR` knows what everybody does."""
        if player != SPECTATOR:
            self.game.seat(player)
        return View(self, player)

    def seat_name(self, seat: int) -> str:
        """How a player is called: by the word his seat carries, else by its number."""
        return self.game.seat_name(seat)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # for Hypothesis and IPython, which would print every field

    def __repr__(self) -> str:
        return f"<State of {self.rules.name}, {self.players} players, turn {self.turns}>"


@frozen
class LastSeen:
    """What a player sees of a row of which he sees the last card only; an empty one has none."""

    count: int
    last: Card | None

    def __str__(self) -> str:
        cards = "1 card" if self.count == 1 else f"{self.count} cards"
        return cards if self.last is None else f"{cards}, the last one {self.last}"


@frozen(eq=False, repr=False, slots=False)  # made for each decision: see Decision
class View:
    """A state as one player sees it. Two are equal if he cannot tell them apart; a view that is kept has no state."""

    _state: State
    player: int

    @cached_property
    def _seen(self) -> Perspective:
        return Perspective(self._state, self.player)

    # ---- what lies on the table

    @property
    def game(self) -> Game:
        """The rules for so many players, with the names of things in the engine's numbers."""
        return self._seen.game

    @property
    def rules(self) -> Ruleset:
        """The rules that are played by."""
        return cast(Ruleset, self.game.rules)

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self._seen.sight.active

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._seen.sight.turns

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...] | LastSeen | int:
        """The cards of a zone that this player can see; of any other zone, how many it holds.

        Where he sees the last one only, that and how many.
        """
        game = self.game
        place = game.place(name, seat)
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

    def counter(self, name: str, seat: int | None = None) -> int:
        """What a counter stands at."""
        return self.game.counter(self.variables, name, seat)

    def note(self, name: str, seat: int | None = None) -> Any:
        """The word, or the seat, that stands on a note."""
        return self.game.note(self.variables, name, seat)

    @property
    def variables(self) -> tuple[int | None, ...]:
        """All counters and notes in numbers, in the order of their declaration."""
        return self._seen.sight.variables

    # ---- what the game waits for

    @property
    def asked(self) -> int | None:
        """The seat that has to decide, if the game waits for a decision."""
        return self._seen.waiting[0]

    @property
    def decision(self) -> Decision | None:
        """The decision in front of this player, if there is one."""
        return self._seen.waiting[1]

    @property
    def result(self) -> Over | None:
        """How the game ended, if it has."""
        return self._seen.waiting[2]

    # ---- what he knows

    @property
    def heard(self) -> Heard:
        """All that he heard, in numbers, oldest first; `log` tells it."""
        return self._seen.heard

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, as he saw it."""
        return self._seen.known.told

    def news(self, earlier: "View | None") -> tuple[Event, ...]:
        """What has happened since an earlier view of his in the same game, as `log` tells it; all if there was none."""
        return self.log if earlier is None else self._seen.known.since(earlier.heard)

    @property
    def key(self) -> tuple[Any, ...]:
        """One value for an information state: all that he ever heard, and what he is asked now."""
        return *self._seen.now, self._seen.heard

    @property
    def now(self) -> tuple[Any, ...]:
        """What he knows of what the game waits for."""
        return self._seen.now

    def sample(self, random: Random, *, same_past: bool = False) -> State:
        """A state, with its history, that this player cannot tell from the one he plays in: each is equally likely.

        Samples with the `same_past` share how they came to the last moment at which nothing hidden mattered: they take
        as long late in a game as early. A search ends after 50,000 steps; then all worlds are listed, for which 20,000
        games are looked at, and one is drawn. A `WorldsError` where there are more.
        """
        if not isinstance(random, Random):
            raise TypeError(f"view.sample needs a random.Random, not {random!r}: view.sample(Random(1))")
        return State.of(self._worlds.sample(random, same_past=same_past))

    def worlds(self) -> Iterator[State]:
        """All states, each with its history, that this player cannot tell from the one he plays in.

        A `WorldsError` where there are too many.
        """
        return map(State.of, Worlds(self._seen).all())

    def why(self, option: Option | str | None = None) -> str:
        """Why things are as they are, or why an option is offered to him or not: each line a sentence with its rule."""
        return why(self._seen) if option is None else why_option(self._seen, option)

    def why_ended(self, ends: int = 1) -> tuple[str, ...]:
        """Whom and what the reasons speak of by which the last rounds, or the game, ended, the oldest first."""
        return why_ended(self._seen, ends)

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
        """The same view without its state, as it is pickled, with a game that nobody else plays."""
        view = object.__new__(View)
        view.__setstate__({"player": self.player, "_seen": self._seen.kept(game, known)})
        return view

    def __getstate__(self) -> dict[str, Any]:
        return {"player": self.player, "_seen": self._seen}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    def __repr__(self) -> str:
        return repr(self._seen)
