"""States in the engine's numbers: a position with its history, what the game waits for, and the step to the next."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self

from attrs import define, field

from rulespec.events.known import Known, known
from rulespec.events.log import Log, RawEvent, events, log_of, same_events
from rulespec.game import Game, Variables, Zones
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.plan.options import RawAnswer
from rulespec.run.machine import Machine
from rulespec.run.position import Position, thawed
from rulespec.run.position import frozen as position_of
from rulespec.run.program import ChanceNode, Program

_keep = object.__setattr__  # for what a state finds out about itself; it says the same before and after


@define(eq=False, repr=False)
class RawState:
    """A position and how it came about; `next` gives the state after an answer, which is of the same class."""

    game: Game
    position: Position  # everything that decides how the game can go on, as plain data
    where: tuple[int, ...]  # the place of each card
    raw_log: Log  # everything that happened, the newest first
    turns: int  # how many have begun
    dirty: int  # what has changed since the reasons to end were looked at
    _raws: tuple[RawAnswer, ...] | None = field(default=None)
    _warm: list[Machine] = field(factory=list)
    _known: dict[int, Known] = field(factory=dict)  # of each player, here or at a state before; it never changes
    _pending: Decision | Chance | Over | None = field(default=None)

    @classmethod
    def begin(
        cls,
        game: Game,
        first: int,
        zones: Zones | None = None,
        variables: Variables = (),
        *,
        random: Callable[[], float] | None = None,
    ) -> Self:
        """A game that a seat begins: anew, or with its turn in a given position; `random` decides draws, see `next`."""
        mc, pc = game.opening(first, zones, variables)
        mc.random = random
        mc.run(game.program.code, pc)
        return cls.frozen(game, mc, {})

    @classmethod
    def frozen(cls, game: Game, mc: Machine, known: dict[int, Known]) -> Self:
        """The state that a machine has come to, from one at which so much was known."""
        raws = None if mc.raws is None else tuple(mc.raws)
        return cls.of(RawState(game, position_of(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty, raws, [mc], known))

    @classmethod
    def of(cls, state: Any) -> Self:
        """A raw state as one of this class: it becomes one, as to copy it would cost more than a step of the game."""
        if state.__class__ is not cls:
            state.__class__ = cls
        return state  # type: ignore[no-any-return]

    def next(self, raw: RawAnswer, random: Callable[[], float] | None = None) -> Self:
        """The state after an answer and, with `random`, all draws that follow, each decided by a number in [0, 1)."""
        program = self.game.program
        try:
            mc = self._warm.pop()  # the machine that came to this state is still as it was
        except IndexError:
            mc = self.machine()
        mc.random = random
        ask = program.asks[mc.pc]
        mc.run(program.code, ask.answer(mc, raw))
        return self.frozen(self.game, mc, self._known)

    def machine(self) -> Machine:
        """A machine that stands as this state does, and can go its own way."""
        return thawed(self.position, self.where, self.raw_log, self.turns, self.dirty)

    @property
    def pending(self) -> Decision | Chance | Over:
        """What the game waits for."""
        if self._pending is None:
            pending = self._wait()
            _keep(self, "_pending", pending)
            return pending
        return self._pending

    @property
    def raws(self) -> tuple[RawAnswer, ...]:
        """The options in the engine's numbers."""
        if self._raws is None:
            _keep(self, "_pending", self._wait())
        return self._raws or ()

    def option(self, raw: RawAnswer) -> Option:
        """The option for an answer in the engine's numbers."""
        pending = self.pending
        assert not isinstance(pending, Over)
        return pending.options[self.raws.index(raw)]

    def known(self, player: int) -> Known:
        """What is made of what a player heard; it goes on from what was made of it at a state before."""
        found = self._known.get(player)
        if found is None or found.log is not self.raw_log:
            found = known(self.game.hearing(player), self.raw_log) if found is None else found.at(self.raw_log)
            _keep(self, "_known", {**self._known, player: found})
        return found

    # ---- comparing and keeping

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RawState):
            return NotImplemented
        return (
            self.position == other.position
            and self.game == other.game
            and self.turns == other.turns
            and same_events(self.raw_log, other.raw_log)
        )

    def __hash__(self) -> int:
        return hash((self.position, self.turns))

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.position, self.where, tuple(events(self.raw_log)), self.turns, self.dirty)
        return _restored, (type(self), self.game, *data)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    # ---- inside

    def _wait(self) -> Decision | Chance | Over:
        program, position = self.game.program, self.position
        pc, own = position.pc, position.own
        ask = program.asks.get(pc)
        if ask is None:
            return self._outcome(program, ended=pc == program.plan.over)
        raws = self._raws
        if raws is None:
            mc = self.machine()
            program.code[pc](mc)
            assert mc.raws is not None
            raws = tuple(mc.raws)
            _keep(self, "_raws", raws)
        site = ask.site
        prompt = site.prompts[own]
        if isinstance(ask, ChanceNode):
            return Chance(prompt, site.all(raws), site.names)
        return Decision(own, prompt, site.all(raws), program.plan.origins[site.origin].block, site.names)

    def _outcome(self, program: Program, *, ended: bool) -> Over:
        mc = self.machine()
        seats = range(self.game.players)
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


def _restored(
    cls: type[RawState],
    game: Game,
    position: Position,
    where: tuple[int, ...],
    told: tuple[RawEvent, ...],
    turns: int,
    dirty: int,
) -> RawState:
    return cls.of(RawState(game, position, where, log_of(told), turns, dirty))
