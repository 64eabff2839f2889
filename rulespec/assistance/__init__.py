"""What an editor needs to know of a rule file that somebody is writing, at each keystroke."""

from rulespec.assistance.answer import Assistance, Completion, Elsewhere, Hover, Mistake, Repair, Token
from rulespec.assistance.assisting import assist

__all__ = ["Assistance", "Completion", "Elsewhere", "Hover", "Mistake", "Repair", "Token", "assist"]
