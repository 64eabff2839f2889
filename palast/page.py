"""The page for the terminal."""

import os
import shutil
import sys
from typing import TextIO

from rulespec.wording.page import PIPED, Page

NARROWEST, WIDEST = 20, 140


def page() -> Page:
    """The page for standard output, with its width."""
    columns = shutil.get_terminal_size((PIPED, 24)).columns
    return Page(min(WIDEST, max(NARROWEST, columns)), obeys_codes(sys.stdout), measured=True)


def anew(earlier: Page) -> Page:
    """The page with the current width, if that is the terminal's."""
    return page() if earlier.measured else earlier


def obeys_codes(stream: TextIO) -> bool:
    """Whether a stream is a terminal that understands escape codes, and they are wanted."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    return wanted and sys.platform != "win32" and stream.isatty()
