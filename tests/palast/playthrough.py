"""A seeded game written out: every decision, what was answered, what happened, and what each player saw of it."""

from collections.abc import Iterator
from random import Random

from palast import Chance, Decision, Ruleset
from rulespec.engine.events.event import Event

SEED = 2026
ROUNDS = 2  # a playthrough stops where the round after these begins


def playthrough(rules: Ruleset, players: int = 3) -> str:
    """The first rounds of a game in which a seed decides chance and choices alike."""
    return "\n".join(_lines(rules, players)) + "\n"


def _lines(rules: Ruleset, players: int) -> Iterator[str]:
    random = Random(SEED).random
    state = rules.new_game(players=players)
    yield f"{rules.title} [{rules.name}], {players} players, seed {SEED}"
    rounds, told = 1, 0
    views = [0] * players
    while rounds <= ROUNDS:
        pending = state.pending
        assert isinstance(pending, Decision | Chance)
        option = pending.options[int(random() * len(pending.options))]
        if isinstance(pending, Decision):
            yield f"\n? {pending.prompt} [{pending.block}], {len(pending.options)} options"
            yield f"! {option.text}"
        state = state.apply(option)
        events, told = state.log[told:], len(state.log)
        yield from (f"  {event}{_rule(event)}" for event in events)
        for seat in range(players):
            log = state.view(seat).log
            seen, views[seat] = log[views[seat] :], len(log)
            yield f"    {seat}: " + "; ".join(map(str, seen))
        rounds += sum(event.kind == "round" for event in events if told > len(events))


def _rule(event: Event) -> str:
    where = " ".join([event.block, *map(str, event.cites)])
    return f" [{where}]" if where else ""
