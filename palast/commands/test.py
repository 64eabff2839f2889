"""`palast test`: whether what rule files say of their games holds."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from os.path import isdir
from pathlib import Path
from typing import Any, assert_never

from palast.commands.command import Command, UsageError
from palast.rulesets import found, load
from rulespec.errors import Problem
from rulespec.suite import Looked, News, Refused, Report, Suite, Tested, Untested, run, suites
from rulespec.suite.report import many

KEPT = Path(".palast")  # where games are kept, if nothing is said


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", nargs="+", metavar="RULES", help="a file, a folder, or a name, also with +layer")
    parser.add_argument("-k", dest="word", metavar="WORD", default="", help="only the laws with this in their names")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each law")
    parser.add_argument("--games", type=int, metavar="N", help="so many random games for each number of players")
    parser.add_argument("--seed", type=int, metavar="S", default=0, help="decides which games: 0, by default")
    parser.add_argument("--save", type=Path, metavar="FOLDER", default=KEPT, help=f"where to keep games: {KEPT}")
    parser.add_argument("--json", action="store_true", help="tell all of it as JSON, at the end")


def _run(arguments: Namespace) -> int:
    if arguments.games is not None and arguments.games < 0:
        raise UsageError("--games: there cannot be fewer games than none")
    named = [(each, Path(each) if each and isdir(each) else found(each)) for each in arguments.rules]
    report = run(
        (each for name, path in named for each in suites(name, path, load)),
        wanted=lambda key: arguments.word.casefold() in key.casefold(),
        games=arguments.games,
        seed=arguments.seed,
        tell=bool if arguments.json else partial(_tell, arguments),
    )
    if arguments.json:
        print(json.dumps(_as_json(report), ensure_ascii=False, indent=2))
    else:
        for line in _summary(report, arguments):
            print(line)
    return _status(report)


def _status(report: Report) -> int:
    if report.refused or not any(each.laws for each in report.tested):
        return 2
    return 1 if report.failed else 0


# ---- telling


def _tell(how: Namespace, news: News) -> None:
    match news:
        case Suite(called=called):
            print(called, end="\n" if how.verbose else ": ", flush=True)
        case Looked(key, place, times, failure):
            held = f"held {times} times" if failure is None else "BROKEN"
            said = f"  {key}: {held} ({place.source.path}:{place.line})\n" if how.verbose else "." if news.held else "F"
            print(said, end="", flush=True)
        case Tested(failed=failed):
            print("" if how.verbose else " ok" if not failed else f" {len(failed)} failed")
            for each in failed:
                assert each.failure is not None
                print(f"\n{each.failure}\n\nto see it again: palast replay {each.failure.save(how.save)}\n")
        case Refused(called=called, error=error):
            print(f"{called}: does not load\n\n{error}\n")
        case Untested(file=file, reason=reason, remedy=remedy):
            print(f"{file}: {reason}; {remedy}")
        case _:
            assert_never(news)


def _summary(report: Report, how: Namespace) -> Iterator[str]:
    if any(each.laws for each in report.tested):
        wrong = [f"{len(report.failed)} failed"] if report.failed else []
        wrong += [f"{many(len(report.refused), 'file')} not tested"] if report.refused else []
        yield f"{', '.join(wrong) or 'all hold'}: {report.counted} (seed {how.seed})"
    elif report.tested:
        yield f"nothing there has '{how.word}' in its name"


# ---- JSON


def _as_json(report: Report) -> dict[str, Any]:
    return {
        "tested": [
            {
                "rules": each.suite.file,
                "on": each.suite.on or None,
                "laws": [_law(law) for law in each.laws],
                "games": dict(each.games),
                "decisions": dict(each.decisions),
            }
            for each in report.tested
        ],
        "refused": [
            {"rules": each.file, "on": each.on or None, "errors": [_problem(error) for error in each.error.errors]}
            for each in report.refused
        ],
        "untested": [{"rules": each.file, "reason": each.reason, "remedy": each.remedy} for each in report.untested],
    }


def _law(law: Looked) -> dict[str, Any]:
    return {
        "law": law.key,
        "path": law.place.source.path,
        "line": law.place.line,
        "looked": law.times,
        "held": law.held,
        "problem": None if law.failure is None else _problem(law.failure.problem),
        "game": None if law.failure is None else law.failure.record.text,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {name: getattr(problem, name) for name in ("code", "path", "line", "column", "message", "remedy")}


COMMAND = Command(
    "test",
    "see whether the laws in rule files hold",
    ("palast test ksr", "palast test ksr+mine.rules -v", "palast test house --save games"),
    _arguments,
    _run,
)
