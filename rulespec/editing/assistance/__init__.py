"""Assistance for editors: what is wrong with a rule file as it is typed, what its names mean, where else they stand."""

from rulespec.editing.assistance.answer import Assistance, Completion, Elsewhere, Hover, Mistake, Repair, Token
from rulespec.editing.assistance.assisting import assist, mistakes, on_all, proofread, stretches
from rulespec.editing.assistance.beside import completions_in_texts, hover_in_texts, outline_of_texts, tokens_in_texts
from rulespec.editing.assistance.hovering import in_words
from rulespec.editing.assistance.outline import Fold, Headline, folds, outline
from rulespec.editing.assistance.renaming import Renaming, RenamingError, renamable, renaming
from rulespec.editing.assistance.shelf import Shelf
from rulespec.editing.assistance.tracing import Spot, definitions, references

__all__ = [
    "Assistance",
    "Completion",
    "Elsewhere",
    "Fold",
    "Headline",
    "Hover",
    "Mistake",
    "Renaming",
    "RenamingError",
    "Repair",
    "Shelf",
    "Spot",
    "Token",
    "assist",
    "completions_in_texts",
    "definitions",
    "folds",
    "hover_in_texts",
    "in_words",
    "mistakes",
    "on_all",
    "outline",
    "outline_of_texts",
    "proofread",
    "references",
    "renamable",
    "renaming",
    "stretches",
    "tokens_in_texts",
]
