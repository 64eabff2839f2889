"""Mutation testing of rules: which small changes no law and no scenario notices."""

from rulespec.experiments.mutation.mutant import Mutant, mutants_of
from rulespec.experiments.mutation.mutation_test import GAMES, Progress, mutants
from rulespec.experiments.mutation.quick_check import unnoticed
from rulespec.experiments.mutation.report import Alike, Judged, Killed, MutantReport, Survives, Verdict

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
