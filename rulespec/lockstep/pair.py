"""Two games in which the same is answered and drawn: how they stand, and whether they have parted."""

from collections.abc import Callable
from functools import cached_property

from attrs import define, frozen

from rulespec.api import State
from rulespec.events.log import Log, RawEvent, events
from rulespec.game import Game
from rulespec.history import begun
from rulespec.lockstep.account import Account
from rulespec.lockstep.counterparts import Counterparts
from rulespec.lockstep.parts import Parts, Said
from rulespec.pending import Option
from rulespec.plan.options import RawAnswer
from rulespec.rawstate import RawState

_Drawn = Callable[[], float] | None


@define(slots=False, eq=False)
class Lockstep:
    """Two rulesets for a number of players, and how games by them are compared."""

    one: Account
    other: Account

    @classmethod
    def of(cls, one: Game, other: Game) -> "Lockstep":
        """Two games for the same number of players."""
        between = Counterparts(one, other)
        return cls(Account(one, between, theirs=False), Account(other, between, theirs=True))

    @property
    def between(self) -> Counterparts:
        return self.one.between

    @property
    def alike(self) -> bool:
        """Whether all that lies on the table has the same numbers in both."""
        return self.one.alike

    @property
    def seats(self) -> range:
        return range(self.one.game.players)

    # ---- playing

    def beginning(self, one: State) -> "Pair":
        """A game before anything has happened, and the same beginning by the other rules."""
        begin = begun(one)
        if begin.zones is None:
            there = State.begin(self.other.game, begin.first)
        else:
            there = State.begin(self.other.game, begin.first, *self.between.laid(begin.zones, begin.variables))
        return Pair(self, one, there)

    @cached_property
    def _asks_bit_by_bit(self) -> bool:
        return bool(self.one.bits or self.other.bits)

    def parts(self, one: RawState, other: RawState) -> Parts | None:
        """The answers to a choice that only one of the games asks bit by bit."""
        if not self._asks_bit_by_bit or (one.pc in self.one.bits) == (other.pc in self.other.bits):
            return None
        if self.one.question(one) != self.other.question(other) or self.one.waits_for_chance(one):
            return None
        here, there = (self.one, one), (self.other, other)
        return Parts.of(there, here) if one.pc in self.one.bits else Parts.of(here, there)

    def counterpart(self, one: RawState, other: RawState, raw: RawAnswer) -> RawAnswer:
        """An answer to the one, as an answer to the other, where both offer it; a `LookupError` where it does not."""
        if self.alike and raw in other.raws:
            return raw
        return self.other.options(other)[self.one.answer(one.pc, raw)]

    # ---- comparing

    def heard_apart(self, new: list[RawEvent], other_new: list[RawEvent]) -> int | None:
        """The first seat that has heard something different of the same events."""
        if not self._sights_differ and self.one.publicity(new) == self.other.publicity(other_new):
            return None
        for seat in self.seats:
            heard = self.one.game.hearing(seat).events(new), self.other.game.hearing(seat).events(other_new)
            if self.one.happened(heard[0]) != self.other.happened(heard[1]):
                return seat
        return None

    @cached_property
    def _sights_differ(self) -> bool:
        """Whether somebody sees what lies somewhere by one of the rules alone; else he hears the same of what moves."""
        one, other = self.one.game.material.places, self.other.game.material.places
        return any(
            there is None or any(one[here].shown_to(seat) != other[there].shown_to(seat) for seat in self.seats)
            for here, there in enumerate(self.between.places)
        )


