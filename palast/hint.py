"""Hints: what a search would take in a player's place, and the worth of each option, in plain words."""

from collections.abc import Iterator, Sequence

from palast.prompt.said import say
from rulespec import Decision, Option
from rulespec.agents import ismcts_agent
from rulespec.agents.worth import Worth
from rulespec.game.api import View
from rulespec.language.tree.declarations import Returns
from rulespec.wording import Wording
from rulespec.wording.questions import option_text
from rulespec.wording.reports import Reporting

PLAYOUTS = 400
SHOWN = 12  # options, the most promising first


def hint(words: Wording, view: View, decision: Decision) -> Iterator[str]:
    """The lines of a hint, made from the view alone, and the same each time."""

    def shown(option: Option) -> str:
        return option_text(words, option, decision, view)

    if len(decision.options) == 1:
        yield say(words, "hint.only", option=shown(decision.options[0]))
        return
    search = ismcts_agent(playouts=PLAYOUTS)
    weighed = sorted(search.weigh(view, decision), key=lambda each: (-each.playouts, -each.mean))
    if not weighed[0].playouts:
        yield say(words, "hint.none")
        return
    yield say(words, "hint.best", number=str(PLAYOUTS), option=shown(weighed[0].option))
    yield say(words, "hint.mean" if view.rules.composed.one(Returns) else "hint.mean.wins")
    yield from _rows(words, weighed, [shown(each.option) for each in weighed])


def _rows(words: Wording, weighed: Sequence[Worth], texts: Sequence[str]) -> Iterator[str]:
    """A line for each option, the most promising first."""
    wide, number = max(map(len, texts[:SHOWN])), Reporting((words,)).number
    for each, text in zip(weighed[:SHOWN], texts, strict=False):
        told = say(words, "hint.row", mean=number(f"{each.mean:.2f}"), number=str(each.playouts))
        yield f"  {text:<{wide}}  {told if each.playouts else say(words, 'hint.row.none'):>5}"
    if len(weighed) > SHOWN:
        yield f"  {say(words, 'hint.more', number=str(len(weighed) - SHOWN))}"
