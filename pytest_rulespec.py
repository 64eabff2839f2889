"""Rule files in a pytest run: a file that begins as they do, and holds something to test, is collected.

pytest imports this module in each of its runs, so it imports nothing: the language is read once there is such a file.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_SUFFIX = ".rules"
_BEGINNING = 16 * 1024  # characters before which a rule file has begun, as remarks can stand above its first line
_MOST = 256 * 1024  # a longer file is no rule file
_HEADER = re.compile(r"(?:ruleset|layer|scenarios)\s+\w")
_TESTED = re.compile(r"(?:(?:add|replace(?:\s+pinned\s+\S+)?)\s+)?(?:always|scenario)\s+\w|tried\s+on\s")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rule_games", "random games per rule file and number of players (default: for a few seconds)")
    parser.addini("rule_ways", "ways to try a scenario that can run in more ways")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects rule files; other programs use the suffix, too, and what is theirs is left alone."""
    if file_path.suffix != _SUFFIX or not _is_tested(file_path, named=parent.session.isinitpath(file_path)):
        return None
    from rulespec.adapters.pytest_plugin import RuleFile

    return RuleFile.from_parent(parent, path=file_path)


def _is_tested(path: Path, *, named: bool) -> bool:
    """Whether a file is a rule file with a law or a scenario; one that somebody `named` need have neither."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # not to wait for what is no file
        with open(handle, "rb") as file:
            text = (file.read(_BEGINNING) or b"").decode("utf-8-sig", "replace")
            if not _HEADER.match(_first(text)):
                return False
            text += file.read(_MOST).decode("utf-8", "replace")
    except OSError:
        return False
    return named or any(map(_TESTED.match, text.splitlines()))


def _first(text: str) -> str:
    """The first line that says something."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")
