"""W053, games that do not end within the limit of turns, or within the answers that a hunt allows for one game."""

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulespec.errors import problem
from rulespec.hunt.observer import Observer, Played
from rulespec.hunt.report import LONGEST, Finding, Searched
from rulespec.narration.amounts import many, players
from rulespec.tree import declarations as d

ANY = "any answer"  # the only habit that counts: players who try to can prolong many a good game
REMEDY = "nobody wins such a game; is there always a way to an end?"


@define(eq=False)
class Lengths(Observer):
    """Reports, at the end, random games that exceed the limit of turns, or that were all left unfinished."""

    _longest: dict[int, Played] = field(init=False, factory=dict)  # the first one over the limit, by number of players
    _left: dict[int, list[Played]] = field(init=False, factory=dict)  # games left unfinished
    _ended: set[int] = field(init=False, factory=set)  # the numbers of players with which a game ended

    def looks(self, played: Played) -> Iterable[Finding]:
        """Nothing yet: an endless game (W062) would say more."""
        limit, last = self._rules.composed.the(d.Limit), played.states[-1]
        if played.habit == ANY and last.raws:
            self._left.setdefault(played.players, []).append(played)
        elif played.habit == ANY and last.turns > limit.turns:
            self._longest.setdefault(played.players, played)
        elif played.habit == ANY:
            self._ended.add(played.players)
        return ()

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
