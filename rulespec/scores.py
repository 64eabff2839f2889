"""The scores at the end of each round, where there may be no state as nobody is asked."""

from rulespec.api import State
from rulespec.events import kinds as k
from rulespec.events.log import Log, OtherGameError, events
from rulespec.game import Game
from rulespec.history import moves_among
from rulespec.resolve.hidden_reads import HiddenReads
from rulespec.rulebook import RuleBook
from rulespec.run.machine import Machine
from rulespec.tree import declarations as d


def is_open(rules: RuleBook) -> bool:
    """Whether everybody may know the score: it is declared, and reads no hidden card."""
    declared = rules.resolved.one(d.Score)
    return declared is not None and not HiddenReads(rules.resolved).looks(declared.amount)


def by_round(state: State) -> tuple[tuple[int, ...], ...]:
    """The scores at the end of each finished round, after its scoring: for each round one for each seat."""
    return RoundScores().of(state)


class RoundScores:
    """The scores by round of a growing game: only new events are replayed."""

    def __init__(self) -> None:
        self._read: Log = None
        self._machine: Machine | None = None  # after the last call
        self._ending: tuple[int, ...] | None = None  # the current scores, while a round is ending
        self._ends: list[tuple[int, ...]] = []

    def of(self, state: State) -> tuple[tuple[int, ...], ...]:
        """The scores of a state by round, see `by_round`."""
        try:
            told = events(state.raw_log, self._read)
        except OtherGameError:  # or this one after an undo
            told = events(state.raw_log)
            self._machine, self._ending, self._ends = None, None, []
        self._read = state.raw_log
        game, program = state.game, state.game.program
        mc = self._machine
        if mc is None:
            begin = k.began(told[0])
            mc, start = game.opening(begin.first, begin.zones, begin.variables)
            self._machine = mc
            self._run(game, mc, start)
        for _, _, raw in moves_among(told, program):
            ask = program.asks[mc.pc]
            self._run(game, mc, ask.answer(mc, raw))
        return tuple(self._ends)

    def _run(self, game: Game, mc: Machine, pc: int) -> None:
        """Runs to the next question, and reads the scores after each step at the end of a round."""
        code = game.program.code
        while pc >= 0:
            if self._ending is not None:
                self._ending = game.scores(mc)
            before = mc.log
            pc = code[pc](mc)
            for event in map(k.read, events(mc.log, before)):
                if isinstance(event, k.RoundEnds):
                    self._ending = game.scores(mc)
                elif isinstance(event, k.Round | k.GameEnds) and self._ending is not None:
                    self._ends.append(self._ending)
                    self._ending = None
