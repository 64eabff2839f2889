"""The question, options and reasons of one player in a language, at one moment of a game."""

from functools import cached_property

from attrs import frozen

from rulespec.engine.pending import Decision, Option
from rulespec.game.api import View
from rulespec.wording.language import Wording, wording
from rulespec.wording.questions import option_text, question
from rulespec.wording.reasons import understood, why


@frozen(slots=False)
class Speech:
    """The texts for the player of a view."""

    view: View
    words: Wording

    @cached_property
    def decision(self) -> Decision | None:
        """The decision of the player, if there is one."""
        return self.view.decision

    @property
    def question(self) -> str:
        """The question to the player; empty if there is none."""
        return "" if self.decision is None else question(self.words, self.decision, self.view)

    @property
    def options(self) -> tuple[str, ...]:
        """The answers of the player, in the order of the options."""
        if self.decision is None:
            return ()
        return tuple(option_text(self.words, each, self.decision, self.view) for each in self.decision.options)

    def understood(self, said: str) -> Option | None:
        """The option that he means by an answer in his language, or as the rules write it; None if there is none."""
        return None if self.decision is None else understood(self.words, said, self.decision, self.view)

    def why(self, option: Option | str | None = None) -> str:
        """Whose turn it is and how it came about; or why an option is offered, or not."""
        return why(self.words, self.view, option)


def speech(view: View, language: str) -> Speech:
    """The texts for the player of a view in a language."""
    return Speech(view, wording(view.rules, language))
