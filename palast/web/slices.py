"""What takes long, in slices: progress after each, so that the page can show it, and stop at any time."""

from collections.abc import Generator

from palast.web import protocol as p

Slices = Generator[p.Progress, None, None]
