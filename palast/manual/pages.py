"""The pages of the manual, and the order in which they are read best."""

import re
from collections.abc import Mapping

from attrs import frozen

from palast.rulesets import shipped

FOLDER = "docs"
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Begin": ("first-game", "drafts", "web", "editors"),
    "Rules": ("language", "recipes", "testing", "texts", "games"),
    "Play": ("library", "knowledge", "records"),
    "Measure": ("simulation", "impact", "cluster"),
    "Learn to play": ("openspiel", "pettingzoo", "batches"),
    "In the shell": ("shell", "json"),
    "The engine": ("architecture",),
}
_BEGINNING = "language"  # the page to begin with in a terminal
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


@frozen
class Page:
    """A page of the manual, in Markdown."""

    name: str
    text: str

    @property
    def title(self) -> str:
        return title(self.text)


def pages() -> dict[str, Page]:
    """The pages by their names."""
    paths = sorted(shipped(FOLDER).glob("*.md"), key=lambda path: (path.stem != _BEGINNING, path))
    return {path.stem: Page(path.stem, path.read_text("utf-8")) for path in paths}


def title(text: str) -> str:
    """The title of a text in Markdown; empty if it has none."""
    found = _TITLE.search(text)
    return found[1] if found else ""
