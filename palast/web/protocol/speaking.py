"""The language in which a session speaks of games; of the rule language itself it speaks English."""

from typing import ClassVar

from attrs import frozen

from palast.verdict.words import Language
from palast.web.protocol.game import Game


@frozen
class Speak:
    """Speaks another language from now on: a game on the table goes on in it, and has to be looked at anew."""

    kind: ClassVar = "speak"
    language: Language


@frozen
class Spoken:
    """The language, and the game on the table in its words; null if there is none."""

    language: Language
    game: Game | None
