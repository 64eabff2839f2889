"""New games beside the given one: a failure that comes soon is found sooner by them."""

from collections.abc import Callable
from random import Random

from rulespec.engine.pending import Decision, Option, Over
from rulespec.experiments.failures.failing_game import FailingGame, found
from rulespec.experiments.failures.local_search import LocalSearch
from rulespec.experiments.failures.replay import Script

GAMES = 10  # for each number of players
SHARE = 10  # a tenth of the effort goes into random games
LONGEST = 50  # answers in a game in which everybody does as little as possible


def anew(search: LocalSearch) -> None:
    """Games in which all players do the minimum, and random ones, none longer than the best found so far."""
    trials = search.trials
    enough = trials.left - trials.left // SHARE
    counts = [search.players] if trials.laid else trials.state.rules.players
    for players in counts:
        search.better(Script(players, 0, ()), min(search.best.decisions, LONGEST))
    for seed in range(GAMES):
        for players in counts:
            if trials.left > enough:
                search.take(_random(search, players, Random(seed).random))


def _random(search: LocalSearch, players: int, random: Callable[[], float]) -> FailingGame | None:
    most, trials = search.best.decisions, search.trials
    way, options = [trials.beginning(players, 0)], list[Option]()
    asked = 0
    while not way[-1].failed:
        pending = way[-1].state.pending
        asked += isinstance(pending, Decision)
        if isinstance(pending, Over) or asked > most:
            return None
        options.append(pending.options[int(random() * len(pending.options))])
        way.append(trials.after(way[-1], options[-1]))
    return found(way, options)
