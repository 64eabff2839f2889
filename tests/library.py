"""The rulesets that tests play: those of the library, two examples, and small games of many shapes in `rules/good`.

In the games of `rules/worlds`, players learn about hidden cards from more than choices.

The whole shelf of known games is played by tests of its own, as its games are long.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from random import Random

import rulespec
from rulespec import Ruleset
from rulespec.editing.assistance import Shelf
from rulespec.experiments.testing.files import DrawnFile, rule_file
from rulespec.language.tree.limits import LISTED

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
SHELF = EXAMPLES / "games"
HOUSE_RULES, READINGS = EXAMPLES / "house_rules", EXAMPLES / "readings"
GOOD = ROOT / "tests" / "rules" / "good"
WORLDS = ROOT / "tests" / "rules" / "worlds"
CARDS = ROOT / "cards"
FOLDERS = (CARDS, SHELF, HOUSE_RULES, READINGS, GOOD, WORLDS)
SHIPPED = Shelf((CARDS, HOUSE_RULES), (CARDS, HOUSE_RULES, READINGS, SHELF))  # as in an editor

OFFICIAL = ("ksr", "magier", "review")
WITH_LAYERS = (*OFFICIAL, *(f"{name}+wertung" for name in OFFICIAL))


@cache
def ruleset(spec: str) -> Ruleset:
    """A ruleset by its name or path, either with `+layer`; loaded once."""
    return rulespec.load(spec, library=FOLDERS)


def read_otherwise(spec: str, reading: str) -> Ruleset:
    """A ruleset under one of the other readings of a ruling."""
    return ruleset(f"{spec}+{reading}")


def _rulesets_in(folder: Path) -> list[str]:
    paths = sorted(folder.glob("*.rules"))
    return [path.stem for path in paths if path.read_text("utf-8").startswith("ruleset")]


@lru_cache(maxsize=256)
def drawn_file(number: int, listed: int = LISTED) -> DrawnFile:
    """A drawn rule file that loads, by its number; made once, as many tests begin with the first numbers."""
    return rule_file(Random(number), listed=listed)


class _Games(Mapping[str, Ruleset]):
    """Rulesets by name, each loaded when it is asked for."""

    def __init__(self, *names: str) -> None:
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._names:
            raise KeyError(name)
        return ruleset(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


EXAMPLE_GAMES = _Games("kuhn", "leduc", "mau-mau")
KNOWN_GAMES = _Games(*_rulesets_in(SHELF))
SMALL = _Games(*_rulesets_in(GOOD))
HIDDEN = _Games(*_rulesets_in(WORLDS))
GAMES = _Games(*WITH_LAYERS, *EXAMPLE_GAMES, *SMALL)
SMALL_TEXTS = {path.stem: path.read_text("utf-8") for path in sorted(GOOD.glob("*.rules"))}
