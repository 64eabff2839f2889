"""What came of testing rulesets: every law with what was looked at, and what was not tested."""

from collections.abc import Mapping

from attrs import field, frozen

from rulespec.failures import Failure
from rulespec.suite.suite import Refused, Suite, Untested
from rulespec.tree.source import Span


@frozen
class Looked:
    """A law, and how often it was looked at; one that was broken has the shortest game that breaks it."""

    key: str
    place: Span = field(repr=False)
    times: int
    failure: Failure | None = None

    @property
    def held(self) -> bool:
        return self.failure is None


@frozen
class Tested:
    """A suite, and what came of it; games and decisions are those of random games, by the number of players."""

    suite: Suite
    laws: tuple[Looked, ...]
    games: Mapping[int, int]
    decisions: Mapping[int, int]

    @property
    def failures(self) -> tuple[Failure, ...]:
        return tuple(law.failure for law in self.laws if law.failure)


@frozen
class Report:
    """What came of all that was named."""

    tested: tuple[Tested, ...]
    refused: tuple[Refused, ...] = ()
    untested: tuple[Untested, ...] = ()
