"""States: immutable positions of a game with their history, and the step from one to the next."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn, cast

from attrs import define, field

from rulespec.events.hearing import Hearing, raw_events
from rulespec.events.telling import Event, Teller
from rulespec.knowledge.known import Known, known
from rulespec.knowledge.refusal import refuse
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.material import Card
from rulespec.run.machine import Log, Machine, Raw
from rulespec.run.options import seat_name
from rulespec.run.program import Asking, Drawing, Program
from rulespec.tree import declarations as d
from rulespec.view import SPECTATOR, View

if TYPE_CHECKING:
    from rulespec.ruleset import Ruleset

Position = tuple[Any, ...]

_keep = object.__setattr__  # for what a state finds out about itself; it says the same before and after


@define(eq=False, repr=False)
class _Fields:
    """What a state holds: filled in fast while it is made, and never set again once it is a `State`."""

    rules: "Ruleset"
    players: int
    position: Position  # everything that decides how the game can go on, as plain data
    _where: tuple[int, ...]
    _log: Log
    _turns: int
    _dirty: int
    _program: Program
    _raws: tuple[Raw, ...] | None = field(default=None)
    _warm: list[Machine] = field(factory=list)
    _known: dict[int, Known] = field(factory=dict)  # of each player, here or at a state before; it never changes
    _pending: Decision | Chance | Over | None = field(default=None)


class State(_Fields):
    """A position and how it came about. Nothing changes a state: `apply` gives the next one."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state never changes: '{name}' cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state never changes: '{name}' cannot be deleted")

    # ---- what there is to do

    @property
    def pending(self) -> Decision | Chance | Over:
        """What the game waits for."""
        if self._pending is None:
            pending = self._wait()
            _keep(self, "_pending", pending)
            return pending
        return self._pending

    def apply(self, answer: Option | str) -> "State":
        """The state after one of the offered options (or its text); anything else is an `IllegalAction`."""
        return self._next(self._raw(answer, self.pending), None)

    def advance(self, answer: Option | str, random: Callable[[], float]) -> "State":
        """The state after an option and all draws that follow it, each decided by a number from 0 up to 1."""
        return self._next(self._raw(answer, self.pending), random)

    def _next(self, raw: Raw, random: Callable[[], float] | None) -> "State":
        program = self._program
        try:
            mc = self._warm.pop()  # the machine that came to this state is still as it was
        except IndexError:
            mc = self._thaw()
        mc.random = random
        ask = program.asks[mc.pc]
        mc.run(program.code, ask.answer(mc, raw) if isinstance(ask, Asking) else ask.take(mc, raw))
        return freeze(self.rules, self.players, mc, program, self._known)

    def _raw(self, answer: Option | str, pending: Decision | Chance | Over) -> Raw:
        if isinstance(pending, Over):
            raise refuse(self, answer)
        options = pending.options
        assert self._raws is not None
        if isinstance(answer, Option):
            try:
                at = self._raws.index(answer._raw)
            except ValueError:
                pass
            else:
                if options[at] is answer:
                    return answer._raw
        for option, raw in zip(options, self._raws, strict=True):
            if option == answer or option.text == answer:
                return raw
        raise refuse(self, answer)

    @property
    def raws(self) -> tuple[Raw, ...]:
        """The options in the engine's numbers."""
        if self._raws is None:
            _keep(self, "_pending", self._wait())
        return self._raws or ()

    def option(self, raw: Raw) -> Option:
        """The option for an answer in the engine's numbers."""
        pending = self.pending
        assert not isinstance(pending, Over)
        return pending.options[self.raws.index(raw)]

    # ---- what lies on the table

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self.position[3])

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._turns

    def zone(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        """The cards of a zone: oldest first where it is a row, else in a fixed order that tells nothing."""
        cards = self._program.material.cards
        return tuple(cards[card] for card in self.position[0][self.rules.place(self.players, name, seat)])

    def counter(self, name: str, seat: int | None = None) -> int:
        """What a counter stands at."""
        variable = self.rules.variable(self.players, name, seat, d.Counter)
        return int(self.position[1][variable] or 0)

    def value(self, name: str, seat: int | None = None) -> Any:
        """A named value or a note: a number, a text, a seat, cards, or None."""
        return self.rules.evaluate(self, name, seat)

    def score(self, seat: int) -> int:
        """What a player's score stands at; a `LookupError` where the rules declare none."""
        return self.rules.scored(self.players, self._thaw())[self.rules.seat(self.players, seat)]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return Teller(self._program).tell(Hearing(self._program, None).log(self._log))

    def view(self, player: int) -> View:
        """What one player may know; a `SPECTATOR` knows what everybody does."""
        if player != SPECTATOR:
            self.rules.seat(self.players, player)
        return View(self, player)

    def seat_name(self, seat: int) -> str:
        """How a player is called: by the word his seat carries, else by its number."""
        return seat_name(self._program.material, self.rules.seat(self.players, seat))

    def known(self, player: int) -> Known:
        """What is made of what a player heard; it goes on from what was made of it at a state before."""
        found = self._known.get(player)
        if found is None or found.log is not self._log:
            found = known(Hearing(self._program, player), self._log) if found is None else found.at(self._log)
            _keep(self, "_known", {**self._known, player: found})
        return found

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.position == other.position
            and self.players == other.players
            and self.rules == other.rules
            and self._turns == other._turns
            and _same_log(self._log, other._log)
        )

    def __hash__(self) -> int:
        return hash((self.position, self._turns))

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.position, self._where, tuple(raw_events(self._log)), self._turns, self._dirty)
        return _restore, (self.rules, self.players, *data)

    def __copy__(self) -> "State":
        return self

    def __deepcopy__(self, memo: object) -> "State":
        return self

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # for Hypothesis and IPython, which would print every field

    def __repr__(self) -> str:
        return f"<State of {self.rules.name}, {self.players} players, turn {self._turns}>"

    # ---- inside

    @property
    def _pc(self) -> int:
        return int(self.position[9])

    def _thaw(self) -> Machine:
        zones, variables, names, active, next_, own, watching, together, stage, pc, stack = self.position
        return Machine(
            list(zones), list(variables), list(names), list(self._where), active, next_, own, watching, together,
            stage, pc, stack, self._log, self._turns, self._dirty,
        )  # fmt: skip

    def _wait(self) -> Decision | Chance | Over:
        program, position = self._program, self.position
        pc, own = position[9], position[5]
        ask = program.asks.get(pc)
        if ask is None:
            return self._outcome(program, ended=pc == program.over)
        raws = self._raws
        if raws is None:
            mc = self._thaw()
            program.code[pc](mc)
            assert mc.raws is not None
            raws = tuple(mc.raws)
            _keep(self, "_raws", raws)
        site = ask.site
        prompt = site.prompts[own]
        if isinstance(ask, Drawing):
            drawn = program.drawn
            return Chance(prompt, tuple([drawn[card] for card in raws]))
        return Decision(own, prompt, site.all(raws), program.origins[site.origin].block, site.names)

    def _outcome(self, program: Program, *, ended: bool) -> Over:
        mc = self._thaw()
        seats = range(self.players)
        if not ended:
            return Over(tuple(Fraction(0) for _ in seats), ())
        winners: tuple[int, ...] = ()
        if program.winners is not None:
            winners = tuple(sorted(program.winners(mc, mc.active, None)))
        if program.returns is None:
            share = Fraction(1, len(winners) or 1)
            return Over(tuple(share if seat in winners else Fraction(0) for seat in seats), winners)
        returns = []
        for seat in seats:
            mc.own = seat
            returns.append(Fraction(program.returns(mc, seat, None) or 0))
        if program.winners is None:
            winners = tuple(seat for seat in seats if returns[seat] == max(returns))
        return Over(tuple(returns), winners)


