"""Colours for cards and players in a terminal. Lines are laid out first, so that only what is printed is counted."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import frozen

from palast.prompt.called import Called
from rulespec.rules.material import Card
from rulespec.wording.page import Page

DARK = 60  # of 255: what is darker cannot be read on a black ground
_CODES = re.compile(r"\x1b\[[0-9;]*+m")
_PLAIN, _DIM, _UNDIMMED = "\x1b[39m", "\x1b[2m", "\x1b[22m"
_LEVELS = (0, 95, 135, 175, 215, 255)
_TRUE = ("truecolor", "24bit")
Colour = tuple[int, int, int]


@frozen(eq=False, slots=False)
class Paint:
    """Colours what cards and players are called, each by the word with a colour that it shows."""

    called: Called

    def lines(self, page: Page, lines: Iterable[str], dimmed: Iterable[str] = ()) -> str:
        """Lines that are laid out, with codes if the page has them; some texts are dimmed."""
        text = "\n".join(lines)
        if not page.dims:
            return text
        codes = {**dict.fromkeys(dimmed, _DIM), **self._codes}
        if not codes:
            return text
        return _pattern(codes).sub(lambda found: self._coded(found, codes), text)

    def symbols(self, page: Page, card: Card) -> str:
        """The symbols of what a card shows, behind a blank; only for a terminal."""
        found = "".join(self.called.words.looks.get(str(word), ("", ""))[1] for _, word in card.shown)
        return f" {found}" if found and page.dims else ""

    @staticmethod
    def _coded(found: re.Match[str], codes: Mapping[str, str]) -> str:
        """A name with its code, which ends and begins again where a line does."""
        said = found.group()
        code = codes[" ".join(said.split())]
        end = _UNDIMMED if code == _DIM else _PLAIN
        return code + re.sub(r"\n *+", lambda line: f"{end}{line.group()}{code}", said) + end

    @cached_property
    def _codes(self) -> Mapping[str, str]:
        """The code for each name of a card or of a player."""
        game, found = self.called.game, dict[str, str]()
        for seat in range(game.players):
            name = game.seat_name(seat)
            found |= self._all([name, self.called.seat(seat)], [name])
        for card in game.material.cards:
            found |= self._all([card.name, *self.called.forms(card)], [str(word) for _, word in card.shown])
        return found

    def _all(self, names: Iterable[str], shown: Iterable[str]) -> Mapping[str, str]:
        colours = (self.called.words.looks.get(word, ("", ""))[0] for word in shown)
        code = next(map(_code, filter(None, colours)), "")
        return dict.fromkeys(names, code) if code else {}


def bare(text: str) -> str:
    """A text without codes."""
    return _CODES.sub("", text)


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Any of some names, the longest first, also where a line ends within it."""
    longest = sorted(names, key=len, reverse=True)
    said = (r"(?: |\n *+)".join(map(re.escape, name.split())) for name in longest)
    return re.compile(r"(?<![\w\[])(?:" + "|".join(said) + r")(?!\w)")


def _code(colour: str) -> str:
    """The escape code of a colour: itself, or the nearest of 256; empty if it could not be read."""
    wanted: Colour = (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
    if max(wanted) < DARK:
        return ""
    if os.environ.get("COLORTERM") in _TRUE:
        return "\x1b[38;2;{};{};{}m".format(*wanted)
    number, _ = min(_palette(), key=lambda each: _distance(each[1], wanted))
    return f"\x1b[38;5;{number}m"


def _palette() -> Iterator[tuple[int, Colour]]:
    """The colours of 256 that are the same in each terminal, with their numbers."""
    for at in range(216):
        yield 16 + at, (_LEVELS[at // 36], _LEVELS[at // 6 % 6], _LEVELS[at % 6])
    for at in range(24):
        yield 232 + at, (8 + 10 * at,) * 3


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
