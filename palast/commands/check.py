"""`palast check`: everything that is wrong with a file."""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable
from os.path import isdir

from palast.commands.command import Command
from palast.layering import header, laid_on_each
from palast.rulesets import found, load
from rulespec import RulesError, Ruleset
from rulespec.checks import check
from rulespec.errors import Problem
from rulespec.hunt import hunt
from rulespec.leaks import EFFORT


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rule file, or a name with +layer")
    parser.add_argument(
        "--effort",
        type=int,
        metavar="N",
        default=EFFORT,
        help=f"how many events of random games to look through: {EFFORT} by default, about two seconds; 0 for none",
    )


def _run(arguments: Namespace) -> int:
    statuses = []
    for index, file in enumerate(arguments.files):
        if index:
            print()
        statuses.append(_check(file, arguments.effort))
    return max(statuses)


def _check(file: str, effort: int) -> int:
    if file and isdir(file):
        print(f"{file}: this is a folder; name a rule file in it")
        return 2
    named = found(file)
    first = header(named) if named else None
    if first is not None and first.kind == "layer" and not first.extends:
        return _check_layer(file, first.title, effort)
    try:
        rules = load(file)
    except RulesError as error:
        print(error)
        return 2
    warnings = _warnings([rules], effort)
    _tell(warnings)
    print(f"{file}: {_what(rules)}")
    return 1 if warnings else 0


def _check_layer(file: str, title: str | None, effort: int) -> int:
    laid = laid_on_each(file)
    fitting = {base: rules for base, rules in laid.items() if isinstance(rules, Ruleset)}
    refused = {base: error for base, error in laid.items() if isinstance(error, RulesError)}
    if not fitting:
        base, error = min(refused.items(), key=lambda each: len(each[1].errors))
        print(f"{error}\n\n{file}: a layer that goes on none of {', '.join(laid)}; the errors are those on {base}")
        print(f"  to check it on another ruleset: palast check RULESET+{file}")
        return 2
    warnings = _warnings(fitting.values(), effort)
    _tell(warnings)
    called = f' "{title}"' if title else ""
    print(f"{file}: a layer{called} that goes on {', '.join(fitting)}")
    for base, error in refused.items():
        print(f"  not on {base}: {error.errors[0].message}")
    return 1 if warnings else 0


def _warnings(several: Collection[Ruleset], effort: int) -> list[Problem]:
    """What deserves a second look, each once; a leak is told once for its place, whatever gives it away."""
    warnings: dict[object, Problem] = {}
    for rules in several:
        for problem in (*check(rules.resolved), *hunt(rules, effort // len(several))):
            if problem.code.startswith("W"):
                warnings.setdefault(problem.span if problem.code == "W054" else problem, problem)
    return list(warnings.values())


def _tell(problems: Iterable[Problem]) -> None:
    for problem in problems:
        print(f"{problem}\n")


def _what(rules: Ruleset) -> str:
    least, most = rules.players[0], rules.players[-1]
    players = f"{least} players" if least == most else f"{least} to {most} players"
    return f'{rules.name} "{rules.title}", {players}, {len(rules.composed.entries)} blocks'


COMMAND = Command(
    "check",
    "list everything that is wrong with a rule file",
    ("palast check my-house.rules", "palast check ksr+my-layer.rules"),
    _arguments,
    _run,
)
