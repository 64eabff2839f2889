"""Writes a record as text."""

from collections import defaultdict
from collections.abc import Iterable

from rulespec.game.api import State
from rulespec.game.history import beginning, history
from rulespec.records.notation import (
    FORMAT,
    TITLE,
    Checksum,
    Comment,
    Headings,
    asked,
    headers,
    one_by_one,
    result,
    who,
)

INDENT = "    "


def write(
    state: State,
    human: int | None,
    seed: int | None,
    bots: str | None,
    engine: str | None,
    spec: str,
    comments: Iterable[Comment],
    sources: str,
) -> str:
    """The text of a record; `sources` are the lines with its rules. Comments are where they were, or a line below."""
    text = _Text(comments)
    heads = list(headers(beginning(state), human, seed, bots, engine, state.rules.budget))
    text.add(f"{TITLE} {FORMAT}")
    text.comment(0)
    text.lines += [f"rules {spec}", *heads, ""]
    if sources:
        text.lines += [sources, ""]
    checksum, headings = Checksum(heads), Headings()
    for number, (here, option) in enumerate(history(state), start=1):
        heading = headings.next(here)
        if heading is not None:
            text.add(f"{heading} [{checksum.at(here)}]")
        text.answer(here, option.text)
        text.comment(number)
        checksum.take(f"{who(here)}: {option.text}")
    text.end()
    text.add(f"result {result(state)} [{checksum.at(state)}]")
    return "\n".join(text.lines) + "\n"


class _Text:
    """The lines so far; consecutive draws of one player share a line."""

    def __init__(self, comments: Iterable[Comment]) -> None:
        self.lines: list[str] = []
        self._drawing = ""
        self._comments: dict[int, list[Comment]] = defaultdict(list)
        for comment in comments:
            self._comments[comment.after].append(comment)

    def add(self, line: str) -> None:
        self.lines.append(line)
        self._drawing = ""

    def answer(self, state: State, text: str) -> None:
        lead = f"{INDENT}{who(state)} {asked(state)}".rstrip()
        if lead == self._drawing:
            self.lines[-1] += f", {text}"
            return
        self.add(f"{lead}: {text}")
        self._drawing = lead if one_by_one(state.pending) else ""

    def comment(self, number: int) -> None:
        """Adds the comments after a number of answers."""
        beside = number > 0  # there is room for one
        for comment in self._comments.pop(number, ()):
            remark = f"# {comment.text}".rstrip()
            if comment.beside and beside:
                self.lines[-1] += f"  {remark}"
                self._drawing = ""
            else:
                self.add(f"{INDENT}{remark}" if number > 0 else remark)
            beside = False

    def end(self) -> None:
        """A `ValueError` if comments are left over."""
        for number in self._comments:
            raise ValueError(f"a comment follows answer {number}, which does not exist")
