"""`palast check`: all problems of a file, and a hunt for those that its games show."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import Executor
from os.path import isdir
from pathlib import Path
from time import monotonic, process_time

from attrs import define, evolve, field

from palast import mutation
from palast.annotations import Level, add_annotations, annotations
from palast.commands.command import Command, UsageError
from palast.failed import shortened
from palast.keeping import KEPT
from palast.languages import add_language, spoken
from palast.layering import header, laid_on_each
from palast.page import page
from palast.reports import check as reports
from palast.reports.form import add_json, printed
from palast.reports.mutants import mutation as mutation_report
from palast.rulesets import found, load
from palast.workers import dask, workers
from rulespec import RulesError, Ruleset
from rulespec.errors import Problem, SimulationError, visible
from rulespec.failures import Failure
from rulespec.hunt import CUT_SHORT, DECISIONS, Finding, Report, Searched, hunt, together
from rulespec.loading import warnings
from rulespec.mutants import GAMES as OF_MUTANTS
from rulespec.mutants import Judged, MutantReport, mutants
from rulespec.narration.amounts import many, players
from rulespec.scenarios import absent, laid_in
from rulespec.tree import declarations as d

EVERY = 0.2  # seconds between updates of the progress
OF_TEXTS = "W074"
LEVELS: dict[str, Level] = {"error": "error", "warning": "warning", "note": "notice"}
GRAVITY = (0, 3, 1, 2)  # exit statuses by gravity: fine, cut short, something found, not loaded


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rule file, or a name with +layer")
    parser.add_argument("--quick", action="store_true", help="read and check the file; play no games, try no scenarios")
    parser.add_argument(
        "--decisions",
        type=int,
        metavar="N",
        help=f"how many decisions to make with each number of players ({DECISIONS:,} by default)",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help=f"how many games to play in all instead ({OF_MUTANTS} with --mutants)"
    )
    parser.add_argument("--seconds", type=float, metavar="N", help="how much of the processor's time to take at most")
    parser.add_argument(
        "--positions",
        type=int,
        metavar="N",
        help="visit all positions if there are no more than N, to prove what holds (by default, if they seem few)",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other games; the same seed plays the same")
    parser.add_argument(
        "--mutants",
        action="store_true",
        help="change the rules in small ways, and list the changes that no law and no scenario notices",
    )
    parser.add_argument("--all", action="store_true", help="with --mutants: change what lies beneath the file, too")
    dask(parser)
    parser.add_argument("--save", type=Path, metavar="FOLDER", default=KEPT, help=f"where to keep games: {KEPT}")
    add_language(parser)
    shown = parser.add_mutually_exclusive_group()
    add_json(shown)
    add_annotations(shown)


def _run(arguments: Namespace) -> int:
    if arguments.decisions is not None and (arguments.games is not None or arguments.mutants):
        raise UsageError("--decisions: leave out --games and --mutants; either games are counted or decisions")
    counted = (arguments.decisions, arguments.games, arguments.seconds, arguments.positions)
    if any(each is not None and not each >= 0 for each in counted):
        raise UsageError(
            "--decisions, --games, --seconds, --positions: there cannot be less than nothing; to play no games: --quick"
        )
    statuses, checked = [], list[reports.Checked]()
    try:
        with workers(1 if arguments.dask is None else None, address=arguments.dask) as executor:
            for index, file in enumerate(arguments.files):
                checking = _Checking(file, arguments, executor)
                if index and not arguments.json:
                    print()
                statuses.append(checking.status())
                checked.append(checking.report)
                for line in checking.annotations if arguments.annotations else ():
                    print(line)
    except SimulationError as error:
        raise UsageError(str(error)) from error
    if arguments.json:
        printed(checked)
    return max(statuses, key=GRAVITY.index)


@define
class _Checking:
    """The check of one file, printed as it goes, or kept as a report."""

    _file: str
    _how: Namespace
    _executor: Executor | None
    report: reports.Checked = field(init=False)
    annotations: list[str] = field(init=False, factory=list)
    _shown: float = field(init=False, factory=monotonic)
    _told: set[object] = field(init=False, factory=set)

    def status(self) -> int:
        file = self._file
        self.report = reports.Checked(file)
        if file and isdir(file):
            return self._refused(f"{file}: this is a folder; name a rule file in it")
        named = found(file)
        first = header(named) if named else None
        if first is not None and first.kind == "layer" and not first.extends:
            return self._layer(first.title)
        try:
            rules = load(file)
        except RulesError as error:
            return self._refused(str(error), error.errors)
        return self._hunted([rules], f"{file}: {_what(rules)}")

    def _layer(self, title: str | None) -> int:
        file = self._file
        laid = laid_on_each(file)
        fitting = {base: rules for base, rules in laid.items() if isinstance(rules, Ruleset)}
        refused = {base: error for base, error in laid.items() if isinstance(error, RulesError)}
        if not fitting:
            base, error = min(refused.items(), key=lambda each: len(each[1].errors))
            return self._refused(
                f"{error}\n\n{file}: a layer that goes on none of {', '.join(laid)}; the errors are those on {base}\n"
                f"  to check it on another ruleset: palast check RULESET+{file}",
                error.errors,
            )
        called = f' "{title}"' if title else ""
        told = [f"{file}: a layer{called} that goes on {', '.join(fitting)}"]
        told += [f"  not on {base}: {error.errors[0].message}" for base, error in refused.items()]
        return self._hunted(list(fitting.values()), "\n".join(told))

    def _refused(self, told: str, errors: Sequence[Problem] = ()) -> int:
        self._say(told)
        self.report = evolve(self.report, findings=reports.refused(told, errors))
        self.annotations += annotations("error", errors)
        return 2

    def _hunted(self, several: Sequence[Ruleset], told: str) -> int:
        """Warnings and the hunt, then what the file is, and what was looked at; the exit status."""
        if self._how.mutants:
            return self._mutated(several, told)
        if not self._how.quick:
            try:
                missing = absent([laid_in(rules) for rules in several])
            except RulesError as error:
                return self._refused(str(error), error.errors)
            if missing:
                return self._refused(str(RulesError(missing)), missing)
        problems = {problem: None for rules in several for problem in warnings(rules)}
        findings = [Finding(problem) for problem in problems if problem.code != OF_TEXTS]
        for finding in findings:
            self._tell(finding)
        hunted = list[Report]()
        if not self._how.quick:
            begun = process_time()
            for left, rules in zip(range(len(several), 0, -1), several, strict=True):
                hunted.append(self._hunt(rules, begun, left))
            findings += together(hunted)
        findings += [Finding(problem) for problem in problems if problem.code == OF_TEXTS]
        cut = any(report.searched.cut for report in hunted) and not any(map(_is_no, findings))
        if cut:
            self._say(f"{self._file}: {CUT_SHORT}")
        for finding in findings:
            self._tell(finding)
        if any(each.level == "note" for each in findings):
            self._say("")
        self._say(told)
        if self._how.quick:
            left = sum(len(rules.resolved.of(d.Scenario)) for rules in several)
            also = f", and {many(left, 'scenario')} not tried" if left else ""
            self._say(f"  no game was played{also}; without --quick that is done, too")
        for report in hunted:
            self._say(f"  {report.rules.name}: {report}" if len(hunted) > 1 else f"  {report}")
            for proof in report.proofs:
                self._say(f"  {proof}")
            for fact in report.facts:
                self._say(f"  - {fact}")
        for finding in findings:
            self.annotations += annotations(LEVELS[finding.level], [finding.problem])
        self.report = evolve(
            self.report,
            findings=[reports.finding(each) for each in findings],
            cut_short=cut,
            looked_at={report.rules.name: reports.looked_at(report) for report in hunted},
        )
        return 3 if cut else 1 if any(map(_is_no, findings)) else 0

    def _hunt(self, rules: Ruleset, begun: float, left: int) -> Report:
        """A hunt, in its share of the remaining time if there is a bound."""
        how = self._how
        seconds = None if how.seconds is None else max(0.0, how.seconds - (process_time() - begun)) / left
        decisions = DECISIONS if how.decisions is None else how.decisions
        of = len(rules.players) * decisions if how.games is None else how.games

        def progress(searched: Searched, finding: Finding | None) -> None:
            made = sum((searched.decisions if how.games is None else searched.games).values())
            self._progress(f"{min(made, of):,} of {of:,} {'decisions' if how.games is None else 'games'}", finding)

        try:
            return hunt(
                rules,
                decisions=decisions,
                games=how.games,
                seconds=seconds,
                positions=how.positions,
                seed=how.seed,
                progress=progress,
                executor=self._executor,
            )
        finally:
            self._progress_line("")

    def _mutated(self, several: Sequence[Ruleset], told: str) -> int:
        """Mutation testing; the exit status."""
        changed = list[MutantReport]()
        for rules in several:
            changed.append(self._changed(rules))
            if changed[-1].interrupted:
                break
        survived = any(report.survivors for report in changed)
        cut = not survived and any(report.left for report in changed)
        if cut:
            interrupted = changed[-1].interrupted
            self._say(f"{self._file}: {'interrupted before anything was found' if interrupted else CUT_SHORT}")
        self._say(told)
        for report in changed:
            for line in () if self._how.json else mutation.told(report, page()):
                print(line)
        self.report = evolve(self.report, cut_short=cut, mutants=[mutation_report(report) for report in changed])
        return 3 if cut else 1 if survived else 0

    def _changed(self, rules: Ruleset) -> MutantReport:
        how, surviving = self._how, 0
        games = OF_MUTANTS if how.games is None else how.games

        def progress(done: int, of: int, judged: Judged | None) -> None:
            nonlocal surviving
            surviving += judged is not None and judged.survives
            self._progress_line(f"{done} of {of} changes, {surviving} surviving")

        self._progress_line("trying the rules as they are")
        try:
            return mutants(
                rules, games=games, seconds=how.seconds, seed=how.seed, everything=how.all, progress=progress,
                executor=self._executor,
            )  # fmt: skip
        finally:
            self._progress_line("")

    def _progress(self, text: str, finding: Finding | None) -> None:
        """Prints findings of a game at once; others are printed after the last game."""
        if finding is not None and finding.state is not None and finding.level != "note":
            self._tell(finding)
        elif monotonic() - self._shown > EVERY:
            self._shown = monotonic()
            self._progress_line(text)

    def _progress_line(self, text: str) -> None:
        """Rewrites the line of progress, on a terminal only."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def _tell(self, finding: Finding) -> None:
        """Prints a finding, once: a note as a line, others with their place and game."""
        problem = finding.problem
        if (key := (problem.code, problem.span or problem.message)) in self._told or self._how.json:
            return
        self._told.add(key)
        self._progress_line("")
        if finding.level == "note":
            print(f"note[{problem.code}]: {visible(problem.message)} ({visible(problem.path)}:{problem.line})")
            return
        print(f"{finding}\n")
        if finding.state is not None:
            failure = Failure(problem, finding.state)
            print(f"{shortened(failure, self._how.save, spoken(self._how.language))}\n", flush=True)

    def _say(self, text: str) -> None:
        if not self._how.json:
            print(visible(text))


def _is_no(finding: Finding) -> bool:
    """Whether a finding makes the answer a no: no note does, and no text for people, which changes nothing in play."""
    return finding.level != "note" and finding.problem.code != OF_TEXTS


def _what(rules: Ruleset) -> str:
    return f'{rules.name} "{rules.title}", {players(rules.players)}, {len(rules.composed.entries)} blocks'


COMMAND = Command(
    "check",
    "list everything that is wrong with a rule file, and hunt for what its games show",
    (
        "palast check my-house.rules",
        "palast check ksr+my-layer.rules --decisions 100000 --seconds 60",
        "palast check ksr --mutants",
        "palast check ksr+my-layer.rules --language de",
    ),
    _arguments,
    _run,
)
