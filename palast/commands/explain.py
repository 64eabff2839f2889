"""`palast explain`: a ruleset, or one block of it, as it stands after all layers."""

from argparse import Namespace

from palast.commands.command import Command, UsageError
from palast.languages import spoken
from palast.options import JSON, LANGUAGE, PLAYERS, RULES, SET, flag, option
from palast.page import page
from palast.reports.explain import PlanText, block, explained
from palast.reports.form import printed as as_json
from palast.rulesets import load
from rulespec import Ruleset
from rulespec.experiments.scenarios import laid_in
from rulespec.game.explain import explain, find, overview
from rulespec.plan.printing import printed
from rulespec.wording import Wording, wording
from rulespec.wording.reasons.vocabulary import block_of


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    if arguments.plan:
        return _plan(rules, arguments)
    if arguments.players is not None:
        raise UsageError("--players only works with --plan; leave it out")
    if arguments.block and arguments.block[0].startswith("scenario"):
        rules = laid_in(rules)
    words = wording(rules, spoken(arguments.language))
    keys = _meant(rules, arguments.block, words)
    entries = rules.composed.entries
    if arguments.json:
        known = [block(entries[key], words.told(key), explain(rules, key, words.language)) for key in keys]
        as_json(explained(rules, known or [block(each, [], []) for each in entries.values()], []))
        return 0
    told = [[*_for_people(words, key), *explain(rules, key, words.language)] for key in keys]
    told = told or [overview(rules, words.language)]
    out = page()
    for index, said in enumerate(told):
        if index:
            print()
        for line in out.folded("\n".join(said)):
            print(line)
    return 0


def _plan(rules: Ruleset, arguments: Namespace) -> int:
    keys: list[str | None] = [*_meant(rules, arguments.block, wording(rules, spoken(arguments.language)))] or [None]
    try:
        game = rules.game(rules.players[0] if arguments.players is None else arguments.players)
        plans = [printed(game.program.plan, key) for key in keys]
    except (LookupError, ValueError) as error:
        raise UsageError(str(error.args[0])) from None
    if arguments.json:
        as_json(explained(rules, [], [PlanText(each.block, each.players, [*each.lines]) for each in plans]))
    else:
        print("\n\n".join(map(str, plans)))
    return 0


def _for_people(words: Wording, key: str) -> list[str]:
    """What a block says to people, above what it says in the rules."""
    said = words.told(key)
    return [*said, ""] if said else []


def _meant(rules: Ruleset, said: list[str], words: Wording) -> list[str]:
    """The key of the block that all words name together, else one for each; cards may be named as at the table."""
    if not said:
        return []
    try:
        return [_key(rules, " ".join(said), words)]
    except LookupError as together:
        try:
            return [_key(rules, each, words) for each in said]
        except LookupError as alone:
            whole = any(" " in each for each in said)
            raise UsageError(str((alone if whole else together).args[0])) from None


def _key(rules: Ruleset, said: str, words: Wording) -> str:
    try:
        return find(rules, said)
    except LookupError:
        named = block_of(words, said, rules.game(rules.players[0]))
        if named is None:
            raise
        return named


COMMAND = Command(
    {
        "rules": (
            RULES,
            SET,
            option("block", nargs="*", metavar="BLOCK", help="names of blocks, rulings, sources, cards or words"),
        ),
        "output": (LANGUAGE, JSON),
        "compiled plan": (
            flag("--plan", "show the compiled instructions"),
            PLAYERS.but(help="number of players for the plan (default: the fewest possible)"),
        ),
    },
    _run,
)
