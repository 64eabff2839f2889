"""Diagnoses a block that cannot be parsed: every broken line, its likeliest cause, and what to write instead."""

import re
from collections import Counter
from functools import cache, cached_property, lru_cache

from attrs import evolve, frozen

from rulespec.language.errors import Fix, Problem, problem
from rulespec.language.grammar import Stack, after, begin, ends, keywords, legal, read, shift, wants_block
from rulespec.language.mistakes.expected import expected
from rulespec.language.mistakes.idioms import Saying, other_word, saying, saying_in
from rulespec.language.mistakes.repairs import BrokenLine, Edit, LineRepair, repairs, words_for
from rulespec.language.reading import logical_lines
from rulespec.language.scan import TAB, Line, Word, lines
from rulespec.language.suggest import distance, meant, nearest, reach
from rulespec.language.tree.source import Source, Span

MOST = 8  # broken lines of one block that are reported
UNDER = "indent its lines below it; an effect starts with a verb such as 'move', 'draw' or 'add'"
INDENT = "indent it more than the line above to continue that line"
COMPLETE = "complete it; the next line begins a statement of its own"
UNDER_SCENARIO = "indent its lines below it; a scenario has 'given', 'when' and 'then', in this order"
LONGEST = 1000  # repairs are tried if at most so many words of a line come before the error
PARTS = ("given", "when", "then")  # of a scenario
FEW = 5  # alternatives that are worth listing
BLOCKS = frozenset("if unless may otherwise players other each at".split())  # that a block inside another begins with

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
_ROW = re.compile(r"\bfor\s+(\w+)\s+(?:or|and)\s+(\w+)")
_LIST = re.compile(r"^(?:add )?word\s+([\w-]+)\s*:(.*)$", re.MULTILINE)
_UNSAID = re.compile(r'"[^"\n]*"|#[^\n]*')


@lru_cache(maxsize=8)
def _step(text: str) -> int:
    """The usual indentation of a file, in spaces."""
    depths = Counter(len(spaces.expandtabs(TAB)) for spaces in re.findall(r"^[ \t]+(?=\S)", text, re.MULTILINE))
    usual = 0.6 * sum(depths.values())
    return next((step for step in (4, 3, 2) if sum(n for d, n in depths.items() if d % step == 0) >= usual), 1)


@lru_cache(maxsize=64)
def words_used(text: str) -> Counter[str]:
    """How often each word occurs in a text, outside comments and quotes."""
    return Counter(_NAME.findall(_UNSAID.sub("", text)))


def slips(source: Source, start: int, end: int, rule: str) -> list[Problem]:
    """The problems of the block from one offset to another; [] if it can be parsed."""
    return _Block(source, start, logical_lines(source.text[start:end], rule), rule).problems()


@frozen
class _Level:
    """The indentation of an open block, whether the parser has opened it, and its first line."""

    indent: int
    read: bool
    first: Line | None


def near_words(span: Span, file: Source) -> list[str]:
    """The keywords close to a name in a readable block of a file that could stand in its place."""
    word, block = span.text, span.source
    if not any(distance(word, each) <= reach(word, each) for each in keywords().values()):
        return []
    return _Block(file, file.start(block.first), logical_lines(block.text, "item"), "item").words_at(span.start)


