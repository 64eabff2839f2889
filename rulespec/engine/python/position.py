"""The position of a game: all that decides how it can go on, as plain data; the machine is frozen to it and thawed."""

from typing import Any, NamedTuple

from rulespec.engine.events.log import Log
from rulespec.engine.python.machine import Machine


class Position(NamedTuple):
    """What a machine stands at when it waits; two games in equal positions can go on in the same ways."""

    zones: tuple[tuple[int, ...], ...]  # the cards of each place
    variables: tuple[int | None, ...]  # counters and notes
    names: tuple[Any, ...]  # what was chosen, by slot
    active: int  # whose turn it is
    next: int | None  # who is to have the next turn, if it is settled
    own: int  # who acts, or is asked
    direction: int  # in which turns go round: 1 leftwards, -1 rightwards
    watching: bool  # whether reasons to end are looked at
    together: tuple[tuple[int, Any], ...] | None  # what was committed to so far, at the same time as others
    stage: tuple[int, ...] | None  # the cards of a set that were named so far, one by one
    pc: int  # the place in the program
    stack: tuple[Any, ...]  # what is still to be done


def frozen(mc: Machine) -> Position:
    """The position of a machine that waits."""
    return _position(Position, (
        tuple(mc.zones), tuple(mc.variables), tuple(mc.names), mc.active, mc.next, mc.own, mc.direction, mc.watching,
        mc.together, mc.stage, mc.pc, mc.stack,
    ))  # fmt: skip


_position = tuple.__new__  # one is made for each state, and its own constructor takes twice as long


def thawed(position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int, spent: int = 0) -> Machine:
    """A machine that stands at a position."""
    zones, variables, names, active, next_, own, direction, watching, together, stage, pc, stack = position
    return Machine(
        list(zones), list(variables), list(names), list(where), active, next_, own, direction, watching, together,
        stage, pc, stack, log, turns, dirty, spent=spent,
    )  # fmt: skip
