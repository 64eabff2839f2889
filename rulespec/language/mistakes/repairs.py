"""Repairs of a line that cannot be parsed: small edits after which it can."""

from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from rulespec.language.grammar import Stack, keywords, legal, read, shift, terminals, wants_block
from rulespec.language.scan import Word
from rulespec.language.suggest import distance, reach, strange_letter

LOOK_BACK = 6  # words before the error at which repairs are tried
FAR_BACK = 40  # words before the error of which those used nowhere else may be misspelt
LOOK_AHEAD = 40  # words after the error that must be readable after a repair
_SIGNS = {"_C": ",", "COLON": ":", "LPAR": "(", "RPAR": ")"}
_FILLING = {"NAME": "a name", "INT": "a number", "STRING": 'a text in "quotes"'}


@frozen
class Edit:
    """A text in place of a stretch of a block."""

    start: int
    end: int
    text: str


@frozen
class LineRepair:
    """An edit of some words of a line, with its message and remedy."""

    first: Word  # the words at fault, from the first to the last
    last: Word
    what: str
    remedy: str
    cost: float
    stack: Stack | None = field(default=None, repr=False)  # the parser's stack after the repaired line
    slip: bool = False  # whether it surely is a slip
    guess: bool = False  # whether another word could be meant as well
    change: Edit | None = None  # what to write, where the author does not have to fill it in


@frozen
class BrokenLine:
    """A line with the index of the word that does not fit, and the parser's stacks before each word up to it."""

    words: tuple[Word, ...]
    at: int
    stacks: tuple[Stack, ...] = field(repr=False)
    deeper: bool  # whether the next line is indented more
    names: frozenset[str] = field(repr=False)  # the words that are used elsewhere

    def known(self, word: str) -> bool:
        return word in self.names

    def finish(self, stack: Stack | None, rest: int) -> Stack | None:
        """The stack after the words from index `rest` on and the end of the line; None if they cannot be read."""
        for word in self.words[rest : self.at + LOOK_AHEAD]:
            if stack is None:
                return None
            stack = read(stack, word.terminals)
        if stack is None or self.at + LOOK_AHEAD < len(self.words):
            return stack
        stack = shift(stack, "_NL")
        if stack is None or (shift(stack, "_INDENT") is None if self.deeper else wants_block(stack)):
            return None
        return stack


def repairs(line: BrokenLine) -> list[LineRepair]:
    """The repairs after which the whole line can be read, the likeliest first."""
    found: list[LineRepair] = []
    for index in range(min(line.at, len(line.words)), max(-1, line.at - LOOK_BACK), -1):
        back = 0.12 * (line.at - index)
        found += (evolve(each, cost=each.cost + back) for each in _at(line, index))
    for index in range(line.at - LOOK_BACK, max(-1, line.at - FAR_BACK), -1):
        if not line.known(line.words[index].text):
            found += _misspelt(line, index, legal(line.stacks[index]))
    return sorted(found, key=lambda each: each.cost)


def words_for(line: BrokenLine) -> list[str]:
    """The keywords that could stand for a word that fits grammatically."""
    return [meant for meant, _ in _near(line, line.at, legal(line.stacks[line.at]))]


def _at(line: BrokenLine, index: int) -> Iterator[LineRepair]:
    """The repairs at one word."""
    allowed = legal(line.stacks[index])
    if index < len(line.words):
        yield from _misspelt(line, index, allowed)
        if allowed == ["NAME"] and line.words[index].text[0].isdigit():
            stack = line.finish(shift(line.stacks[index], "NAME"), index + 1)
            word = line.words[index]
            yield LineRepair(
                word, word, f"'{word.text}' is not a name", "start the name with a letter", 0.1, stack, slip=True
            )
        yield from _misnamed(line, index, allowed)
        yield from _surplus(line, index)
        yield from _swapped(line, index)
        yield from _parted(line, index)
        yield from _joined(line, index)
        yield from _quoted(line, index, allowed)
        yield from _wrong_word(line, index, allowed)
    yield from _lacking(line, index, allowed)


