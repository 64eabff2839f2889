"""The test suites of rules given by name, path or folder."""

from collections.abc import Iterator
from os.path import isdir
from pathlib import Path

from palast.rulesets import anywhere, found, load
from rulespec.experiments import suite
from rulespec.experiments.suite import NamedSuite


def suites(*named: str | Path) -> Iterator[NamedSuite]:
    """The suites of each of these, in order."""
    for each in map(str, named):
        if each and isdir(each):
            yield from suite.suites(each, Path(each), load)
        else:
            yield from suite.suites(anywhere(each), found(each), load)
