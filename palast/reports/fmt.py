"""What `palast fmt` did, as JSON."""

from typing import Annotated

from attrs import field, frozen

from palast.reports.problems import Problem


@frozen
class Formatted:
    """What became of a file, or would."""

    file: Annotated[str, "the file; `-` for standard input"]
    changed: Annotated[bool, "whether its canonical form is another one than it has"] = False
    written: Annotated[bool, "whether that was written to it"] = False
    diff: Annotated[str, "what is different, as a unified diff"] = ""
    text: Annotated[str | None, "the canonical form of standard input"] = None
    problems: Annotated[list[Problem], "why it cannot be read; nothing is done then"] = field(factory=list)