def _misspelt(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[LineRepair]:
    word = line.words[index]
    if not word.is_name:
        return
    strange = 0.7 if line.known(word.text) or word.text in keywords().values() else 0.0
    read_as = next((each for each in word.terminals if each in allowed), None)
    if read_as is not None and read_as != "NAME":
        strange = 1.2  # a word of the language that fits where it stands
    for meant, stack in _near(line, index, allowed):
        yield _replaced(word, meant, 0.2 + 0.5 * distance(word.text, meant) + strange, stack)


def _near(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[tuple[str, Stack]]:
    """The keywords spelt like a word that can stand in its place, with the stack after the line."""
    word = line.words[index].text
    for terminal in allowed:
        meant = keywords().get(terminal)
        if meant is not None and meant != word and distance(word, meant) <= reach(word, meant):
            stack = line.finish(shift(line.stacks[index], terminal), index + 1)
            if stack is not None:
                yield meant, stack


def _misnamed(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[LineRepair]:
    """A keyword where a name like it is meant."""
    word = line.words[index]
    if "NAME" not in allowed or not word.is_name or word.text not in keywords().values():
        return
    stack = line.finish(shift(line.stacks[index], "NAME"), index + 1)
    near = [name for name in line.names if name != word.text and distance(word.text, name) <= reach(word.text, name)]
    meant = min(near, key=lambda name: (distance(word.text, name), name), default=None)
    if stack is not None and meant is not None and meant not in keywords().values():
        yield _replaced(word, meant, 0.5 + 0.5 * distance(word.text, meant), stack)
    elif stack is not None:
        yield LineRepair(word, word, f"'{word.text}' is a keyword", "choose another name", 1.0, stack)


def _replaced(word: Word, meant: str, cost: float, stack: Stack) -> LineRepair:
    what = f"unknown word '{word.text}'"
    change = Edit(word.start, word.end, meant)
    remedy = f"did you mean '{meant}'?{strange_letter(word.text, meant)}"
    return LineRepair(word, word, what, remedy, cost, stack, slip=cost < 0.9, change=change)


def _as_name(line: BrokenLine, index: int) -> bool:
    """Whether a keyword was read as a name, since only a name could stand there."""
    word = line.words[index].text
    return word in keywords().values() and legal(line.stacks[index]) == ["NAME"]


def _surplus(line: BrokenLine, index: int) -> Iterator[LineRepair]:
    word = line.words[index]
    stack = line.finish(line.stacks[index], index + 1)
    if stack is None:
        return
    if index and line.words[index - 1].text == word.text:
        what, change = f"'{word.text}' is repeated", _without(line, index)
        yield LineRepair(word, word, what, "write it once", 0.2, stack, slip=True, change=change)
        return
    if word.text == ":" and line.deeper and index + 1 == len(line.words):
        remedy = "remove the colon before an indented block, or write the effect on the same line"
        what, change = "unexpected colon", _without(line, index)
        yield LineRepair(word, word, what, remedy, 0.2, stack, slip=True, change=change)
        return
    what, change = f"unexpected '{word.text}'", _without(line, index)
    if _as_name(line, index):
        yield LineRepair(word, word, what, "remove it", 0.8, stack, change=change)
        return
    cost = 0.7 if not word.terminals or not word.text[0].isalnum() else 1.3 if not line.known(word.text) else 1.6
    yield LineRepair(word, word, what, "remove it", cost, stack, change=change)


def _without(line: BrokenLine, index: int) -> Edit:
    """The edit that removes a word and the blanks before it."""
    word = line.words[index]
    if index:
        return Edit(line.words[index - 1].end, word.end, "")
    after = line.words[index + 1].start if index + 1 < len(line.words) else word.end
    return Edit(word.start, after, "")


def _swapped(line: BrokenLine, index: int) -> Iterator[LineRepair]:
    if index + 1 >= len(line.words):
        return
    one, other = line.words[index : index + 2]
    stack = read(line.stacks[index], other.terminals)
    stack = line.finish(stack and read(stack, one.terminals), index + 2)
    if stack is not None and one.text != other.text:
        what = f"'{one.text} {other.text}' is in the wrong order"
        change = Edit(one.start, other.end, f"{other.text} {one.text}")
        yield LineRepair(one, other, what, f"did you mean '{change.text}'?", 1.0, stack, change=change)


def _parted(line: BrokenLine, index: int) -> Iterator[LineRepair]:
    """Two words written as one."""
    word = line.words[index]
    if not word.is_name or line.known(word.text):
        return
    for cut in range(1, min(len(word.text), 30)):
        one, other = word.text[:cut], word.text[cut:].lstrip("-_")
        if not other or not all(each in keywords().values() or line.known(each) for each in (one, other)):
            continue
        stack = read(line.stacks[index], terminals(one))
        stack = line.finish(stack and read(stack, terminals(other)), index + 1)
        if stack is not None:
            yield _replaced(word, f"{one} {other}", 0.4, stack)


def _joined(line: BrokenLine, index: int) -> Iterator[LineRepair]:
    """One word written as two."""
    if index + 1 >= len(line.words):
        return
    one, other = line.words[index : index + 2]
    listed = line.words[0].text == "word" and any(word.text == ":" for word in line.words[:index])  # a comma is missing
    is_name = one.is_name and other.is_name and legal(line.stacks[index]) == ["NAME"] and not _as_name(line, index)
    if is_name and not listed:
        stack = line.finish(shift(line.stacks[index], "NAME"), index + 2)
        if stack is not None:
            change = Edit(one.start, other.end, f"{one.text}-{other.text}")
            remedy = f"write '{change.text}'"
            yield LineRepair(one, other, "a name must be one word", remedy, 0.6, stack, slip=True, change=change)
    for meant in (one.text + other.text, f"{one.text}-{other.text}"):
        if meant not in keywords().values() and not (line.known(meant) and one.is_name):
            continue
        stack = line.finish(read(line.stacks[index], terminals(meant)), index + 2)
        if stack is not None:
            what, change = f"'{one.text} {other.text}' is one word", Edit(one.start, other.end, meant)
            yield LineRepair(one, other, what, f"did you mean '{meant}'?", 0.4, stack, slip=True, change=change)


def _quoted(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[LineRepair]:
    """A text that lacks a quote."""
    if "STRING" not in allowed:
        return
    after = shift(line.stacks[index], "STRING")
    end = next((i for i in range(index, len(line.words)) if line.words[i].text[0] == '"'), None)
    for last in {len(line.words) - 1} if end is None else {end, len(line.words) - 1}:
        stack = line.finish(after, last + 1)
        if stack is None:
            continue
        remedy = "write the opening and closing quote on the same line"
        what = "missing closing quote" if last == index else "missing quotes"
        cost = 0.3 if end is not None and not line.words[end].terminals else 1.4
        first, until = line.words[index], line.words[last]
        change = Edit(first.start, until.end, _in_quotes(line.words[index : last + 1]))
        yield LineRepair(first, until, what, remedy, cost, stack, slip=cost < 1, change=change)


def _in_quotes(words: Sequence[Word]) -> str:
    """Some words as a quoted text, with the blanks between them."""
    said, end = "", words[0].start
    for word in words:
        said += " " * (word.start - end) + word.text.replace('"', "")
        end = word.end
    return f'"{said.strip()}"'


def _wrong_word(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[LineRepair]:
    """Another keyword or another sign is meant."""
    word = line.words[index]
    if word.is_name and (index == 0 or word.text not in keywords().values()):
        return
    for terminal in allowed:
        meant = keywords().get(terminal) if word.is_name else _SIGNS.get(terminal)
        if meant is None or meant == word.text:
            continue
        stack = line.finish(shift(line.stacks[index], terminal), index + 1)
        if stack is not None:
            cost = 1.4 if word.is_name else 0.6
            what, change = f"unexpected '{word.text}'", Edit(word.start, word.end, meant)
            yield LineRepair(word, word, what, f"did you mean '{meant}'?", cost, stack, guess=True, change=change)


def _lacking(line: BrokenLine, index: int, allowed: list[str]) -> Iterator[LineRepair]:
    """A word or a sign is missing, before a word or at the end of the line."""
    if index == 0 < line.at:
        return
    last = index == len(line.words)
    word = line.words[-1 if last else index]
    before = line.words[index - 1] if index else None
    if before is not None and _as_name(line, index - 1):
        return
    for terminal in allowed:
        text = _SIGNS.get(terminal) or keywords().get(terminal) or _FILLING.get(terminal)
        if text is None or terminal in ("PLUS", "MINUS", "TIMES", "DIVIDED", "EXCEPT", "OFFERED"):
            continue
        if word.text == "of" and terminal in ("CARD", "CARDS"):  # `first card of` lacks nothing, but says too much
            continue
        after = shift(line.stacks[index], terminal)
        stack = line.finish(after, index)
        if stack is None or after is None or (word.text in keywords().values() and legal(after) == ["NAME"]):
            continue
        sign, filling = terminal in _SIGNS, terminal in _FILLING
        cost = (0.9 if sign else 1.5 if filling else 1.2) + 0.01 * len(text)
        said = text.removeprefix("a ") if filling else _NAMED[text] if sign else f"'{text}'"
        where = f"after '{before.text}'" if last and before else f"before '{word.text}'"
        what = f"missing {said} {where}"
        shown = "" if filling else f"write '{text}{'' if last else ' ' + word.text}'"
        change = None if filling else Edit(word.end, word.end, f" {text}") if last else None
        change = change or (None if filling else Edit(word.start, word.start, f"{text} "))
        if sign and terminal in ("_C", "COLON", "RPAR") and before is not None:
            several = "s" if before.text == "player" and word.text in ("with", "where") else ""  # as one has no sieve
            shown = f"write '{before.text}{several}{text}'"
            change = Edit(before.end, before.end, f"{several}{text}")
        elif sign and not last:
            change = Edit(word.start, word.start, text)
        elif text == "of" and before is not None and _can_own(before.text):
            own = "own " if before.text in ("left", "right") else ""
            said = f"{word.text} of {own}{before.text}"
            shown, change = f"write '{said}'", None if last else Edit(before.start, word.end, said)
        if before is not None and before.text == "replace" and text == "always":  # an end looks like that, too
            ends = f"'game ends {word.text}' or 'round ends {word.text}'"
            what, change = f"cannot tell what kind of block '{word.text}' is", None
            shown = f"write 'always {word.text}' for a law, {ends} for an end"
        slip = terminal in ("_C", "COLON")
        yield LineRepair(word, word, what, shown, cost, stack, slip=slip, guess=not sign, change=change)


def _can_own(word: str) -> bool:
    """Whether a word before a noun may be meant as its owner."""
    return word.isalpha() and (word in ("left", "right", "card") or word not in keywords().values())


_NAMED = {",": "comma", ":": "colon", "(": "bracket '('", ")": "bracket ')'"}
