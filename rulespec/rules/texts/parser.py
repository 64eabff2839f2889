"""Files of texts: `game.en.texts` says in English what there is to say of `game.rules`.

    texts en

    game
        Two merchants trade.
        aim: Be the first to have {target} coins.

    names
        hand: hand; hands; in, to, from
        red: red-

    action trade
        You swap cards with somebody.
        friend: Whom do you trade with?
        given: {n = 1: Which card do you give {friend}? | Which {n} cards do you give {friend}?}
        friend told: turns to {friend}

    game ends
        told: {active = you: You have | {active} has} all coins!

A block begins at the margin, with its key as in the rules, or with `game`, `names` or `looks`. Of the lines in it, the
one without a label says what the block does; a question stands behind the names that the answer gets. A line that is
indented deeper goes on with the one above.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import zip_longest
from pathlib import PurePath
from typing import NoReturn, TypeAlias, assert_never

from attrs import define, evolve, field, frozen

from rulespec.language.errors import UNSEEN, Problem, problem, visible
from rulespec.language.files import LANGUAGES, TEXTS
from rulespec.language.tree.findings import Findings
from rulespec.language.tree.source import Source, Span

DEEPEST = 4  # braces in each other
NUMBER = "number"  # in braces, before `of` and a list: how many there are of it
TOLD = "told"  # in labels: how an answer, or the end of a round, is told to the table
AIM, TITLE, CHANGES = "aim", "title", "changes"  # what is said of the game, and of each file
GAME, NAMES, LOOKS = "game", "names", "looks"  # what is said beside the blocks of the rules

_NAME = r"[^\W\d_]\w*+(?:-\w++)*+"
LABEL = rf"(?:no )?+{_NAME}(?: and {_NAME})*+(?: not(?: afterwards)?+| cannot(?: told)?+| told)?+"
_LABELLED = re.compile(rf"(?P<label>{LABEL}): (?P<text>\S.*+)", re.DOTALL)
_COMPARED = re.compile(
    rf"(?P<name>{_NAME})(?: of (?P<of>{_NAME}))? *+= *+(?:(?P<number>\d{{1,9}}+)|(?P<hearer>{_NAME})) *+: *+"
)
_NOTHING = re.compile(rf"{LABEL}:")
_BLANKS = re.compile(r"\s++")
_COMMENTED = re.compile(r"(?<=\n)[ \t]*+#.*+")  # a line between those that go on with each other
_SIGN = re.compile(r"[{|}]")
_FILLED = re.compile(rf"(?:(?P<article>{_NAME}) (?!of ))?(?P<name>{_NAME})(?: of (?P<of>{_NAME}))? *+")


@frozen
class Filled:
    """A place where a name stands: what was chosen, a value, a word, or what a card shows `of` a list.

    Of `number of list`, the name is `number`, and `of` the list.
    """

    name: str
    of: str | None = None
    article: str = ""

    @property
    def mentioned(self) -> str:
        """The names that must be known for a text."""
        return self.name if self.of is None or self.name == NUMBER else self.of


@frozen
class ByNumber:
    """One text where a number is this one, and another where it is not."""

    what: Filled
    number: int
    one: "Parts"
    other: "Parts"


@frozen
class ByHearer:
    """One text for the player himself, who is called `you` in it, and another for everybody else."""

    who: Filled
    you: str  # the word for him, as it is written
    himself: "Parts"
    others: "Parts"


Part: TypeAlias = str | Filled | ByNumber | ByHearer
Parts: TypeAlias = tuple[Part, ...]


@frozen
class BlockText:
    """A text for a block, by its key: without a label for its effect, with names for the question that binds them."""

    key: str
    label: str
    parts: Parts
    span: Span
    head: Span  # where the key stands

    @property
    def mentioned(self) -> frozenset[str]:
        """The names that have to be known where it is said."""
        return frozenset(each.mentioned for each in fillings(self.parts))

    @cached_property
    def findings(self) -> Findings:
        """Results that passes keep with a text."""
        return Findings()


@frozen
class NameLine:
    """A line of `names` or `looks`, as written."""

    name: str
    said: str
    span: Span


@frozen
class Texts:
    """All texts of a file."""

    texts: tuple[BlockText, ...] = ()
    names: tuple[NameLine, ...] = ()
    looks: tuple[NameLine, ...] = ()


class _WrongTextError(Exception):
    """A mistake in a text, at an offset of it."""

    def __init__(self, at: int, what: str, remedy: str) -> None:
        super().__init__(at, what, remedy)
        self.at, self.what, self.remedy = at, what, remedy


def language_of(source: Source) -> str:
    """The language of a file of texts, by its name."""
    return source.path.rsplit(".", 2)[1]


@lru_cache(maxsize=64)  # for speed: a file is read to check it, and again to say what stands there in each language
def parsed(source: Source) -> tuple[Texts, tuple[Problem, ...]]:
    """The texts of a file, and what is wrong with it."""
    language = language_of(source)
    found, problems, head = _Found(), list[Problem](), None
    lines = pieces(source)
    if language not in LANGUAGES:
        span, name = lines[0] if lines else Span(source, 0, 0), PurePath(source.path).name.rsplit(".", 2)[0]
        remedy = f"rename it to {' or '.join(f'{name}.{each}{TEXTS}' for each in LANGUAGES)}"
        return Texts(), (problem("E061", span, "unknown language in the name of this file of texts", remedy),)
    if not lines or lines[0].text.split() != ["texts", language]:
        span = lines[0] if lines else Span(source, 0, 0)
        what = f"a file of texts in this language starts with 'texts {language}'"
        return Texts(), (problem("E061", span, what, f"write 'texts {language}' in the first line"),)
    taken = dict[tuple[str, str], Span]()
    for line, after in zip_longest(lines[1:], lines[2:]):
        if not line.text[0].isspace():
            head = _stripped(line)
            if after is None or not after.text[0].isspace():
                what = f"'{_key(head)}' is empty"
                problems.append(problem("E061", line, what, "write its text below it, indented"))
            continue
        try:
            _take(found, taken, head, line)
        except _WrongTextError as error:
            span = Span(source, min(error.at, line.end - 1), line.end)
            problems.append(problem("E061", span, error.what, error.remedy))
    return Texts(tuple(found.texts), tuple(found.names), tuple(found.looks)), tuple(problems)


@define
class _Found:
    """The texts of a file as far as it has been read."""

    texts: list[BlockText] = field(factory=list)
    names: list[NameLine] = field(factory=list)
    looks: list[NameLine] = field(factory=list)


def _take(found: _Found, taken: dict[tuple[str, str], Span], head: Span | None, line: Span) -> None:
    """Reads a line of a block; `taken` has what was said before."""
    span = _stripped(line)
    said = _COMMENTED.sub(lambda comment: " " * len(comment[0]), line.text).strip()
    unseen = next((each for each in UNSEEN.finditer(line.text) if each[0] != "\t"), None)
    if unseen is not None:
        _wrong(line.start + unseen.start(), f"invisible character {visible(unseen[0])}", "remove it")
    labelled = _LABELLED.fullmatch(said)
    if head is None:
        _wrong(span.start, "this text belongs to no block", "write the name of a block above it, without indentation")
    key = _key(head)
    if key in (NAMES, LOOKS):
        name, colon, what = said.partition(":")
        if not colon or not what.strip():
            _wrong(span.start, "missing name", f"write 'NAME: TEXT' below '{key}'")
        _once(taken, key, name.strip(), span)
        lines = found.names if key == NAMES else found.looks
        lines.append(NameLine(name.strip(), " ".join(what.split()), span))
        return
    if _NOTHING.fullmatch(said):
        _wrong(span.start, "missing text", "write the text after the colon")
    label, text = (labelled["label"], labelled["text"]) if labelled else ("", said)
    _once(taken, key, label, span)
    at = span.start + len(said) - len(text)
    try:
        parts, _ = _parts(text, 0, 0)
    except _WrongTextError as error:
        _wrong(at + error.at, error.what, error.remedy)
    found.texts.append(BlockText(key, label, parts, span, head))


def _key(head: Span) -> str:
    return " ".join(head.text.split())


def _once(taken: dict[tuple[str, str], Span], key: str, label: str, span: Span) -> None:
    """Sees to it that nothing is said twice of the same."""
    before = taken.setdefault((key, label), span)
    if before is not span:
        remedy = (
            "remove one of them"
            if label
            else "remove one of them, or indent this line further to continue the one above"
        )
        of = f"the text '{label}' of '{key}'" if label else f"the text of '{key}'"
        _wrong(span.start, f"{of} is already in line {before.line}", remedy)


def renamed(text: BlockText, names: Mapping[str, str]) -> BlockText:
    """A text as it is once some names have been changed."""
    if not names:
        return text
    key, label = (" ".join(names.get(word, word) for word in said.split(" ")) for said in (text.key, text.label))
    return evolve(text, key=key, label=label, parts=_renamed(text.parts, names))


def _renamed(parts: Parts, names: Mapping[str, str]) -> Parts:
    found = list[Part]()
    for part in parts:
        match part:
            case str():
                found.append(part)
            case Filled():
                found.append(_place_renamed(part, names))
            case ByNumber(what, number, one, other):
                found.append(
                    ByNumber(_place_renamed(what, names), number, _renamed(one, names), _renamed(other, names))
                )
            case ByHearer(who, you, himself, others):
                found.append(
                    ByHearer(_place_renamed(who, names), you, _renamed(himself, names), _renamed(others, names))
                )
            case _:
                assert_never(part)
    return tuple(found)


def _place_renamed(part: Filled, names: Mapping[str, str]) -> Filled:
    return evolve(part, name=names.get(part.name, part.name), of=part.of and names.get(part.of, part.of))


def settled(text: BlockText, options: Mapping[str, int | str]) -> BlockText:
    """A text in its version for the values of options."""
    if not options:
        return text
    parts = _settled(text.parts, options)
    return text if parts == text.parts else evolve(text, parts=_trimmed(_joined(parts)))


def _joined(parts: Parts) -> Parts:
    """Parts with adjacent strings joined, and no two blanks in a row."""
    found = list[Part]()
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            part = f"{found.pop()}{part}"
        found.append(_BLANKS.sub(" ", part) if isinstance(part, str) else part)
    return tuple(found)


def _settled(parts: Parts, options: Mapping[str, int | str]) -> Parts:
    found = list[Part]()
    for part in parts:
        match part:
            case ByNumber(Filled(name, None), number, one, other) if name in options:
                found += _settled(one if options[name] == number else other, options)
            case ByHearer(Filled(name, None), word, one, other) if name in options:
                found += _settled(one if options[name] == word else other, options)
            case ByNumber(what, number, one, other):
                found.append(ByNumber(what, number, _settled(one, options), _settled(other, options)))
            case ByHearer(who, you, one, other):
                found.append(ByHearer(who, you, _settled(one, options), _settled(other, options)))
            case _:
                found.append(part)
    return tuple(found)


def fillings(parts: Parts) -> Iterator[Filled]:
    """All places where a name stands."""
    for part in parts:
        if isinstance(part, Filled):
            yield part
        if isinstance(part, ByNumber):
            yield part.what
            yield from fillings((*part.one, *part.other))
        if isinstance(part, ByHearer):
            yield part.who
            yield from fillings((*part.himself, *part.others))


def counted(parts: Parts) -> Iterator[Filled]:
    """A value that is compared with a number."""
    for part in parts:
        if isinstance(part, ByNumber):
            yield part.what
            yield from counted((*part.one, *part.other))
        if isinstance(part, ByHearer):
            yield from counted((*part.himself, *part.others))


def for_hearers(parts: Parts) -> Iterator[ByHearer]:
    """A text with one version for a player, and another for everybody else."""
    for part in parts:
        if isinstance(part, ByNumber):
            yield from for_hearers((*part.one, *part.other))
        if isinstance(part, ByHearer):
            yield part
            yield from for_hearers((*part.himself, *part.others))


def always_said(parts: Parts) -> Iterator[str]:
    """The words that are said whatever the numbers in it are."""
    for part in parts:
        if isinstance(part, str):
            yield part
        if isinstance(part, ByHearer):
            yield from always_said((*part.himself, *part.others))


# ---- lines


def pieces(source: Source) -> list[Span]:
    """The lines that say something, each with those that go on with it, which are indented deeper."""
    found, depth = list[Span](), 0
    for number, start in enumerate(source.starts, 1):
        line = Span(source, start, start + len(source.line(number)))
        if not line.text.strip() or line.text.lstrip().startswith("#"):
            continue
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
    found = list[Part]()
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
            _wrong(at, "unexpected '}'", "remove it, or write '{' before it")
        else:
            found.append("|")
            at += 1
    return tuple(found), at


def _in_one_line(said: str) -> list[str]:
    return [_BLANKS.sub(" ", said)] if said else []


def _braced(text: str, begin: int, depth: int) -> tuple[Part, int]:
    """The text between braces, and its end."""
    if depth == DEEPEST:
        _wrong(begin, "too many nested braces", "simplify the text")
    sign = _SIGN.search(text, begin + 1)
    close = sign.start() if sign else len(text)
    inside = text[begin + 1 : close]
    compared = _COMPARED.match(inside)
    if compared is None:
        filled = _FILLED.fullmatch(_BLANKS.sub(" ", inside))
        if filled is None or not text.startswith("}", close):
            _wrong(begin, "expected a name in braces", "write {NAME}, or {NAME = 1: one text | another}")
        return Filled(filled["name"], filled["of"], filled["article"] or ""), close + 1
    what, hearer = Filled(compared["name"], compared["of"]), compared["hearer"]
    form = f"write {{NAME = {hearer or 1}: one text | another}}"
    one, bar = _parts(text, begin + 1 + compared.end(), depth + 1)
    if not text.startswith("|", bar):
        _wrong(begin, "missing text for the other players" if hearer else "missing text for other numbers", form)
    other, end = _parts(text, bar + 1, depth + 1)
    if not text.startswith("}", end):
        _wrong(begin, "missing '}'", form)
    one, other = _trimmed(one), _trimmed(other)
    part = ByHearer(what, hearer, one, other) if hearer else ByNumber(what, int(compared["number"]), one, other)
    return part, end + 1


def _trimmed(parts: Parts) -> Parts:
    """Parts without the blanks around them."""
    trimmed = list(parts)
    if trimmed and isinstance(trimmed[0], str):
        trimmed[0] = trimmed[0].lstrip()
    if trimmed and isinstance(trimmed[-1], str):
        trimmed[-1] = trimmed[-1].rstrip()
    return tuple(part for part in trimmed if part != "")


def _wrong(at: int, what: str, remedy: str) -> NoReturn:
    raise _WrongTextError(at, what, remedy)
