"""Whether what happens to a player in one world can still happen to him in the other."""

from typing import Any

from attrs import define

from rulespec.api import State
from rulespec.events import kinds as k
from rulespec.events.log import events
from rulespec.experiments.leaks.witness import Account, Witness, Witnessed
from rulespec.pending import Decision, Over

ENDS = (k.RoundEnds, k.GameEnds, k.Limit)
STEPS = 200  # answers that are tried, at most


@define(eq=False)
class Coming:
    """A bounded depth-first search for a question to somebody, or a lapse of his choice, however others answer.

    What is asked of the `witness` himself has to come before anything else that he is asked.
    """

    witness: Witness
    wanted: Any  # the prompt of the question, or the lapse
    himself: bool = True  # whether the witness is the one who is asked
    _steps: int = STEPS

    def found(self, state: State, heard: Account) -> bool:
        """Whether it can come; `heard` is what the witness heard up to a state. An end counts as if it had."""
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
        """Whether it is the answer to the question whose answer is wanted, whatever it is."""
        wanted = self.wanted
        return isinstance(wanted, Witnessed) and wanted.kind is event.kind is k.Reveal and wanted.by == event.by


def asks(state: State, player: int) -> bool:
    """Whether a state waits for a decision of this player."""
    return isinstance(state.pending, Decision) and state.pending.player == player


def lapses(event: Witnessed, player: int) -> bool:
    """Whether an event says that this player had nothing to choose."""
    return event.kind is k.Lapse and event.player == player
