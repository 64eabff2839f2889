"""What a user can get wrong: an author's mistakes in rule files, a player's illegal move."""

from attrs import field, frozen

from rulespec.language.source import Span

EXCERPT = 120  # characters of a source line that are worth showing


@frozen
class Problem:
    """One mistake in a rule file, with its code, its place and its remedy; line and column count from 1."""

    code: str
    path: str
    line: int
    column: int
    message: str
    span: Span | None = field(default=None, eq=False, repr=False)
    remedy: str = ""

    def __str__(self) -> str:
        kind = "warning" if self.code.startswith("W") else "error"
        head = f"{kind}[{self.code}]: {self.message}"
        if self.span is None:
            return head + (f"\n  {self.path}" if self.path else "") + (f"\n  {self.remedy}" if self.remedy else "")
        return f"{head}\n  {self.path}:{self.line}:{self.column}\n{_excerpt(self.span, self.remedy)}"


def problem(code: str, span: Span, message: str, remedy: str = "") -> Problem:
    """A problem at a place in a source."""
    return Problem(code, span.source.path, span.line, span.column, message, span, remedy)


class RulesError(Exception):
    """A ruleset that cannot be used; `errors` lists everything that is wrong with it."""

    def __init__(self, errors: tuple[Problem, ...]) -> None:
        super().__init__(errors)
        self.errors = errors

    def __str__(self) -> str:
        count = len(self.errors)
        total = f"\n\n{count} errors" if count > 1 else ""
        return "\n\n".join(str(error) for error in self.errors) + total


class IllegalAction(Exception):
    """A move that the rules do not allow: `reason` says why, `rule` names the block and its citations."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


def _excerpt(span: Span, remedy: str) -> str:
    number, column = span.line, span.column
    text = span.source.line(number).replace("\t", " ")
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    shift = max(0, column - EXCERPT // 2) if len(text) > EXCERPT else 0
    shown = ("…" if shift else "") + text[shift : shift + EXCERPT]
    margin = " " * max(3, len(str(number)))
    caret = " " * (column - 1 - shift + bool(shift)) + "^" * min(width, EXCERPT)
    bar = f"  {margin}|"
    return f"{bar}\n  {number:>{len(margin) - 1}} | {shown}\n{bar} {caret} {remedy}".rstrip()
