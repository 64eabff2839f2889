"""`palast lsp`: the server for editors."""

from argparse import Namespace
from importlib.metadata import version

from palast.commands.command import Command, UsageError
from palast.languages import spoken
from palast.options import LANGUAGE, flag
from palast.reports.form import printed
from palast.reports.lsp import Abilities
from palast.rulesets import folders
from palast.verdict import verdict
from palast.verdict.words import LANGUAGES

_PROGRAM = "palast"


def _run(arguments: Namespace) -> int:
    try:
        from rulespec.editing.languageserver import abilities, serve
    except ImportError as error:
        raise UsageError("the language server needs another package; run: pip install 'palast[lsp]'") from error
    language = next(each for each in LANGUAGES if each == spoken(arguments.language))
    if arguments.json:
        requests, commands = abilities(_PROGRAM)
        printed(Abilities(version(_PROGRAM), language, [*requests], [*commands]))
        return 0
    serve(_PROGRAM, version(_PROGRAM), folders(), language, lambda found: verdict(found, language).sentences)
    return 0


COMMAND = Command(
    {
        "server": (flag("--stdio", "accepted because some editors pass it; the server always uses it"),),
        "output": (LANGUAGE, flag("--json", "print the server's abilities as JSON and exit")),
    },
    _run,
)
