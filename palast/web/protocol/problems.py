"""Errors of requests, and problems of rules."""

from typing import Literal

from attrs import frozen

Level = Literal["error", "warning", "note"]
Code = Literal["request", "name", "rules", "refused", "record", "fragment", "knowledge", "worlds", "stopped", "bug"]


@frozen
class Place:
    """A place in a text of the sender, or in a file of the library."""

    file: str  # its name
    sent: bool  # whether it is one of `texts`
    line: int  # from 1
    start: int  # in what was sent, else in its block
    end: int


@frozen
class Problem:
    """A problem of rules."""

    code: str
    level: Level
    message: str
    remedy: str
    place: Place | None


@frozen
class Failed:
    """Why there is no answer, and what to do.

    `code` says whose mistake it is: "request" and "name" the page's, "rules" the author's, with all `problems`,
    "refused" a player's, "record" and "fragment" the sender's, "bug" ours. "knowledge" is what nobody may see, "worlds"
    what would take too long. "stopped" is a question that takes too many steps: `Continue` allows more.
    """

    code: Code
    message: str
    remedy: str
    problems: list[Problem]
