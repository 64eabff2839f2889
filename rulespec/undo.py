"""Taking a decision back, as far as knowledge allows: nobody may have learned anything since, or decided.

Whether it may be taken back follows from nothing but what the player who takes back heard himself. So neither a refusal
nor a consent tells him anything: where it would depend on what another player knows already, that one has learned.
"""

from collections.abc import Iterator
from itertools import takewhile

from attrs import frozen

from rulespec.engine.hearing import Raw
from rulespec.engine.memory import motions
from rulespec.engine.openness import Openness
from rulespec.engine.options import HIDDEN
from rulespec.engine.pending import Decision
from rulespec.engine.program import Program
from rulespec.engine.state import State
from rulespec.errors import IllegalAction
from rulespec.history import history
from rulespec.language.printer import cited
from rulespec.tree import declarations as d

_OF_NO_BLOCK = ("begin", "round", "turn", "limit")
_UNSEEN = ("commit", "pick", "lapse")  # what happens before a commitment comes to light


def undo(state: State, player: int | None = None) -> State:
    """The state before the last decision, or before a player's last; `IllegalAction` if it cannot be taken back."""
    if player is not None:
        state.rules.seat(state.players, player)
    before = None
    for here, _ in history(state):
        if isinstance(here.pending, Decision) and player in (None, here.pending.player):
            before = here
    if before is None:
        raise IllegalAction("there is nothing to take back", "")
    refusal = next(_Since(before, state).refusals(), None)
    if refusal is not None:
        raise refusal
    return before


@frozen(eq=False)
class _Since:
    """What has happened between a decision and now, as the one who decided heard it."""

    before: State
    now: State

    def refusals(self) -> Iterator[IllegalAction]:
        """Why he cannot take it back: somebody decided or learned something."""
        yield from self._decided()
        yield from self._revealed()
        for event in self._heard:
            yield from self._seen(event)
        yield from self._looked_at()

    def _decided(self) -> Iterator[IllegalAction]:
        for event in self._heard:
            if event[0] in ("choose", "commit") and event[2] != self._player:
                yield IllegalAction(f"{self.now.seat_name(event[2])} has decided since", self._rule(event))
        pending, unseen = self.now.pending, self.now.position[7] is not None
        staged = self.now.position[8] is not None
        if isinstance(pending, Decision) and pending.player != self._player and unseen and staged:
            rule = self.now.rules.rule_of(pending.block)  # whether he has picked one yet is nobody else's business
            yield IllegalAction(f"{self.now.seat_name(pending.player)} is deciding, card by card", rule)

    def _revealed(self) -> Iterator[IllegalAction]:
        """What others had committed to unseen has come to light, as far as it does."""
        earlier = takewhile(lambda event: event[0] in _UNSEEN, reversed(self.before.view(self._player).heard))
        if self.now.position[7] is None or any(event[0] not in _UNSEEN for event in self._heard):
            for event in earlier:
                if event[0] == "commit" and event[2] != self._player:
                    said = f"what {self.now.seat_name(event[2])} has committed to has shown since"
                    yield IllegalAction(said, self._rule(event))

    def _seen(self, event: Raw) -> Iterator[IllegalAction]:
        """A card that came into somebody's sight, or that chance showed."""
        places, all_ = self._program.material.places, range(self.now.players)
        seats = (*all_[self._player + 1 :], *all_[: self._player], self._player)
        for card, source, to in motions(event):
            drawn = event[0] == "draw" and not places[source].zone.ordered
            for seat in seats:
                saw, sees = places[source].seen_by(seat), places[to].seen_by(seat)
                if (sees and not saw) or (drawn and saw):
                    by_chance = drawn and places[to].zone.seen_by == "all"
                    who = "chance has shown" if by_chance else f"{self.now.seat_name(seat)} has seen"
                    yield IllegalAction(f"{who} {self._card(card)} since", self._rule(event))
        if event[0] == "show":
            for seat in event[5]:
                for card, source in zip(event[3], event[4], strict=True):
                    if not places[source].seen_by(seat):
                        said = f"{self.now.seat_name(seat)} has seen {self._card(card)} since"
                        yield IllegalAction(said, self._rule(event))

    def _looked_at(self) -> Iterator[IllegalAction]:
        """Rules that looked at hidden cards: what came of it tells something of them."""
        rules = self._program.material.rules
        openness = Openness(rules)
        for key in (*openness.conditions, *(key for key in rules.blocks if key in openness.blocks and self._ran(key))):
            rule = self.now.rules.rule_of(key)
            yield IllegalAction("what has happened since depends on cards that not everybody sees", rule)

    def _ran(self, key: str) -> bool:
        """Whether a block may have run since: when in doubt, yes."""
        asked = self.before.pending
        assert isinstance(asked, Decision)
        kinds = {event[0] for event in self._heard}
        blocks = {self._program.origins[event[1]].block for event in self._heard if event[0] not in _OF_NO_BLOCK}
        match self._program.material.rules.blocks[key]:
            case d.RoundEnds() | d.GameEnds() | d.SetUp():
                return key in blocks or key == asked.block
            case d.Round() | d.AfterRound():
                return key in blocks or key == asked.block or bool(kinds & {"round", "round ends"})
            case d.Winners() | d.Returns():
                return self.now.view(self._player).result is not None
            case _:
                return True

    # ---- parts

    @property
    def _player(self) -> int:
        asked = self.before.pending
        assert isinstance(asked, Decision)
        return asked.player

    @property
    def _program(self) -> Program:
        return self.now.rules.program(self.now.players)

    @property
    def _heard(self) -> tuple[Raw, ...]:
        return self.now.view(self._player).heard[len(self.before.view(self._player).heard) :]

    def _card(self, card: int | str) -> str:
        return "a card" if card == HIDDEN else self._program.material.cards[int(card)].name

    def _rule(self, event: Raw) -> str:
        origin = self._program.origins[event[1]]
        return f"{origin.block} {cited(origin.cites)}".strip()
