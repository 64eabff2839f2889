"""Which of many states to look at: those where something rare is asked, and what the top layer has changed."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from rulespec.api import Ruleset, State
from rulespec.events.kinds import read
from rulespec.events.log import events
from rulespec.pending import Decision

Pick = Callable[[int], int]  # from a number of things to the index of one


def rare(passed: Sequence[State], pick: Pick) -> State:
    """The latest state at which a block has asked: all blocks are equally likely, but those of the top layer more.

    Which block goes before which does not depend on the states: where it asks in another game, it is taken there, too.
    """
    latest = {state.pending.block: state for state in passed if isinstance(state.pending, Decision)}
    rules = passed[-1].rules
    favoured, blocks = pick(2), rules.resolved.blocks
    rank = {block: pick(len(blocks) ** 2) for block in blocks}
    new = [block for block in latest if block in top(rules)]
    return latest[min(new if new and favoured else latest, key=lambda block: rank[block])] if latest else passed[-1]


def happened(before: State, after: State) -> list[int]:
    """The statements of the top layer by which one state came of another, by the numbers of their origins."""
    plan, changed = after.game.plan, top(after.rules)
    found = []
    for event in events(after.raw_log, before.raw_log):
        origin = read(event).statement
        if origin is not None and plan.origins[origin].block in changed:
            found.append(origin)
    return found


@lru_cache
def top(rules: Ruleset) -> frozenset[str]:
    """The blocks that the top layer declares, replaces or touches; of a ruleset without layers, all."""
    entries = rules.composed.entries
    layer = rules.composed.layers[-1].name
    return frozenset(key for key, entry in entries.items() if entry.changes[-1].layer == layer)
