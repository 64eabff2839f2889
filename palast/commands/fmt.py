"""`palast fmt`: rule files in their canonical form."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from os.path import isdir
from pathlib import Path

from palast.annotations import annotations
from palast.commands.command import Command, UsageError
from palast.options import ANNOTATIONS, JSON, flag, option
from palast.reports import fmt as reports
from palast.reports.form import printed
from palast.reports.problems import problems
from palast.streams import complain
from rulespec import RulesError, reformat
from rulespec.language import errors
from rulespec.language.errors import called, not_done
from rulespec.language.files import SUFFIX
from rulespec.language.formatting import Formatted
from rulespec.language.tree.limits import BYTES
from rulespec.language.tree.source import UnreadableError, content_of, decoded
from rulespec.records.storage import replace

STANDARD = "-"  # standard input, and standard output


def _run(arguments: Namespace) -> int:
    done = [_done(file, arguments) for file in _files(arguments.files or [STANDARD])]
    if arguments.json:
        printed([report for _, report in done])
    return max(status for status, _ in done)


def _done(file: str, how: Namespace) -> tuple[int, reports.Formatted]:
    """Puts a file into its canonical form, or says what would change; the exit status, and what was done."""
    try:
        done = reformat(_text(file), "standard input" if file == STANDARD else file)
    except UnreadableError as error:
        if not how.json:
            complain(f"palast: {called(file)}: {error.reason}; {error.remedy}")
        return _refused(file, [errors.Problem("E001", file, 1, 1, error.reason, remedy=error.remedy)], how)
    if done.problems:
        if not how.json:
            complain(str(RulesError(done.problems)))
        return _refused(file, done.problems, how)
    written = done.changed and file != STANDARD and not (how.check or how.diff)
    if written:
        _write(file, done.text)
    if not how.json:
        for said in _told(file, done, how):
            print(said, end="")
    if how.annotations and how.check and done.changed:
        for line in annotations("error", [_unformatted(done)]):
            print(line)
    text = done.text if file == STANDARD else None
    return int(how.check and done.changed), reports.Formatted(file, done.changed, written, done.diff, text)


def _refused(file: str, found: Sequence[errors.Problem], how: Namespace) -> tuple[int, reports.Formatted]:
    """A file that cannot be put into its canonical form."""
    for line in annotations("error", found) if how.annotations else ():
        print(line)
    return 2, reports.Formatted(file, problems=problems(found))


def _files(named: Sequence[str]) -> Iterator[str]:
    """The files, and those in folders; a `UsageError` for a folder without any."""
    for each in named:
        if not isdir(each):
            yield each
            continue
        inside = sorted(Path(each).rglob(f"*{SUFFIX}"))
        if not inside:
            raise UsageError(f"{called(each)} has no file *{SUFFIX}; give another folder, or a file")
        yield from map(str, inside)


def _text(file: str) -> str:
    """The text of a file, or of standard input; an `UnreadableError` where there is none."""
    if file != STANDARD:
        return decoded(content_of(Path(file)))
    content = sys.stdin.buffer.read()
    if len(content) > BYTES.most:
        raise UnreadableError(BYTES.told(len(content)), BYTES.remedy)
    return decoded(content)


def _told(file: str, done: Formatted, how: Namespace) -> Iterator[str]:
    """What is said of a file."""
    if how.diff:
        yield done.diff
    elif how.check:
        yield f"{called(done.path)}: would change\n" if done.changed else ""
    elif file == STANDARD:
        yield done.text
    elif done.changed:
        yield f"{called(file)}: changed\n"


def _unformatted(done: Formatted) -> errors.Problem:
    """A file that has not its canonical form, at the first line that would change."""
    pairs = zip_longest(done.before.splitlines(), done.text.splitlines())
    line = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 1)
    remedy = f"run: palast fmt {done.path}"
    return errors.Problem("", done.path, line, 1, "this file is not formatted", remedy=remedy)


def _write(file: str, text: str) -> None:
    try:
        replace(Path(file), text)
    except (OSError, ValueError) as error:
        raise UsageError(not_done(f"{called(file)} cannot be written", error)) from error


COMMAND = Command(
    {
        "files": (option("files", nargs="*", metavar="FILE", help="rule files or folders (default: standard input)"),),
        "output": (
            flag("--check", "write nothing; exit with status 1 if a file would change"),
            flag("--diff", "write nothing; print the changes"),
            (JSON, ANNOTATIONS),
        ),
    },
    _run,
)