def freeze(
    rules: "Ruleset", players: int, mc: Machine, program: Program, before: dict[int, Known] | None = None
) -> State:
    """The state that a machine has come to, from one at which so much was known."""
    position = (
        tuple(mc.zones), tuple(mc.variables), tuple(mc.names), mc.active, mc.next, mc.own, mc.watching, mc.together,
        mc.stage, mc.pc, mc.stack,
    )  # fmt: skip
    raws = None if mc.raws is None else tuple(mc.raws)
    return _made(
        _Fields(
            rules, players, position, tuple(mc.where), mc.log, mc.turns, mc.dirty, program, raws, [mc], before or {},
        )
    )  # fmt: skip


def _made(fields: Any) -> State:
    """The state of these fields, which cannot be set any more; freezing each one would cost more."""
    fields.__class__ = State
    return cast(State, fields)


def _restore(
    rules: "Ruleset", players: int, position: Position, where: Any, told: tuple[Any, ...], turns: int, dirty: int
) -> State:
    log: Log = None
    for event in told:
        log = (event, log)
    return _made(_Fields(rules, players, position, where, log, turns, dirty, rules.program(players)))


def _same_log(one: Log, other: Log) -> bool:
    while one is not other:
        if one is None or other is None or one[0] != other[0]:
            return False
        one, other = one[1], other[1]
    return True
