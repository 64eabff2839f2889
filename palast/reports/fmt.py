"""What `palast fmt` did, as JSON."""

from typing import Annotated

from attrs import field, frozen

from palast.reports.problems import Problem


@frozen
class Formatted:
    """What became of a file, or would."""

    file: Annotated[str, "the file; `-` for standard input"]
    changed: Annotated[bool, "whether formatting changes it"] = False
    written: Annotated[bool, "whether it was overwritten"] = False
    diff: Annotated[str, "the changes, as a unified diff"] = ""
    text: Annotated[str | None, "the formatted standard input"] = None
    problems: Annotated[list[Problem], "problems that prevent formatting"] = field(factory=list)
