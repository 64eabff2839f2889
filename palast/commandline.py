"""The command line: `palast COMMAND ...`; exit status 0 fine, 1 the answer is no, 2 bad usage or broken rules."""

import os
import re
import sys
import warnings
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any, NoReturn

from palast.commands import HELP, NAMES, command
from palast.commands.command import Command, UsageError
from palast.options import add, flat
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
WIDTH = 80  # of texts that are not folded to the terminal
OF_ALL = ("--version", "--help", "-h")
BETTER = {  # than the messages of argparse
    r"^the following arguments are required: ": "missing ",
    r"^argument ": "",
    r": expected (?:one|at least one) argument$": " needs a value",
    r": invalid choice: ('.*') \(choose from (.*)\)$": r": unknown value \1; available: \2",
    r"^(.*): not allowed with argument (.*)$": r"\1 and \2 exclude each other; leave out one",
    r": ignored explicit argument ('.*')$": r" takes no value, so leave out \1",
}
CLOSING = (
    "Try this first:        palast play ksr --players 4 --seed 7",
    "Help with an example:  palast COMMAND --help",
    "Version:               palast --version",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command, and returns its exit status."""
    warnings.showwarning = _tell
    try:
        prepare()
        if ASKED in os.environ:
            from palast.completion import complete  # not at the top, as hardly any start needs it

            complete(NAMES, lambda name: command(name).options)
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
        complain(f"palast: out of memory{where}")
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
    first, *rest = argv or ("--help",)
    try:
        if first == "--version":
            print(f"palast {_version()}\n{played_by()}")
        elif first in OF_ALL:
            print(_overview())
        elif first in NAMES:
            chosen = command(first)
            return chosen.run(_parsed(first, chosen, rest))
        else:
            raise UsageError(_unknown_command(first))
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except (RulesError, RecordError, UsageError, BudgetExceededError, GameStoppedError) as error:
        _refuse(error, as_json="--json" in rest)
        is_of_game = isinstance(error, RecordError | BudgetExceededError | GameStoppedError)
        return 1 if is_of_game and not isinstance(error, UnreadableRecord) else 2
    return 0


def _refuse(error: Exception, *, as_json: bool) -> None:
    """Prints why a command cannot do its work."""
    if as_json:
        from palast.reports.form import printed  # not at the top, as hardly any start needs it
        from palast.reports.problems import refusal

        printed(refusal(error))
    else:
        complain(str(error) if isinstance(error, RulesError) else f"palast: {error}")


def _parsed(name: str, chosen: Command, argv: Sequence[str]) -> Namespace:
    """The parsed arguments of a command; a `UsageError` for misspelt ones suggests others."""
    parser = _Parser(name, chosen)
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        wrong = next((each for each in unknown if each.startswith("-")), unknown[0])
        what = f"unknown option '{wrong}'" if wrong.startswith("-") else f"unexpected argument '{wrong}'"
        known = [name for each in flat(chosen.options) for name in each.names]
        remedy = _meant(wrong, [*known, "--help"]) or f"see: {parser.prog} --help"
        raise UsageError(f"{what}; {remedy}")
    _set_options(arguments)
    return arguments


def _set_options(arguments: Namespace) -> None:
    """Adds the values of `--option` to the rules."""
    said: list[str] = getattr(arguments, "option", [])
    wrong = next((each for each in said if not all(each.partition("="))), None)
    if wrong is not None:
        raise UsageError(f"'--option {wrong}' sets nothing; write NAME=VALUE, for example: --option hand-size=7")
    if said and arguments.rules is None:
        raise UsageError("--option needs RULES; for example: palast play mau-mau --option hand-size=7")
    if said:
        arguments.rules = "+".join([arguments.rules, *said])


def _unknown_command(named: str) -> str:
    """The message that a command is unknown, with what may be meant."""
    if named.startswith("-"):
        return f"unknown option '{named}'; {_meant(named, OF_ALL) or 'write the command first: palast COMMAND OPTIONS'}"
    from palast.rulesets import found  # not at the top, as hardly any start needs it

    remedy = f"to play it: palast play {named}" if found(named) else _meant(named, (*NAMES, *OF_ALL))
    return f"unknown command '{named}'; {remedy or 'for a list: palast --help'}"


def _meant(wrong: str, known: Sequence[str]) -> str:
    """A question that suggests one of these in place of a wrong one; empty if none is near."""
    wrong = wrong.partition("=")[0]
    if f"--{wrong.strip('-')}" in known:
        return f"did you mean '--{wrong.strip('-')}'?"
    near = did_you_mean(wrong, known)
    return near if near.startswith("did") else ""


class _Formatter(RawDescriptionHelpFormatter):
    """Help with examples as they are written, and texts beside all but the longest options."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=24)


class _Parser(ArgumentParser):
    """The parser of a command's arguments."""

    def __init__(self, name: str, chosen: Command) -> None:
        texts = HELP[name]
        more = f"\n\nmore examples:\n{indent(texts.more, '  ')}" if texts.more else ""
        super().__init__(
            prog=f"palast {name}",
            description=fill(texts.about, WIDTH),
            epilog=f"example:\n{indent(texts.example, '  ')}{more}",
            formatter_class=_Formatter,
            allow_abbrev=False,
            add_help=False,
        )
        self.register("type", int, _whole_number)  # for argparse's own message, "invalid int value"
        self.register("type", float, _number)
        add(self, chosen.options)
        self.add_argument_group("help").add_argument("-h", "--help", action="help", help="show this help and exit")

    def error(self, message: str) -> NoReturn:
        for pattern, better in BETTER.items():
            message = re.sub(pattern, better, message)
        raise UsageError(f"{message}; see: {self.prog} --help")

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


def _overview() -> str:
    """The help on all commands, by purpose."""
    lines = ["usage: palast COMMAND ...", "", "Play, test and measure card games whose rules are text files.", ""]
    for purpose, some in groupby(HELP.items(), lambda each: each[1].purpose):
        lines += [f"{purpose}:", *(f"  {name:<11} {texts.summary}" for name, texts in some), ""]
    return "\n".join([*lines, *CLOSING])
