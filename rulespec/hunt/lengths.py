"""Games that come to no end within the limit of turns."""

from collections.abc import Iterator

from attrs import define, field

from rulespec.api import Ruleset
from rulespec.errors import problem
from rulespec.hunt.observer import Budget, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.tree import declarations as d

ANY = "any answer"  # whoever wants to can make many a good game last


@define(eq=False)
class Lengths:
    """A random game comes to an end before its limit of turns; told once."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)
    _told: bool = field(init=False, default=False)

    def looks(self, played: Played) -> Iterator[Finding]:
        limit, last = self._rules.composed.the(d.Limit), played.states[-1]
        if not self._told and played.habit == ANY and last.turns > limit.turns:
            self._told = True
            what = f"a random game with {played.players} players did not end within {limit.turns} turns"
            remedy = "nobody wins such a game; is there always a way to an end?"
            yield Finding(problem("W053", limit.span, what, remedy), last)

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        yield from ()
