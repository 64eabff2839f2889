"""Rules that are tested in slices: scenarios and laws, hunts, comparisons."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.web.protocol.effect import Effect
from palast.web.protocol.problems import Place, Problem
from rulespec.assistance import Repair

Tested = Literal["scenario", "law"]
Fault = Literal["law", "leak", "endless", "never", "idle", "rules"]


@frozen
class Test:
    """Begins to try the scenarios and laws of rules, each a slice; `games` random ones look at the laws."""

    kind: ClassVar = "test"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 20
    seed: int = 0


@frozen
class Check:
    """Begins a hunt for what is wrong with rules: laws, leaks, games that do not end, what never happens."""

    kind: ClassVar = "check"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 120
    seed: int = 0


@frozen
class More:
    """The next slice of what was begun; answered by what is new.

    One can take long where a game is made short; whoever does not want to wait ends the worker.
    """

    kind: ClassVar = "more"


@frozen
class Stop:
    """Leaves what was begun; answered by what a comparison has come to."""

    kind: ClassVar = "stop"


@frozen
class Tried:
    """A scenario or a law of the rules: whether it holds, how often it was tried, in `all` ways that there are or not,
    and the game that shows that it does not, as a record that can be opened and as a story.

    `says` is the title of a scenario, or the condition of a law. One that is `changed` has to hold no longer. A fix
    says in the text on top that it is meant so.
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
    """What a hunt found; what happened in a game is shown by it.

    A law that is broken, something told that somebody cannot know, games that need not end, what never happens, what
    makes no difference; or what deserves a second look without any game.
    """

    what: Fault
    problem: Problem
    record: str | None
    story: list[str]


@frozen
class Progress:
    """What is new since the last slice. `done` of about `of` slices; `said` sums up where it is over."""

    done: int
    of: int
    over: bool
    tried: list[Tried]
    found: list[Found]
    effect: Effect | None
    said: str
