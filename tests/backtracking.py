"""What a regular expression costs on a text: it is tried as `re` tries it, and every sign looked at is a step.

So a pattern is judged alike on every machine. The texts are made to hurt: of what the pattern itself repeats, behind
what leads there and before what does not fit.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from re import _parser
from typing import Any

from attrs import frozen

SIGNS = " \t\n\r\"'#:;,.-_+*/\\()[]{}<>=&|?!$^09azARxé\u0301\u2028\U0001f0a1\x00"  # some of each sort
SIGN = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
PLACES = {
    "AT_BEGINNING": "^",
    "AT_BEGINNING_STRING": r"\A",
    "AT_END": "$",
    "AT_END_STRING": r"\Z",
    "AT_BOUNDARY": r"\b",
    "AT_NON_BOUNDARY": r"\B",
}
FOR_EVER = 32  # times that count as without end, where a pattern has a bound

Ends = Iterator[int]  # where a part of a pattern can end, in the order in which that is tried
Part = Callable[[str, int], Ends]


@frozen
class Text:
    """A text that can be made longer."""

    before: str
    repeated: str
    after: str

    def of(self, size: int) -> str:
        return self.before + self.repeated * max(4, size // len(self.repeated)) + self.after


class CannotJudge(Exception):
    """The pattern has something that this does not know."""


class TooDear(Exception):
    """More steps than were allowed."""


class Expression:
    """A regular expression that counts the steps of its tries."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._tree = _parser.parse(pattern, flags)
        self._flags = self._tree.state.flags
        self._steps, self._most = 0, 0
        self._whole = self._sequence(self._tree)

    def cost(self, text: str, *, anchored: bool, most: int = 300_000) -> int:
        """The steps of a try at the beginning if it is `anchored`, else of looking for all matches in a text."""
        self._steps, self._most, at = 0, most, 0
        while at <= len(text):
            end = next(self._whole(text, at), None)
            if anchored:
                break
            at = end if end is not None and end > at else at + 1
        return self._steps

    # ---- matching

    def _sequence(self, nodes: Any) -> Part:
        parts = [self._part(*node) for node in nodes]

        def ends(text: str, at: int, number: int = 0) -> Ends:
            if number == len(parts):
                yield at
                return
            for end in parts[number](text, at):
                yield from ends(text, end, number + 1)

        return parts[0] if len(parts) == 1 else ends

    def _part(self, kind: Any, given: Any) -> Part:
        match str(kind):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return self._sign(_written(kind, given))
            case "AT":
                return self._place(PLACES[str(given)])
            case "SUBPATTERN":
                _, added, removed, inner = given
                before, self._flags = self._flags, (self._flags | added) & ~removed
                part, self._flags = self._sequence(inner), before
                return part
            case "BRANCH":
                return self._either([self._sequence(each) for each in given[1]])
            case "MAX_REPEAT" | "MIN_REPEAT":
                return self._repeated(given, self._sequence(given[2]), greedy=str(kind) == "MAX_REPEAT")
            case "POSSESSIVE_REPEAT":
                return _first(self._repeated(given, _first(self._sequence(given[2])), greedy=True))
            case "ATOMIC_GROUP":
                return _first(self._sequence(given))
            case "ASSERT" | "ASSERT_NOT":
                return self._look(*given, wanted=str(kind) == "ASSERT")
            case _:
                raise CannotJudge(f"{kind} in {self.pattern}")

    def _step(self) -> None:
        self._steps += 1
        if self._steps > self._most:
            raise TooDear

    def _sign(self, pattern: str) -> Part:
        fits = _remembered(re.compile(pattern, self._flags & ~re.VERBOSE).match)

        def ends(text: str, at: int) -> Ends:
            self._step()
            if at < len(text) and fits(text[at]):
                yield at + 1

        return ends

    def _place(self, pattern: str) -> Part:
        is_there = re.compile(pattern, self._flags & ~re.VERBOSE).match

        def ends(text: str, at: int) -> Ends:
            self._step()
            if is_there(text, at):
                yield at

        return ends

    def _either(self, parts: Sequence[Part]) -> Part:
        def ends(text: str, at: int) -> Ends:
            for part in parts:
                yield from part(text, at)

        return ends

    def _repeated(self, given: Any, part: Part, *, greedy: bool) -> Part:
        least, most, _ = given

        def ends(text: str, at: int) -> Ends:
            tries = [(at, part(text, at))]  # for each time, where it begins and where it can end
            if not greedy and not least:
                yield at
            while tries:
                here, ways = tries[-1]
                end = next(ways, None) if len(tries) <= most else None
                if end is None:
                    tries.pop()
                    if greedy and len(tries) >= least:
                        yield here
                elif end > here or len(tries) <= least:
                    tries.append((end, part(text, end)))
                    if not greedy and len(tries) > least:
                        yield end

        return ends

    def _look(self, way: int, nodes: Any, *, wanted: bool) -> Part:
        part, back = self._sequence(nodes), nodes.getwidth()[0] if way < 0 else 0

        def ends(text: str, at: int) -> Ends:
            found = at >= back and next(part(text, at - back), None) is not None
            if found == wanted:
                yield at

        return ends

    # ---- texts that may hurt

    def texts(self) -> Iterator[Text]:
        """Of everything that the pattern repeats, and of the signs that its repetitions tell apart."""
        signs = self._told_apart()
        repeats = list(dict.fromkeys(self._repeats(self._tree, "")))
        begins = dict.fromkeys(["", *(before for before, _ in repeats)])
        pumps = dict.fromkeys([*signs, *(body for _, body in repeats), *(before + body for before, body in repeats)])
        for pump in filter(None, pumps):
            for before, after in product(begins, ("", *signs)):
                yield Text(before, pump, after)
        for pump in map("".join, product(signs, repeat=2)):
            yield Text("", pump, "")

    def _told_apart(self) -> list[str]:
        """A sign of each sort: two are of one sort if every repetition takes both or neither."""
        repeated = [re.compile(each, self._flags & ~re.VERBOSE).match for each in _repeated_signs(self._tree, False)]
        named = "".join(map(chr, dict.fromkeys(_named(self._tree))))
        return list({tuple(bool(fits(sign)) for fits in repeated): sign for sign in (SIGNS + named)[::-1]}.values())

    def _repeats(self, nodes: Any, before: str) -> Iterator[tuple[str, str]]:
        """What leads to each part that can come again, and that part once."""
        for kind, given in nodes:
            if str(kind) in REPEATS and given[1] > 1:
                yield before, self._example(given[2])
            for each in _inner(kind, given):
                yield from self._repeats(each, before)
            before += self._example([(kind, given)])

    def _example(self, nodes: Any) -> str:
        """A text that fits, as far as lookarounds let it."""
        said = ""
        for kind, given in nodes:
            if str(kind) in SIGN:
                fits = re.compile(_written(kind, given), self._flags & ~re.VERBOSE).match
                signs = (*map(chr, _named([(kind, given)])), *"a0 #-\n")
                said += next((sign for sign in signs if fits(sign)), "")
            elif not str(kind).startswith("ASSERT"):
                times = max(given[0], 1) if str(kind) in REPEATS else 1
                said += "".join(map(self._example, _inner(kind, given)[:1])) * times
        return said


