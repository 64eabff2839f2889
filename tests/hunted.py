"""What one observer of a hunt finds, without the others."""

from rulespec.agents.play import numbers
from rulespec.engine.pending import Decision
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import HuntBudget, Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.game.api import Ruleset


def found(rules: Ruleset, make: type[Observer], games: int = 24) -> list[Finding]:
    """What an observer finds in so many random games."""
    observer = make(rules, HuntBudget(effort=games))
    findings: list[Finding] = []
    for number in range(games):
        players = list(rules.players)[number % len(rules.players)]
        random = numbers(number)
        states = [rules.begin(players, number % players, random)]
        while isinstance(states[-1].pending, Decision) and len(states) < 300:
            raws = states[-1].raws
            states.append(states[-1].next(raws[int(random() * len(raws))], random))
        findings += observer.looks(ObservedGame(players, "any answer", tuple(states)))
    return [*findings, *observer.sums_up(Searched())]
