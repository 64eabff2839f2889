"""Two games with the same answers and draws, and whether they have parted."""

from collections.abc import Callable
from functools import cached_property

from attrs import define, frozen

from rulespec.engine.events.log import Log, RawEvent, events
from rulespec.engine.game import Game
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Option
from rulespec.engine.rawstate import RawState
from rulespec.game.api import State
from rulespec.game.history import begun
from rulespec.records.lockstep.counterparts import Counterparts
from rulespec.records.lockstep.parts import Parts, Translated
from rulespec.records.lockstep.translation import Account

_Drawn = Callable[[], float] | None


@define(slots=False, eq=False)
class Lockstep:
    """Compares games by two rulesets for one number of players."""

    one: Account
    other: Account

    @classmethod
    def of(cls, one: Game, other: Game) -> "Lockstep":
        between = Counterparts(one, other)
        return cls(Account(one, between, theirs=False), Account(other, between, theirs=True))

    @property
    def between(self) -> Counterparts:
        """The correspondence between the two rulesets."""
        return self.one.between

    @property
    def alike(self) -> bool:
        """True if the correspondence is the identity."""
        return self.one.alike

    @property
    def seats(self) -> range:
        """The seats, the same in both games."""
        return range(self.one.game.players)

    # ---- playing

    def beginning(self, one: State) -> "Pair":
        """The initial state `one`, paired with the same beginning by the other rules."""
        begin = begun(one)
        laid = () if begin.zones is None else self.between.laid(begin.zones, begin.variables)
        return Pair(self, one, State.begin(self.other.game, begin.first, *laid))

    def parts(self, one: RawState, other: RawState) -> Parts | None:
        """The answers to a choice that only one of the games asks bit by bit; None at any other question."""
        if (one.pc in self.one.bits) == (other.pc in self.other.bits):
            return None
        if self.one.question(one) != self.other.question(other) or self.one.waits_for_chance(one):
            return None
        here, there = (self.one, one), (self.other, other)
        return Parts.of(there, here) if one.pc in self.one.bits else Parts.of(here, there)

    def counterpart(self, one: RawState, other: RawState, raw: RawAnswer) -> RawAnswer:
        """An answer to the one, as an answer to the other; a `LookupError` if the other does not offer it."""
        if self.alike and raw in other.raws:
            return raw
        return self.other.options(other)[self.one.answer(one.pc, raw)]

    # ---- comparing

    def heard_apart(self, new: list[RawEvent], other_new: list[RawEvent]) -> int | None:
        """The first seat that perceives the same events differently in the two games; None if there is none."""
        if not self._sights_differ and self.one.publicity(new) == self.other.publicity(other_new):
            return None
        for seat in self.seats:
            heard = self.one.game.hearing(seat).events(new), self.other.game.hearing(seat).events(other_new)
            if self.one.happened(heard[0]) != self.other.happened(heard[1]):
                return seat
        return None

    @cached_property
    def _sights_differ(self) -> bool:
        """True if a player sees a place under only one of the rulesets; else all perceive moves alike."""
        one, other = self.one.game.material.places, self.other.game.material.places
        return any(
            there is None or any(one[here].shown_to(seat) != other[there].shown_to(seat) for seat in self.seats)
            for here, there in enumerate(self.between.places)
        )


@frozen(eq=False, slots=False)
class Pair:
    """Two games with the same answers and draws; `before` are their logs at the last answer.

    If only the one asks a choice bit by bit, the other waits until all of it is answered. If only the other does, all
    parts are answered at once; `unlike` has both states where it offers parts other than those that lead to the answers
    of the one.
    """

    lockstep: Lockstep
    one: State
    other: State
    before: tuple[Log, Log] = (None, None)
    unlike: tuple[State, State] | None = None
    known: Parts | None = None  # the answers to a choice of which the one has answered a part

    @property
    def state(self) -> State:
        """The state of the one; with `failed` and `after`, a pair is an attempt of `failures`."""
        return self.one

    @cached_property
    def failed(self) -> bool:
        """True if events, tables, perceptions, questions or options differ since the last answer."""
        if self.unlike is not None or self.waits:
            return self.unlike is not None or self._answered_apart
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

    @cached_property
    def parts(self) -> Parts | None:
        """The answers to a choice that only one of the games asks bit by bit; None at any other question."""
        return self.known or self.lockstep.parts(self.one, self.other)

    @property
    def waits(self) -> bool:
        """True if the one has answered only a part of an answer that the other gives whole."""
        return self.known is not None

    @property
    def _answered_apart(self) -> bool:
        """True if different answers are possible."""
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
        """True if the other offers an option of the one, or its first part, too."""
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
        """Both games after an option of the one; a `LookupError` if the other does not offer it."""
        return self.next(option.raw)

    def next(self, raw: RawAnswer, drawn: _Drawn = None, other_drawn: _Drawn = None) -> "Pair":
        """Both games after an answer to the one; and, with sources of random numbers, after the draws that follow."""
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
        """True if the last answer could be given to the other, whole or in parts."""
        return self.unlike is None or self.unlike[1] is not self.other

    def _in_parts(self, one: State, parts: Parts, apart: Translated, drawn: _Drawn) -> "Pair":
        """Both games after a whole answer to the one, which is given to the other part by part as far as possible."""
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
