"""The parts of answers that speak of several things."""

from rulespec import Decision, Option
from rulespec.run.program import Program
from rulespec.wording.questions import is_part


def asks_several(decision: Decision, program: Program) -> bool:
    """Whether an answer has several atoms, or is asked bit by bit."""
    return is_part(decision, program) or any(len(option.atoms) > 1 for option in decision.options)


def parts_of(option: Option) -> list[str]:
    """The text of each atom of an option."""
    return option.text.split(", ")
