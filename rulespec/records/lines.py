"""The lines of a record, and the comments beside them."""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulespec.language.errors import UnreadableRecord, called
from rulespec.language.tree.source import UnreadableError, content_of, uniform

_COMMENT = re.compile(r"(?:^|\s)#(.*)")
BAR = "|"  # in front of a line of a rule file, in which a '#' is no comment of the record
_SHOWN = 60  # characters of a text that a message repeats


@frozen
class RecordLine:
    """A line: its number from 1, its stripped text, and its comment if it has one."""

    number: int
    text: str
    comment: str | None


def lines(text: str) -> Iterator[RecordLine]:
    """The lines of a text that are not empty."""
    for number, whole in enumerate(uniform(text).split("\n"), start=1):
        bare = whole.strip()
        if bare.startswith(BAR):
            yield RecordLine(number, bare, None)
            continue
        found = _COMMENT.search(whole)
        line = RecordLine(
            number, (whole[: found.start()] if found else whole).strip(), found[1].strip() if found else None
        )
        if line.text or found:
            yield line


def contents(path: Path) -> str:
    """The text of a file; an `UnreadableRecord` if it cannot be read or decoded."""
    try:
        content = content_of(path, most=None)
    except UnreadableError as error:
        remedy = error.remedy if "cannot read the file" in error.reason else "name a file with a game record"
        raise UnreadableRecord(0, error.reason, remedy, called(path)) from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = uniform(error.object[: error.start].decode() + "?").count("\n")
        what = f"byte {error.start + 1} is not UTF-8: this is a damaged record, or none"
        remedy = "use an undamaged copy, or save the file as UTF-8"
        if error.start and error.reason == "unexpected end of data":
            what, remedy = "the file ends in the middle of a character", "use an undamaged copy"
        raise UnreadableRecord(line, what, remedy, called(path)) from error


def quoted(text: str) -> str:
    """An untrusted text for a message: quoted, shortened, without control characters."""
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return "'" + "".join(each if each.isprintable() else "\ufffd" for each in shown) + "'"
