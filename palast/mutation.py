"""The report of a mutation test as text and as data: which mutants survive, with a game for each."""

from collections.abc import Iterator
from typing import Any, assert_never

from rulespec.comparisons.output import game
from rulespec.mutants import Alike, Judged, Killed, Mutant, MutantReport, Survives
from rulespec.narration.page import Page
from rulespec.suite.keeping import text_of

SHOWN = 5  # survivors shown with a game, by default


def told(report: MutantReport, page: Page, shown: int = SHOWN) -> Iterator[str]:
    """The killers, the mutants that games do not tell apart, and the survivors, of which `shown` have a game."""
    for key in report.wrong:
        yield from page.lines(f"{key} does not hold by the rules themselves, and had no say: palast test shows why")
        yield ""
    if report.killers:
        killers = ", ".join(f"{key} ({count})" for key, count in report.killers.most_common())
        yield from page.lines(killers, lead="killed by: ", hang=4)
        yield ""
    if report.alike:
        yield from page.lines(f"The same in {report.games} games played in step, so far as they show:")
        for each in report.alike:
            yield from _change(each.mutant, page)
        yield ""
    if report.survivors:
        yield "Surviving: games are different, and no law and no scenario notices."
    for number, each in enumerate(report.survivors):
        yield ""
        yield from _change(each.mutant, page)
        if number < shown and isinstance(each.verdict, Survives):
            yield from _game(each.verdict, page)
    if report.survivors:
        yield ""
    yield from page.lines(str(report))


def _change(mutant: Mutant, page: Page) -> Iterator[str]:
    yield from page.lines(f"{mutant.at}: {mutant.key}: {mutant.what}", lead="  ", hang=4)
    for sign, lines in (("-", mutant.old), ("+", mutant.new)):
        for line in lines:
            yield from page.lines(line, lead=f"    {sign} ", hang=8)


def _game(verdict: Survives, page: Page) -> Iterator[str]:
    found = verdict.differences
    for cards, what in zip(found.cards, ("There is no more", "There is, too,"), strict=True):
        if cards:
            yield from page.lines(f"{what} {', '.join(cards)}.", lead="    ")
    if found.parted is not None:
        yield from (f"    {line}".rstrip() for line in game(found, found.parted, (found.one.name, "changed"), page))


def data(report: MutantReport, shown: int = SHOWN) -> dict[str, Any]:
    """The report as plain data for JSON; `shown` survivors have a game."""
    games = {id(each) for each in report.survivors[:shown]}
    return {
        "rules": report.rules.name,
        "games": report.games,
        "left": report.left,
        "wrong": list(report.wrong),
        "mutants": [_judged(each, shown=id(each) in games) for each in report.judged],
    }


def _judged(judged: Judged, *, shown: bool) -> dict[str, Any]:
    mutant, verdict = judged.mutant, judged.verdict
    said: dict[str, Any] = {
        "what": mutant.what,
        "block": mutant.key,
        "layer": mutant.layer,
        "path": mutant.at.source.path,
        "line": mutant.at.line,
        "column": mutant.at.column,
        "old": mutant.old,
        "new": mutant.new,
    }
    match verdict:
        case Killed(by, place, answers):
            return said | {"verdict": "killed", "by": by, "at": str(place), "answers": answers}
        case Alike():
            return said | {"verdict": "alike"}
        case Survives():
            parted = verdict.differences.parted if shown else None
            return said | {"verdict": "survives", "game": parted and text_of(parted.record)}
        case _:
            assert_never(verdict)
