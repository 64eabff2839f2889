"""The manual as JSON: its pages, one of them, or the site that was written."""

from typing import Annotated

from attrs import frozen


@frozen
class Titled:
    """A page, by its name."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "its title"]


@frozen
class Pages:
    """All pages."""

    folder: Annotated[str, "their folder"]
    pages: Annotated[list[Titled], "the pages"]


@frozen
class Page:
    """A page that was asked for."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "its title"]
    text: Annotated[str, "its text"]


@frozen
class SitePage:
    """A page of the site."""

    file: Annotated[str, "its path in the folder"]
    title: Annotated[str, "its title"]


@frozen
class Site:
    """With `--html`: the site that was written."""

    folder: Annotated[str, "the folder that it was written to"]
    pages: Annotated[list[SitePage], "its pages"]
    complaints: Annotated[list[str], "the warnings of Sphinx"]
    first: Annotated[str, "the first page"]
