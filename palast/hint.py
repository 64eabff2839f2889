"""Hints: what a search would take in a player's place, and the worth of each option, in plain words."""

from collections.abc import Iterator

from rulespec import Decision
from rulespec.agents import ismcts_agent
from rulespec.api import View
from rulespec.tree.declarations import Returns

PLAYOUTS = 400
SHOWN = 12  # options, the most promising first


def hint(view: View, decision: Decision) -> Iterator[str]:
    """The lines of a hint, made from the view alone, and the same each time."""
    if len(decision.options) == 1:
        yield f"There is only one thing to do: {decision.options[0].text}"
        return
    search = ismcts_agent(playouts=PLAYOUTS)
    weighed = sorted(search.weigh(view, decision), key=lambda each: (-each.playouts, -each.mean))
    if not weighed[0].playouts:
        yield "No game was found that could go on from what you know, so nothing could be tried."
        return
    yield f"After {PLAYOUTS} games played on from what you know, a search takes: {weighed[0].option.text}"
    wins = "" if view.rules.composed.one(Returns) else "; whoever wins alone gets 1"
    yield f"What you got at the end, in the mean of how many of these games (few say little){wins}:"
    wide = max(len(each.option.text) for each in weighed[:SHOWN])
    for each in weighed[:SHOWN]:
        told = f"{each.mean:6.2f}  in {each.playouts}" if each.playouts else "     -  not tried"
        yield f"  {each.option.text:<{wide}}  {told}"
    if len(weighed) > SHOWN:
        yield f"  and {len(weighed) - SHOWN} more, which promise less"
