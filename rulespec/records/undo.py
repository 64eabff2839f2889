"""Undo, as far as knowledge allows: nobody may have learned or decided anything since.

Whether a decision may be taken back depends only on what the player who takes it back has heard. So the answer tells
him nothing: where it would depend on whether another player knew a card already, that player counts as having learned
it, unless the one who takes back heard how he came to know it.
"""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Literal

from attrs import field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.chance import decided
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent
from rulespec.engine.events.motions import motions, shown, shown_to
from rulespec.engine.options import HIDDEN
from rulespec.engine.pending import Decision
from rulespec.engine.python.memory import BitMemory
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.watched import Note
from rulespec.game.api import State
from rulespec.game.history import history, raw_answers
from rulespec.language.errors import IllegalAction, require_type
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.roles import ORIGIN, having
from rulespec.plan.uses import effects_of
from rulespec.rules.material import Card
from rulespec.rules.resolve.hidden_reads import HiddenReads, ReadingLine, reads_of

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


def undo(state: State, seat: int | None = None) -> State:
    """The state before the last decision, or a seat's last one; an `IllegalAction` if it cannot be taken back."""
    require_type("state", state, State, "a State")
    if seat is not None:
        state.game.seat(seat)
    before = last_decision(state, seat)
    if before is None:
        raise TooLate("no decision to undo", "", "nothing")
    refused = refusal(before, state)
    if refused is not None:
        raise refused
    return before


