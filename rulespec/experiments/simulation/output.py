"""A simulation as text for people, and as rows for programs."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from rulespec.experiments.simulation.summary import AMOUNTS, Amount, Simulation
from rulespec.wording.page import Page
from rulespec.wording.reports import PLAIN, Reporting

UNFINISHED = "unfinished"
MOST_SHOWN = 12  # answers listed for a question


def amounts(found: Simulation) -> Iterator[tuple[str, str, Amount]]:
    """Each measure with its name, and the seat it is about if any."""
    for name, called in AMOUNTS.items():
        yield called, "", getattr(found, name)
    for seat in found.seats:
        yield "returned", seat.name, seat.returned
        yield "score", seat.name, seat.score


def counts(found: Simulation) -> Iterator[tuple[str, str, int]]:
    """Each count with its name and object."""
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
    """Each count per game, with its name and object."""
    for block, turns in found.worked.items():
        yield "turns in which it did something", block, turns
    for question, times in found.asked.items():
        yield "asked", ": ".join(question), times


def rows(found: Simulation) -> Iterator[tuple[Any, ...]]:
    """The summary as rows; counts have no mean, or their number per game as mean."""
    for measure, of, amount in amounts(found):
        yield measure, of, amount.count, amount.mean, amount.deviation, amount.least, amount.most
    for measure, of, count in counts_of_games(found):
        yield measure, of, count, count / found.games if found.games else None, None, None, None
    for measure, of, count in counts(found):
        yield measure, of, count, None, None, None, None


def told(found: Simulation, page: Page = Page(), reporting: Reporting = PLAIN) -> Iterator[str]:  # noqa: B008 - it is frozen
    """The summary as lines of text."""
    say, number = reporting.say, reporting.number
    with_ = reporting.many(found.players, "players")
    yield from page.lines(
        reporting.many(found.games, "simulated", rules=found.rules, players=with_, seed=str(found.seed))
    )
    if not found.games:
        return
    columns = "".join(f" {say(each):>8}" for each in ("mean", "least", "most"))
    yield from ("", f"{say('each game'):48}{columns}")
    for measure, of, amount in amounts(found):
        if amount.count and not of:
            values = (amount.mean, amount.least, amount.most)
            yield f"{say(measure):48}" + "".join(f" {number(_short(value)):>8}" for value in values)
    if not found.lead_changes.count:
        yield from page.lines(say("no score"))
    shares = _Shares(reporting)
    yield from ("", say("how games ended"))
    yield from (shares.line(reporting.block(block), times, found.games) for block, times in found.ended.items())
    if found.rounds_ended:
        yield from ("", say("how rounds ended"))
        rounds, ways = sum(found.rounds_ended.values()), found.rounds_ended.items()
        yield from (shares.line(reporting.block(each or UNFINISHED), times, rounds) for each, times in ways)
    yield from _seats(found, reporting)
    if any(found.worked.values()):
        yield from ("", f"{say('works'):48} {say('mean'):>8}")
        for block, turns in found.worked.items():
            yield f"  {reporting.block(block):46} {number(f'{turns / found.games:.2f}'):>8}"
    for question, words in found.used.items():
        often = number(f"{found.asked[question] / found.games:,.2f}")
        yield ""
        yield from page.lines(say("asked", question=reporting.question(*question), number=often), hang=4)
        by = found.used_by.get(question)
        if by is None:
            yield from shares.lines(words)
        for of, counted in (by or {}).items():
            yield f"  {say('by', list=reporting.list(of))}"
            yield from shares.lines(counted, 4)


def _seats(found: Simulation, reporting: Reporting) -> Iterator[str]:
    """The table of the seats."""
    say, number = reporting.say, reporting.number
    score = reporting.score("score")
    wide = max(9, len(score) + 2)
    yield from ("", f"{say('by seat'):20} {say('won'):>8} {say('when first'):>11} {say('gets'):>8}{score:>{wide}}")
    for seat in found.seats:
        first = number(f"{seat.won_when_first / seat.began:.1%}") if seat.began else "-"
        won, got = number(f"{seat.won / found.games:.1%}"), number(_short(seat.returned.mean))
        mean = number(_short(seat.score.mean))
        yield f"{reporting.seat(seat.name):20} {won:>8} {first:>11} {got:>8}{mean:>{wide}}"


@frozen
class _Shares:
    """Lines of how often something came up."""

    reporting: Reporting

    def lines(self, words: Mapping[str, int], indent: int = 2) -> Iterator[str]:
        """The most frequent answers, and the others summed up."""
        often, all_of_it = sorted(words.items(), key=lambda each: -each[1]), sum(words.values())
        for word, times in often[:MOST_SHOWN]:
            yield self.line(self.reporting.answer(word), times, all_of_it, indent)
        if len(often) > MOST_SHOWN:
            left = sum(times for _, times in often[MOST_SHOWN:])
            yield self.line(self.reporting.many(len(often) - MOST_SHOWN, "others"), left, all_of_it, indent)

    def line(self, what: str, times: int, of: int, indent: int = 2) -> str:
        number = self.reporting.number
        return f"{' ' * indent + what:48} {number(f'{times:,}'):>8} {number(f'{times / of:.1%}'):>8}"


def _short(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
