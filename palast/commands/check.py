"""`palast check`: all problems of a file, and a hunt for those that its games show."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from time import monotonic
from typing import TypeAlias, assert_never

from attrs import define, field

from palast import mutation
from palast.annotations import Level, annotations
from palast.checking import Effort, Hunted, Mutated, Refused, hunted, laid, mutated, read
from palast.commands.command import Command, UsageError
from palast.failed import shortened
from palast.options import ANNOTATIONS, DASK, JSON, SAVE, SECONDS, SEED, flag, option
from palast.page import page
from palast.reports import check as reports
from palast.reports.form import made, printed
from palast.reports.mutants import Mutation
from palast.workers import workers
from rulespec.experiments.failures import Failure
from rulespec.experiments.hunt import CUT_SHORT, DECISIONS, Finding
from rulespec.experiments.mutation import GAMES as OF_MUTANTS
from rulespec.experiments.mutation import Judged, Progress
from rulespec.language.errors import SimulationError, visible
from rulespec.language.tree import declarations as d
from rulespec.wording.amounts import many

COSTLIEST = 3  # lines that take the most work are listed
EVERY = 0.2  # seconds between updates of the progress
LEVELS: dict[str, Level] = {"error": "error", "warning": "warning", "note": "notice"}
GRAVITY = (0, 3, 1, 2)  # exit statuses by gravity: fine, cut short, something found, not loaded

Found: TypeAlias = Refused | Hunted | Mutated


def _run(arguments: Namespace) -> int:
    if arguments.decisions is not None and (arguments.games is not None or arguments.mutants):
        raise UsageError("--decisions excludes --games and --mutants; leave out one of them")
    counted = (arguments.decisions, arguments.games, arguments.seconds, arguments.positions)
    if any(each is not None and not each >= 0 for each in counted):
        raise UsageError(
            "--decisions, --games, --seconds and --positions cannot be negative; to play no games, use --quick"
        )
    statuses, checked = [], list[reports.Checked]()
    try:
        with workers(1 if arguments.dask is None else None, address=arguments.dask) as executor:
            for index, file in enumerate(arguments.files):
                if index and not arguments.json:
                    print()
                telling = _Telling(file, arguments)
                found = _found(file, arguments, telling, executor)
                telling.tell(found)
                statuses.append(_status(found))
                checked.append(_report(file, found))
                for line in _annotations(found) if arguments.annotations else ():
                    print(line)
    except SimulationError as error:
        raise UsageError(str(error)) from error
    if arguments.json:
        printed(checked)
    return max(statuses, key=GRAVITY.index)


def _found(file: str, how: Namespace, telling: "_Telling", executor: Executor | None) -> Found:
    """What is found in a file as the arguments say."""
    effort = Effort(how.decisions, how.games, how.seconds, how.positions, how.seed)
    there = laid(file)
    try:
        if isinstance(there, Refused):
            return there
        if how.mutants:
            return mutated(there, effort, telling, executor, everything=how.all)
        return read(there) if how.quick else hunted(there, effort, telling, executor)
    finally:
        telling.progress("")


def _status(found: Found) -> int:
    if isinstance(found, Refused):
        return 2
    no = found.wrong if isinstance(found, Hunted) else found.survived
    return 3 if found.cut_short else 1 if no else 0


def _report(file: str, found: Found) -> reports.Checked:
    match found:
        case Refused(told, errors):
            return reports.Checked(file, reports.refused(told, errors))
        case Hunted():
            return reports.Checked(
                file,
                [made(reports.Finding, each) for each in found.findings],
                found.cut_short,
                {report.rules.name: made(reports.LookedAt, report) for report in found.reports},
            )
        case Mutated():
            mutants = [made(Mutation, report) for report in found.reports]
            return reports.Checked(file, cut_short=found.cut_short, mutants=mutants)
        case _:
            assert_never(found)


def _annotations(found: Found) -> Iterator[str]:
    match found:
        case Refused(errors=errors):
            yield from annotations("error", errors)
        case Hunted(findings=findings):
            for each in findings:
                yield from annotations(LEVELS[each.level], [each.problem])
        case Mutated():
            pass
        case _:
            assert_never(found)


@define
class _Telling:
    """Prints what is found in a file, some of it while it is looked for; nothing with `--json`."""

    _file: str
    _how: Namespace
    _shown: float = field(init=False, factory=monotonic)
    _told: set[object] = field(init=False, factory=set)

    # ---- while it goes on

    def found(self, finding: Finding) -> None:
        """Prints a finding, once: a note as a line, others with their place and game."""
        problem = finding.problem
        if (key := (problem.code, problem.span or problem.message)) in self._told or self._how.json:
            return
        self._told.add(key)
        self.progress("")
        if finding.level == "note":
            print(f"note[{problem.code}]: {visible(problem.message)} ({visible(problem.path)}:{problem.line})")
            return
        print(f"{finding}\n")
        if finding.state is not None:
            failure = Failure(problem, finding.state)
            print(f"{shortened(failure, self._how.save)}\n", flush=True)

    def played(self, done: int, of: int, finding: Finding | None) -> None:
        """Prints findings of a game at once; others are printed after the last game."""
        if finding is not None and finding.state is not None and finding.level != "note":
            self.found(finding)
        elif monotonic() - self._shown > EVERY:
            self._shown = monotonic()
            self.progress(f"{done:,} of {of:,} {'decisions' if self._how.games is None else 'games'}")

    def judging(self) -> Progress:
        surviving = 0

        def progress(done: int, of: int, judged: Judged | None) -> None:
            nonlocal surviving
            surviving += judged is not None and judged.survives
            self.progress(f"{done} of {of} changes, {surviving} surviving")

        self.progress("testing the unchanged rules")
        return progress

    def progress(self, text: str) -> None:
        """Rewrites the line of progress, on a terminal only."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    # ---- at its end

    def tell(self, found: Found) -> None:
        """Prints what was found, as far as it is not told already, and what was looked at."""
        if self._how.json:
            return
        match found:
            case Refused(told):
                self._say(told)
            case Hunted():
                self._hunted(found)
            case Mutated():
                self._mutated(found)
            case _:
                assert_never(found)

    def _hunted(self, found: Hunted) -> None:
        if found.cut_short:
            self._say(f"{self._file}: {CUT_SHORT}")
        for finding in found.findings:
            self.found(finding)
        if any(each.level == "note" for each in found.findings):
            self._say("")
        self._say(found.laid.told)
        if self._how.quick:
            left = sum(len(rules.resolved.of(d.Scenario)) for rules in found.laid.rules)
            also = f", and {many(left, 'scenario')} not run" if left else ""
            self._say(f"  no game was played{also}; leave out --quick to check that as well")
        for report in found.reports:
            self._say(f"  {report.rules.name}: {report}" if len(found.reports) > 1 else f"  {report}")
            for proof in report.proofs:
                self._say(f"  {proof}")
            for fact in report.facts:
                self._say(f"  - {fact}")
            if report.costs:
                self._say("  most expensive lines:")
            for cost in report.costs[:COSTLIEST]:
                self._say(f"  - {cost}")

    def _mutated(self, found: Mutated) -> None:
        if found.cut_short:
            interrupted = found.reports[-1].interrupted
            self._say(f"{self._file}: {'interrupted before a problem was found' if interrupted else CUT_SHORT}")
        self._say(found.laid.told)
        for report in found.reports:
            for line in mutation.told(report, page()):
                print(line)

    def _say(self, text: str) -> None:
        print(visible(text))


COMMAND = Command(
    {
        "rules": (
            option("files", nargs="+", metavar="FILE", help="a rule file, or a name, plus layers as in ksr+kanzler"),
            flag("--quick", "only read the file: play no games and try no scenarios"),
        ),
        "effort": (
            SECONDS,
            option(
                "--decisions",
                type=int,
                metavar="N",
                help=f"number of decisions to play for each number of players (default: {DECISIONS:,})",
            ),
            option("--games", type=int, metavar="N", help=f"number of games instead (with --mutants: {OF_MUTANTS})"),
            option(
                "--positions",
                type=int,
                metavar="N",
                help="visit every position if there are at most N, to prove laws (default: if there seem to be few)",
            ),
            SEED,
            DASK,
        ),
        "mutants": (
            flag("--mutants", "make small changes to the rules and list those that no law and no scenario detects"),
            flag("--all", "with --mutants: also change the layers beneath the file"),
        ),
        "output": ((JSON, ANNOTATIONS), SAVE),
    },
    _run,
)
