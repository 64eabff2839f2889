"""The errors that users meet: problems in rule files, illegal actions, failed simulations, records."""

import re
from collections.abc import Iterable, Iterator

from attrs import field, frozen

from rulespec.language.tree.limits import PROBLEMS, Limit
from rulespec.language.tree.source import Span, refusal

EXCERPT = 120  # characters shown of a source line

UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]"
)

_ENDLESS = re.compile(r"\S{201,}+")  # longer than any path
_MESSAGE = 1_000  # characters, longer than any message about a sensible file


def shortened(text: str) -> str:
    """A message about foreign text: very long words lose their middle, a very long message its end."""
    text = _ENDLESS.sub(lambda word: f"{word.group()[:120]}…{word.group()[-40:]}", text)
    return text if len(text) <= _MESSAGE else f"{text[:_MESSAGE]}…"


def require_type(name: str, value: object, types: type | tuple[type, ...], wanted: str) -> None:
    """Raises a `TypeError` if the argument with a name has none of the types; a truth value is never a number."""
    if not isinstance(value, types) or isinstance(value, bool):
        raise TypeError(shortened(f"'{name}' must be {wanted}, not {value!r}"))


@frozen
class Fix:
    """A replacement of a span that solves a problem, for editors to apply."""

    span: Span
    text: str


class Meant(str):
    """A remedy in words that amounts to replacing one text by another."""

    def __new__(cls, words: str, wrong: str, right: str) -> "Meant":
        said = super().__new__(cls, words)
        said.wrong, said.right = wrong, right
        return said

    wrong: str
    right: str

    def fix(self, span: Span) -> Iterator[Fix]:
        """The remedy as a fix, if the wrong text stands in the span."""
        place = span.word(self.wrong)
        if place.text == self.wrong:
            yield Fix(place, self.right)


@frozen
class Problem:
    """A problem in a rule file, with its code, place and remedy; line and column count from 1.

    `fixes` are the remedy as replacements, where it says what to write.
    """

    code: str
    path: str
    line: int
    column: int
    message: str = field(converter=shortened)
    span: Span | None = field(default=None, eq=False, repr=False)
    remedy: str = field(default="", converter=shortened)
    fixes: tuple[Fix, ...] = field(default=(), eq=False, repr=False)

    def __str__(self) -> str:
        kind = "warning" if self.code.startswith("W") else "error"
        head = f"{kind}[{self.code}]: {visible(self.message)}"
        path, remedy = called(self.path), visible(self.remedy)
        if self.span is None:
            return head + (f"\n  {path}" if path else "") + (f"\n  {remedy}" if remedy else "")
        return f"{head}\n  {path}:{self.line}:{self.column}\n{_excerpt(self.span, remedy)}"


def problem(code: str, span: Span, message: str, remedy: str = "", *fixes: Fix) -> Problem:
    """A problem at a span."""
    if isinstance(remedy, Meant):
        fixes = (*fixes, *remedy.fix(span))
    return Problem(code, span.source.path, span.line, span.column, message, span, str(remedy), fixes)


def beyond(limit: Limit, found: int, span: Span) -> Problem:
    """The problem of exceeding a limit."""
    return problem(limit.code, span, limit.told(found), limit.remedy)


class RulesError(Exception):
    """A ruleset has `errors`, of which at most a hundred are kept."""

    def __init__(self, errors: tuple[Problem, ...], more: bool = False) -> None:
        super().__init__(errors, more)
        self.errors = errors[: PROBLEMS.most]
        self.more = more or len(errors) > PROBLEMS.most

    def __str__(self) -> str:
        count = len(self.errors)
        total = f"\n\n{count} errors" if count > 1 else ""
        total += f" and more; {PROBLEMS.remedy}" if self.more else ""
        return "\n\n".join(str(error) for error in self.errors) + total


def stop_at(problems: Iterable[Problem]) -> None:
    """Raises a `RulesError` of what is wrong, if anything is, in the order of the files and their lines."""
    found = sorted(problems, key=lambda each: (each.path, each.line, each.column))
    if found:
        raise RulesError(tuple(found))


