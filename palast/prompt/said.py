"""Phrases of the prompt besides questions and rules, in the language of a wording."""

from pathlib import Path

from rulespec.wording import Wording
from rulespec.wording.grammar.phrase import Phrase
from rulespec.wording.grammar.template import Part, Template, phrases

FOLDER = Path(__file__).parent


def say(words: Wording, key: str, **parts: Part) -> str:
    """A phrase of the prompt."""
    return Template(phrases(words.language, FOLDER)[key]).clause(parts)


def named(words: Wording, key: str) -> Phrase:
    """A phrase of the prompt that names something, in each case."""
    return Template(phrases(words.language, FOLDER)[key]).phrase({})
