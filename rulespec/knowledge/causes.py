"""What leaves an answer out, as data; and what its refusal says of it."""

from typing import Any, TypeAlias

from attrs import frozen

from rulespec.knowledge.leaving import Leaving, Left
from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s

OVER = "the game is over; there are no more choices"


@frozen(eq=False)
class GameIsOver:
    """Nothing can be chosen any more."""

    def told(self, _answer: str) -> str:
        """What the refusal of an answer says."""
        return OVER


@frozen(eq=False)
class NoOutcome:
    """Chance is asked, and cannot come to this."""

    prompt: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is not a possible outcome: {self.prompt}"


@frozen(eq=False)
class NeitherYesNorNo:
    """It was asked whether to do something."""

    prompt: str
    near: str  # what may have been meant

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is not an answer to '{self.prompt}'; {self.near}"


@frozen(eq=False)
class BySieve:
    """A sieve of the choice leaves it out, as it is on a table where the names of the choice stand for it."""

    sieve: e.Sieve
    at: Leaving

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is excluded by '{show(self.sieve)}'"


@frozen(eq=False)
class ByWhatFollows:
    """What must hold afterwards would not."""

    condition: e.Condition

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is excluded by 'so that afterwards {show(self.condition)}'"


@frozen(eq=False)
class OutOfSource:
    """A part of it is left out of what a part of the choice is chosen from."""

    said: str
    pick: s.PickOne | s.PickPair | s.PickCards
    member: Any  # in the engine's numbers
    left: Left

    def told(self, _answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{self.said}' is excluded by '{self.left.said}'"


@frozen(eq=False)
class Unfinished:
    """No legal answer ends here."""

    near: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is not a complete answer; {self.near}"


@frozen(eq=False)
class SeveralAtOnce:
    """Several cards where one is named after the other."""

    near: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is more than one answer; give the cards one at a time; {self.near}"


@frozen(eq=False)
class TakenAlready:
    """It has been named before in this choice."""

    near: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' has already been chosen; {self.near}"


@frozen(eq=False)
class OutOfOrder:
    """It comes before what was named last."""

    last: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' comes before {self.last}; give the cards of a set in order"


@frozen(eq=False)
class NoWayOn:
    """No legal answer goes on with it."""

    choose: s.Choose

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' cannot lead to a legal answer to '{show(self.choose)}'"


@frozen(eq=False)
class NotAmong:
    """It is nothing that could be chosen from, whatever narrows the choice."""

    prompt: str
    near: str

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is not among the choices: {self.prompt}; {self.near}"


@frozen(eq=False)
class LeftUnoffered:
    """It is not offered, though nothing leaves it out."""

    def told(self, answer: str) -> str:
        """What the refusal of an answer says."""
        return f"'{answer}' is not offered"


Cause: TypeAlias = (
    GameIsOver
    | NoOutcome
    | NeitherYesNorNo
    | BySieve
    | ByWhatFollows
    | OutOfSource
    | Unfinished
    | SeveralAtOnce
    | TakenAlready
    | OutOfOrder
    | NoWayOn
    | NotAmong
    | LeftUnoffered
)
