"""Statements about one of two games, as data, to be worded in any language."""

from typing import TypeAlias

from attrs import frozen

from rulespec.engine.events.log import RawEvent
from rulespec.game.api import State


@frozen(eq=False)
class Happens:
    """An event of a game; its `hearer` knows that much of it, or all of it is known."""

    state: State
    event: RawEvent
    hearer: int | None = None


@frozen(eq=False)
class HearsNothing:
    """A player perceives nothing of an event."""

    state: State
    hearer: int


@frozen(eq=False)
class WaitsFor:
    """The next decision of a game, or its result."""

    state: State


@frozen(eq=False)
class Answers:
    """True if an answer can be given."""

    state: State
    text: str
    can: bool


@frozen(eq=False)
class HasValue:
    """The value of a counter or a note, by its number."""

    state: State
    variable: int


@frozen(eq=False)
class Lies:
    """The cards in a place, by its number."""

    state: State
    place: int


@frozen(eq=False)
class Lacks:
    """A block and cards of a game that other `rules` do not have; there may be `more` of these cards."""

    state: State
    rules: str
    block: str
    cards: tuple[str, ...]
    more: bool


About: TypeAlias = Happens | HearsNothing | WaitsFor | Answers | HasValue | Lies | Lacks
