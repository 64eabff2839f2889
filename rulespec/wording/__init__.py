"""Wording: rules, games and reports in the words of a natural language."""

from typing import TYPE_CHECKING

from rulespec.language.exports import on_demand

if TYPE_CHECKING:
    from rulespec.wording.language import Wording, wording
    from rulespec.wording.player import Speech, speech
else:
    __getattr__, __dir__ = on_demand(
        globals(), {"rulespec.wording.language": "Wording wording", "rulespec.wording.player": "Speech speech"}
    )

__all__ = ["Speech", "Wording", "speech", "wording"]
