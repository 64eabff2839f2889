"""The options of commands as data; those that several commands have are defined here, once."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

from rulespec.language.files import LANGUAGES

KEPT = Path(".palast")  # the default folder for games that failed


@frozen
class Option:
    """An option or a positional argument, and how argparse treats it."""

    names: tuple[str, ...]
    more: Mapping[str, Any]

    def but(self, *names: str, **more: Any) -> "Option":
        """The same option with other names, if any are given, and other properties."""
        return Option(names or self.names, {**self.more, **more})


Groups: TypeAlias = Mapping[str, Sequence[Option | Sequence[Option]]]  # by title; inner sequences are alternatives


def option(*names: str, **more: Any) -> Option:
    """An option with the properties that `ArgumentParser.add_argument` takes."""
    return Option(names, more)


def flag(name: str, about: str) -> Option:
    """An option without a value."""
    return option(name, action="store_true", help=about)


def flat(groups: Groups) -> list[Option]:
    """All options of some groups."""
    return [one for options in groups.values() for each in options for one in _alternatives(each)]


def add(parser: ArgumentParser, groups: Groups) -> None:
    """Adds options to a parser, in groups with titles."""
    for title, options in groups.items():
        group = parser.add_argument_group(title)
        for each in options:
            place = group if isinstance(each, Option) else group.add_mutually_exclusive_group()
            for one in _alternatives(each):
                place.add_argument(*one.names, **one.more)


def _alternatives(each: Option | Sequence[Option]) -> Sequence[Option]:
    return (each,) if isinstance(each, Option) else each


RULES = option("rules", metavar="RULES", help="a ruleset: a name or path, plus layers as in ksr+kanzler (palast rules)")
SET = option(
    "--option",
    action="append",
    metavar="NAME=VALUE",
    default=[],
    help="set an option of the rules, e.g. hand-size=7; the same as RULES+hand-size=7",
)
PLAYERS = option("--players", type=int, metavar="N", help="number of players (default: the fewest possible)")
SEED = option(
    "--seed", type=int, metavar="N", default=0, help="random seed; the same seed reproduces the same games (default: 0)"
)
AGENTS = option(
    "--agents",
    metavar="NAMES",
    help="random (default), rollouts or ismcts, with playouts as in ismcts:400; one for all seats, or one per seat, "
    "separated by commas",
)
SECONDS = option("--seconds", type=float, metavar="S", help="limit on processor time, in seconds")
BUDGET = option("--budget", type=int, metavar="STEPS", help="limit on the engine's steps between two answers")
JOBS = option("--jobs", type=int, metavar="N", help="number of processes (default: one per processor)")
DASK = option(
    "--dask", metavar="ADDRESS", help="run the heavy work on the Dask cluster at this address, e.g. tcp://host:8786"
)
SAVE = option(
    "--save", type=Path, metavar="FOLDER", default=KEPT, help=f"folder for games that show a problem (default: {KEPT})"
)
LANGUAGE = option(
    "--language",
    choices=LANGUAGES,
    help="language for narration and player-facing text (default: your locale, else English)",
)
JSON = flag("--json", "print the result as JSON (palast manual json)")
CSV = flag("--csv", "print the result as CSV")
ANNOTATIONS = flag("--annotations", "also print each problem as a GitHub annotation")
