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
    """A random game comes to an end before its limit of turns; one that does not is told at the end."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)
    _longest: Played | None = field(init=False, default=None)

    def looks(self, played: Played) -> Iterator[Finding]:
        """None yet: that it need not end says more, if that is found."""
        limit = self._rules.composed.the(d.Limit)
        if self._longest is None and played.habit == ANY and played.states[-1].turns > limit.turns:
            self._longest = played
        yield from ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        if self._longest is not None:
            limit, players = self._rules.composed.the(d.Limit), self._longest.players
            what = f"a random game with {players} players did not end within {limit.turns} turns"
            remedy = "nobody wins such a game; is there always a way to an end?"
            yield Finding(problem("W053", limit.span, what, remedy), self._longest.states[-1])
