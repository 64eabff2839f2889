"""How a state came about: the state that its game began with, and every answer since, read from its log."""

from collections.abc import Iterable, Iterator

from rulespec.api import State
from rulespec.events import kinds as k
from rulespec.events.chance import decided
from rulespec.events.log import RawEvent, events
from rulespec.game import Game
from rulespec.pending import Option
from rulespec.plan.options import RawAnswer
from rulespec.run.program import Program

_ANSWERS = {each.number for each in k.KINDS if each.chance is not None or each in (k.Choose, k.Pick)}


def beginning(state: State, game: Game | None = None) -> State:
    """The first state of its game, or of the same in another game: a new game, or the position that somebody laid."""
    begin = begun(state)
    return State.begin(game or state.game, begin.first, begin.zones, begin.variables)


def begun(state: State) -> k.Begin:
    """How its game began."""
    return k.began(events(state.raw_log)[0])


def raw_answers(state: State) -> Iterator[RawAnswer]:
    """Every answer of a player or of chance since then, in the engine's numbers."""
    return answers_among(events(state.raw_log), state.game.program)


def answers_among(told: Iterable[RawEvent], program: Program) -> Iterator[RawAnswer]:
    """The answers of players and of chance among events in the engine's numbers."""
    return (answer for _, _, answer in moves_among(told, program))


def moves(state: State) -> Iterator[tuple[int | None, int, RawAnswer]]:
    """Every answer since then: whose it was (None for chance), at which place in the program, and what."""
    return moves_among(events(state.raw_log), state.game.program)


def moves_among(log: Iterable[RawEvent], program: Program) -> Iterator[tuple[int | None, int, RawAnswer]]:
    """The same among some events."""
    for told in [k.read(event) for event in log if event[0] in _ANSWERS]:
        match told:
            case k.Choose(seat=seat, pc=pc, answer=answer) | k.Pick(seat=seat, pc=pc, answer=answer):
                yield seat, pc, answer
        drawn = decided(told, program.material)
        if drawn is not None:
            assert told.statement is not None
            yield None, program.chances[told.statement], drawn


def history(state: State) -> Iterator[tuple[State, Option]]:
    """Every state on the way to this one, with what was answered there; the last answer leads to the state itself."""
    here = beginning(state)
    for raw in raw_answers(state):
        option = here.option(raw)
        yield here, option
        here = here.apply(option)


def answers(state: State) -> tuple[Option, ...]:
    """What was answered on the way to a state."""
    return tuple(option for _, option in history(state))
