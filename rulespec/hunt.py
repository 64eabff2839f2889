"""Hunting for what no check can derive: games that do not end, and players who are told what they cannot know."""

from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.leaks import leaks
from rulespec.play import play, random_agent
from rulespec.ruleset import Ruleset
from rulespec.tree import declarations as d

GAMES = 10  # for each number of players
DECISIONS = 20_000  # in all, so that a hunt ends soon
EVENTS = 100_000  # that are looked through for leaks, which takes about two seconds


def hunt(rules: Ruleset, among: int = 1) -> Iterator[Problem]:
    """What random games show; where several rulesets are hunted through, each gets its share of the effort."""
    yield from _endless(rules)
    for leak in leaks(rules, effort=EVENTS // among):
        yield leak.problem


def _endless(rules: Ruleset) -> Iterator[Problem]:
    """A random game comes to an end before its limit of turns; told once for each number of players."""
    limit = rules.composed.one(d.Limit)
    asked = 0
    for players in rules.players:
        for seed in range(GAMES):
            state = play(rules, [random_agent(seed)] * players, seed).state
            asked += state.turns
            if state.turns > limit.turns:
                what = f"a random game with {players} players did not end within {limit.turns} turns (seed {seed})"
                yield problem("W053", limit.span, what, "nobody wins such a game; is there always a way to an end?")
                break
            if asked > DECISIONS:
                return
