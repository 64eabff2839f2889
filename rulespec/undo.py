"""Undo, as far as knowledge allows: nobody may have learned or decided anything since.

Whether a decision may be taken back depends only on what the player who takes it back has heard. So the answer tells
him nothing: where it would depend on whether another player knew a card already, that player counts as having learned
it, unless the one who takes back heard how he came to know it.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Literal

from attrs import frozen

from rulespec.api import State
from rulespec.errors import IllegalAction
from rulespec.events import kinds as k
from rulespec.events import roles as r
from rulespec.events.chance import decided
from rulespec.events.hearing import Hearing
from rulespec.events.log import RawEvent
from rulespec.events.motions import motions, shown, shown_to
from rulespec.history import history
from rulespec.language.printer import show
from rulespec.material import Card
from rulespec.pending import Decision, Over
from rulespec.plan.options import HIDDEN
from rulespec.plan.plan import Origin
from rulespec.resolve.hidden_reads import HiddenReads, ReadingLine
from rulespec.run.memory import BitMemory
from rulespec.run.program import Asking, Program
from rulespec.tree import declarations as d
from rulespec.tree import statements as s

Cause = Literal["nothing", "decided", "deciding", "revealed", "chance", "seen", "shown", "secretly", "depends"]


class TooLate(IllegalAction):
    """Why something cannot be taken back, also as a cause, with whoever and whatever it is about, for other languages.

    The card is None if there is none, or if the one who takes back does not know it.
    """

    def __init__(self, reason: str, rule: str, cause: Cause, seat: int | None = None, card: Card | None = None) -> None:
        super().__init__(reason, rule)
        self.cause = cause
        self.seat = seat
        self.card = card

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.rule, self.cause, self.seat, self.card)


def undo(state: State, player: int | None = None) -> State:
    """The state before the last decision, or a player's last one; an `IllegalAction` if it cannot be taken back."""
    if player is not None:
        state.game.seat(player)
    before = last_decision(state, player)
    if before is None:
        raise TooLate("there is nothing to take back", "", "nothing")
    refused = refusal(before, state)
    if refused is not None:
        raise refused
    return before


def last_decision(state: State, player: int | None = None) -> State | None:
    """The state of the last decision, or of a player's last one; None if there is none."""
    before = None
    for here, _ in history(state):
        if isinstance(here.pending, Decision) and player in (None, here.pending.player):
            before = here
    return before


def refusal(before: State, now: State) -> TooLate | None:
    """Why a player's last decision, in the state `before`, cannot be taken back in the state `now`; None if it can."""
    return next(_Since(before, now).refusals(), None)


