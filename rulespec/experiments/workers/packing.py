"""Rules as they are sent to workers: the texts of their files, packed."""

import pickle
from functools import lru_cache
from zlib import compress, decompress

from rulespec.game.api import Ruleset


def packed(rules: Ruleset) -> bytes:
    """The texts of some rules: pickling keeps nothing else of them."""
    return compress(pickle.dumps(rules))


@lru_cache(maxsize=8)
def unpacked(rules: bytes) -> Ruleset:
    """The rules, made once in each process."""
    found: Ruleset = pickle.loads(decompress(rules))
    return found
