"""The rules changed in small ways, and which of these changes no law and no scenario notices."""

from rulespec.mutants.mutant import Mutant, mutants_of

__all__ = ["Mutant", "mutants_of"]
