"""The scores at the end of each round, where there may be no state as nobody is asked."""

from attrs import define, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.game import Game
from rulespec.engine.python.budget import metered
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.snapshot import Snapshot, machine_at
from rulespec.engine.rawstate import RawState
from rulespec.game.api import State
from rulespec.game.history import moves_among
from rulespec.language.tree import declarations as d
from rulespec.rules.resolve.hidden_reads import reads_of
from rulespec.rules.rulebook import RuleBook


def is_open(rules: RuleBook) -> bool:
    """Whether everybody may know the score: it is declared, and reads no hidden card."""
    declared = rules.resolved.one(d.Score)
    return declared is not None and not reads_of(rules.resolved).looks(declared.amount)


def by_round(state: State) -> tuple[tuple[int, ...], ...]:
    """The scores at the end of each finished round, after its scoring: for each round one for each seat.

    States that follow go on from what was found here, so reading the scores along a game replays each event once.
    """
    rounds = state.made("rounds", _Rounds.further)
    assert isinstance(rounds, _Rounds)
    return rounds.ends


@frozen(eq=False)
class _Rounds:
    """The scores by round at a snapshot, and the current ones while a round is ending."""

    at: Snapshot
    ends: tuple[tuple[int, ...], ...]
    ending: tuple[int, ...] | None

    @classmethod
    def further(cls, state: RawState, earlier: object) -> "_Rounds":
        """The scores of a state, going on from those of an earlier one of its game."""
        game, program = state.game, state.game.program
        if isinstance(earlier, cls):
            told, mc = events(state.raw_log, earlier.at.log), machine_at(earlier.at, program)
            replay = _Replay(game, mc, list(earlier.ends), earlier.ending)
        else:
            told = events(state.raw_log)
            begin = k.began(told[0])
            mc, start = game.opening(begin.first, begin.zones, begin.variables)
            replay = _Replay(game, mc, [], None)
            replay.run(start)
        for _, _, raw in moves_among(told, program):
            replay.run(program.asks[mc.pc].answer(mc, raw))
        return cls(state.snapshot, tuple(replay.ends), replay.ending)


@define
class _Replay:
    """A machine that plays a game again, and the scores read from it."""

    game: Game
    machine: Machine
    ends: list[tuple[int, ...]]
    ending: tuple[int, ...] | None

    def run(self, pc: int) -> None:
        """Runs to the next question, and reads the scores after each step at the end of a round."""
        program, mc = self.game.program, self.machine
        mc.known = {}
        while pc >= 0:
            if self.ending is not None:
                self.ending = self.game.scores(mc)
            before = mc.log
            mc.known.clear()
            pc = program.code[pc](metered(program, mc, pc))
            for event in map(k.read, events(mc.log, before)):
                if isinstance(event, k.RoundEnds):
                    self.ending = self.game.scores(mc)
                elif isinstance(event, k.Round | k.GameEnds) and self.ending is not None:
                    self.ends.append(self.ending)
                    self.ending = None
