"""The search for a hint; of a set of cards it weighs one card after another, and the worth is that of the whole set."""

from palast.web.cardset import CardSet
from rulespec import Decision, State
from rulespec.agents import Worth, ismcts_agent
from rulespec.agents.thinking import Enough, Thinking
from rulespec.game.api import View


def weighing(
    view: View, decision: Decision, playouts: int, state: State, cards: CardSet | None
) -> Thinking[list[Worth]]:
    """The worth of each option, or of one set of cards, as a generator of progress."""
    if cards is None:
        return (yield from ismcts_agent(playouts=playouts).weighing(view, decision))
    searches, pc = max(1, cards.most), state.pc
    named, stage, best = list[int](), state.position.stage or (), Worth(decision.options[0], 0, 0.0)
    while True:
        thinking = ismcts_agent(playouts=max(1, playouts // searches)).weighing(view, decision)
        try:
            weighed = yield from _part(thinking, len(named), searches)
        except Enough:  # before anything was tried
            weighed = [Worth(decision.options[0], 0, 0.0)]
        found = max(weighed, key=lambda each: each.playouts)
        best = found if found.playouts else best
        state = state.apply(found.option)
        named += state.game.asks[pc].site.cards(found.option.raw)
        following = state.view(decision.player).decision
        if state.pc != pc or following is None or state.position.stage != (*stage, *named):
            break
        view, decision = state.view(decision.player), following
    whole = cards.option(named) or found.option
    return [Worth(whole, best.playouts, best.mean)]


def _part(thinking: Thinking[list[Worth]], part: int, of: int) -> Thinking[list[Worth]]:
    """A search that is one of several, with its progress among all of them."""
    enough = False
    while True:
        try:
            done = thinking.throw(Enough) if enough else next(thinking)
        except StopIteration as stopped:
            weighed: list[Worth] = stopped.value
            return weighed
        try:
            yield (part + done) / of
        except Enough:
            enough = True
