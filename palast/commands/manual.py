"""`palast manual`: the pages of the manual."""

import re
from argparse import ArgumentParser, Namespace
from pydoc import pager

from palast.commands.command import Command, UsageError
from palast.rulesets import shipped
from rulespec.language.suggest import did_you_mean

_BEGINNING = "language"  # the page to begin with
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", metavar="PAGE", help="the page to read; without one, all are listed")


def _run(arguments: Namespace) -> int:
    pages = _pages()
    if arguments.page is None:
        for name, text in pages.items():
            print(f"  {name:<11} {_title(text)}")
        print(f"\nTo read one: palast manual {next(iter(pages))}. They lie in {shipped('docs')}")
    elif arguments.page in pages:
        pager(pages[arguments.page])
    else:
        remedy = did_you_mean(arguments.page, pages) or f"there are {', '.join(pages)}"
        raise UsageError(f"there is no page '{arguments.page}'; {remedy}")
    return 0


def _pages() -> dict[str, str]:
    return {
        path.stem: path.read_text("utf-8")
        for path in sorted(shipped("docs").glob("*.md"), key=lambda path: (path.stem != _BEGINNING, path))
    }


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return found[1] if found else ""


COMMAND = Command(
    "manual",
    "read the manual of the rule language and of the library",
    ("palast manual", "palast manual language"),
    _arguments,
    _run,
)
