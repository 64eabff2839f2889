"""`palast explain`: a ruleset, or one block of it, as it stands after all layers."""

from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.page import page
from palast.rulesets import load
from rulespec import Ruleset
from rulespec.explain import explain, find, overview
from rulespec.plan.printing import printed
from rulespec.scenarios import laid_in


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("--plan", action="store_true", help="show what it is compiled to, instruction by instruction")
    parser.add_argument("--players", type=int, metavar="N", help="the plan for so many players (default: the fewest)")
    parser.add_argument("block", nargs="*", metavar="BLOCK", help="blocks, rulings, sources; their names are enough")


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    if arguments.plan:
        return _plan(rules, arguments)
    if arguments.players is not None:
        raise UsageError("--players belongs to --plan: the rules are the same for any number; leave it out")
    if arguments.block and arguments.block[0].startswith("scenario"):
        rules = laid_in(rules)
    told = [explain(rules, key) for key in _meant(rules, arguments.block)] if arguments.block else [overview(rules)]
    out = page()
    for index, said in enumerate(told):
        if index:
            print()
        for line in out.folded("\n".join(said)):
            print(line)
    return 0


def _plan(rules: Ruleset, arguments: Namespace) -> int:
    keys = _meant(rules, arguments.block) if arguments.block else [None]
    try:
        game = rules.game(rules.players[0] if arguments.players is None else arguments.players)
        print("\n\n".join(str(printed(game.program.plan, key)) for key in keys))
    except (LookupError, ValueError) as error:
        raise UsageError(str(error.args[0])) from None
    return 0


def _meant(rules: Ruleset, words: list[str]) -> list[str]:
    """The key of the block that all words name together, else one for each word."""
    try:
        return [find(rules, " ".join(words))]
    except LookupError as together:
        try:
            return [find(rules, each) for each in words]
        except LookupError as alone:
            whole = any(" " in each for each in words)
            raise UsageError(str((alone if whole else together).args[0])) from None


COMMAND = Command(
    "explain",
    "show a ruleset, or a block of it, with what each layer changed and what it rests on",
    (
        "palast explain review",
        "palast explain review next turn",
        "palast explain review R9",
        "palast explain ksr scenario play",
        "palast explain ksr next turn --plan",
    ),
    _arguments,
    _run,
)
