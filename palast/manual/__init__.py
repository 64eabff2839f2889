"""The manual: its pages, and all of them as a site that opens from a folder, without a network."""

from palast.manual.pages import Page, pages
from palast.manual.target import NoSiteError
from palast.manual.writing import Site, write

__all__ = ["NoSiteError", "Page", "Site", "pages", "write"]
