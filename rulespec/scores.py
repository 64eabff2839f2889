"""Scores as they stood when each round ended, where no state is: the next round may begin before anybody is asked."""

from collections.abc import Iterator

from rulespec.engine.knowledge.hearing import raw_events
from rulespec.engine.knowledge.openness import Openness
from rulespec.engine.machine import Log, Machine
from rulespec.engine.program import Asking
from rulespec.engine.state import State
from rulespec.history import history
from rulespec.ruleset import Ruleset
from rulespec.tree import declarations as d


def is_open(rules: Ruleset) -> bool:
    """Whether everybody may know the score at any time: it is declared, and looks at no hidden card."""
    declared = rules.resolved.blocks.get("score")
    return isinstance(declared, d.Score) and not Openness(rules.resolved).looks(declared.amount)


def by_round(state: State) -> tuple[tuple[int, ...], ...]:
    """The score of each seat at the end of each round that is over, its scoring included."""
    return tuple(_ends(state))


def _ends(state: State) -> Iterator[tuple[int, ...]]:
    rules, program = state.rules, state.rules.program(state.players)
    ending: tuple[int, ...] | None = None  # the scores so far of a round whose reason has held
    for mc, start in _runs(state):
        pc = start
        while pc >= 0:
            if ending is not None:
                ending = rules.scored(state.players, mc)
            before = mc.log
            pc = program.code[pc](mc)
            for kind in _new(mc, before):
                if kind == "round ends":
                    ending = rules.scored(state.players, mc)
                elif kind in ("round", "game ends") and ending is not None:
                    yield ending
                    ending = None


def _runs(state: State) -> Iterator[tuple[Machine, int]]:
    """The machine at each place from where the game went on, first at its beginning."""
    program = state.rules.program(state.players)
    _, first, zones, variables = raw_events(state._log)[0]
    yield state.rules.opening(state.players, first, zones, variables)
    for here, option in history(state):
        mc, ask = here._thaw(), program.asks[here._pc]
        yield mc, ask.answer(mc, option._raw) if isinstance(ask, Asking) else ask.take(mc, option._raw)


def _new(mc: Machine, before: Log) -> list[str]:
    """The kinds of the events since, oldest first."""
    kinds, log = [], mc.log
    while log is not before and log is not None:
        kinds.append(str(log[0][0]))
        log = log[1]
    return kinds[::-1]
