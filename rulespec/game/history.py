"""The history of a state, read from its log: the initial state, and every answer since."""

from collections.abc import Iterable, Iterator

from rulespec.engine.events import kinds as k
from rulespec.engine.events.chance import decided
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.game import Game
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Option
from rulespec.engine.python.program import Program
from rulespec.game.api import State

_ANSWERS = {each.number for each in k.KINDS if each.chance is not None or each in (k.Choose, k.Pick)}


def beginning(state: State, game: Game | None = None) -> State:
    """The initial state of its game; or the same beginning in another `game`."""
    begin = begun(state)
    return State.begin(game or state.game, begin.first, begin.zones, begin.variables)


def begun(state: State) -> k.Begin:
    """The event with which its game began."""
    return k.began(events(state.raw_log)[0])


def raw_answers(state: State) -> Iterator[RawAnswer]:
    """The raw answers of players and of chance."""
    return (answer for _, _, answer in moves(state))


def moves(state: State) -> Iterator[tuple[int | None, int, RawAnswer]]:
    """The answers of players and of chance: the seat (None for chance), the instruction that asked, the raw answer."""
    return moves_among(events(state.raw_log), state.game.program)


def moves_among(log: Iterable[RawEvent], program: Program) -> Iterator[tuple[int | None, int, RawAnswer]]:
    """The moves among some events of the omniscient log."""
    for told in [k.read(event) for event in log if event[0] in _ANSWERS]:
        match told:
            case k.Choose(seat=seat, pc=pc, answer=answer) | k.Pick(seat=seat, pc=pc, answer=answer):
                yield seat, pc, answer
        drawn = decided(told, program.material)
        if drawn is not None:
            assert told.statement is not None
            yield None, program.chances[told.statement], drawn


def history(state: State) -> Iterator[tuple[State, Option]]:
    """The states on the way to this one, without it, each with the option that was taken there."""
    here = beginning(state)
    for raw in raw_answers(state):
        option = here.option(raw)
        yield here, option
        here = here.apply(option)


def answers(state: State) -> tuple[Option, ...]:
    """The options that were taken on the way to a state."""
    return tuple(option for _, option in history(state))
