"""`palast lsp`: the server for editors."""

from argparse import ArgumentParser, Namespace
from importlib.metadata import version

from palast.commands.command import Command, UsageError
from palast.languages import add_language, spoken
from palast.reports.form import add_json, printed
from palast.reports.lsp import Abilities
from palast.rulesets import folders
from palast.verdict import verdict
from palast.verdict.words import LANGUAGES

_PROGRAM = "palast"


def _arguments(parser: ArgumentParser) -> None:
    add_language(parser)
    add_json(parser)
    parser.add_argument("--stdio", action="store_true", help="what some editors ask for; there is no other way")


def _run(arguments: Namespace) -> int:
    try:
        from rulespec.editing.languageserver import abilities, serve
    except ImportError as error:
        raise UsageError("an editor is served by another package: pip install 'palast[lsp]'") from error
    language = next(each for each in LANGUAGES if each == spoken(arguments.language))
    if arguments.json:
        requests, commands = abilities(_PROGRAM)
        printed(Abilities(version(_PROGRAM), language, [*requests], [*commands]))
        return 0
    serve(_PROGRAM, version(_PROGRAM), folders(), language, lambda found: verdict(found, language).sentences)
    return 0


COMMAND = Command(
    "lsp",
    "serve an editor: problems as one types, completion, names followed and changed (palast manual editors)",
    ("palast lsp",),
    _arguments,
    _run,
)