@frozen(eq=False, slots=False)
class Pair:
    """Two games in which the same was answered and drawn; `before` are their logs at the last answer.

    Where only the one asks a choice bit by bit, the other waits until all of it is answered. Where only the other does,
    all parts are answered at once; if it does not offer the parts that lead to the answers of the one, and no others,
    `unlike` has the one and the other as they stand there.
    """

    lockstep: Lockstep
    one: State
    other: State
    before: tuple[Log, Log] = (None, None)
    unlike: tuple[State, State] | None = None
    known: Parts | None = None  # the answers to the choice that the one has been asked a part of

    @property
    def state(self) -> State:
        """How the one stands."""
        return self.one

    @cached_property
    def failed(self) -> bool:
        """Whether the games have parted since the last answer."""
        return self.unlike is not None or self._apart

    @cached_property
    def parts(self) -> Parts | None:
        """The answers to a choice that only one of the games asks bit by bit."""
        return self.known or self.lockstep.parts(self.one, self.other)

    @property
    def waits(self) -> bool:
        """Whether the one has been given a part of an answer that the other is given whole."""
        return self.known is not None

    @property
    def _apart(self) -> bool:
        """Whether something different has happened since, lies on the table, is heard, is asked or can be answered."""
        if self.waits:
            return self._answered_apart
        step, one, other = self.lockstep, self.one, self.other
        here, there = step.one, step.other
        new, other_new = events(one.raw_log, self.before[0]), events(other.raw_log, self.before[1])
        return (
            here.happened(new) != there.happened(other_new)
            or here.table(one) != there.table(other)
            or step.heard_apart(new, other_new) is not None
            or here.question(one) != there.question(other)
            or (bool(one.raws or other.raws) and self._answered_apart)
        )

    @property
    def _answered_apart(self) -> bool:
        step, one, other = self.lockstep, self.one, self.other
        here, there = step.one, step.other
        if self.parts is not None:
            if one.pc in here.bits:
                return here.options(one).keys() != self.parts.next(here.said(one, self.before[0]))
            return there.options(other).keys() != self.parts.next(())
        if step.alike and one.raws == other.raws and here.shape(one.pc) == there.shape(other.pc):
            return False
        return here.options(one).keys() != there.options(other).keys()

    def offers(self, option: Option) -> bool:
        """Whether the other offers an option of the one, too, or the first part of it."""
        here, there = self.lockstep.one, self.lockstep.other
        if here.question(self.one) != there.question(self.other):
            return False
        key = here.answer(self.one.pc, option.raw)
        if self.parts is None:
            return key in there.options(self.other)
        if self.one.pc in here.bits:
            return key in self.parts.next(here.said(self.one, self.before[0]))
        return self.parts.apart(option.raw)[0] in there.options(self.other)

    def after(self, option: Option) -> "Pair":
        """Both games after an option of the one; a `LookupError` where the other does not offer it."""
        return self.next(option.raw)

    def next(self, raw: RawAnswer, drawn: _Drawn = None, other_drawn: _Drawn = None) -> "Pair":
        """Both games after an answer to the one and, if draws are decided by numbers, those that follow it."""
        parts, step, other = self.parts, self.lockstep, self.other
        one, logs = self.one.next(raw, drawn), (self.one.raw_log, other.raw_log)
        if parts is None:
            return Pair(step, one, other.next(step.counterpart(self.one, other, raw), other_drawn), logs)
        if self.one.pc not in step.one.bits:
            return self._in_parts(one, parts, parts.apart(raw), other_drawn)
        if self.waits:
            logs = self.before
        said = (*step.one.said(self.one, self.before[0]), step.one.answer(self.one.pc, raw))
        if said not in parts.answers:
            return Pair(step, one, other, logs, known=parts)
        return Pair(step, one, other.next(parts.answers[said], other_drawn), logs)

    @property
    def takes_it(self) -> bool:
        """Whether the last answer could be given to the other, however it is asked there."""
        return self.unlike is None or self.unlike[1] is not self.other

    def _in_parts(self, one: State, parts: Parts, apart: Said, drawn: _Drawn) -> "Pair":
        """Both games after a whole answer to the one; the other is given its parts, as far as they can be answered."""
        there, other = self.lockstep.other, self.other
        unlike: tuple[State, State] | None = None
        for at, part in enumerate(apart):
            offered = there.options(other)
            if offered.keys() != parts.next(apart[:at]):
                unlike = unlike or (self.one, other)
            if part not in offered:
                unlike = self.one, other
                break
            other = other.next(offered[part], drawn)
        return Pair(self.lockstep, one, other, (self.one.raw_log, self.other.raw_log), unlike)