def last_decision(state: State, seat: int | None = None) -> State | None:
    """The state of the last decision, or of a seat's last one; None if there is none."""
    before = None
    for here, _ in history(state):
        if isinstance(here.pending, Decision) and seat in (None, here.pending.player):
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
    _memories: dict[int, BitMemory] = field(init=False, factory=dict)  # by seat, since many events ask for one

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
            said = f"{self.now.seat_name(pending.player)} is in the middle of a decision"
            yield TooLate(said, rule, "deciding", pending.player)

    def _bit_by_bit(self) -> bool:
        """Whether the pending commitment takes more than one answer."""
        asks, here = self._program.asks, self._program.asks[self.now.pc]
        if here.part is None or self.now.position.stage is not None or (isinstance(here, Asking) and here.is_in_parts):
            return here.part is not None
        return len({each.site.origin for each in asks.values() if each.part == here.part}) > 1

    def _revealed(self) -> Iterator[TooLate]:
        """Commitments of others have come to light."""
        secret = {ask.site.origin for ask in self._program.asks.values()}  # commitments that never come to light
        earlier = takewhile(_unseen, map(k.read, reversed(self.before.view(self._player).heard)))
        if self.now.position.together is None or not all(map(_unseen, self._told)):
            for event in earlier:
                if isinstance(event, k.Commit) and event.seat != self._player and event.origin not in secret:
                    said = f"the secret choice of {self.now.seat_name(event.seat)} has been revealed since"
                    yield TooLate(said, self._rule(event), "revealed", event.seat)

    def _seen(self, event: RawEvent) -> Iterator[TooLate]:
        """An event shows somebody a card that he did not know, or chance has decided something."""
        told, places, all_ = k.read(event), self._program.material.places, range(self.now.players)
        seats = (*all_[self._player + 1 :], *all_[: self._player], self._player)
        drawn = decided(told, self._program.material) is not None
        if drawn and not motions(event):
            yield TooLate("chance has made a decision since", self._rule(told), "chance")
        for card, source, to in motions(event):
            for seat in seats:
                saw, sees = places[source].seen_by(seat), places[to].seen_by(seat)
                if (drawn and (saw or sees)) or (sees and not saw and not self._known(source, seat)):
                    by_chance = drawn and places[to].zone.sight.is_public
                    who = "a draw has shown" if by_chance else f"{self.now.seat_name(seat)} has seen"
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
        both = self._memories.get(seat) or self._memory(seat)
        may, sizes = both.may[-1], both.sizes[-1]
        private = (each for each, place in enumerate(places) if place.seen_by(self._player) > place.seen_by(seat))
        return all(may.count(1 << each) == sizes[each] for each in private)

    def _memory(self, seat: int) -> BitMemory:
        """Where this player can tell that another one knows cards to be."""
        heard = self.before.view(self._player).heard
        told = [heard[0], *(event for event in heard if motions(event) or shown(event))]
        hearing = Hearing(self._program, seat)
        both = self._memories[seat] = BitMemory(hearing, hearing.events(told))
        return both

    def _looked_at(self) -> Iterator[TooLate]:
        """Rules have read hidden cards, so that the course of the game tells something about them.

        Or they may have shown cards to others secretly, of which the player hears nothing. Everybody can tell which
        lines ran up to the first that does either, so the refusal is the same in all worlds that the player thinks
        possible.
        """
        reads = reads_of(self._program.material.rules)
        for pc in self._ran():
            key, lines = self._lines(pc, reads)
            secret = [isinstance(line.does, s.ShowSecretly) for line in lines]
            if any(line.looks and not each for line, each in zip(lines, secret, strict=True)):
                yield self._depends(key)
                return
            if any(secret):  # the course of the game is the same whatever it shows
                rule = self.now.rules.rule_of(key)
                yield TooLate("another player may have seen cards secretly since", rule, "secretly")
                return
            instruction = self._program.plan.code[pc]
            if reads.conditions and (isinstance(instruction, i.EndsIf) or instruction.reasons == "look"):
                yield self._depends(min(reads.conditions))
                return
        over = [each.key for each in self._program.material.rules.of(d.Winners, d.Returns)]
        results = over if self.now.view(self._player).result is not None else []
        yield from (self._depends(key) for key in results if any(line.looks for line in reads.lines[key]))

    def _depends(self, key: str) -> TooLate:
        rule = self.now.rules.rule_of(key)
        return TooLate("later events depend on hidden cards", rule, "depends")

    def _ran(self) -> list[int]:
        """The places of the instructions that have run since, in order; none while the same answer goes on."""
        asked, ask = (self._program.asks.get(state.pc) for state in (self.before, self.now))
        begun = isinstance(ask, Asking) and ask.is_begun(self.now.position.stage)
        if begun and asked is not None and ask is not None and asked.site.origin == ask.site.origin:
            return []  # its parts are asked by instructions of their own
        notes: list[Note] = []
        game = self.now.game
        here = self.before.within(game.played_by(game.engine.noting(notes)))
        for raw in islice(raw_answers(self.now), sum(1 for _ in raw_answers(self.before)), None):
            here = here.next(raw)
        return [pc for pc, _, _ in notes]

    def _lines(self, pc: int, reads: HiddenReads) -> tuple[str, list[ReadingLine]]:
        """The block of an instruction, and the lines that it may carry out."""
        plan, instruction = self._program.plan, self._program.plan.code[pc]
        key = next((key for key, places in plan.blocks.items() if pc in places), "")
        lines = reads.lines.get(key, [])
        branching = plan.branches.get(pc)
        if branching is not None:
            return key, [line for line in lines if line.does in (branching.part, branching.statement)] or lines
        effects = (effect.origin for effect in effects_of(instruction))
        said = {plan.origins[origin].text for origin in (*effects, *having(ORIGIN, instruction))}
        if isinstance(instruction, i.Ask | i.AskPart | i.AskWhether):
            said.add(plan.origins[self._program.asks[pc].site.origin].text)
        if said:
            return key, [line for line in lines if show(line.does) in said] or lines
        if isinstance(instruction, i.Perform | i.RepeatBegins | i.DrawBegins | i.DealBegins | i.ChooseByChance):
            sort = s.Perform if isinstance(instruction, i.Perform | i.RepeatBegins) else s.AnyEffect
            others = s.Choose | s.ShowSecretly
            return key, [line for line in lines if isinstance(line.does, sort) and not isinstance(line.does, others)]
        return key, []

    # ---- look-ups

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
        return self._program.told(event.statement).rule


def _unseen(event: k.Event) -> bool:
    """Whether an event belongs to a commitment that has not come to light."""
    return isinstance(event, k.Pick | k.Commit) or (isinstance(event, k.Lapse) and event.heard_by == r.HIMSELF)
