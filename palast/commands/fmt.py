"""`palast fmt`: rule files in their canonical form."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from os.path import isdir
from pathlib import Path

from palast.commands.command import Command, UsageError
from palast.streams import complain
from rulespec import RulesError, reformat
from rulespec.errors import called, not_done
from rulespec.files import SUFFIX
from rulespec.formatting import Formatted
from rulespec.record.storage import replace
from rulespec.tree.limits import BYTES
from rulespec.tree.source import UnreadableError, content_of, decoded

STANDARD = "-"  # standard input, and standard output


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="a rule file, or a folder of them; -, or none: a pipe")
    parser.add_argument("--check", action="store_true", help="write nothing: status 1 if a file would change")
    parser.add_argument("--diff", action="store_true", help="write nothing: show what would change")


def _run(arguments: Namespace) -> int:
    status = 0
    for file in _files(arguments.files or [STANDARD]):
        try:
            done = reformat(_text(file), "standard input" if file == STANDARD else file)
        except UnreadableError as error:
            complain(f"palast: {called(file)}: {error.reason}; {error.remedy}")
            status = 2
            continue
        if done.problems:
            complain(str(RulesError(done.problems)))
            status = 2
        else:
            status = max(status, _tell(file, done, arguments))
    return status


def _files(named: Sequence[str]) -> Iterator[str]:
    """The files, and those in folders; a `UsageError` for a folder without any."""
    for each in named:
        if not isdir(each):
            yield each
            continue
        inside = sorted(Path(each).rglob(f"*{SUFFIX}"))
        if not inside:
            raise UsageError(f"{called(each)}: this folder has no file *{SUFFIX}; name another one, or a file")
        yield from map(str, inside)


def _text(file: str) -> str:
    """The text of a file, or of standard input; an `UnreadableError` where there is none."""
    if file != STANDARD:
        return decoded(content_of(Path(file)))
    content = sys.stdin.buffer.read()
    if len(content) > BYTES.most:
        raise UnreadableError(BYTES.told(len(content)), BYTES.remedy)
    return decoded(content)


def _tell(file: str, done: Formatted, how: Namespace) -> int:
    """Writes what became of a file, or says what would; the exit status."""
    if how.diff:
        print(done.diff, end="")
    if how.check:
        if done.changed and not how.diff:
            print(f"{called(done.path)}: would change")
        return int(done.changed)
    if how.diff:
        return 0
    if file == STANDARD:
        print(done.text, end="")
    elif done.changed:
        _write(file, done.text)
        print(f"{called(file)}: changed")
    return 0


def _write(file: str, text: str) -> None:
    try:
        replace(Path(file), text)
    except (OSError, ValueError) as error:
        raise UsageError(not_done(f"{called(file)} cannot be written", error)) from error


COMMAND = Command(
    "fmt",
    "put rule files into their canonical form: spacing, spelling, line breaks, columns",
    ("palast fmt mine.rules", "palast fmt --diff mine.rules", "palast fmt --check .", "palast fmt < mine.rules"),
    _arguments,
    _run,
)
