"""Which of many states to look at: those where something rare is asked, and what the top layer has changed."""

from collections.abc import Callable, Sequence

from rulespec.api import State
from rulespec.pending import Decision

Pick = Callable[[int], int]  # from a number of things to the index of one


def rare(passed: Sequence[State], pick: Pick) -> State:
    """The latest state at which a block has asked: all blocks are equally likely, but those of the top layer more.

    Which block goes before which does not depend on the states: where it asks in another game, it is taken there, too.
    """
    latest = {state.pending.block: state for state in passed if isinstance(state.pending, Decision)}
    rules = passed[-1].rules.resolved
    top, favoured = rules.composed.layers[-1].name, pick(2)
    rank = {block: pick(len(rules.blocks) ** 2) for block in rules.blocks}
    new = [block for block in latest if rules.entry(block).changes[-1].layer == top]
    return latest[min(new if new and favoured else latest, key=lambda block: rank[block])] if latest else passed[-1]
