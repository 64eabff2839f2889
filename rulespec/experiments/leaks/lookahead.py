"""Lookahead: can an event for a player in one world still happen in the other?"""

from typing import Any

from attrs import define

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.pending import Decision, Over
from rulespec.experiments.leaks.witness import Account, Witness, Witnessed
from rulespec.game.api import State

ENDS = (k.RoundEnds, k.GameEnds, k.Limit)
STEPS = 200  # answers that are tried, at most


@define(eq=False)
class Coming:
    """A bounded depth-first search for a question to a player, or a lapse of that choice, for any answers of others.

    A question to the `witness` has to come before any other question to that player.
    """

    witness: Witness
    wanted: Any  # the prompt of the question, or the lapse
    himself: bool = True  # whether the witness is the one who is asked
    _steps: int = STEPS

    def found(self, state: State, heard: Account) -> bool:
        """True if it can come; `heard` is the witness's perception up to a state. An end counts as if it had."""
        for event in heard:
            if event == self.wanted or event.kind in ENDS or self._is_answered(event):
                return True
            if event.kind is k.Turn or (self.himself and lapses(event, self.witness.player)):
                return False
        pending = state.pending
        if isinstance(pending, Over):
            return True
        if isinstance(pending, Decision) and pending.prompt == self.wanted:
            return True
        if self.himself and asks(state, self.witness.player):
            return False
        last = len(state.raws) - 1
        for at in sorted({last, 0}) if isinstance(pending, Decision) else (0,):  # to decline, if one can, comes last
            if self._steps > 0:
                self._steps -= 1
                after = state.apply(state.option(state.raws[at]))
                if self.found(after, self.witness.account(state, after, events(after.raw_log, state.raw_log))):
                    return True
        return False

    def _is_answered(self, event: Witnessed) -> bool:
        """True if it is any answer to the wanted question."""
        wanted = self.wanted
        return isinstance(wanted, Witnessed) and wanted.kind is event.kind is k.Reveal and wanted.by == event.by


def asks(state: State, player: int) -> bool:
    """True if a state waits for a decision of this player."""
    return isinstance(state.pending, Decision) and state.pending.player == player


def lapses(event: Witnessed, player: int) -> bool:
    """True if this player had nothing to choose in an event."""
    return event.kind is k.Lapse and event.player == player
