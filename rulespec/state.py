"""States: immutable positions of a game with their history, and the step from one to the next."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, cast

from rulespec.events.hearing import Hearing, raw_events
from rulespec.events.telling import Event, Teller
from rulespec.game import Game
from rulespec.knowledge.refusal import refuse
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.material import Card
from rulespec.rawstate import RawState
from rulespec.run.machine import Log, Raw
from rulespec.run.position import Position
from rulespec.view import SPECTATOR, View

if TYPE_CHECKING:
    from rulespec.ruleset import Ruleset


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
        return cast("Ruleset", self.game.rules)

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players

    # ---- what there is to do

    def apply(self, answer: Option | str) -> "State":
        """The state after one of the offered options (or its text); anything else is an `IllegalAction`."""
        return self.next(self._raw(answer, self.pending))

    def advance(self, answer: Option | str, random: Callable[[], float]) -> "State":
        """The state after an option and all draws that follow it, each decided by a number in [0, 1)."""
        return self.next(self._raw(answer, self.pending), random)

    def _raw(self, answer: Option | str, pending: Decision | Chance | Over) -> Raw:
        if isinstance(pending, Over):
            raise refuse(self, answer)
        options, raws = pending.options, self.raws
        if isinstance(answer, Option):
            try:
                at = raws.index(answer.raw)
            except ValueError:
                pass
            else:
                if options[at] is answer:
                    return answer.raw
        for option, raw in zip(options, raws, strict=True):
            if option == answer or option.text == answer:
                return raw
        raise refuse(self, answer)

    # ---- what lies on the table

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.position.active

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        """The cards of a zone: oldest first where it is a row, else in a fixed order that tells nothing."""
        cards = self.game.material.cards
        return tuple(cards[card] for card in self.position.zones[self.game.place(name, seat)])

    def counter(self, name: str, seat: int | None = None) -> int:
        """What a counter stands at."""
        return self.game.counter(self.position.variables, name, seat)

    def value(self, name: str, seat: int | None = None) -> Any:
        """A named value or a note: a number, a text, a seat, cards, or None."""
        return self.game.value(self.machine(), name, seat)

    def score(self, seat: int) -> int:
        """What a player's score stands at; a `LookupError` where the rules declare none."""
        return self.game.scores(self.machine())[self.game.seat(seat)]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        program = self.game.program
        return Teller(program).tell(Hearing(program, None).log(self.raw_log))

    def view(self, player: int) -> View:
        """What one player may know; a `SPECTATOR` knows what everybody does."""
        if player != SPECTATOR:
            self.game.seat(player)
        return View(self, player)

    def seat_name(self, seat: int) -> str:
        """How a player is called: by the word his seat carries, else by its number."""
        return self.game.seat_name(seat)

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.position == other.position
            and self.game == other.game
            and self.turns == other.turns
            and _same_log(self.raw_log, other.raw_log)
        )

    def __hash__(self) -> int:
        return hash((self.position, self.turns))

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.position, self.where, tuple(raw_events(self.raw_log)), self.turns, self.dirty)
        return _restore, (self.game, *data)

    def __copy__(self) -> "State":
        return self

    def __deepcopy__(self, memo: object) -> "State":
        return self

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # for Hypothesis and IPython, which would print every field

    def __repr__(self) -> str:
        return f"<State of {self.rules.name}, {self.players} players, turn {self.turns}>"


def _restore(game: Game, position: Position, where: Any, told: tuple[Any, ...], turns: int, dirty: int) -> State:
    log: Log = None
    for event in told:
        log = (event, log)
    return State.of(RawState(game, position, where, log, turns, dirty))


def _same_log(one: Log, other: Log) -> bool:
    while one is not other:
        if one is None or other is None or one[0] != other[0]:
            return False
        one, other = one[1], other[1]
    return True
