"""Tests of rules in slices: scenarios and laws, hunts, impacts."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.web.protocol.effect import Effect
from palast.web.protocol.problems import Place, Problem
from rulespec.editing.assistance import Repair

Tested = Literal["scenario", "law"]
Fault = Literal["law", "leak", "endless", "never", "idle", "single", "rules"]


@frozen
class Test:
    """Begins to test the scenarios and laws of rules; laws are checked in `games` random games."""

    kind: ClassVar = "test"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 20
    seed: int = 0


@frozen
class Check:
    """Begins a hunt for faults: broken laws, leaks, endless games, what never happens."""

    kind: ClassVar = "check"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 120
    seed: int = 0


@frozen
class More:
    """Asks for the next slice of the current test.

    A slice can take long while a game is shortened; to stop it, end the worker.
    """

    kind: ClassVar = "more"


@frozen
class Stop:
    """Stops the current test; answered by the result so far of an impact."""

    kind: ClassVar = "stop"


@frozen
class Tried:
    """The result of a scenario or a law: whether it holds, how often it was tried, whether in `all` possible ways, and
    the game of a failure, as a record and as a story.

    `says` is the title of a scenario, or the condition of a law. A `changed` scenario has to fail. A fix accepts the
    failure in the text on top.
    """

    name: str
    says: str
    what: Tested
    holds: bool
    times: int
    all: bool
    changed: bool
    place: Place | None
    problem: Problem | None
    fixes: list[Repair]
    record: str | None
    story: list[str]


@frozen
class Found:
    """A finding of a hunt, with the game that shows it if there is one.

    `what`: a broken law, a leak, an endless game, a rule that never happens, one that makes no difference, a question
    that mostly has a single answer; or a warning about the rules' text.
    """

    what: Fault
    problem: Problem
    record: str | None
    story: list[str]


@frozen
class Cost:
    """What one line of rules cost in a few games: its share of all steps, and its steps per question."""

    block: str
    place: Place
    share: float
    per_question: float


@frozen
class Progress:
    """What is new since the last slice; `done` of about `of` slices. `said` is a summary at the end.

    The last slice of a hunt has the `costs` of the most expensive lines.
    """

    done: int
    of: int
    over: bool
    tried: list[Tried]
    found: list[Found]
    effect: Effect | None
    said: str
    costs: list[Cost] = field(factory=list)