@frozen(eq=False)
class _Since:
    """What has happened between a decision and now, as the player who decided heard it."""

    before: State
    now: State

    def refusals(self) -> Iterator[TooLate]:
        """The reasons why he cannot take it back."""
        yield from self._decided()
        yield from self._revealed()
        for event in self._heard:
            yield from self._seen(event)
        yield from self._looked_at()

    def _decided(self) -> Iterator[TooLate]:
        """Somebody else has decided."""
        for event in self._told:
            if event.decides and event.player is not None and event.player != self._player:
                said = f"{self.now.seat_name(event.player)} has decided since"
                yield TooLate(said, self._rule(event), "decided", event.player)
        pending = self.now.pending
        if isinstance(pending, Decision) and pending.player != self._player and self._bit_by_bit():
            rule = self.now.rules.rule_of(pending.block)  # whether he has answered already is hidden
            said = f"{self.now.seat_name(pending.player)} is deciding, bit by bit"
            yield TooLate(said, rule, "deciding", pending.player)

    def _bit_by_bit(self) -> bool:
        """Whether the pending commitment takes more than one answer."""
        asks, staged = self._program.asks, self.now.position.stage is not None
        part = asks[self.now.pc].part
        return part is not None and (staged or sum(each.part == part for each in asks.values()) > 1)

    def _revealed(self) -> Iterator[TooLate]:
        """Commitments of others have come to light."""
        secret = {ask.site.origin for ask in self._program.asks.values()}  # commitments that never come to light
        earlier = takewhile(_unseen, map(k.read, reversed(self.before.view(self._player).heard)))
        if self.now.position.together is None or not all(map(_unseen, self._told)):
            for event in earlier:
                if isinstance(event, k.Commit) and event.seat != self._player and event.origin not in secret:
                    said = f"what {self.now.seat_name(event.seat)} has committed to has come to light since"
                    yield TooLate(said, self._rule(event), "revealed", event.seat)

    def _seen(self, event: RawEvent) -> Iterator[TooLate]:
        """An event shows somebody a card that he did not know, or chance has decided something."""
        told, places, all_ = k.read(event), self._program.material.places, range(self.now.players)
        seats = (*all_[self._player + 1 :], *all_[: self._player], self._player)
        drawn = decided(told, self._program.material) is not None
        if drawn and not motions(event):
            yield TooLate("chance has decided something since", self._rule(told), "chance")
        for card, source, to in motions(event):
            for seat in seats:
                saw, sees = places[source].seen_by(seat), places[to].seen_by(seat)
                if (drawn and (saw or sees)) or (sees and not saw and not self._known(source, seat)):
                    by_chance = drawn and places[to].zone.sight.is_public
                    who = "chance has shown" if by_chance else f"{self.now.seat_name(seat)} has seen"
                    said = f"{who} {self._card(card)} since"
                    yield TooLate(
                        said, self._rule(told), "shown" if by_chance else "seen", seat, self._known_card(card)
                    )
        for seat in shown_to(event, seats):
            for card, source, _ in shown(event):
                if not places[source].seen_by(seat) and not self._known(source, seat):
                    said = f"{self.now.seat_name(seat)} has seen {self._card(card)} since"
                    yield TooLate(said, self._rule(told), "seen", seat, self._known_card(card))

    def _known(self, source: int, seat: int) -> bool:
        """Whether this player can tell that another one knows the cards of a zone which this one sees."""
        places = self._program.material.places
        if seat == self._player or not places[source].seen_by(self._player):
            return False
        heard = self.before.view(self._player).heard
        told = [heard[0], *(event for event in heard if motions(event) or shown(event))]
        hearing = Hearing(self._program, seat)
        both = BitMemory(hearing, hearing.events(told))
        may, sizes = both.may[-1], both.sizes[-1]
        private = (each for each, place in enumerate(places) if place.seen_by(self._player) > place.seen_by(seat))
        return all(may.count(1 << each) == sizes[each] for each in private)

    def _looked_at(self) -> Iterator[TooLate]:
        """Rules have read hidden cards, so that the course of the game tells something about them.

        Or they may have shown cards to others secretly, of which he hears nothing.
        """
        reads = HiddenReads(self._program.material.rules)
        lines = self._lines(reads)
        if lines is None:
            looking = {*reads.conditions, *filter(self._ran, reads.blocks)}
            showing = {key for key, within in reads.lines.items() if _shows_secretly(within) and self._ran(key)}
        else:
            acted = any(isinstance(line.does, s.Effect) and not isinstance(line.does, s.Choose) for line in lines)
            looking = set(reads.conditions) if acted else set()
            if any(line.looks for line in lines):
                looking.add(self._asking(self.before).block)
            showing = {self._asking(self.before).block} if _shows_secretly(lines) else set()
        for key in sorted(showing):
            yield TooLate("somebody may have seen cards secretly since", self.now.rules.rule_of(key), "secretly")
        for key in sorted(looking):
            rule = self.now.rules.rule_of(key)
            yield TooLate("what has happened since depends on cards that not everybody sees", rule, "depends")

    def _lines(self, reads: HiddenReads) -> list[ReadingLine] | None:
        """The lines that can have run since, if they are consecutive lines of one block; else None."""
        if isinstance(self.now.pending, Over) or any(event.statement is None for event in self._told):
            return None
        asked, asks = self._asking(self.before), self._asking(self.now)
        ask = self._program.asks[self.now.pc]
        if (
            asked is asks
            and isinstance(ask, Asking)
            and ask.bit is not None
            and ask.bit.is_begun(self.now.position.stage)
        ):
            return []  # the same answer goes on
        performing = [line for lines in reads.lines.values() for line in lines if isinstance(line.does, s.Perform)]
        once = len(performing) < 2 and not any(line.repeated for line in performing)
        if asked.block != asks.block or (asked.block.startswith("action ") and not once):
            return None
        lines = reads.lines[asked.block]
        said = [show(line.does) for line in lines]
        if asked.text not in said or asks.text not in said:
            return None
        start, end = said.index(asked.text), len(said) - 1 - said[::-1].index(asks.text)
        stretch = lines[start : end + 1]
        if start >= end or any(line.repeated or isinstance(line.does, s.Perform) for line in stretch):
            return None
        return stretch[1:] if isinstance(lines[start].does, s.Choose) else stretch

    def _ran(self, key: str) -> bool:
        """Whether a block may have run since; if in doubt, yes."""
        asked = self.before.pending
        assert isinstance(asked, Decision)
        told = self._told
        stated = {event.statement for event in told if event.statement is not None}
        blocks = {self._program.plan.origins[origin].block for origin in stated}
        block = self._program.material.rules.blocks[key]
        if isinstance(block, d.Winners | d.Returns):
            return self.now.view(self._player).result is not None
        if key in blocks or key == asked.block:
            return True
        if isinstance(block, d.Round | d.AfterRound):
            return any(isinstance(event, k.Round | k.RoundEnds) for event in told)
        return not isinstance(block, d.RoundEnds | d.GameEnds | d.SetUp)

    # ---- look-ups

    def _asking(self, state: State) -> Origin:
        return self._program.plan.origins[self._program.asks[state.pc].site.origin]

    @property
    def _player(self) -> int:
        asked = self.before.pending
        assert isinstance(asked, Decision)
        return asked.player

    @property
    def _program(self) -> Program:
        return self.now.game.program

    @property
    def _told(self) -> list[k.Event]:
        return list(map(k.read, self._heard))

    @property
    def _heard(self) -> tuple[RawEvent, ...]:
        return self.now.view(self._player).heard[len(self.before.view(self._player).heard) :]

    def _card(self, card: int | str) -> str:
        known = self._known_card(card)
        return "a card" if known is None else known.name

    def _known_card(self, card: int | str) -> Card | None:
        return None if card == HIDDEN else self._program.material.cards[int(card)]

    def _rule(self, event: k.Event) -> str:
        assert event.statement is not None
        return self._program.plan.origins[event.statement].rule


def _shows_secretly(lines: list[ReadingLine]) -> bool:
    return any(isinstance(line.does, s.ShowSecretly) for line in lines)


def _unseen(event: k.Event) -> bool:
    """Whether an event belongs to a commitment that has not come to light."""
    return isinstance(event, k.Pick | k.Commit) or (isinstance(event, k.Lapse) and event.heard_by == r.HIMSELF)
