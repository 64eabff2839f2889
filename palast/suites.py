"""What there is to test in rules, as the command line and programs name them."""

from collections.abc import Iterator
from os.path import isdir
from pathlib import Path

import rulespec.suite
from palast.rulesets import found, load
from rulespec.suite import Found


def suites(*named: str | Path) -> Iterator[Found]:
    """What there is to test in rules: names, paths and folders, in this order."""
    for each in map(str, named):
        yield from rulespec.suite.suites(each, Path(each) if each and isdir(each) else found(each), load)
