"""What can be wrong with a record."""

from rulespec.errors import shortened


class RecordError(Exception):
    """A record that does not verify: `message` says why, `line` where (from 1; 0 is the file), `remedy` what helps."""

    def __init__(self, line: int, message: str, remedy: str = "", path: str = "") -> None:
        message, remedy = shortened(message), shortened(remedy)
        super().__init__(line, message, remedy, path)
        self.path = path
        self.line = line
        self.message = message
        self.remedy = remedy

    def for_players(self) -> "RecordError":
        """The same for somebody who may not see all hands: the place, and nothing of what is written there."""
        message = "the record is not as it was written, in this line or above it"
        return RecordError(self.line, message, "whoever may see all hands is told more", self.path)

    def __str__(self) -> str:
        place = ":".join(filter(None, (self.path, str(self.line or "")))) if self.path else f"line {self.line}"
        return f"{place}: {self.message}" + (f"\n  {self.remedy}" if self.remedy else "")


class UnreadableRecord(RecordError):
    """Something that cannot be read as a record of a game at all."""

    def for_players(self) -> RecordError:
        return self  # nothing has been answered yet
