"""Slips of the pen in rule files: one word misspelt, lost, doubled or swapped, one sign, one indentation."""

import random
import re
from collections import Counter
from collections.abc import Container, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from rulespec.language.grammar import keywords, parser, words_of_rules
from rulespec.language.tree.source import Source, read
from tests.library import EXAMPLE_GAMES, EXAMPLES, ROOT, SHELF

FILES = (
    *sorted((ROOT / "cards").glob("*.rules")),
    *sorted(path for path in EXAMPLES.glob("*/*.rules") if path.parent != SHELF or path.stem in EXAMPLE_GAMES),
    *sorted((ROOT / "tests" / "rules" / "good").glob("*.rules")),
)
MISSPELT_NAMES, MISSPELT_KEYWORDS, MISPLACED = "misspelt name", "misspelt keyword", "misplaced word"
MISSPELT_DECLARATIONS = "misspelt declaration"
INDENTATION, SIGNS = "indentation", "sign"
KINDS = (MISSPELT_NAMES, MISSPELT_DECLARATIONS, MISSPELT_KEYWORDS, MISPLACED, SIGNS, INDENTATION)
PARTS = "part of a scenario"

_BESIDE = {one: other for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for one, other in pairwise(row)}
_ASCII = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_DECLARING = {
    *"WORD NUMBERS CARDS ZONE COUNTER NOTE VALUE CALL SOURCE RULING READING RULESET LAYER ENDS CHOOSE".split(),
    *"BEFORE AFTER _AND AS ADD".split(),
}


@frozen
class Written:
    """A word of a file: where it stands, and what the parser takes it for."""

    kind: str
    text: str
    start: int
    declares: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen
class Slip:
    """One mistake in a file: how it was made, what stands where instead of what was meant."""

    kind: str
    how: str
    source: Source
    start: int
    end: int
    put: str
    meant: str
    at: int  # where it should be told

    @property
    def path(self) -> Path:
        return Path(self.source.path)

    @property
    def text(self) -> str:
        return self.source.text[: self.start] + self.put + self.source.text[self.end :]

    @property
    def place(self) -> tuple[int, int]:
        return Source("", self.text).position(self.at)

    def __str__(self) -> str:
        line, column = self.place
        written = Source("", self.text).line(line)
        return f"{self.path.name}:{line}:{column} {self.kind}, {self.how}, meant {self.meant!r}: {written}"


@cache
def written(source: Source) -> list[Written]:
    """The words of a file, as the parser reads them; each file is read once, as all kinds of slips begin with that."""
    found: list[Written] = []
    starts = [at for at in source.starts if source.text[at : at + 1].strip("# \t\n")] or [0]
    blocks = [at for at in starts if not source.text[at].isspace() and not _goes_on(source.text, at)]
    for start, end in zip(blocks, [*blocks[1:], len(source.text)], strict=True):
        reading = parser().parse_interactive(source.text[start:end], start="header" if start == blocks[0] else "item")
        before = ["", ""]
        listing = renaming = False
        for token in reading.iter_parse():
            text, at = str(token).strip(), start + (token.start_pos or 0)
            if token.type == "_C":
                found.append(Written("sign", ",", at, False))
                continue
            if not text or token.type in ("_NL", "_INDENT", "_DEDENT"):
                before = [before[1], token.type]
                continue
            if token.type == "_AND":
                text = "and"
            elif token.type == "_OR":
                text = "or"
            renamed = renaming and before[1] == "TO"
            renaming = renaming or token.type == "RENAME"
            declares = renamed or before[1] in _DECLARING or before[0] in ("CALL", "BEFORE", "AFTER") or listing
            kind = "name" if token.type == "NAME" else "keyword" if token.type in keywords() else token.type.lower()
            kind = "sign" if token.type in ("COLON", "LPAR", "RPAR") else kind
            found.append(Written(kind, text, at, declares and kind == "name"))
            listing = listing or (before[0] == "WORD" and token.type == "COLON")
            before = [before[1], token.type]
    return found


def _goes_on(text: str, start: int) -> bool:
    """Whether a line goes on from the one before it."""
    before = text[:start].rstrip("\n").rpartition("\n")[2].split("#")[0].rstrip()
    return before.endswith((",", " and", " or"))


