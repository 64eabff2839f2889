"""The verdict of an impact: a few sentences for people who know the game and no statistics."""

from typing import TYPE_CHECKING

__all__ = ["Verdict", "players", "so_far", "verdict"]

if TYPE_CHECKING:
    from palast.verdict.sentences import Verdict, players, so_far, verdict
else:  # for speed: who asks only for what a line or a language is does without impacts and their statistics

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from palast.verdict import sentences

        return getattr(sentences, name)
