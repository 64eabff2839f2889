"""The rule files that come with the library, by name."""

from pathlib import Path

import rulespec
from rulespec import Ruleset

_INSTALLED = Path(__file__).parent / "cards"
CARDS = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parent.parent / "cards"


def load(spec: str | Path) -> Ruleset:
    """The ruleset of a name, a path, or either with `+layer`; a `RulesError` lists everything that is wrong."""
    return rulespec.load(spec, library=CARDS)


def rulesets() -> tuple[str, ...]:
    """The names of the rulesets."""
    return _of_kind("ruleset")


def layers() -> tuple[str, ...]:
    """The names of the layers that go on any of them."""
    return _of_kind("layer")


def _of_kind(kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in CARDS.glob("*.rules") if path.read_text("utf-8").startswith(kind)))
