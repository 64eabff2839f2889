"""Composition: the trees of layers laid over a base, block by block."""

from rulespec.compose.composed import Change, Composed, Entry, File, Layer
from rulespec.compose.composition import compose
from rulespec.compose.hashing import digest, is_played, plain, uncited

__all__ = ["Change", "Composed", "Entry", "File", "Layer", "compose", "digest", "is_played", "plain", "uncited"]
