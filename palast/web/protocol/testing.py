"""Rules that are tested in slices: scenarios and laws, hunts, comparisons."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.web.protocol.problems import Place, Problem

Tested = Literal["scenario", "law"]
Side = Literal["base", "variant"]


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
    games: int = 60
    seed: int = 0


@frozen
class Compare:
    """Begins to play pairs of games by `rules` and by `other`, with the same random players and the same chance.

    They count for themselves: what is told of them says nothing of all other games, as `palast impact` does.
    """

    kind: ClassVar = "compare"
    rules: str
    other: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # the fewest that both allow, if nothing is said
    games: int = 50
    seed: int = 0


@frozen
class More:
    """The next slice of what was begun; answered by what is new.

    One can take long where a game is made short; whoever does not want to wait ends the worker.
    """

    kind: ClassVar = "more"


@frozen
class Stop:
    """Leaves what was begun."""

    kind: ClassVar = "stop"


@frozen
class Tried:
    """A scenario or a law of the rules: whether it holds, how often it was tried, and the game that shows that it does
    not, as a record that can be opened and as a story."""

    name: str
    what: Tested
    holds: bool
    times: int
    place: Place | None
    problem: Problem | None
    record: str | None
    story: list[str]


@frozen
class Found:
    """What a hunt found; what happened in a game is shown by it."""

    problem: Problem
    record: str | None
    story: list[str]


@frozen
class Mattered:
    """The first of the games in which the difference mattered, by the rules of one side, up to where it did.

    What both rules say there, and which blocks are the reason.
    """

    by: Side
    base: str
    variant: str
    because: list[str]
    record: str | None


@frozen
class Pairs:
    """How many pairs of games were played, and how many of them went otherwise; `first` is known when it is over."""

    played: int
    differing: int
    first: Mattered | None


@frozen
class Progress:
    """What is new since the last slice. `done` of about `of` slices; `said` sums up where it is over."""

    done: int
    of: int
    over: bool
    tried: list[Tried]
    found: list[Found]
    pairs: Pairs | None
    said: str
