"""Which of many states to examine: those where rare blocks ask, preferably blocks of the top layer."""

from collections.abc import Callable, Sequence

from rulespec.engine.events.kinds import read
from rulespec.engine.events.log import events
from rulespec.engine.pending import Decision
from rulespec.game.api import State

Pick = Callable[[int], int]  # a random index below a number


def rare(passed: Sequence[State], pick: Pick) -> State:
    """The latest state at which a random block asked; blocks are equally likely, those of the top layer more so.

    The block is drawn as a ranking of all blocks, independent of the states, so that other games prefer the same one.
    """
    latest = {state.pending.block: state for state in passed if isinstance(state.pending, Decision)}
    rules = passed[-1].rules
    favoured, blocks = pick(2), rules.resolved.blocks
    rank = {block: pick(len(blocks) ** 2) for block in blocks}
    new = [block for block in latest if block in rules.composed.changed_on_top]
    return latest[min(new if new and favoured else latest, key=lambda block: rank[block])] if latest else passed[-1]


def happened(before: State, after: State) -> list[int]:
    """The origins of the events between two states that belong to the top layer."""
    plan, changed = after.game.plan, after.rules.composed.changed_on_top
    found = []
    for event in events(after.raw_log, before.raw_log):
        origin = read(event).statement
        if origin is not None and plan.origins[origin].block in changed:
            found.append(origin)
    return found
