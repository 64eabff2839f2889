"""Rule files as a careless author would lay them out: other spacing, line breaks, blank lines, comments anywhere."""

import re
from collections.abc import Iterator
from random import Random

from attrs import define, field, frozen

from rulespec.language.parser import blocks
from rulespec.language.reading import logical_lines
from rulespec.language.scan import Line, Word, lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse

COMMENT = re.compile(r"#[^\n\"]*\d+[ \t]*$", re.MULTILINE)
_JOINTS = (",", "and", "or")
_TIGHT_BEFORE, _TIGHT_AFTER = (",", ":", ")", "+"), ("(", "+")
_OPTIONAL = {("in", "a", "row"), ("at", "the", "same")}  # the word in the middle can be left out


@frozen
class Habits:
    """What a careless author does besides spacing."""

    comments: bool = True
    breaks: bool = True
    joins: bool = True  # an effect that is alone in a block, put behind a colon
    shortens: bool = True


def untidy(text: str, random: Random, habits: Habits) -> str:
    """A file that says the same as a text of the printer, with other spacing and whatever else are the habits."""
    source = Source("tidy", text)
    tree, problems = parse(source)
    assert tree is not None and not problems, problems
    joinable = set(_joinable(tree)) if habits.joins else set()
    author = _Author(random, habits)
    for start, end in blocks(source):
        author.columns = [0]
        for line in lines(text[start:end]):
            cited = line.words[-1].terminals == ("CITE",)
            if start + line.start in joinable and not cited and random.random() < 0.5:
                author.joins(line)
            else:
                author.says(line)
    author.ends()
    return author.text


def _joinable(tree: d.RuleFile) -> Iterator[int]:
    """Where the effects begin that are alone in a block that can be written behind a colon."""
    for node in walk(tree):
        if not isinstance(node, d.Reason):
            for name in ("body", "then", "otherwise"):
                match getattr(node, name, ()):
                    case (s.Do() as alone,):
                        yield alone.span.within(tree.span.source).start


@define
class _Author:
    random: Random
    habits: Habits
    text: str = ""
    columns: list[int] = field(factory=lambda: [0])  # of the blocks that the next line is in
    _level: int = 0
    _waiting: str = ""  # the citation of the line before, and what ends it
    _number: int = 0

    def says(self, line: Line) -> None:
        self.ends()
        level = line.indent // 4
        self.columns = self.columns[: level + 1]
        if level == len(self.columns):
            self.columns.append(self.columns[-1] + self.random.randint(1, 6))
        self._between_lines()
        self.text += " " * self.columns[level]
        self._words(line, self.habits.comments)

    def joins(self, line: Line) -> None:
        """Puts the only effect of a block behind a colon."""
        waiting, self._waiting = self._waiting, ""
        self.text += f"{self._space(0)}:{self._space(0)}"
        self._words(line, comments=False)
        self._waiting = waiting

    def ends(self) -> None:
        """Ends the line before, and the file, if no other one follows."""
        self.text += self._waiting
        if self.text:
            self.text += f"{self._comment(0.15)}{self._space(0)}\n"
        self._waiting = ""

    def _words(self, line: Line, comments: bool) -> None:
        words = list(line.words)
        if words[-1].terminals == ("CITE",):
            self._waiting = self._space(1) + words.pop().text.replace(":", self.random.choice((":", ": ")))
        opened = 0
        dropped = self._dropped(words)
        for at, word in enumerate(words):
            if at in dropped:
                continue
            opened += (word.text == "(") - (word.text == ")")
            after = words[at + 1] if at + 1 < len(words) else None
            self.text += word.text
            if after is not None:
                self._between(word, after, bool(opened), comments)

    def _dropped(self, words: list[Word]) -> set[int]:
        texts = [word.text for word in words]
        can = {at + 1 for at in range(len(texts) - 2) if tuple(texts[at : at + 3]) in _OPTIONAL}
        return {at for at in sorted(can) if self.habits.shortens and self.random.random() < 0.5}

    def _between(self, word: Word, after: Word, in_brackets: bool, comments: bool) -> None:
        """What stands between two words of a line."""
        if (in_brackets or word.text in _JOINTS) and self.habits.breaks and self.random.random() < 0.15:
            self.text += (self._comment(0.3) if comments else "") + self._space(0) + "\n"
            if comments:
                self._between_lines()
            self.text += " " * self.random.randint(1, 20)
            return
        tight = word.text in _TIGHT_AFTER or after.text in _TIGHT_BEFORE
        if not (tight or in_brackets) and self.habits.breaks and self.random.random() < 0.05:
            self.text += (self._comment(0.3) if comments else "") + self._space(0) + "\n"
            self.text += " " * (self.columns[-1] + self.random.randint(1, 20))
            return
        self.text += self._space(0 if tight else 1)

    def _between_lines(self) -> None:
        """Blank lines, and comments in lines of their own."""
        while self.random.random() < 0.25:
            comment = self._comment(0.5)
            self.text += f"{comment.lstrip() and ' ' * self.random.randint(0, 12)}{comment.lstrip()}\n"

    def _space(self, least: int) -> str:
        return self.random.choice((" ", " ", "  ", "\t", " " * 20)) if least or self.random.random() < 0.2 else ""

    def _comment(self, often: float) -> str:
        if not self.habits.comments or self.random.random() > often:
            return ""
        self._number += 1
        said = self.random.choice(("", " ", "---- ", " why: ", " it is a long story, " * self.random.randint(1, 8)))
        return f"{self._space(1)}#{said}{self._number}"


def owners(text: str) -> dict[str, int]:
    """Of each comment, by its number, how many words stand before the line that it is at, in, or above."""
    found = {re.findall(r"\d+", each.group())[-1]: each.start() for each in COMMENT.finditer(text)}
    source, waiting = Source("commented", text), sorted(found.items(), key=lambda each: each[1])
    owned, words = {}, 0
    for number, (start, end) in enumerate(blocks(source)):
        for line in logical_lines(text[start:end], "item" if number else "header"):
            last = text.find("\n", start + line.end)
            while waiting and waiting[0][1] < last:
                owned[waiting.pop(0)[0]] = words
            words += sum(map(_counts, line.words))
    return owned | {number: words for number, _ in waiting}


def _counts(word: Word) -> bool:
    return word.text not in (":", "a", "the") and word.terminals != ("CITE",)


def cites(tree: Node) -> list[object]:
    """The citations of each node."""
    return [getattr(node, "cites", None) for node in walk(tree)]
