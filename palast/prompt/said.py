"""Phrases of the prompt besides questions and rules, in the language of a wording."""

from pathlib import Path

from rulespec.rules.texts.grammar.phrase import Phrase
from rulespec.rules.texts.grammar.template import Part, Template, phrases
from rulespec.wording import Wording

FOLDER = Path(__file__).parent


def say(words: Wording, key: str, **parts: Part) -> str:
    """A phrase of the prompt."""
    return Template(phrases(words.language, FOLDER)[key]).clause(parts)


def named(words: Wording, key: str) -> Phrase:
    """A phrase of the prompt that names something, in each case."""
    return Template(phrases(words.language, FOLDER)[key]).phrase({})