class _Block:
    """Parses a block line by line and recovers from errors."""

    def __init__(self, source: Source, base: int, written: list[Line], rule: str) -> None:
        self._source = source
        self._base = base
        self._lines = written
        self._rule = rule
        self._found: list[Problem] = []
        self._levels = [_Level(0, True, None)]
        self._step = _step(source.text)
        self._names = frozenset(word for word, count in words_used(source.text).items() if count > 1)
        opening = {word.text for word in written[0].words[:2]} if written else set()
        self._tests = next((each for each in ("always", "scenario") if each in opening), None)
        self._under = UNDER_SCENARIO if self._tests == "scenario" else UNDER
        if self._tests == "scenario":
            self._lines = self._aligned()

    def problems(self) -> list[Problem]:
        stack: Stack | None = begin(self._rule)
        skipped: int | None = None  # the indentation of a line that was given up, with all that is indented under it
        for number, line in enumerate(self._lines):
            if skipped is not None and line.indent > skipped:
                continue
            if number and stack is not None:
                stack = self._indented(stack, line, self._lines[number - 1], gave_up=skipped is not None)
            if stack is None or len(self._found) >= MOST:
                return self._found
            further = self._line(stack, line, number, orphan=skipped is not None)
            if further is None and not number:
                return self._found
            skipped = line.indent if further is None else None
            stack = further or stack
        if not self._found and stack is not None:
            self._unfinished(stack)
        return self._found

    def words_at(self, offset: int) -> list[str]:
        stack: Stack | None = begin(self._rule)
        for number, line in enumerate(self._lines):
            if number and stack is not None:
                stack = self._indented(stack, line, self._lines[number - 1], gave_up=False)
            at = next((index for index, word in enumerate(line.words) if word.start == offset), None)
            stacks = [stack] if stack is not None else []
            for word in line.words[:at]:
                further = read(stacks[-1], word.terminals) if stacks else None
                stacks = [*stacks, further] if further is not None else []
            if not stacks:
                return []
            if at is not None:
                return words_for(BrokenLine(line.words, at, tuple(stacks), self._deeper(number), self._names))
            stack = shift(stacks[-1], "_NL")
        return []

    def _deeper(self, number: int) -> bool:
        """Whether the next line is indented more."""
        return number + 1 < len(self._lines) and self._lines[number + 1].indent > self._lines[number].indent

    # ---- indentation

    def _aligned(self) -> list[Line]:
        """The lines of a scenario with its parts moved to one level; reports those that are at another."""
        heads = [line.indent for line in self._lines[1:] if line.words[0].text in PARTS]
        if not heads:
            return self._lines
        fits = {
            indent: (many, indent > 0, indent % self._step == 0, -indent) for indent, many in Counter(heads).items()
        }
        level, found = max(fits, key=lambda indent: fits[indent]) or self._step, []
        for number, line in enumerate(self._lines):
            if number and line.words[0].text in PARTS and line.indent != level:
                what, remedy = "the indentation of this line matches no block", "align 'given', 'when' and 'then'"
                self._wrong(line.words[0], line.words[-1], what, remedy, code="E005")
                line = evolve(line, indent=level)
            found.append(line)
        return found

    def _indented(self, stack: Stack, line: Line, head: Line, *, gave_up: bool) -> Stack | None:
        """The stack at the beginning of a line, after blocks are opened and closed."""
        if line.indent > self._levels[-1].indent:
            inside = shift(stack, "_INDENT")
            self._levels.append(_Level(line.indent, inside is not None, line))
            if inside is None:
                self._too_deep(line)
            return inside or (stack if legal(stack) else None)
        if not gave_up and wants_block(stack):
            return self._bare(stack, line, head)
        while line.indent < self._levels[-1].indent:
            level = self._levels.pop()
            if line.indent > self._levels[-1].indent:
                self._uneven(line, level)
                break
            closed = shift(stack, "_DEDENT") if level.read else stack
            if closed is None:
                return None
            stack = closed
        return stack

    def _too_deep(self, line: Line) -> None:
        """Reports a line indented more than its block, or the block's first line if that is the odd one out.

        A block has the indentation of its first line. If that is no multiple of the usual step and this line's is, the
        first line is the one that slipped.
        """
        first = self._levels[-2].first
        if line.indent % self._step == 0 and first is not None and first.indent % self._step:
            self._wrong(
                first.words[0],
                first.words[-1],
                "this line is indented less than the next line of its block",
                "align them",
            )
            return
        what = "this line is indented more than its block"
        remedy = f"align it with the line above, which '{line.words[0].text}' cannot continue"
        self._wrong(line.words[0], line.words[-1], what, remedy)

    def _uneven(self, line: Line, level: "_Level") -> None:
        """Reports a line between two levels, or the first line of the deeper one if that has an unusual depth."""
        usual = line.indent % self._step or level.indent % self._step == 0
        odd = line if usual or level.first is None else level.first
        what = "the indentation of this line matches no block"
        self._wrong(odd.words[0], odd.words[-1], what, "align it with the lines above", code="E005")
        self._levels.append(_Level(line.indent, level.read, line))

    def _bare(self, stack: Stack, line: Line, head: Line) -> Stack | None:
        """Reports a head with nothing under it; the next line is taken to belong there if it is indented alike."""
        if line.indent < self._levels[-1].indent:
            self._tell_at_end(head, self._empty(head), self._under)
            return None
        if _continues(line):
            self._wrong(line.words[0], line.words[0], f"no line begins with '{line.words[0].text}'", INDENT)
            return None
        self._wrong(line.words[0], line.words[-1], self._empty(head), self._under)
        if self._tests == "scenario" and [word.text for word in line.words] in (["when"], ["then"]):
            return None  # the next part begins here, so it does not belong there
        inside = shift(stack, "_INDENT")
        self._levels.append(_Level(line.indent, True, line))
        return inside

    def _unfinished(self, stack: Stack) -> None:
        for _ in [level for level in self._levels[1:] if level.read]:
            stack = shift(stack, "_DEDENT") or stack
        if wants_block(stack):
            self._tell_at_end(self._lines[-1], self._empty(self._lines[-1]), self._under)
        elif not ends(stack, self._rule):
            what = f"expected {expected(set(legal(stack)))}, found the end of the block"
            self._tell_at_end(self._lines[-1], what, "")

    def _empty(self, head: Line) -> str:
        """The message for a line with nothing under it."""
        said = self._text(head.start, head.end).split("\n")[0][:40]
        return f"'{said}' is empty"

    # ---- lines

    def _line(self, stack: Stack, line: Line, number: int, *, orphan: bool) -> Stack | None:
        """The stack after a line, as its likeliest repair has it; None if there is none."""
        stacks = [stack]
        for word in line.words:
            further = read(stacks[-1], word.terminals)
            if further is None:
                break
            stacks.append(further)
        at, end = len(stacks) - 1, None
        if at == len(line.words):
            end = shift(stacks[-1], "_NL")
            if end is not None and (not wants_block(end) or self._deeper(number)):
                return end
        if orphan and at == 0:
            return None
        deeper = self._deeper(number)
        broken = BrokenLine(line.words, at, tuple(stacks), deeper, self._names)
        found = repairs(broken) if at <= LONGEST else []
        if end is not None and not (found and found[0].slip):
            if self._begun(line, stack):
                return None
            return end  # a missing block is reported with the next line
        self._tell(broken, found, line)
        return found[0].stack if found and not (deeper and at == len(line.words)) else None

    def _begun(self, line: Line, stack: Stack) -> bool:
        """Reports a line that consists of a misspelt verb, and would be read as naming the players of a block."""
        [word, *more] = line.words
        near = nearest(word.text, [keywords().get(each, "") for each in _verbs().intersection(legal(stack))])
        if more or near is None or word.text in self._names or word.text in keywords().values():
            return False
        self._wrong(word, word, f"unknown word '{word.text}'", meant(word.text, near))
        return True

    def _tell(self, broken: BrokenLine, found: list[LineRepair], line: Line) -> None:
        best = found[0] if found else None
        if self._nested(broken) or self._two_keys(line) or self._continued(line):
            return
        part = self._part(broken)
        said = saying_in(part, self._text(line.start, line.end)) if part else None
        if said is not None:
            self._say(said, broken, line)
            return
        if best is None or not best.slip or self._is_other(broken.words[0]):
            if self._mixed(broken):
                return
            said = self._saying(broken, line)
            if said is not None:
                self._say(said, broken, line)
                return
            if self._second_effect(broken):
                return
        rivals = [each for each in found[1:] if best and each.cost < best.cost + 0.005 and each.remedy != best.remedy]
        goes_on = broken.deeper and broken.at == len(broken.words)
        if best is None or (best.guess and rivals) or (goes_on and not best.slip):
            self._unexpected(broken)
        else:
            self._wrong(best.first, best.last, best.what, best.remedy, change=best.change)

    def _is_other(self, word: Word) -> bool:
        """Whether a word that is not used as a name belongs to the idioms of other languages."""
        return word.is_name and word.text not in self._names and bool(other_word(word.text))

    def _say(self, said: Saying, broken: BrokenLine, line: Line) -> None:
        """Reports an idiom of another language, with a fix if the line can be parsed after it."""
        start, end = line.start + said.start, line.start + said.end
        change = Edit(start, end, said.instead) if said.instead else None
        if change is not None:
            text = self._text(line.start, start) + change.text + self._text(end, line.end)
            words = tuple(word for each in lines(text) for word in each.words)
            if evolve(broken, words=words, at=0).finish(broken.stacks[0], 0) is None:
                change = None
        self._problem(start, end, said.what, said.remedy, change=change)

    def _part(self, broken: BrokenLine) -> str | None:
        """The section of idioms for a line of a law or a scenario; None elsewhere."""
        if self._tests != "scenario":
            return "law" if self._tests else None
        possible = set(legal(broken.stacks[0]))
        if broken.words[0].text == "given":
            return "seating" if "GIVEN" in possible else "scenario"
        if possible & {"SCENARIO", "GIVEN", "WHEN", "THEN"}:
            return "scenario"
        return "then" if "HOLDS" in possible else "when" if "SEAT" in possible else "given"

    def _saying(self, broken: BrokenLine, line: Line) -> Saying | None:
        """An idiom at the word that does not fit, just before it, or at the beginning of the line."""
        joined = broken.words[broken.at : broken.at + 1] and broken.words[broken.at].text in (",", "and")
        near = [broken.at, broken.at - 1, 0, broken.at - 2, *([broken.at + 1] if joined else [])]
        own = self._names - set(keywords().values())
        words = [
            broken.words[index] for index in near if 0 <= index < len(broken.words) and not _declared(broken, index)
        ]
        if self._rule == "header":  # names and titles can be any word
            words = [word for word in words if not word.text.isalpha()]
        places = [(word.start - line.start, word.end - line.start) for word in words if word.text not in own]
        first = {broken.words[0].text} if broken.words and not _begins(broken) else set()
        return saying(self._text(line.start, line.end), places, set(keywords().values()) - first)

    def _nested(self, broken: BrokenLine) -> bool:
        """Reports a second block after the colon of a first one, where only an effect fits."""
        words = broken.words
        for at in range(1, min(broken.at, len(words) - 1)):
            if words[at].text == ":" and "DRAW" in legal(broken.stacks[at + 1]):
                rest = words[at + 1 :]
                if rest[0].text not in BLOCKS and all(word.text != ":" for word in rest):
                    return False
                head = self._text(words[0].start, words[at - 1].end)
                remedy = f"write '{head}' without ':', and indent the rest below it"
                self._wrong(rest[0], words[-1], "only an effect fits after ':'", remedy)
                return True
        return False

    def _two_keys(self, line: Line) -> bool:
        """Reports a row of a table for words of two lists."""
        text = self._text(line.start, line.end)
        row = _ROW.search(text) if text.startswith("value") else None
        if row is None:
            return False
        lists = [{list_ for list_, words in self._word_lists if word in words} for word in row.groups()]
        if (lists[0] & lists[1]) or row[1].isdigit() == row[2].isdigit() is not all(lists):
            return False
        start = line.start + row.start(1)
        remedy = "declare a separate value for each key"
        self._problem(start, line.start + row.end(), "a table has only one key", remedy)
        return True

    @cached_property
    def _word_lists(self) -> list[tuple[str, set[str]]]:
        """The lists of words in the file, each with its words."""
        return [(name, {*_NAME.findall(words)}) for name, words in _LIST.findall(self._source.text)]

    def _continued(self, line: Line) -> bool:
        """Reports the last case of a value on a line of its own, which begins no block."""
        first, above = line.words[0], self._source.text[: self._base].rstrip().rpartition("\n")[2]
        if first.text not in ("else", "otherwise") or line.indent or not above.startswith("value"):
            return False
        self._wrong(first, line.words[-1], f"no block begins with '{first.text}'", INDENT)
        return True

    def _mixed(self, broken: BrokenLine) -> bool:
        """Reports `and` and `or` side by side."""
        both = {"and", "or"}
        word = broken.words[broken.at] if broken.at < len(broken.words) else None
        if (
            word is None
            or word.text not in both
            or not any(each.text in both - {word.text} for each in broken.words[: broken.at])
        ):
            return False
        self._wrong(
            word, word, "'and' and 'or' are mixed without brackets", "put brackets around one part: (A and B) or C"
        )
        return True

    def _unexpected(self, broken: BrokenLine) -> None:
        """Reports what could stand at the error."""
        said = expected(set(legal(broken.stacks[broken.at])))
        last = broken.words[-1]
        if broken.at == len(broken.words):
            remedy = COMPLETE if broken.deeper else ""
            remedy = "give it a name" if said == "a name" else remedy
            self._problem(last.end, last.end + 1, f"expected {said}, found the end of the line", remedy)
            return
        word = broken.words[broken.at]
        many = said.count(",") > FEW
        what = f"unexpected '{word.text}'" if many else f"expected {said}, found '{word.text}'"
        digit = word.text[0].isdigit() and "NAME" in legal(broken.stacks[broken.at])
        remedy = "start the name with a letter" if digit else ""
        near = nearest(word.text, [keywords().get(each, "") for each in legal(broken.stacks[broken.at])])
        if near and word.text not in self._names:
            remedy = meant(word.text, near)
        elif word.text == "given" and broken.at == 0 and self._tests == "scenario":
            what, remedy = "unexpected 'given'", "write it once, before 'when' and 'then'"
        elif broken.at == 0 and self._part(broken) == "scenario":
            remedy = "indent it below 'given', 'when' or 'then'"
        elif broken.at == 0 and _continues(broken):
            what, remedy = f"no line begins with '{word.text}'", INDENT
        elif broken.at == 0 and self._is_effect(broken, 0):
            what, remedy = "an effect must be inside a block", "indent it below a block such as 'turn'"
        self._wrong(word, word, what, remedy)

    def _second_effect(self, broken: BrokenLine) -> bool:
        """Reports a second effect on a line."""
        for index in range(max(1, broken.at - 2), min(broken.at + 2, len(broken.words))):
            word = broken.words[index]
            begins = not _verbs().isdisjoint(word.terminals) and broken.words[index - 1].text != ":"
            if self._levels[1:] and begins and self._is_effect(broken, index):
                self._wrong(word, broken.words[-1], "only one effect fits on a line", "move it to a new line")
                return True
        return False

    def _is_effect(self, broken: BrokenLine, index: int) -> bool:
        """Whether the rest of a line, from a word on, could be a statement."""
        return self._rule == "item" and broken.finish(after("TURN", "_NL", "_INDENT"), index) is not None

    def _text(self, start: int, end: int) -> str:
        return self._source.text[self._base + start : self._base + end]

    def _tell_at_end(self, line: Line, what: str, remedy: str) -> None:
        self._problem(line.end, line.end + 1, what, remedy)

    def _wrong(
        self, first: Word, last: Word, what: str, remedy: str, code: str = "E002", change: Edit | None = None
    ) -> None:
        self._problem(first.start, last.end, what, remedy, code, change)

    def _problem(
        self, start: int, end: int, what: str, remedy: str = "", code: str = "E002", change: Edit | None = None
    ) -> None:
        fixes = [Fix(self._span(change.start, change.end), change.text)] if change else []
        self._found.append(problem(code, self._span(start, end), what, remedy, *fixes))

    def _span(self, start: int, end: int) -> Span:
        return Span(self._source, self._base + start, self._base + end)


