"""The command line: `palast COMMAND ...`; exit status 0 fine, 1 the answer is no, 2 bad usage or broken rules."""

import os
import re
import sys
import warnings
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from palast.commands import NAMES, command
from palast.commands.command import UsageError
from palast.streams import NoOutputError, complain, give_up, is_pipe_that_nobody_reads, prepare
from rulespec.engine.extension import played_by
from rulespec.language.errors import BudgetExceededError, GameStoppedError, RecordError, RulesError, UnreadableRecord
from rulespec.language.suggest import did_you_mean

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

INTERRUPTED = 130  # the exit status of shells for Ctrl-C
SOON = 0.01  # seconds, after which what was finalized is so
NOBODY_READS = 141  # ... and for a closed pipe
ASKED = "_ARGCOMPLETE"  # in the environment, when a shell asks what can be completed


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command, and returns its exit status."""
    warnings.showwarning = _tell
    try:
        prepare()
        if ASKED in os.environ:
            from palast.completion import complete  # not at the top, as hardly any start needs it

            complete(NAMES, _parser)
        with interruptible():
            status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except NoOutputError as error:
        complain(f"palast: {error}")
        return 2
    except MemoryError as error:
        where = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        complain(f"palast: there is not enough memory for this{where}")
        return 2
    except OSError as error:  # errors of files are handled where they are read and written
        give_up(sys.stdout)
        if is_pipe_that_nobody_reads(error):
            return NOBODY_READS
        where = "cannot write to standard output" if error.filename is None else error.filename
        complain(f"palast: {where}: {error.strerror or error}")
        return 2
    return status


@contextmanager
def interruptible() -> Iterator[None]:
    """Has Ctrl-C come again if it came while something was finalized: there Python ignores what is raised."""
    ignored, again = sys.unraisablehook, list[Any]()

    def noted(exception: Any) -> None:
        if exception.exc_type is not KeyboardInterrupt:
            ignored(exception)
            return
        from threading import Timer  # not at the top, as hardly any start needs it

        again.append(Timer(SOON, _interrupt))
        again[-1].start()

    sys.unraisablehook = noted
    try:
        yield
    finally:
        sys.unraisablehook = ignored
        for each in again:
            each.cancel()


def _interrupt() -> None:
    """Interrupts the main thread, which may be asleep."""
    import signal
    import threading

    main_thread = threading.main_thread().ident
    if sys.platform == "win32" or main_thread is None:
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(main_thread, signal.SIGINT)


def _tell(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    complain(f"palast: {message}")


def _run(argv: Sequence[str]) -> int:
    try:
        arguments = _parsed(argv)
        if arguments.version:
            print(f"palast {_version()}\n{played_by()}")
            return 0
        if arguments.command is None:
            _parser(NAMES).print_help()
            return 0
        return int(arguments.run(arguments))
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except (RulesError, RecordError, UsageError, BudgetExceededError, GameStoppedError) as error:
        _refuse(error, as_json="--json" in argv)
        is_of_game = isinstance(error, RecordError | BudgetExceededError | GameStoppedError)
        return 1 if is_of_game and not isinstance(error, UnreadableRecord) else 2


def _refuse(error: Exception, *, as_json: bool) -> None:
    """Says why a command could not do what it was asked for."""
    if as_json:
        from palast.reports.form import printed  # not at the top, as hardly any start needs it
        from palast.reports.problems import refusal

        printed(refusal(error))
    else:
        complain(str(error) if isinstance(error, RulesError | WrongArguments) else f"palast: {error}")


def _parsed(argv: Sequence[str]) -> Namespace:
    """The parsed arguments; a `UsageError` for misspelt ones suggests others."""
    named = argv[:1] if argv and not argv[0].startswith("-") else None
    if named and named[0] not in NAMES:
        raise UsageError(f"error: there is no command '{named[0]}'; {did_you_mean(named[0], NAMES)}")
    parser = _parser(named or ([] if list(argv) in ([], ["--version"]) else NAMES))
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        options = [each for each in unknown if each.startswith("-")] or unknown
        known = re.findall(r"(?<![\w-])--[\w-]+", str(arguments.help()) if arguments.command else parser.format_help())
        near = did_you_mean(options[0].partition("=")[0], known)
        asked = " ".join(("palast", *(named or ()), "--help"))
        remedy = near if near.startswith("did") else f"what there is: {asked}"
        raise UsageError(f"error: unrecognized arguments: {' '.join(unknown)}; {remedy}")
    return arguments


class WrongArguments(UsageError):
    """Arguments that the parser refuses; the message begins with how the command is used."""


class _Parser(ArgumentParser):
    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.register("type", int, _whole_number)  # for argparse's own message, "invalid int value"
        self.register("type", float, _number)

    def error(self, message: str) -> NoReturn:
        raise WrongArguments(f"{self.format_usage()}{self.prog}: error: {message}; for examples: {self.prog} --help")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse would hide errors of the output


def _whole_number(said: str) -> int:
    try:
        return int(said)
    except ValueError:
        raise ArgumentTypeError(f"'{said[:20]}' is not a whole number") from None


def _number(said: str) -> float:
    try:
        return float(said)
    except ValueError:
        raise ArgumentTypeError(f"'{said[:20]}' is not a number") from None


def _version() -> str:
    from importlib.metadata import version  # not at the top, as it takes a tenth of the imports

    return version("palast")


def _parser(names: Iterable[str]) -> ArgumentParser:
    """The parser of the arguments of some commands."""
    parser = _Parser(
        prog="palast",
        description="Play, explain and check card games that are written down as rule files.",
        epilog="`palast COMMAND --help` has an example for each. To begin: palast play ksr --players 4 --seed 7",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the program's version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for each in map(command, names):
        examples = "\n".join(f"  {example}" for example in each.examples)
        sub = commands.add_parser(
            each.name,
            help=each.summary,
            description=each.summary[:1].upper() + each.summary[1:] + ".",
            epilog=f"for example:\n{examples}",
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        each.arguments(sub)
        sub.set_defaults(run=each.run, help=sub.format_help)
    return parser