class IllegalAction(Exception):
    """An action is illegal; `reason` explains why, and `rule` is the block behind it with its citations, or ""."""

    def __init__(self, reason: str, rule: str) -> None:
        reason = shortened(reason)
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


class AnswerTypeError(IllegalAction, TypeError):
    """An answer that is neither an option nor a text: a mistake of the program that gives it, not of a player."""


class BudgetExceededError(Exception):
    """A question or a whole game took more steps than its `budget`; `block`, `path` and `line` are the place."""

    def __init__(self, budget: int, in_game: bool, block: str, path: str, line: int, what: str) -> None:
        super().__init__(budget, in_game, block, path, line, what)
        self.budget = budget
        self.in_game = in_game
        self.block = block
        self.path = path
        self.line = line
        self.what = what

    def for_players(self, turn: int | None) -> "GameStoppedError":
        """The error for players who do not see all cards: nothing in it depends on hidden ones."""
        return GameStoppedError(turn)

    def __str__(self) -> str:
        who = f"'{visible(self.block)}'" if self.block else "this"
        return (
            f"{called(self.path)}:{self.line}: {who} takes more than {self.budget:,} steps "
            f"{'in one game' if self.in_game else 'for one question'}: it enumerates {self.what}\n"
            "  use fewer or smaller sets, or raise the budget"
        )


class GameStoppedError(Exception):
    """A game stopped in a `turn` (None if unknown) because it took too many steps; safe to show to players."""

    def __init__(self, turn: int | None) -> None:
        super().__init__(turn)
        self.turn = turn

    def __str__(self) -> str:
        where = f" in turn {self.turn}" if self.turn else "" if self.turn is None else " before the first turn"
        return f"the game stopped{where}: its rules take too many steps"


class WorldsError(Exception):
    """The worlds could not be listed or sampled within the budget of steps."""


class SimulationError(Exception):
    """A simulation cannot continue because of its file or its workers."""


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
        message = "the record was changed in this line or above it"
        return RecordError(self.line, message, "replay it with all hands visible to see the details", self.path)

    def __str__(self) -> str:
        place = ":".join(filter(None, (self.path, str(self.line or "")))) if self.path else f"line {self.line}"
        return f"{place}: {self.message}" + (f"\n  {self.remedy}" if self.remedy else "")


class UnreadableRecord(RecordError):
    """A text that is not a readable record at all."""

    def for_players(self) -> RecordError:
        """The error itself."""
        return self  # no answer can have been given away yet


class OtherRules(RecordError):
    """A record that is read with other rules than it was played with, as those that it names have changed."""

    spec = ""  # how the rules of today are loaded

    def for_players(self) -> RecordError:
        """The error itself."""
        return self


def visible(text: str) -> str:
    """A text with control characters and bidirectional overrides escaped."""
    return UNSEEN.sub(lambda sign: sign.group().encode("unicode_escape").decode(), text)


def called(path: object) -> str:
    """A path on one line, with control characters escaped."""
    return visible(str(path)).replace("\n", "\\n")


def not_done(what: str, error: OSError | ValueError) -> str:
    """A message: what could not be done with a file, why, and a remedy."""
    reason, remedy = refusal(error)
    if isinstance(error, FileNotFoundError):
        remedy = "create its folder first, or use another file"
    return f"{what}: {reason}; {remedy}"


def _excerpt(span: Span, remedy: str) -> str:
    number, column = span.line, span.column
    text = span.source.line(number).replace("\t", " ")
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    before, marked = visible(text[: column - 1]), visible(text[column - 1 : column - 1 + width])
    text = before + marked + visible(text[column - 1 + width :])
    column, width = len(before) + 1, max(width, len(marked))
    shift = max(0, column - EXCERPT // 2) if len(text) > EXCERPT else 0
    shown = ("…" if shift else "") + text[shift : shift + EXCERPT]
    margin = " " * max(3, len(str(number)) + 1)
    caret = " " * (column - 1 - shift + bool(shift)) + "^" * min(width, EXCERPT)
    bar = f"  {margin}|"
    return f"{bar}\n  {number:>{len(margin) - 1}} | {shown}\n{bar} {caret} {remedy}".rstrip()
