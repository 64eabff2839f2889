"""What is said of one of two games, as data: from it the same can be told in another language."""

from typing import TypeAlias

from attrs import frozen

from rulespec.api import State
from rulespec.events.log import RawEvent


@frozen(eq=False)
class Happens:
    """An event of a game; its `hearer` knows that much of it, or all of it is known."""

    state: State
    event: RawEvent
    hearer: int | None = None


@frozen(eq=False)
class HearsNothing:
    """Somebody hears nothing of what happens."""

    state: State
    hearer: int


@frozen(eq=False)
class WaitsFor:
    """What a game waits for, or how it ended."""

    state: State


@frozen(eq=False)
class Answers:
    """Whether an answer can be given."""

    state: State
    text: str
    can: bool


@frozen(eq=False)
class HasValue:
    """What a counter or a note is, by its number."""

    state: State
    variable: int


@frozen(eq=False)
class Lies:
    """Which cards lie in a place, by its number."""

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
