"""What a rule does to random games, in slices: how many go otherwise with the same luck, and the first that does.

It counts these games and says nothing of all others: intervals take scipy, which the page does not have.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve

from palast.web import protocol as p
from palast.web.failing import PageError
from palast.web.naming import load
from rulespec.impacts.mattering import mattered
from rulespec.impacts.pairs import Counted, Pairs
from rulespec.impacts.players import players_of
from rulespec.play import random_agent
from rulespec.suite.keeping import text_of

SLICE = 2  # pairs of games


def compared(
    rules: str, other: str, texts: Mapping[str, str], players: int | None, games: int, seed: int
) -> Iterator[p.Progress]:
    """Pairs of games by both rules, with the same random players and the same chance."""
    base, variant = load(rules, texts), load(other, texts)
    try:
        count = players_of(base, variant, players, ())
    except ValueError as error:
        raise PageError("request", str(error)) from None
    pairs, counted = Pairs.of(base, variant, (random_agent,) * count, seed), Counted()
    while counted.pairs < games:
        counted.merge(pairs.counted(counted.pairs, min(SLICE, games - counted.pairs)))
        yield _progress(counted, games, over=False, first=None)
    first = None
    if counted.first is not None:
        found = mattered((base, pairs.base), (variant, pairs.variant), counted.first, games)
        if found is not None:
            record = evolve(found.record, spec=rules if found.by == "base" else other)
            first = p.Mattered(found.by, found.base, found.variant, [*found.because], text_of(record))
    yield _progress(counted, games, over=True, first=first)


def _progress(counted: Counted, games: int, *, over: bool, first: p.Mattered | None) -> p.Progress:
    pairs = p.Pairs(counted.pairs, counted.differing, first)
    return p.Progress(counted.pairs, games, over, [], [], pairs, "")
