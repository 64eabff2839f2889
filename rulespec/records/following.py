"""A recorded game under other rules, also if those that it was played with are not at hand."""

from pathlib import Path

from rulespec.engine.pending import Over
from rulespec.game.api import Ruleset, State
from rulespec.game.loading import load
from rulespec.language.errors import OtherRules, RecordError, UnreadableRecord
from rulespec.records.comparison import ReplayComparison, ReplayDifference, compare
from rulespec.records.course import RecordedCourse
from rulespec.records.formerly import formerly
from rulespec.records.head import By, Head
from rulespec.records.lines import RecordLine, contents, lines
from rulespec.records.notation import asked, result, who
from rulespec.records.reading import read


def replay_under(path: str | Path, rules: Ruleset, by: By = load) -> ReplayComparison:
    """The game in a file under other rules; its own are those in the record, or are loaded by the name there.

    If they are not at hand, its answers are followed as far as they fit, and the checksums show whether the table is as
    it was. A `RecordError` says what is wrong with the record, a `ValueError` why the rules cannot play it at all.
    """
    return text_under(contents(Path(path)), rules, by, Path(path))


def text_under(text: str, rules: Ruleset, by: By = load, path: Path | None = None) -> ReplayComparison:
    """The same for the text of a record."""
    try:
        state = read(text, path, by).state
    except (OtherRules, UnreadableRecord):
        said = [line for line in lines(text) if line.text]
        if not said:
            raise
        try:
            return _followed(said, rules)
        except RecordError as error:
            error.path = str(path or "")
            raise
    return compare(state, rules)


def _followed(said: list[RecordLine], rules: Ruleset) -> ReplayComparison:
    """The answers of a record under some rules, as far as they fit."""
    title, *left = said
    head, at = Head(title), 0
    while at < len(left) and head.takes(left[at]):
        at += 1
    begun = head.beginning_under(rules)
    beginnings = [begun, *(way.begun(begun) for way in formerly(begun.game, head.format))]
    found = [_compared(head, each, left[at:]) for each in beginnings]
    return max(found, key=lambda each: each.fitting)


def _compared(head: Head, beginning: State, left: list[RecordLine]) -> ReplayComparison:
    course, illegal = _Following(beginning, head.covered(beginning), head.last), None
    for line in left:
        try:
            course.take(line)
        except RecordError as error:
            illegal = course.stopped(line, error)
            break
    names = head.named, beginning.rules.name
    return ReplayComparison(course.different or illegal, illegal, *names, course.answers)


class _Following(RecordedCourse):
    """A game under other rules than the recorded ones: what differs is noted, and only answers have to fit."""

    different: ReplayDifference | None = None
    _heading = _answered = ""

    def stopped(self, line: RecordLine, error: RecordError) -> ReplayDifference:
        """The answer that does not fit."""
        pending = self.state.pending
        question = "" if isinstance(pending, Over) else pending.prompt
        answer = " ".join(line.text.split())
        return ReplayDifference(self._heading, answer, "", error.message, self.answers, who(self.state), question)

    def _take_heading(self, line: RecordLine, title: str, checksum: str) -> None:
        self._heading = title
        self._compare(line, self._due or f"{who(self.state)} {asked(self.state)}".rstrip())
        self._due = None

    def _take_answer(self, line: RecordLine, said: str) -> None:
        self._due = None
        super()._take_answer(line, said)
        self._answered = " ".join(line.text.split())

    def _take_result(self, line: RecordLine, title: str, checksum: str) -> None:
        self._compare(line, f"result {result(self.state)}")
        self._ended = True

    def _compare(self, line: RecordLine, now: str) -> None:
        """Notes the first place where the game is not as it was."""
        here = f"{now} {self._guard}"
        if self.different is None and line.text != here:
            heading = self._heading or line.text
            self.different = ReplayDifference(heading, self._answered, line.text, here, self.answers)
