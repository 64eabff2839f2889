"""Reads a record: from its lines to the game, by playing it again."""

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulespec.game.api import State
from rulespec.language.errors import RecordError, UnreadableRecord
from rulespec.records.course import RecordedCourse
from rulespec.records.formerly import WAYS, as_now, formerly
from rulespec.records.head import By, Head
from rulespec.records.lines import RecordLine, lines
from rulespec.records.notation import FORMAT, TITLE, Comment


@frozen
class Reading:
    """The contents of a record; `spec` is that of its rules from the working folder."""

    state: State
    human: int | None
    seed: int | None
    bots: str | None
    engine: str | None
    comments: tuple[Comment, ...]
    spec: str


def read(text: str, path: Path | None, by: By) -> Reading:
    """The contents of a record's text; a `RecordError` if it does not verify.

    Rules that it names by a relative path are looked up beside its file, too.
    """
    try:
        return _read_as_now_or_then(text, path.parent if path else None, by)
    except RecordError as error:
        error.path = str(path or "")
        raise


def _read_as_now_or_then(text: str, folder: Path | None, by: By) -> Reading:
    """The contents; if it is a record of when the rules asked otherwise, with the answers that are asked for now."""
    errors = list[RecordError]()
    for _ in range(1 + WAYS):
        try:
            return _read(text, folder, by, errors)
        except UnreadableRecord:
            raise
        except RecordError as error:
            errors.append(error)
    is_new = text.startswith(f"{TITLE} {FORMAT}")
    raise errors[0] if is_new else max(errors, key=lambda each: each.line) from None


def _read(text: str, folder: Path | None, by: By, failed: Sequence[RecordError]) -> Reading:
    """The contents, read in the first way of asking in which that has not `failed` before."""
    head: Head | None = None
    course: RecordedCourse | None = None
    comments = []
    said = list(lines(text))
    for index, line in enumerate(said):
        before = course.answers if course else 0
        try:
            if not line.text:
                pass  # a comment alone
            elif head is None:
                head = Head(line)
            elif course is None and head.takes(line):
                pass
            else:
                course = course or _begun(head, by, folder, failed)
                _take(course, said[index:])
        except RecordError as error:
            if head and index == len(said) - 1 and not text.endswith(("\n", "\r")):
                cut = "if the file was cut off in this line, remove the line and try again"
                error.remedy = "; otherwise: ".join(filter(None, (cut, error.remedy)))
            raise
        if line.comment is not None:
            after = course.answers if course else 0
            comments.append(Comment(after, line.comment, beside=after > before))
    if head is None:
        raise UnreadableRecord(
            0 if folder else 1, "the record is empty", f"the first line of a record is '{TITLE} {FORMAT}'"
        )
    course = course or _begun(head, by, folder, failed)
    course.end()
    state = course.state
    if failed:
        state, comments = as_now(state, comments)
    return Reading(state, head.human(state), head.seed, head.bots, head.engine, tuple(comments), head.spec)


def _take(course: RecordedCourse, rest: Sequence[RecordLine]) -> None:
    """Plays the first of the lines that are left."""
    try:
        course.take(rest[0])
    except RecordError as error:
        better = course.explained(error, [line for line in rest if line.text])
        if better is error:
            raise
        raise better from error


def _begun(head: Head, by: By, folder: Path | None, failed: Sequence[RecordError]) -> RecordedCourse:
    beginning = head.beginning(by, folder)
    if failed:
        ways = formerly(beginning.game, head.format)
        if len(failed) > len(ways):
            raise failed[0]
        beginning = ways[len(failed) - 1].begun(beginning)
    return RecordedCourse(beginning, head.covered(beginning), head.last)
