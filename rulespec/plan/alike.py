"""The statements that read alike in actions that hidden cards can pick, and as which one players hear of them.

The block of an event would tell which of these actions was performed, and so what the hidden cards are.
"""

from collections.abc import Iterable, Mapping

from rulespec.plan.layout import Layout
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.plan import Origin

Line = tuple[str, str, bool]  # the block that performs, a text, and whether it moves cards once all have answered


def waiting_moves(code: Iterable[i.Instruction]) -> frozenset[int]:
    """The statements that move cards once all have answered, and work out before that which cards these are."""
    effects = [each.effect for each in code if isinstance(each, i.Defer)]
    return frozenset(each.origin for each in effects if isinstance(each, f.Move))


def heard_alike(layout: Layout, code: Iterable[i.Instruction]) -> tuple[tuple[Origin, ...], Mapping[int, int]]:
    """All statements, and for each of those that are not heard as themselves the number of another one.

    That one belongs to the block that performs the actions; it is appended where this block has no such statement.
    """
    origins, lines = list(layout.origins), _lines(layout, waiting_moves(code))
    found: dict[int, int] = {}
    for (block, text, _), members in lines.items():
        if len({origins[each].block for each in members}) < 2:
            continue
        first = next((each for each in members if origins[each].block == block), None)
        if first is None:
            like, first = origins[members[0]], len(origins)
            origins.append(Origin(block, layout.rules.entry(block).cites, text, like.brief, like.span))
        found |= dict.fromkeys(members, first)
    return tuple(origins), found


def _lines(layout: Layout, waiting: frozenset[int]) -> Mapping[Line, list[int]]:
    """The statements of the picked actions, and those of the blocks that perform them which are done instead."""
    hidden = layout.hidden
    found: dict[Line, list[int]] = {}
    for number, each in enumerate(layout.origins if hidden.picked else ()):
        block = hidden.picked.get(each.block)
        if block is None and each.span in hidden.decided:
            block = each.block
        if block is not None:
            found.setdefault((block, each.text, number in waiting), []).append(number)
    return found
