"""The page that the terminal offers."""

import os
import shutil
import sys
from typing import TextIO

from rulespec.narration.page import PIPED, Page

NARROWEST, WIDEST = 20, 140


def page() -> Page:
    """The page that standard output offers."""
    columns = shutil.get_terminal_size((PIPED, 24)).columns
    return Page(min(WIDEST, max(NARROWEST, columns)), obeys_codes(sys.stdout), measured=True)


def anew(earlier: Page) -> Page:
    """The same page as it is now."""
    return page() if earlier.measured else earlier


def obeys_codes(stream: TextIO) -> bool:
    """Whether codes that dim a text do so, and are wanted: Windows may print them as they are."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    return wanted and sys.platform != "win32" and stream.isatty()
