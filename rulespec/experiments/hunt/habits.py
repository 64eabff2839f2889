"""Habits of random players, so that rare things happen, too: each is a strategy that makes the next step."""

from random import Random

from rulespec.experiments.hunt.tracks import RAN
from rulespec.experiments.hunt.walk import Habit, HuntTable, WalkStep
from rulespec.plan.nodes import instructions as i

TRIED = 5  # answers, one step each, before one is taken


def any_answer(table: HuntTable, step: WalkStep, chance: Random) -> WalkStep:
    """Answers uniformly at random."""
    raws = step.state.raws
    return table.after(step, raws[int(chance.random() * len(raws))], chance)


def declining(table: HuntTable, step: WalkStep, chance: Random) -> WalkStep:
    """Declines wherever that is possible."""
    if None in step.state.raws:
        return table.after(step, None, chance)
    return any_answer(table, step, chance)


def prolonging(table: HuntTable, step: WalkStep, chance: Random) -> WalkStep:
    """Tries some answers and takes the first that ends neither the round nor the game."""
    code = table.game.plan.code
    tried = _tried(table, step, chance)
    lasting = (
        each
        for each in tried
        if not any(how == RAN and isinstance(code[pc], i.ReasonBegins | i.Stop) for pc, how in each.marks)
    )
    return next(lasting, tried[-1])


def seeking(table: HuntTable, step: WalkStep, chance: Random) -> WalkStep:
    """Every other time, tries some answers and takes the one with the rarest outcome so far; else a random one."""
    if chance.random() < 0.5:
        return any_answer(table, step, chance)
    tried = _tried(table, step, chance)
    return min(tried, key=lambda each: min((table.counts[mark] for mark in each.marks), default=0))


def _tried(table: HuntTable, step: WalkStep, chance: Random) -> list[WalkStep]:
    raws = step.state.raws
    some = chance.sample(raws, TRIED) if len(raws) > TRIED else raws
    return [table.after(step, raw, chance) for raw in some]


HABITS: dict[str, Habit] = {
    "any answer": any_answer,
    "seeking": seeking,
    "declining": declining,
    "prolonging": prolonging,
}
