"""Mutation testing of rules: which small changes no law and no scenario notices."""

from rulespec.mutants.mutant import Mutant, mutants_of
from rulespec.mutants.report import Judged, MutantReport
from rulespec.mutants.search import GAMES, Progress, mutants
from rulespec.mutants.unnoticed import unnoticed
from rulespec.mutants.verdict import Alike, Killed, Survives, Verdict

__all__ = [
    "GAMES",
    "Alike",
    "Judged",
    "Killed",
    "Mutant",
    "MutantReport",
    "Progress",
    "Survives",
    "Verdict",
    "mutants",
    "mutants_of",
    "unnoticed",
]
