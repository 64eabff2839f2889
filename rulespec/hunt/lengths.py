"""Games that come to no end within the limit of turns, or within as many answers as a hunt gives to one game."""

from collections.abc import Iterator

from attrs import define, field

from rulespec.api import Ruleset
from rulespec.errors import problem
from rulespec.hunt.observer import Budget, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.hunt.walk import LONGEST
from rulespec.narration.amounts import many, players
from rulespec.tree import declarations as d

ANY = "any answer"  # whoever wants to can make many a good game last
REMEDY = "nobody wins such a game; is there always a way to an end?"


@define(eq=False)
class Lengths:
    """A random game comes to an end before its limit of turns; one that does not is told at the end."""

    _rules: Ruleset
    _budget: Budget = field(repr=False)
    _longest: dict[int, Played] = field(init=False, factory=dict)  # by the number of players
    _left: dict[int, list[Played]] = field(init=False, factory=dict)  # those that were left before their end
    _ended: set[int] = field(init=False, factory=set)

    def looks(self, played: Played) -> Iterator[Finding]:
        """None yet: that it need not end says more, if that is found."""
        limit, last = self._rules.composed.the(d.Limit), played.states[-1]
        if played.habit == ANY and last.raws:
            self._left.setdefault(played.players, []).append(played)
        elif played.habit == ANY and last.turns > limit.turns:
            self._longest.setdefault(played.players, played)
        elif played.habit == ANY:
            self._ended.add(played.players)
        yield from ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        limit = self._rules.composed.the(d.Limit)
        if self._longest:
            what = f"a random game with {players(self._longest)} did not end within {limit.turns} turns"
            yield Finding(problem("W053", limit.span, what, REMEDY), self._longest[min(self._longest)].states[-1])
        elif left := {count: games for count, games in self._left.items() if count not in self._ended}:
            games = many(sum(map(len, left.values())), "random game")
            what = (
                f"none of {games} with {players(left)} ended within {LONGEST:,} answers; what comes later was not seen"
            )
            yield Finding(problem("W053", limit.span, what, REMEDY), left[min(left)][0].states[-1])
