"""Hunting for what no check can derive: games that do not end, and players who are told what they cannot know."""

from collections.abc import Iterator

from rulespec.api import Ruleset
from rulespec.errors import Problem, problem
from rulespec.laws import LawWatch
from rulespec.leaks import EFFORT, leaks
from rulespec.pending import Decision
from rulespec.play import numbers, play, random_players
from rulespec.tree import declarations as d

GAMES = 10  # for each number of players
EVENTS_OF_A_TURN = 5  # a turn takes as long to play as so many events take to be compared


def hunt(rules: Ruleset, effort: int = EFFORT) -> Iterator[Problem]:
    """What random games show; `effort` is about how many of their events are looked through, and 0 hunts nothing."""
    if effort > 0:
        yield from _broken_laws(rules)
        yield from _endless(rules, effort // EVENTS_OF_A_TURN)
        for leak in leaks(rules, effort=effort):
            yield leak.problem


def _broken_laws(rules: Ruleset) -> Iterator[Problem]:
    """Each law that random games break, once."""
    told = set[str]()
    for players in rules.players if rules.composed.of(d.Always) else ():
        watch = LawWatch(rules.game(players))
        for seed in range(GAMES):
            random = numbers(seed)
            state, broken = watch.begin(random=random)
            while True:
                if broken is not None and broken.key not in told:
                    told.add(broken.key)
                    yield broken.problem
                if not isinstance(pending := state.pending, Decision):
                    break
                state, broken = watch.apply(state, pending.options[int(random() * len(pending.options))], random)


def _endless(rules: Ruleset, turns: int) -> Iterator[Problem]:
    """A random game comes to an end before its limit of turns; told once for each number of players."""
    limit = rules.composed.the(d.Limit)
    for players in rules.players:
        for seed in range(GAMES):
            state = play(rules, random_players(players, seed), seed).state
            turns -= state.turns
            if state.turns > limit.turns:
                what = f"a random game with {players} players did not end within {limit.turns} turns (seed {seed})"
                yield problem("W053", limit.span, what, "nobody wins such a game; is there always a way to an end?")
                break
            if turns < 0:
                return