def _first(part: Part) -> Part:
    """A part that is never tried a second way."""

    def ends(text: str, at: int) -> Ends:
        end = next(part(text, at), None)
        if end is not None:
            yield end

    return ends


def _remembered(match: Callable[[str], object]) -> Callable[[str], object]:
    known: dict[str, object] = {}

    def fits(sign: str) -> object:
        if sign not in known:
            known[sign] = match(sign)
        return known[sign]

    return fits


def _written(kind: Any, given: Any) -> str:
    """A part that is one sign, as a pattern of its own."""
    match str(kind):
        case "LITERAL":
            return f"\\U{given:08x}"
        case "NOT_LITERAL":
            return f"[^\\U{given:08x}]"
        case "ANY":
            return "."
        case "IN":
            negated, *parts = given if str(given[0][0]) == "NEGATE" else (None, *given)
            return f"[{'^' if negated else ''}{''.join(_in_a_set(*each) for each in parts)}]"
    raise CannotJudge(str(kind))


def _in_a_set(kind: Any, given: Any) -> str:
    match str(kind):
        case "LITERAL":
            return f"\\U{given:08x}"
        case "RANGE":
            return f"\\U{given[0]:08x}-\\U{given[1]:08x}"
        case "CATEGORY":
            sort = str(given).removeprefix("CATEGORY_")
            letter = sort.removeprefix("NOT_")[0].lower()
            return "\\" + (letter.upper() if sort.startswith("NOT_") else letter)
    raise CannotJudge(str(kind))


def _inner(kind: Any, given: Any) -> list[Any]:
    """The parts of a part."""
    match str(kind):
        case "BRANCH":
            return list(given[1])
        case "SUBPATTERN":
            return [given[3]]
        case "ATOMIC_GROUP":
            return [given]
        case "ASSERT" | "ASSERT_NOT":
            return [given[1]]
        case _:
            return [given[2]] if str(kind) in REPEATS else []


def _named(nodes: Any) -> Iterator[int]:
    """The signs that a pattern names."""
    for kind, given in nodes:
        match str(kind):
            case "LITERAL":
                yield given
            case "RANGE":
                yield given[0]
            case "IN":
                yield from _named(given)
            case _:
                for each in _inner(kind, given):
                    yield from _named(each)


def _repeated_signs(nodes: Any, within: bool) -> Iterator[str]:
    """The parts of a pattern that are one sign, and can come often."""
    for kind, given in nodes:
        if within and str(kind) in SIGN:
            yield _written(kind, given)
        for each in _inner(kind, given):
            yield from _repeated_signs(each, within or (str(kind) in REPEATS and given[1] >= FOR_EVER))
