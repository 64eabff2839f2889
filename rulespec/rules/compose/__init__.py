"""Composition: the trees of layers laid over a base, block by block."""

from rulespec.rules.compose.composed import Change, Composed, Entry, File, Layer, Setting, file_of
from rulespec.rules.compose.composition import compose
from rulespec.rules.compose.hashing import digest, is_played, plain, uncited

__all__ = [
    "Change",
    "Composed",
    "Entry",
    "File",
    "Layer",
    "Setting",
    "compose",
    "digest",
    "file_of",
    "is_played",
    "plain",
    "uncited",
]
