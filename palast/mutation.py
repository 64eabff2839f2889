"""The report of a mutation test as text: which mutants survive, with a game for each."""

from collections.abc import Iterator

from palast.reports.mutants import SHOWN
from rulespec.experiments.comparison.output import game
from rulespec.experiments.mutation import Mutant, MutantReport, Survives
from rulespec.wording import wording
from rulespec.wording.page import Page


def told(report: MutantReport, page: Page, shown: int = SHOWN) -> Iterator[str]:
    """The killers, the mutants that games do not tell apart, and the survivors, of which `shown` have a game."""
    for key in report.wrong:
        yield from page.lines(f"{key} fails under the unchanged rules, so it was ignored; for the reason: palast test")
        yield ""
    if report.killers:
        killers = ", ".join(f"{key} ({count})" for key, count in report.killers.most_common())
        yield from page.lines(killers, lead="killed by: ", hang=4)
        yield ""
    if report.alike:
        yield from page.lines(f"No difference in {report.games} pairs of games:")
        for each in report.alike:
            yield from _change(each.mutant, page)
        yield ""
    if report.survivors:
        yield "Surviving: games differ, but no law and no scenario detects it."
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
    for cards, what in zip(found.cards, ("Without", "With"), strict=True):
        if cards:
            yield from page.lines(f"{what} {', '.join(cards)}.", lead="    ")
    if found.parted is not None:
        words = wording(found.one, "en"), wording(found.other, "en")
        lines = game(found, found.parted, (found.one.name, "changed"), page, words)
        yield from (f"    {line}".rstrip() for line in lines)
