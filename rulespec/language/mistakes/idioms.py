"""Idioms of other languages and of rule books, with what to write instead."""

import re
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files

from attrs import frozen

_TO_WRITE = re.compile(r"(?:the words are English: )?write '([^']+)'")
_TO_FILL_IN = re.compile(r"[A-Z]{2}|\b[A-Z]\b|\.\.\.")  # placeholders in a remedy
_AHEAD = re.compile(r"\(\?[=!][^()]*(?:\([^()]*\)[^()]*)?\)$")  # a pattern that ends with a lookahead
_BEFORE, _AFTER = 60, 100  # the characters around a place that are searched


@frozen
class Saying:
    """An idiom found in a line, by its offsets, with the message and the remedy."""

    start: int
    end: int
    what: str
    remedy: str

    @property
    def instead(self) -> str | None:
        """The replacement, if the remedy begins with one that has nothing to fill in; else None."""
        said = _TO_WRITE.match(self.remedy)
        return said[1] if said and not _TO_FILL_IN.search(said[1]) else None


@cache
def _sections() -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for line in files("rulespec.language.mistakes").joinpath("sayings.txt").read_text("utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = sections.setdefault(line[1:-1], [])
        elif line.strip() and not line.startswith("#"):
            section.append(line)
    return sections


@cache
def _phrases(section: str = "phrases") -> tuple[tuple[re.Pattern[str], str], ...]:
    def whole(pattern: str) -> str:
        before = r"(?<![\w-])" if re.match(r"\((?!\?<)|\w|\\w|\\d", pattern) else ""
        after = r"(?![\w-])" if re.search(r"[\w)+*?]$", pattern) and not _AHEAD.search(pattern) else ""
        return f"{before}(?:{pattern}){after}"

    found = (line.rsplit(" => ", 1) for line in _sections()[section])
    return tuple((re.compile(whole(pattern), re.IGNORECASE), remedy) for pattern, remedy in found)


@cache
def _words() -> dict[str, str]:
    said = (line.rsplit(" <= ", 1) for line in _sections()["words"])
    german = {word: f"keywords are English: write '{meant}'" for word, meant in _german().items()}
    return german | {word: remedy for remedy, words in said for word in words.split()}


@cache
def _german() -> dict[str, str]:
    found = (line.rsplit(" <= ", 1) for line in _sections()["german"])
    return {word: meant for meant, words in found for word in words.split()}


def other_word(word: str) -> str:
    """The remedy for a word that the language does not have; "" if it is not known."""
    return _words().get(word.casefold(), "")


def saying(line: str, places: Iterable[tuple[int, int]], legal: Collection[str]) -> Saying | None:
    """The first idiom in a line that touches one of some places; of several at one offset, the one listed first."""
    found: list[Saying] = []
    for start, end in places:
        until = min(end, start + _AFTER) + _AFTER
        for pattern, remedy in _phrases():
            for match in pattern.finditer(line, max(0, start - _BEFORE), until):
                if match.start() >= end:
                    break
                if match.end() > start and not match.end() == until < len(line):  # there is more of it
                    what = f"cannot parse '{_in_one_line(match.group())}'"
                    found.append(Saying(match.start(), match.end(), what, match.expand(remedy)))
        word = line[start:end]
        if other_word(word) and word not in legal:
            found.append(Saying(start, end, f"unknown word '{word}'", other_word(word)))
    return min(found, key=lambda each: each.start, default=None)


def _in_one_line(text: str) -> str:
    rows = text.split("\n")
    return text if len(rows) == 1 else " ".join(map(str.strip, rows))


def saying_in(section: str, line: str) -> Saying | None:
    """The idiom in a line of a law or a scenario that is listed first in a section; None if there is none."""
    for pattern, remedy in _phrases(section):
        match = pattern.search(line, 0, _BEFORE + _AFTER)
        if match is not None and not match.end() == _BEFORE + _AFTER < len(line):  # there is more of it
            text = match.group().strip()
            start = match.start() + match.group().index(text)
            what = f"cannot parse '{_in_one_line(text)}'"
            return Saying(start, start + len(text), what, match.expand(remedy))
    return None
