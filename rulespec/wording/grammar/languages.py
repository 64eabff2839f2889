"""How each language puts nouns into sentences."""

from collections.abc import Mapping
from types import ModuleType

from rulespec.wording.grammar import english, german

GRAMMARS: Mapping[str, ModuleType] = {"en": english, "de": german}
