"""`palast test`: whether the scenarios and laws of rule files hold."""

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from typing import assert_never

from attrs import evolve

from palast.annotations import annotations
from palast.commands.command import Command, UsageError
from palast.failed import shown as shown_game
from palast.options import ANNOTATIONS, JSON, SAVE, SEED, flag, option
from palast.reports import suite as reports
from palast.reports.form import made, printed
from palast.suites import suites
from rulespec.experiments.mutation import Mutant, MutantReport, unnoticed
from rulespec.experiments.scenarios import Outcome
from rulespec.experiments.suite import Looked, News, Suite, SuiteReport, Tested, Unloadable, Untested, run
from rulespec.language.errors import Problem, called, visible
from rulespec.wording.amounts import many

SHOWN = 3  # changes that nothing would notice
GAMES = 5  # failures of a file that are shown with a game each; -v shows all


def _run(arguments: Namespace) -> int:
    if arguments.games is not None and arguments.games < 0:
        raise UsageError("--games cannot be negative; use 0 to run scenarios only")
    report = run(
        suites(*arguments.rules),
        wanted=lambda key: arguments.word.casefold() in key.casefold(),
        games=arguments.games,
        seed=arguments.seed,
        tell=bool if arguments.json else partial(_tell, arguments),
    )
    asked = not (arguments.quick or arguments.word or arguments.games is not None)
    if arguments.json:
        also = unnoticed(report, seed=arguments.seed) if asked else None
        printed(evolve(made(reports.Suite, report), changes=None if also is None else _changes(also)))
        return _status(report)
    for line in _summary(report, arguments):
        print(line, flush=True)
    if asked and (also := unnoticed(report, seed=arguments.seed)) is not None:
        for line in _unnoticed(also, report.tested[0].suite.spec):
            print(visible(line))
    for line in annotations("error", _problems(report)) if arguments.annotations else ():
        print(line)
    return _status(report)


def _status(report: SuiteReport) -> int:
    if report.refused or not any(each.scenarios or each.laws for each in report.tested):
        return 2
    return 1 if report.failed or report.stopped else 0


# ---- telling


def _tell(how: Namespace, news: News) -> None:
    match news:
        case Suite(called=name):
            print(called(name), end="\n" if how.verbose else ": ", flush=True)
        case Outcome() | Looked():
            said = f"  {_told(news)}\n" if how.verbose else "." if news.held else "F"
            print(said, end="", flush=True)
        case Tested(failed=failed, laws=laws, stopped=stopped):
            if not how.verbose:
                print(f" {len(failed)} failed" if failed else " stopped" if stopped else " ok")
                for law in laws:
                    if not law.times and stopped is None:
                        print(f"  {_told(law)}")
            for each in failed if how.verbose else failed[:GAMES]:
                print(f"\n{each.key} ({_place(each)})\n")
                print(shown_game(each.failure, how.save) if each.failure else each.problem)
            if len(failed) > GAMES and not how.verbose:
                print(f"\n{many(len(failed) - GAMES, 'failure')} more; use -v for their games")
            if stopped is not None:
                print(f"\nrandom games stopped\n\n{stopped}")
        case Unloadable(called=name, error=error):
            print(f"{called(name)}: cannot be tested\n\n{error}")
        case Untested(file=file, reason=reason, remedy=remedy):
            print(f"{called(file)}: {reason}; {remedy}")
        case _:
            assert_never(news)


def _told(tested: Outcome | Looked) -> str:
    match tested:
        case Outcome(changed=True):
            held = "no longer holds, as declared"
        case Outcome(tried=tried, all=all_):
            held = f"holds in {many(tried, 'way') if all_ else f'{tried:,} of many ways'}"
        case Looked(times=times):
            held = f"held {many(times, 'time')}" if times else "never checked, as its moment never came"
        case _:
            assert_never(tested)
    return f"{tested.key}: {held if tested.held else 'FAILED'} ({_place(tested)})"


def _place(tested: Outcome | Looked) -> str:
    return f"{called(tested.place.source.path)}:{tested.place.line}"


def _summary(report: SuiteReport, how: Namespace) -> Iterator[str]:
    """The summary, after a line for each failure."""
    if report.failed or report.refused or report.stopped:
        yield ""
    for tested in report.tested:
        for each in tested.failed:
            assert each.problem is not None
            message = visible(each.problem.message)
            named = message if message.startswith(f"'{each.key}' ") else f"{each.key}: {message}"
            yield f"FAILED {called(tested.suite.called)}: {named}"
        if tested.stopped is not None:
            yield f"STOPPED {called(tested.suite.called)}: {visible(tested.stopped.message)}"
    for refused in report.refused:
        yield f"UNTESTED {called(refused.called)}: {visible(refused.error.errors[0].message)}"
    if any(each.scenarios or each.laws for each in report.tested):
        wrong = [f"{len(report.failed)} failed"] if report.failed else []
        wrong += ["random games stopped"] if report.stopped else []
        wrong += [f"{many(len(report.refused), 'file')} untested"] if report.refused else []
        yield f"{', '.join(wrong) or 'all hold'}: {report.counted} (seed {how.seed})"
    elif report.tested:
        yield f"no scenario or law has '{how.word}' in its name"


def _problems(report: SuiteReport) -> Iterator[Problem]:
    """What is wrong, in order."""
    for tested in report.tested:
        yield from (each.problem for each in tested.failed if each.problem is not None)
        yield from [] if tested.stopped is None else [tested.stopped]
    for refused in report.refused:
        yield from refused.error.errors


def _unnoticed(changes: MutantReport, spec: str) -> Iterator[str]:
    """What nothing would notice: how much, and the first of it."""
    tried, surviving = many(len(changes.judged), "small change"), changes.survivors
    if changes.judged and not surviving:
        yield f"{tried} tried: each is detected or changes none of {changes.games} games"
    elif surviving:
        yield f"no scenario and no law detects {len(surviving)} of {tried}:"
        yield from (f"  {_change(each.mutant)}" for each in surviving[:SHOWN])
        more = f"and {len(surviving) - SHOWN} more; " if len(surviving) > SHOWN else ""
        yield f"  {more}for all of them, with games: palast check {spec} --mutants"


def _changes(changes: MutantReport) -> reports.Changes:
    return reports.Changes(len(changes.judged), [_change(each.mutant) for each in changes.survivors])


def _change(mutant: Mutant) -> str:
    return f"{called(mutant.at.source.path)}:{mutant.at.line}: {mutant.key}: {mutant.change}"


COMMAND = Command(
    {
        "rules": (
            option("rules", nargs="+", metavar="RULES", help="a file, folder or name, plus layers as in ksr+kanzler"),
            option(
                "-k", dest="word", metavar="WORD", default="", help="scenarios and laws with this in their name only"
            ),
        ),
        "effort": (
            option("--games", type=int, metavar="N", help="number of random games for each number of players"),
            flag("--quick", "skip the mutation check after a passing run"),
            SEED,
        ),
        "output": (
            option(
                "-v",
                "--verbose",
                action="store_true",
                help="a line for each scenario and law, and a game for each failure",
            ),
            (JSON, ANNOTATIONS),
            SAVE,
        ),
    },
    _run,
)
