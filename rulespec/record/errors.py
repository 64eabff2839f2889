"""Errors of records."""

from rulespec.errors import shortened


class RecordError(Exception):
    """A record that does not verify; `line` counts from 1, 0 is the file as a whole."""

    def __init__(self, line: int, message: str, remedy: str = "", path: str = "") -> None:
        message, remedy = shortened(message), shortened(remedy)
        super().__init__(line, message, remedy, path)
        self.path = path
        self.line = line
        self.message = message
        self.remedy = remedy

    def for_players(self) -> "RecordError":
        """The error for somebody who may not see all hands: its place, without what is written there."""
        message = "the record is not as it was written, in this line or above it"
        return RecordError(self.line, message, "whoever may see all hands is told more", self.path)

    def __str__(self) -> str:
        place = ":".join(filter(None, (self.path, str(self.line or "")))) if self.path else f"line {self.line}"
        return f"{place}: {self.message}" + (f"\n  {self.remedy}" if self.remedy else "")


class UnreadableRecord(RecordError):
    """A text that is not a readable record at all."""

    def for_players(self) -> RecordError:
        """The error itself."""
        return self  # no answer can have been given away yet
