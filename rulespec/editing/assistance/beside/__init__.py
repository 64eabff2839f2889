"""Assistance for the files of texts that stand beside rule files."""

from rulespec.editing.assistance.beside.completing import completions_in_texts
from rulespec.editing.assistance.beside.hovering import hover_in_texts
from rulespec.editing.assistance.beside.outline import outline_of_texts
from rulespec.editing.assistance.beside.tokens import tokens_in_texts

__all__ = ["completions_in_texts", "hover_in_texts", "outline_of_texts", "tokens_in_texts"]
