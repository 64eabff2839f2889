"""`palast manual`: the pages of the manual, and all of them as a site."""

from argparse import Namespace
from pathlib import Path
from pydoc import pager

from palast.commands.command import Command, UsageError
from palast.manual import NoSiteError, Page, pages, write
from palast.options import JSON, option
from palast.reports import manual as reports
from palast.reports.form import printed
from palast.rulesets import shipped
from palast.streams import complain
from rulespec.language.codes import codes
from rulespec.language.errors import called
from rulespec.language.suggest import did_you_mean


def _run(arguments: Namespace) -> int:
    if arguments.html is not None:
        if arguments.page is not None:
            raise UsageError("--html writes all pages; leave out '{arguments.page}'")
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
        print(f"wrote {len(site.pages)} pages to {called(folder)}; start with {called(site.first)}")


def _list(found: dict[str, Page], *, as_json: bool) -> None:
    if as_json:
        listed = [reports.Titled(page.name, page.title) for page in found.values()]
        printed(reports.Pages(str(shipped("docs")), listed))
        return
    for name, page in found.items():
        print(f"  {name:<11} {page.title}")
    print(f"\nTo read a page: palast manual {next(iter(found))}. The files are in {shipped('docs')}")
    print("To read all of them in a browser, with a search: palast manual --html FOLDER")


def _show(found: dict[str, Page], name: str, *, as_json: bool) -> None:
    code = codes().get(name.upper())
    if code is not None:
        name = code.name
        found = {name: Page(name, f"# {name}: {code.title}\n\n{code.text}\n")}
    elif name not in found:
        remedy = did_you_mean(name, [*found, *codes()])
        raise UsageError(
            f"unknown page '{name}'; {remedy if remedy.startswith('did') else 'for a list: palast manual'}"
        )
    if as_json:
        printed(reports.Page(name, found[name].title, found[name].text))
    else:
        pager(found[name].text)


COMMAND = Command(
    {
        "page": (option("page", nargs="?", metavar="PAGE", help="a page, or an error code (default: list all pages)"),),
        "output": (
            option(
                "--html",
                metavar="FOLDER",
                help="write the whole manual as a site with a search; an earlier one there is replaced",
            ),
            JSON,
        ),
    },
    _run,
)
