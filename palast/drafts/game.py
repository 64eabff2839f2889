"""A whole small game to begin with."""

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from palast.drafts.writing import titled
from rulespec.language.files import LANGUAGES, SUFFIX, TEXTS

FOLDER = Path(__file__).parent / "whole"
_NAME, _TITLE = "NAME", "TITLE"  # in the files there


@frozen
class WholeGame:
    """A ruleset with cards, zones, rounds, ends, scenarios and a law, and what it says to people, by language."""

    name: str
    text: str = field(repr=False)
    texts: Mapping[str, str] = field(repr=False)


def whole_game(name: str) -> WholeGame:
    """A small game with a name, which works and is there to be changed."""
    texts = {language: _filled(f"game.{language}{TEXTS}", name) for language in LANGUAGES}
    return WholeGame(name, _filled(f"game{SUFFIX}", name), texts)


def _filled(file: str, name: str) -> str:
    return (FOLDER / file).read_text("utf-8").replace(_NAME, name).replace(_TITLE, titled(name))
