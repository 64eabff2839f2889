"""Files of texts: `game.en.texts` says in English what the choices of `game.rules` ask.

    texts en

    action trade
        friend: Whom do you trade with?
        given: {n = 1: Which card do you give {friend}? | Which {n} cards do you give {friend}?}

A block begins at the margin, with its key as in the rules. Each line in it is a question, behind the names that the
answer gets; a line that is indented deeper goes on with the one above.
"""

import re
from typing import NoReturn, TypeAlias

from attrs import evolve, frozen

from rulespec.errors import Problem, problem
from rulespec.tree.source import Source, Span

DEEPEST = 4  # braces in each other

_NAME = r"[^\W\d_]\w*+(?:-\w++)*+"
_QUESTION = re.compile(rf"(?P<names>{_NAME}(?: and {_NAME})*+): (?P<text>\S.*+)", re.DOTALL)
_COUNTED = re.compile(rf"(?P<name>{_NAME}) *+= *+(?P<number>\d++) *+: *+")
_SIGN = re.compile(r"[{|}]")
_FILLED = re.compile(rf"(?P<name>{_NAME}) *+")


@frozen
class Filled:
    """A place where something stands that was chosen, or who has the turn."""

    name: str


@frozen
class ByNumber:
    """One text where a chosen number is this one, and another where it is not."""

    name: str
    number: int
    one: "Parts"
    other: "Parts"


Parts: TypeAlias = tuple[str | Filled | ByNumber, ...]


@frozen
class QuestionText:
    """A question: the key of the block that asks, the names that the answer gets, and what is said."""

    key: str
    names: str
    parts: Parts
    span: Span

    @property
    def mentioned(self) -> frozenset[str]:
        """The names in it."""
        return _mentioned(self.parts)


class _WrongTextError(Exception):
    """What is wrong with a text, at an offset of it."""

    def __init__(self, at: int, what: str, remedy: str) -> None:
        super().__init__(at, what, remedy)
        self.at, self.what, self.remedy = at, what, remedy


def language_of(source: Source) -> str:
    """The language of a file of texts, by its name."""
    return source.path.rsplit(".", 2)[1]


def parsed(source: Source) -> tuple[list[QuestionText], list[Problem]]:
    """The texts of a file, and what is wrong with it."""
    language = language_of(source)
    texts, problems, key = list[QuestionText](), list[Problem](), ""
    lines = [line for line in _lines(source) if line.text.strip() and not line.text.lstrip().startswith("#")]
    if not lines or lines[0].text.split() != ["texts", language]:
        span = lines[0] if lines else Span(source, 0, 0)
        return [], [problem("E061", span, "this is no file of texts in this language", f"begin with: texts {language}")]
    for line in _joined(lines[1:]):
        if not line.text[0].isspace():
            key = " ".join(line.text.split())
            continue
        found = _QUESTION.fullmatch(line.text.strip())
        if not key or found is None:
            remedy = "write: NAME: the question, indented under a block of the rules"
            problems.append(problem("E061", _stripped(line), "this is no question of a block", remedy))
            continue
        at = line.start + line.text.index(found["text"], line.text.index(":"))
        try:
            parts, _ = _parts(found["text"], 0, 0)
        except _WrongTextError as error:
            span = Span(source, min(at + error.at, line.end - 1), line.end)
            problems.append(problem("E061", span, error.what, error.remedy))
            continue
        texts.append(QuestionText(key, found["names"], parts, _stripped(line)))
    return texts, problems


def renamed(text: QuestionText, names: dict[str, str]) -> QuestionText:
    """A text as it is once some names have been changed."""
    key, bound = (" ".join(names.get(word, word) for word in said.split(" ")) for said in (text.key, text.names))
    return evolve(text, key=key, names=bound)


# ---- lines


def _lines(source: Source) -> list[Span]:
    return [Span(source, start, start + len(source.line(number))) for number, start in enumerate(source.starts, 1)]


def _joined(lines: list[Span]) -> list[Span]:
    """The lines, each with those that go on with it, which are indented deeper than the first line of their block."""
    found, depth = list[Span](), 0
    for line in lines:
        indent = len(line.text) - len(line.text.lstrip())
        if indent and depth and indent > depth and found:
            found[-1] = Span(line.source, found[-1].start, line.end)
            continue
        depth = indent
        found.append(line)
    return found


def _stripped(span: Span) -> Span:
    """A stretch without the blanks at its beginning."""
    return Span(span.source, span.start + len(span.text) - len(span.text.lstrip()), span.end)


# ---- what is said


def _parts(text: str, at: int, depth: int) -> tuple[Parts, int]:
    """The parts from an offset on, up to the end or to what closes them; and where that is."""
    found = list[str | Filled | ByNumber]()
    while at < len(text):
        sign = _SIGN.search(text, at)
        end = sign.start() if sign else len(text)
        found += _in_one_line(text[at:end])
        at = end
        if sign is None or (depth and sign[0] != "{"):
            break
        if sign[0] == "{":
            part, at = _braced(text, at, depth)
            found.append(part)
        elif sign[0] == "}":
            _wrong(at, "this closes nothing", "take it away, or write a '{' before it")
        else:
            found.append("|")
            at += 1
    return tuple(found), at


def _in_one_line(said: str) -> list[str]:
    return [re.sub(r"\s+", " ", said)] if said else []


def _braced(text: str, begin: int, depth: int) -> tuple[Filled | ByNumber, int]:
    """What stands between braces, and where it ends."""
    if depth == DEEPEST:
        _wrong(begin, "braces are nested too deep here", "write a question that is easier to read")
    sign = _SIGN.search(text, begin + 1)
    close = sign.start() if sign else len(text)
    inside = text[begin + 1 : close]
    counted = _COUNTED.match(inside)
    if counted is None:
        filled = _FILLED.fullmatch(inside)
        if filled is None or not text.startswith("}", close):
            _wrong(begin, "in braces stands what was chosen", "write {NAME}, or {NAME = 1: one text | another}")
        return Filled(filled["name"]), close + 1
    one, bar = _parts(text, begin + 1 + counted.end(), depth + 1)
    if not text.startswith("|", bar):
        _wrong(begin, "there is nothing for other numbers", "write {NAME = 1: one text | another}")
    other, end = _parts(text, bar + 1, depth + 1)
    if not text.startswith("}", end):
        _wrong(begin, "this is not closed", "write {NAME = 1: one text | another}")
    return ByNumber(counted["name"], int(counted["number"]), _trimmed(one), _trimmed(other)), end + 1


def _trimmed(parts: Parts) -> Parts:
    """Parts without the blanks around them."""
    trimmed = list(parts)
    if trimmed and isinstance(trimmed[0], str):
        trimmed[0] = trimmed[0].lstrip()
    if trimmed and isinstance(trimmed[-1], str):
        trimmed[-1] = trimmed[-1].rstrip()
    return tuple(part for part in trimmed if part != "")


def _mentioned(parts: Parts) -> frozenset[str]:
    names = set[str]()
    for part in parts:
        if isinstance(part, Filled | ByNumber):
            names.add(part.name)
        if isinstance(part, ByNumber):
            names |= _mentioned(part.one) | _mentioned(part.other)
    return frozenset(names)


def _wrong(at: int, what: str, remedy: str) -> NoReturn:
    raise _WrongTextError(at, what, remedy)