def misspellings(word: str, chance: random.Random) -> dict[str, str]:
    """A word misspelt in each of the usual ways that it allows."""
    at = chance.randrange(len(word))
    letter = chance.choice("aeinrst")
    forms = {
        "a letter lost": word[:at] + word[at + 1 :],
        "a letter doubled": word[: at + 1] + word[at:],
        "another letter": word[:at] + letter + word[at + 1 :],
        "a neighbouring key": word[:at] + _BESIDE.get(word[at], word[at]) + word[at + 1 :],
        "another case": word.swapcase() if len(word) == 1 else word[0].swapcase() + word[1:],
        "two letters swapped": word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
    }
    for umlaut, plain in _ASCII.items():
        if umlaut in word:
            forms["no umlaut"] = word.replace(umlaut, plain)
            forms["a bare vowel"] = word.replace(umlaut, plain[0])
    return {how: form for how, form in forms.items() if form != word and form}


def slips(path: Path, chance: random.Random, kinds: Container[str] = KINDS) -> Iterator[Slip]:
    """Slips of some kinds in all words of a file, each made once, at random in details that no kind decides."""
    source = read(path)
    text = source.text
    words = written(source)
    known = Counter(word.text for word in words)

    def slip(kind: str, how: str, start: int, end: int, put: str, meant: str, at: int | None = None) -> Slip:
        return Slip(kind, how, source, start, end, put, meant, start if at is None else at)

    for word in words:
        if word.kind not in ("name", "keyword") or (word.declares and known[word.text] == 1):
            continue
        kind = MISSPELT_NAMES if word.kind == "name" else MISSPELT_KEYWORDS
        kind = MISSPELT_DECLARATIONS if word.declares else kind
        for how, form in misspellings(word.text, chance).items():
            if kind in kinds and form not in known and form not in words_of_rules():
                yield slip(kind, how, word.start, word.end, form, word.text)
    for one, other in pairwise(words) if MISPLACED in kinds else ():
        if {one.kind, other.kind} <= {"name", "keyword", "int"}:
            gap = text[one.end : other.start]
            if gap.strip() or "\n" in gap:
                continue
            yield slip(MISPLACED, "lost", one.start, other.start, "", one.text)
            yield slip(MISPLACED, "doubled", one.start, one.start, one.text + " ", one.text)
            if one.text != other.text:
                yield slip(MISPLACED, "swapped", one.start, other.end, other.text + gap + one.text, one.text)
    for word in words if SIGNS in kinds else ():
        if word.kind == "sign":
            yield slip(SIGNS, f"{word.text} lost", word.start, word.end, "", word.text)
            yield slip(SIGNS, f"{word.text} doubled", word.start, word.start, word.text, word.text)
        elif word.kind == "string":
            yield slip(SIGNS, "closing quote lost", word.end - 1, word.end, "", '"', word.start)
            yield slip(SIGNS, "opening quote lost", word.start, word.start + 1, "", '"', word.start)
        elif word.kind in ("name", "keyword") and text[word.end : word.end + 1] == " ":
            yield slip(SIGNS, ", too many", word.end, word.end, ",", "")
    for number, start in enumerate(source.starts, 1) if INDENTATION in kinds else ():
        line = source.line(number)
        at = start + len(line) - len(line.lstrip())
        if not line.strip() or line.strip().startswith("#") or _goes_on(text, start):
            continue
        yield slip(INDENTATION, "two spaces more", start, start, "  ", "", at + 2)
        if line.startswith("    "):
            yield slip(INDENTATION, "two spaces less", start, start + 2, "", "", at - 2)
            yield slip(INDENTATION, "none", start, at, "", "", start)


def slips_of_parts(source: Source) -> Iterator[Slip]:
    """Mistakes in the lines `given`, `when` and `then` of the scenarios of a file."""
    in_scenario = False
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        if line.strip() and not line[0].isspace():
            in_scenario = line.startswith("scenario")
        head = re.match(r" +(given|when|then)\b", line)
        if not in_scenario or head is None:
            continue
        at, end = start + head.start(1), start + len(line.partition("#")[0].rstrip())
        beneath = re.compile(r"[ \t]*(?:#[^\n]*)?\n {8}(?=\S)").match(source.text, end)

        def slip(how: str, start: int, end: int, put: str, meant: str = head[1], at: int = at) -> Slip:
            return Slip(PARTS, how, source, start, end, put, meant, at)

        for more in (":", " too", " a game of three", " everybody"):
            yield slip(f"'{more}' too many", end, end, more)
        for more in ("  ", "    "):
            yield slip(f"{len(more)} spaces more", start, start, more, at=at + len(more))
        for fewer in (1, at - start):
            yield slip(f"{fewer} spaces less", start, start + fewer, "", at=at - fewer)
        if beneath is not None:
            yield slip("on one line with what belongs to it", end, beneath.end(), " ")
            yield slip("on one line, after a colon", end, beneath.end(), ": ")
