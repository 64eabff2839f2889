"""`palast explain`: a ruleset, or one block of it, as it stands after all layers."""

from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.page import Page, page
from palast.rulesets import load
from rulespec.explain import explain, find, overview


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("block", nargs="*", metavar="BLOCK", help="a block, ruling or source; its name alone is enough")


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    said = overview(rules)
    if arguments.block:
        try:
            said = explain(rules, find(rules, " ".join(arguments.block)))
        except LookupError as error:
            raise UsageError(str(error.args[0])) from None
    out = page()
    for line in said:
        print("\n".join(_folded(line, out)))
    return 0


def _folded(line: str, out: Page) -> list[str]:
    """A line as it is where it fits; else its rest below, further in."""
    if len(line) <= out.width:
        return [line]
    indent = len(line) - len(line.lstrip())
    return list(out.lines(line.strip(), lead=" " * indent, hang=indent + 4))


COMMAND = Command(
    "explain",
    "show a ruleset, or a block of it, with what each layer changed and what it rests on",
    ("palast explain review", "palast explain review next turn", "palast explain review R9"),
    _arguments,
    _run,
)
