"""How full zones were and how high counters stood in some random games, at the questions of players."""

from collections.abc import Iterator
from random import Random

from attrs import frozen

from rulespec import Decision, Ruleset
from rulespec.game.api import State
from rulespec.language.tree import declarations as d

GAMES = 6
DECISIONS = 120  # of each of them


@frozen
class SeenZone:
    """A zone, or that of each player: the most cards at first, the fewest at each question, the most in a game."""

    zone: d.Zone
    first: int
    lows: tuple[int, ...]
    tops: tuple[int, ...]


@frozen
class SeenCounter:
    """A counter, or the one of each player: the highest at first, and in each game."""

    counter: d.Counter
    first: int
    tops: tuple[int, ...]


@frozen
class Seen:
    """What was seen of the zones and the counters that somebody at the table would look at."""

    zones: tuple[SeenZone, ...]
    counters: tuple[SeenCounter, ...]


def seen(rules: Ruleset) -> Seen:
    """What is seen in some games."""
    games = [states for number in range(GAMES) if (states := list(_states(rules, number)))]
    if not games:
        return Seen((), ())
    zones, counters = list[SeenZone](), list[SeenCounter]()
    for zone in rules.composed.of(d.Zone):
        if zone.by is None and not zone.bookkeeping:
            counts = [[_sizes(state, zone) for state in states] for states in games]
            lows = tuple(min(each) for game in counts for each in game)
            zones.append(SeenZone(zone, max(counts[0][0]), lows, tuple(max(map(max, game)) for game in counts)))
    for counter in rules.composed.of(d.Counter):
        if counter.by is None and not counter.bookkeeping:
            counts = [[_heights(state, counter) for state in states] for states in games]
            counters.append(SeenCounter(counter, max(counts[0][0]), tuple(max(map(max, game)) for game in counts)))
    return Seen(tuple(zones), tuple(counters))


def _states(rules: Ruleset, number: int) -> Iterator[State]:
    random, players = Random(number), rules.players[number % min(2, len(rules.players))]
    state = rules.begin(players, number % players, random.random)
    for _ in range(DECISIONS):
        if not isinstance(state.pending, Decision):
            return
        yield state
        state = state.advance(random.choice(state.pending.options), random.random)


def _sizes(state: State, zone: d.Zone) -> list[int]:
    if zone.per_player:
        return [len(state.zone(zone.name, seat)) for seat in range(state.players)]
    return [len(state.zone(zone.name))]


def _heights(state: State, counter: d.Counter) -> list[int]:
    if counter.per_player:
        return [state.counter(counter.name, seat) for seat in range(state.players)]
    return [state.counter(counter.name)]
