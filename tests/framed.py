"""Rule files that have a frame in common: what a test says stands in it."""

from pathlib import Path
from typing import Protocol

from rulespec import Ruleset, load


class Write(Protocol):
    """Writes lines into a frame and loads what comes of it."""

    def __call__(self, *lines: str) -> Ruleset: ...


def writing(folder: Path, before: str, after: str = "") -> Write:
    """What writes files with some text before the lines, and some after them; they are as deep as the first."""
    deep = before[len(before.rstrip(" ")) :]

    def written(*lines: str) -> Ruleset:
        path = folder / "game.rules"
        path.write_text(before + f"\n{deep}".join(lines) + after, "utf-8")
        return load(path)

    return written
