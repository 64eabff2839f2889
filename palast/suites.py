"""The test suites of rules given by name, path or folder."""

from collections.abc import Iterator
from os.path import isdir
from pathlib import Path

import rulespec.suite
from palast.rulesets import anywhere, found, load
from rulespec.suite import NamedSuite


def suites(*named: str | Path) -> Iterator[NamedSuite]:
    """The suites of each of these, in order."""
    for each in map(str, named):
        if each and isdir(each):
            yield from rulespec.suite.suites(each, Path(each), load)
        else:
            yield from rulespec.suite.suites(anywhere(each), found(each), load)
