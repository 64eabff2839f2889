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
    def failed(self) -> tuple[Looked, ...]:
        """What did not hold."""
        return tuple(each for each in self.laws if not each.held)


@frozen
class Report:
    """What came of all that was named."""

    tested: tuple[Tested, ...] = ()
    refused: tuple[Refused, ...] = ()
    untested: tuple[Untested, ...] = ()

    @property
    def failed(self) -> tuple[Looked, ...]:
        """What did not hold."""
        return tuple(failed for each in self.tested for failed in each.failed)

    @property
    def counted(self) -> str:
        """What was tested, in a line."""
        laws = [law for each in self.tested for law in each.laws]
        games = [number for each in self.tested for number in each.games.values()]
        decisions = [number for each in self.tested for number in each.decisions.values()]
        told = many(len(laws), "law")
        if games:
            told += f", looked at {many(sum(law.times for law in laws), 'time')}"
            told += f" in {many(sum(games), 'game')} with {many(sum(decisions), 'decision')}"
        return told


def many(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
