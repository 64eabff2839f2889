"""Assistance for editors: diagnostics, tokens, completions and hovers for a rule file as it is typed."""

from rulespec.assistance.answer import Assistance, Completion, Elsewhere, Hover, Mistake, Repair, Token
from rulespec.assistance.assisting import assist, stretches

__all__ = ["Assistance", "Completion", "Elsewhere", "Hover", "Mistake", "Repair", "Token", "assist", "stretches"]
