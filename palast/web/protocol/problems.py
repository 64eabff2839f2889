"""What is wrong: with a request, or with rules, at its place in a text."""

from typing import Literal

from attrs import frozen

Level = Literal["error", "warning", "note"]
Code = Literal["request", "name", "rules", "refused", "record", "fragment", "knowledge", "worlds", "bug"]


@frozen
class Place:
    """Where something stands in a text of the sender, or in a file of the library."""

    file: str  # its name
    sent: bool  # whether it is one of `texts`
    line: int  # from 1
    start: int
    end: int


@frozen
class Problem:
    """A mistake, or what deserves a second look."""

    code: str
    level: Level
    message: str
    remedy: str
    place: Place | None


@frozen
class Failed:
    """Why there is no answer: what is wrong with the request, the rules, the record or the fragment, and what to do.

    `code` says whose mistake it is: "request" and "name" are the page's, "rules" the author's, with all `problems`,
    "refused" a player's, "record" and "fragment" the sender's, "knowledge" what nobody may look at, "worlds" what would
    take too long, "bug" ours.
    """

    code: Code
    message: str
    remedy: str
    problems: list[Problem]
