"""How each language puts nouns into sentences."""

from collections.abc import Mapping
from types import ModuleType

from rulespec.rules.texts.grammar import english, german

GRAMMARS: Mapping[str, ModuleType] = {"en": english, "de": german}
