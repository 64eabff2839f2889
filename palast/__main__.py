"""The command line: `palast COMMAND ...`; exit status 0 fine, 1 the answer is no, 2 bad usage or broken rules."""

import os
import sys
import warnings
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from palast.commands import COMMANDS
from palast.commands.command import UsageError
from rulespec import RulesError
from rulespec.record import RecordError, UnreadableRecord

INTERRUPTED = 130  # what shells report for Ctrl-C
NOBODY_READS = 141  # ... and for a pipe that nobody reads any more


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _tell
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    return status


def _tell(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    print(f"palast: {message}", file=sys.stderr)


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        arguments = parser.parse_args(argv)
        if arguments.command is None:
            parser.print_help()
            return 0
        return int(arguments.run(arguments))
    except SystemExit as done:  # how argparse says that it has printed help, or what is wrong
        return done.code if isinstance(done.code, int) else 0
    except UnreadableRecord as error:
        print(f"palast: {error}", file=sys.stderr)
    except RecordError as error:
        print(f"palast: {error}", file=sys.stderr)
        return 1
    except RulesError as error:
        print(error, file=sys.stderr)
    except UsageError as error:
        print(f"palast: {error}", file=sys.stderr)
    return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="palast",
        description="Play, explain and check card games that are written down as rule files.",
        epilog="`palast COMMAND --help` has an example for each. To begin: palast play ksr --players 4 --seed 7",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"palast {version('palast')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        examples = "\n".join(f"  {example}" for example in command.examples)
        sub = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[:1].upper() + command.summary[1:] + ".",
            epilog=f"for example:\n{examples}",
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.arguments(sub)
        sub.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
