"""Replays a record line by line: each line has to fit the state reached by the lines above."""

import re
from collections.abc import Iterable, Sequence

from rulespec.engine.pending import Over
from rulespec.game.api import State
from rulespec.language.errors import IllegalAction, RecordError
from rulespec.records.correction import Answer, changed, texts
from rulespec.records.lines import RecordLine, quoted
from rulespec.records.notation import SET_UP, UNFINISHED, Checksum, Headings, asked, result, who

_HEADING = re.compile(rf"({SET_UP}|round|turn)\b[^:]*")


class RecordedCourse:
    """The game up to the lines read so far."""

    def __init__(self, beginning: State, headers: Iterable[str], last: int) -> None:
        self.state = beginning
        self.answers = 0
        self._checksum = Checksum(headers)
        self._headings = Headings()
        self._due: str | None = None  # the heading that has to come before the next answer
        self._confirmed = 0  # the last line confirmed by a checksum
        self._since: list[Answer] = []  # the answers since then
        self._last = last
        self._ended = False
        self._wait()

    def take(self, line: RecordLine) -> None:
        """Plays the next line; a `RecordError` if it does not fit."""
        self._last = line.number
        if self._ended:
            raise RecordError(line.number, f"unexpected line after the result: {quoted(line.text)}", "remove this line")
        title, checksum = _guarded(line.text)
        lead, colon, said = line.text.partition(":")
        if colon and lead.strip() in self._leads():
            self._take_answer(line, said)
        elif title.startswith("result"):
            self._take_result(line, title, checksum)
        elif checksum or _HEADING.fullmatch(title):
            self._take_heading(line, title, checksum)
        elif colon:
            raise self._misfit(line, f"{quoted(lead)} does not answer here")
        else:
            raise self._misfit(line, f"{quoted(line.text)} is neither a heading nor an answer")

    def end(self) -> None:
        """Checks that the record is complete."""
        if not self._ended:
            remedy = f"use a complete copy, or add the missing result: result {result(self.state)} {self._guard}"
            raise RecordError(self._last, "the record ends after this line, without a result", remedy)

    def explained(self, error: RecordError, rest: Sequence[RecordLine]) -> RecordError:
        """The error in the first of these lines, or instead of it the changed answer that causes it."""
        below: list[str] = []
        for line in rest:
            _, checksum = _guarded(line.text)
            if checksum:
                return self._corrected(error, below, line.number, checksum)
            below.append(line.text.partition(":")[2])
        return error

    def _corrected(self, error: RecordError, below: list[str], last: int, checksum: str) -> RecordError:
        answers = self._since
        if below:
            done = sum(answer.line == error.line for answer in answers)
            wrong, *further = texts(self.state, below[0])[done:] or [""]
            answers = [*answers, Answer(error.line, wrong, self.state, self._checksum)]
            below = [*further, *below[1:]]
        found = changed(answers, below, checksum)
        if found is None:
            return error
        answer, was = found
        what = f"{quoted(answer.said)} is not what was recorded"
        message = error.message if answer.line == error.line else what
        return RecordError(answer.line, message, f"according to the checksum in line {last}, it was: {was}")

    # ---- lines

    def _take_heading(self, line: RecordLine, title: str, checksum: str) -> None:
        if title != self._due:
            raise self._misfit(line, f"{quoted(title)} does not begin here")
        self._confirm(line, checksum)
        self._due = None

    def _take_answer(self, line: RecordLine, said: str) -> None:
        if self._due is not None:
            raise self._misfit(line, "a heading is missing above this line")
        leads = self._leads()
        for text in texts(self.state, said):
            if self._due is not None or self._leads() != leads:
                raise self._misfit(line, f"{quoted(text)} is an extra draw")
            self._answer(line, text)

    def _answer(self, line: RecordLine, text: str) -> None:
        player, state = who(self.state), self.state
        try:
            self.state = state.apply(text)
        except IllegalAction as error:
            rule = f" [{error.rule}]" if error.rule else ""
            reason = error.reason.replace(f"'{text}'", quoted(text), 1)
            raise RecordError(line.number, f"illegal answer of {player}: {reason}{rule}", self._suspects()) from error
        self._since.append(Answer(line.number, text, state, self._checksum.copy()))
        self._checksum.take(f"{player}: {text}")
        self.answers += 1
        self._wait()

    def _take_result(self, line: RecordLine, title: str, checksum: str) -> None:
        true = result(self.state)
        if title != f"result {true}" and true == UNFINISHED:
            raise self._misfit(line, "the game is not over")
        if title != f"result {true}" and checksum == self._checksum.at(self.state):
            raise RecordError(line.number, "wrong result", f"the lines above lead to: result {true}")
        self._confirm(line, checksum)
        self._ended = True

    def _confirm(self, line: RecordLine, checksum: str) -> None:
        """Verifies a checksum."""
        if not checksum:
            remedy = f"if the lines above are correct, it is {self._guard}"
            raise RecordError(line.number, "the checksum is missing or incomplete", remedy)
        if checksum != self._checksum.at(self.state):
            first, last = self._confirmed + 1, line.number - 1
            where = f"line {last}" if first >= last else f"lines {first} to {last}"
            what = f"{where} or this checksum has been changed; the checksum of these lines is {self._guard}"
            raise RecordError(
                line.number, what, "use an undamaged copy; the changed lines are legal, but not the record"
            )
        self._confirmed = line.number
        self._since.clear()

    # ---- what has to come

    def _wait(self) -> None:
        if not isinstance(self.state.pending, Over):
            self._due = self._headings.next(self.state)

    def _leads(self) -> tuple[str, ...]:
        """How a line with the next answer can begin."""
        if isinstance(self.state.pending, Over):
            return ()
        player, about = who(self.state), asked(self.state)
        return player, f"{player} {about}".rstrip()

    @property
    def _guard(self) -> str:
        return f"[{self._checksum.at(self.state)}]"

    def _misfit(self, line: RecordLine, message: str) -> RecordError:
        """The error of a misplaced line, with what would belong there."""
        if isinstance(self.state.pending, Over):
            next_ = f"the game is over, so expected 'result {result(self.state)} {self._guard}'"
        elif self._due is not None:
            next_ = f"expected '{self._due} {self._guard}'"
        else:
            next_ = f"expected '{self._leads()[1]}: ...' ({self.state.pending.prompt})"
        return RecordError(line.number, f"{message}; {next_}", self._suspects())

    def _suspects(self) -> str:
        """The lines in which the mistake must be, as a remedy."""
        first = self._confirmed + 1
        if first >= self._last:
            return "this line is wrong, or a line is missing just above it; all earlier lines are intact"
        return f"check lines {first} to {self._last}: one is wrong, missing or extra; all earlier lines are intact"


def _guarded(text: str) -> tuple[str, str]:
    """A line split into its text and the checksum in brackets at its end; "" if it has none."""
    title, bracket, checksum = text.rpartition("[")
    if not bracket:
        return text, ""
    return title.strip(), checksum[:-1] if checksum.endswith("]") else ""  # else it has been cut off
