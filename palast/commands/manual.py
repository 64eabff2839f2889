"""`palast manual`: the pages of the manual, and all of them as a site."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from pydoc import pager

from palast.commands.command import Command, UsageError
from palast.manual import NoSiteError, Page, pages, write
from palast.reports import manual as reports
from palast.reports.form import add_json, printed
from palast.rulesets import shipped
from palast.streams import complain
from rulespec.language.codes import codes
from rulespec.language.errors import called
from rulespec.language.suggest import did_you_mean


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "page", nargs="?", metavar="PAGE", help="the page to read, or an error code; without one, all pages are listed"
    )
    parser.add_argument(
        "--html",
        metavar="FOLDER",
        help="write all pages there as a site that opens from the folder, with a search and the library's reference; "
        "one that was written before is replaced",
    )
    add_json(parser)


def _run(arguments: Namespace) -> int:
    if arguments.html is not None:
        if arguments.page is not None:
            raise UsageError("error: --html writes all pages; leave out the name of one")
        _write(Path(arguments.html), as_json=arguments.json)
    elif arguments.page is None:
        _list(pages(), as_json=arguments.json)
    else:
        _show(pages(), arguments.page, as_json=arguments.json)
    return 0


def _write(folder: Path, *, as_json: bool) -> None:
    try:
        site = write(folder)
    except NoSiteError as error:
        raise UsageError(f"--html: {error}") from error
    for each in site.complaints:
        complain(f"palast: {each}")
    if as_json:
        there = [reports.SitePage(each.file, each.title) for each in site.pages]
        printed(reports.Site(str(folder), there, [*site.complaints], str(site.first)))
    else:
        print(f"the manual is in {called(folder)}, {len(site.pages)} pages; begin with {called(site.first)}")


def _list(found: dict[str, Page], *, as_json: bool) -> None:
    if as_json:
        listed = [reports.Titled(page.name, page.title) for page in found.values()]
        printed(reports.Pages(str(shipped("docs")), listed))
        return
    for name, page in found.items():
        print(f"  {name:<11} {page.title}")
    print(f"\nTo read one: palast manual {next(iter(found))}. They lie in {shipped('docs')}")
    print("All of them with a search, in a browser: palast manual --html FOLDER")


def _show(found: dict[str, Page], name: str, *, as_json: bool) -> None:
    code = codes().get(name.upper())
    if code is not None:
        name = code.name
        found = {name: Page(name, f"# {name}: {code.title}\n\n{code.text}\n")}
    elif name not in found:
        remedy = did_you_mean(name, found) or f"there are {', '.join(found)}"
        raise UsageError(f"there is no page '{name}'; {remedy}")
    if as_json:
        printed(reports.Page(name, found[name].title, found[name].text))
    else:
        pager(found[name].text)


COMMAND = Command(
    "manual",
    "read the manual of the rule language and of the library",
    ("palast manual", "palast manual language", "palast manual E032", "palast manual --html site"),
    _arguments,
    _run,
)
