"""What lies on the table of a game, as a rule says it."""

from collections.abc import Iterator

from rulespec import Ruleset
from rulespec.language.tree import declarations as d


def whole(holder: d.Zone | d.Counter | d.Note) -> str:
    """A zone, a counter or a note, with all that there are of its name."""
    if holder.by is None:
        return f"{holder.name} of players" if holder.per_player else holder.name
    return f"{holder.name} of players by {holder.by}" if holder.per_player else f"{holder.name} of {holder.by}"


def all_cards(rules: Ruleset) -> str:
    """All cards of a game."""
    zones = [whole(zone) for zone in rules.composed.of(d.Zone)]
    return f"({' plus '.join(zones)})" if len(zones) > 1 else zones[0]


def cards_by_players(rules: Ruleset) -> dict[int, int]:
    """How many cards there are, by the number of players."""
    return {players: len(rules.game(players).material.cards) for players in rules.players}


def by_players(numbers: dict[int, int]) -> str | None:
    """A number that depends on how many play, as an expression; None where it goes up unevenly."""
    (least, first), *more = numbers.items()
    step = more[0][1] - first if more else 0
    rest = first - least * step
    if any(number != step * players + rest for players, number in numbers.items()):
        return None
    if not step:
        return str(first)
    times = "number of players" if step == 1 else f"number of players times {step}"
    return times if not rest else f"{times} plus {rest}" if rest > 0 else f"{times} minus {-rest}"


def private(rules: Ruleset) -> Iterator[d.Zone]:
    """The zones that every player has, and alone sees into."""
    for zone in rules.composed.of(d.Zone):
        if zone.per_player and zone.by is None and zone.seen_by == "owner" and not zone.bookkeeping:
            yield zone


def scores(rules: Ruleset) -> Iterator[d.Counter]:
    """The counters that every player has, and that stay as a round ends."""
    for counter in rules.composed.of(d.Counter):
        if counter.per_player and counter.by is None and counter.reset is None and not counter.bookkeeping:
            yield counter


def single_counters(rules: Ruleset) -> Iterator[d.Counter]:
    """The counters of which there is one each."""
    for counter in rules.composed.of(d.Counter):
        if counter.is_single and not counter.bookkeeping:
            yield counter
