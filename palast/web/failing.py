"""Errors as replies."""

from collections.abc import Mapping

from palast.prompt.said import FOLDER as PROMPT
from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.places import problem_of
from rulespec.language.errors import BudgetExceededError, IllegalAction, RulesError, WorldsError, visible
from rulespec.records import RecordError
from rulespec.rules.texts.grammar.template import phrases


class PageError(Exception):
    """A request that cannot be answered; see `Failed` for the code."""

    def __init__(self, code: p.Code, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy


def failed(error: Exception, texts: Mapping[str, str], language: Language) -> p.Failed:
    """An exception as a reply; unexpected ones are bugs."""
    match error:
        case PageError():
            return _failed(error.code, error.message, error.remedy)
        case RulesError():
            problems = [problem_of(each, "error", texts) for each in error.errors]
            return p.Failed("rules", problems[0].message, problems[0].remedy, problems)
        case IllegalAction():
            return _failed("refused", str(error))
        case BudgetExceededError():  # without its block and line, which can depend on hidden cards
            said = phrases(language, PROMPT)
            return _failed("stopped", said["refused.stopped"], said["refused.stopped.continue"])
        case RecordError():
            return _failed(
                "record", f"line {error.line}: {error.message}" if error.line else error.message, error.remedy
            )
        case WorldsError():
            return _failed("worlds", str(error))
        case _:
            return _failed("bug", f"{type(error).__name__}: {error}"[:500], "this is a bug in palast; please report it")


def _failed(code: p.Code, message: str, remedy: str = "") -> p.Failed:
    return p.Failed(code, visible(message), visible(remedy), [])
