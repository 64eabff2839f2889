"""A simulation as text for people, and as rows and data for programs."""

from collections.abc import Iterator, Mapping
from typing import Any

from rulespec.narration.amounts import many
from rulespec.narration.page import Page
from rulespec.simulations.summary import Amount, Simulation

UNFINISHED = "unfinished"
MOST_SHOWN = 12  # answers listed for a question
HEADER = ("measure", "of", "count", "mean", "deviation", "least", "most")


def amounts(found: Simulation) -> Iterator[tuple[str, str, Amount]]:
    """Each measure with its name, and the seat it is about if any."""
    yield "turns", "", found.turns
    yield "rounds", "", found.rounds
    yield "turns of a round", "", found.turns_of_rounds
    yield "decisions", "", found.decisions
    yield "decisions with one option", "", found.forced
    yield "draws", "", found.draws
    yield "changes of lead", "", found.lead_changes
    yield "share of turns until the winners led for good", "", found.led_since
    for seat in found.seats:
        yield "returned", seat.name, seat.returned
        yield "score", seat.name, seat.score


def counts(found: Simulation) -> Iterator[tuple[str, str, int]]:
    """Each count with its name and what was counted."""
    for block, times in found.ended.items():
        yield "games ended", block, times
    for reason, times in found.rounds_ended.items():
        yield "rounds ended", reason or UNFINISHED, times
    for seat in found.seats:
        yield "games begun", seat.name, seat.began
        yield "games won", seat.name, seat.won
        yield "games begun and won", seat.name, seat.won_when_first
    for question, words in found.used.items():
        for of, counted in found.used_by.get(question, {}).items():
            for word, times in counted.items():
                yield f"{': '.join(question)}, by {of}", word, times
        for word, times in words.items():
            yield ": ".join(question), word, times


def counts_of_games(found: Simulation) -> Iterator[tuple[str, str, int]]:
    """Each count that is told per game, with its name and what was counted."""
    for block, turns in found.worked.items():
        yield "turns in which it did something", block, turns
    for question, times in found.asked.items():
        yield "asked", ": ".join(question), times


def rows(found: Simulation) -> Iterator[tuple[Any, ...]]:
    """The summary as rows under a header; counts have no mean, or their number per game as mean."""
    yield HEADER
    for measure, of, amount in amounts(found):
        yield measure, of, amount.count, amount.mean, amount.deviation, amount.least, amount.most
    for measure, of, count in counts_of_games(found):
        yield measure, of, count, count / found.games if found.games else None, None, None, None
    for measure, of, count in counts(found):
        yield measure, of, count, None, None, None, None


def data(found: Simulation) -> dict[str, Any]:
    """The summary as plain data for JSON."""
    told = [dict(zip(HEADER, row, strict=True)) for row in rows(found)][1:]
    return {
        "rules": found.rules,
        "players": found.players,
        "agents": list(found.agents),
        "seed": found.seed,
        "games": found.games,
        "measures": told,
    }


def told(found: Simulation, page: Page = Page()) -> Iterator[str]:  # noqa: B008 - it is frozen
    """The summary as lines of text."""
    games, players = many(found.games, "game"), many(found.players, "player")
    yield from page.lines(f"{games} of {found.rules} with {players}, seed {found.seed}")
    if not found.games:
        return
    yield from ("", f"{'of each game':48}{'mean':>9}{'least':>9}{'most':>9}")
    for measure, of, amount in amounts(found):
        if amount.count and not of:
            yield f"{measure:48}" + "".join(f"{_short(value):>9}" for value in (amount.mean, amount.least, amount.most))
    if not found.lead_changes.count:
        yield "The rules declare no score, so nothing is told of the lead."
    yield from ("", "how games ended")
    yield from (_share(block, times, found.games) for block, times in found.ended.items())
    if found.rounds_ended:
        yield from ("", "how rounds ended")
        rounds = sum(found.rounds_ended.values())
        yield from (_share(each or UNFINISHED, times, rounds) for each, times in found.rounds_ended.items())
    yield from ("", f"{'by seat':20}{'won':>9}{'when first':>12}{'gets':>9}{'score':>9}")
    for seat in found.seats:
        first = f"{seat.won_when_first / seat.began:.1%}" if seat.began else "-"
        got, score = _short(seat.returned.mean), _short(seat.score.mean)
        yield f"{seat.name:20}{seat.won / found.games:>9.1%}{first:>12}{got:>9}{score:>9}"
    if any(found.worked.values()):
        yield from ("", f"{'turns of each game in which it did something':48}{'mean':>9}")
        yield from (f"  {block:46}{turns / found.games:>9.2f}" for block, turns in found.worked.items())
    for question, words in found.used.items():
        yield ""
        yield from page.lines(f"{': '.join(question)} ({found.asked[question] / found.games:,.2f} a game)", hang=4)
        by = found.used_by.get(question)
        if by is None:
            yield from _shares(words)
        for of, counted in (by or {}).items():
            yield f"  by {of}"
            yield from _shares(counted, 4)


def _shares(words: Mapping[str, int], indent: int = 2) -> Iterator[str]:
    """The most frequent answers, and the others summed up."""
    often, all_of_it = sorted(words.items(), key=lambda each: -each[1]), sum(words.values())
    yield from (_share(word, times, all_of_it, indent) for word, times in often[:MOST_SHOWN])
    if len(often) > MOST_SHOWN:
        left = sum(times for _, times in often[MOST_SHOWN:])
        yield _share(f"{len(often) - MOST_SHOWN} others", left, all_of_it, indent)


def _share(what: str, times: int, of: int, indent: int = 2) -> str:
    return f"{' ' * indent + what:48}{times:>9,}{times / of:>9.1%}"


def _short(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
