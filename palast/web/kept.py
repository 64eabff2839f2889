"""What the page's build has worked out, so that no start has to: the headers of the library, and rules as they load.

It is of the files that are packed with it, which nobody changes. Elsewhere there is none, and all of it is worked out.
"""

import pickle
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import field, frozen

from palast.verdict.words import Language
from palast.web import protocol as p
from rulespec import Ruleset

KEPT = Path(__file__).with_suffix(".bin")


@frozen
class Kept:
    """The headers of the library's files, in each language; and rules by their names, as they are read alone."""

    shelves: Mapping[Language, Sequence[tuple[Path, p.RuleText]]] = field(factory=dict)
    rules: Mapping[str, bytes] = field(factory=dict)


@cache
def kept() -> Kept:
    """What there is."""
    if not KEPT.is_file():
        return Kept()
    there: Kept = pickle.loads(KEPT.read_bytes())
    return there


@cache
def rules(name: str) -> Ruleset | None:
    """The rules of a file of the library, if they were kept."""
    data = kept().rules.get(name)
    return None if data is None else Ruleset(pickle.loads(data))