def _declared(broken: BrokenLine, index: int) -> bool:
    """Whether a word was read where only a name can stand, so that it can be any word."""
    return index < broken.at and legal(broken.stacks[index]) == ["NAME"]


def _begins(broken: BrokenLine) -> bool:
    """Whether a line can begin with the keyword that it begins with."""
    return broken.words[0].text in {keywords().get(each) for each in legal(broken.stacks[0])}


@cache
def _verbs() -> frozenset[str]:
    """The terminals that begin an effect and no expression."""
    return frozenset(legal(after("TURN", "_NL", "_INDENT"))) - frozenset(legal(after("WINNERS", "COLON")))


def _continues(line: Line | BrokenLine) -> bool:
    """Whether a line begins with a keyword that continues a condition or a choice, and begins no line."""
    return line.words[0].terminals[:1] != ("NAME",) and not _continuing().isdisjoint(line.words[0].terminals)


@cache
def _continuing() -> frozenset[str]:
    """The terminals that continue a condition or a choice, and begin no line."""
    condition, choice = (
        ("ALWAYS", "NAME", "COLON", "NAME"),
        ("TURN", "_NL", "_INDENT", "CHOOSE", "NAME", "FROM", "NAME"),
    )
    read = (condition, (*condition, "IS", "NAME"), (*choice, "_C"))
    more = frozenset(name for each in read for name in legal(after(*each)) if name in keywords())
    return (more | {"ELSE"}) - frozenset(legal(after("TURN", "_NL", "_INDENT")))
