"""Two games in which the same is answered and drawn: how they stand, and whether they have parted."""

from functools import cached_property

from attrs import define, frozen

from rulespec.api import State
from rulespec.events.log import Log, RawEvent, events
from rulespec.game import Game
from rulespec.history import begun
from rulespec.lockstep.account import Account
from rulespec.lockstep.counterparts import Counterparts
from rulespec.pending import Option
from rulespec.plan.options import RawAnswer
from rulespec.rawstate import RawState


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

    def counterpart(self, one: RawState, other: RawState, raw: RawAnswer) -> RawAnswer:
        """An answer to the one, as an answer to the other, where both offer it; a `LookupError` where it does not."""
        if self.alike and raw in other.raws:
            return raw
        return self.other.options(other)[self.one.answer(one.pc, raw)]

    # ---- comparing

    def apart(self, one: RawState, other: RawState, before: tuple[Log, Log]) -> bool:
        """Whether something different has happened since, lies on the table, is heard, is asked or can be answered."""
        here, there = self.one, self.other
        new, other_new = events(one.raw_log, before[0]), events(other.raw_log, before[1])
        return (
            here.happened(new) != there.happened(other_new)
            or here.table(one) != there.table(other)
            or self.heard_apart(new, other_new) is not None
            or here.question(one) != there.question(other)
            or (bool(one.raws or other.raws) and self._answered_apart(one, other))
        )

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

    def _answered_apart(self, one: RawState, other: RawState) -> bool:
        here, there = self.one, self.other
        if self.alike and one.raws == other.raws and here.shape(one.pc) == there.shape(other.pc):
            return False
        return here.options(one).keys() != there.options(other).keys()


@frozen(eq=False, slots=False)
class Pair:
    """Two games in which the same was answered and drawn; `before` are their logs at the last answer."""

    lockstep: Lockstep
    one: State
    other: State
    before: tuple[Log, Log] = (None, None)

    @property
    def state(self) -> State:
        """How the one stands."""
        return self.one

    @cached_property
    def failed(self) -> bool:
        """Whether the games have parted since the last answer."""
        return self.lockstep.apart(self.one, self.other, self.before)

    def offers(self, option: Option) -> bool:
        """Whether the other offers an option of the one, too."""
        here, there = self.lockstep.one, self.lockstep.other
        if here.question(self.one) != there.question(self.other):
            return False
        return here.answer(self.one.pc, option.raw) in there.options(self.other)

    def after(self, option: Option) -> "Pair":
        """Both games after an option of the one; a `LookupError` where the other does not offer it."""
        raw = self.lockstep.counterpart(self.one, self.other, option.raw)
        return Pair(self.lockstep, self.one.apply(option), self.other.next(raw), (self.one.raw_log, self.other.raw_log))
