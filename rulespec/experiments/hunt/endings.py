"""W053, W068 and W069: games that do not end, in which no player can do anything any more, or that have no winner."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from rulespec.agents.play import playout
from rulespec.engine.pending import Over
from rulespec.engine.python.explorer import BY_LIMIT, STUCK, WITHOUT_WINNER
from rulespec.experiments.hunt.exploration import NO_GAMES, Exploration, GameTally
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import LONGEST, Finding, Searched
from rulespec.game.api import Ruleset, State
from rulespec.game.history import history
from rulespec.game.pipeline import beneath
from rulespec.language.errors import problem
from rulespec.language.tree import declarations as d
from rulespec.wording.amounts import many, players, share

ANY = "any answer"  # the only habit that counts: players who try to can prolong many a good game
ENDS = (d.Limit, d.Reason)
WHOLE = 20  # random games that are played to the limit of turns where many were abandoned
LEAST = 3  # games from which on it says something that all were alike
OFTEN = 0.2  # of random games: if the limit ends so many, the rules hardly mean it
STUCK_ROUNDS = 3  # rounds of turns without anything to decide before the limit, as the engine counts it
REMEDY = "make sure that every game can end, or raise this limit"


@define(eq=False)
class Endings(Observer):
    """Counts how random games end, by the number of players."""

    _tallies: dict[int, GameTally] = field(init=False, factory=dict)
    _left: Counter[int] = field(init=False, factory=Counter)  # games left unfinished
    _shown: dict[tuple[int, int], State] = field(init=False, factory=dict)  # the first end of each sort

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """Takes over the counts of the engine."""
        self._tallies[exploration.players] = exploration.tally
        self._left[exploration.players] = exploration.left
        for way in (BY_LIMIT, STUCK, WITHOUT_WINNER):
            if (state := exploration.ended(way)) is not None:
                self._shown[exploration.players, way] = state
        return ()

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """Counts a game, besides those that the engine counted."""
        last = played.states[-1]
        if played.habit != ANY:
            return ()
        before = self._tallies.get(played.players, NO_GAMES)
        if last.raws:
            self._left[played.players] += 1
            self._shown.setdefault((played.players, BY_LIMIT), last)
            self._tallies[played.players] = evolve(before, games=before.games + 1)
            return ()
        limit = last.turns > self._rules.composed.the(d.Limit).turns
        stuck = limit and last.turns - _decided(last) > STUCK_ROUNDS * played.players
        if limit:
            self._shown.setdefault((played.players, BY_LIMIT), last)
        if stuck:
            self._shown.setdefault((played.players, STUCK), last)
        over = last.pending
        nobody = not limit and isinstance(over, Over) and not over.winners
        if nobody:
            self._shown.setdefault((played.players, WITHOUT_WINNER), last)
        self._tallies[played.players] = evolve(
            before,
            games=before.games + 1,
            limit=before.limit + limit,
            stuck=before.stuck + stuck,
            ended=before.ended + (not limit),
            nobody=before.nobody + nobody,
            won=before.won or (isinstance(over, Over) and bool(over.winners)),
        )
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """One finding of a sort: a warning rather than a note, with the fewest players it happens with."""
        for found in (self._unended, self._stuck, self._without_winner):
            yield from sorted(found(), key=lambda finding: finding.note)[:1]

    def _each(self) -> Iterator[tuple[int, GameTally]]:
        return ((count, tally) for count, tally in sorted(self._tallies.items()) if tally.games >= LEAST)

    def _unended(self) -> Iterator[Finding]:
        """None of the games ends, or many do not; or, which is only a note, some do not."""
        limit = self._rules.composed.the(d.Limit)
        endless = {count: tally for count, tally in self._each() if not tally.ended and tally.limit}
        if endless:
            games = many(sum(tally.games for tally in endless.values()), "random game")
            what = f"none of {games} with {players(endless)} ended within {limit.turns} turns"
            yield Finding(problem("W053", limit.span, what, REMEDY), self._shown.get((min(endless), BY_LIMIT)))
        for count, tally in self._each():
            if not tally.ended and not tally.limit and self._left[count]:
                games = many(self._left[count], "random game")
                within = f"with {players([count])} ended within {LONGEST:,} answers"
                what = f"none of {games} {within}; later turns were not explored"
                yield Finding(problem("W053", limit.span, what, REMEDY), self._shown.get((count, BY_LIMIT)))
        for count, tally in self._each():
            if tally.ended and tally.limit > tally.stuck:
                unended = tally.limit - tally.stuck
                part = share(unended, tally.games, f"random games with {players([count])}")
                what = f"{part} did not end within {limit.turns} turns"
                shown, seldom = self._shown.get((count, BY_LIMIT)), unended < OFTEN * tally.games
                yield Finding(problem("W053", limit.span, what, REMEDY), shown, note=seldom)

        for count in sorted(self._left):
            unended = self._unended_to_the_end(self._rules, count)
            if unended >= OFTEN * WHOLE:
                what = (
                    f"{unended} of {WHOLE} random games with {players([count])} did not end within {limit.turns} turns"
                )
                shown = self._shown.get((count, BY_LIMIT))
                yield Finding(problem("W053", limit.span, what, REMEDY), shown, note=not self._is_made_endless(count))

    def _unended_to_the_end(self, rules: Ruleset, count: int) -> int:
        """How many random games end by the limit of turns only, of those that are played that far."""
        turns, seeds = rules.composed.the(d.Limit).turns, range(self._budget.seed, self._budget.seed + WHOLE)
        return sum(playout(rules, count, seed, seed % count).state.turns > turns for seed in seeds)

    def _is_made_endless(self, count: int) -> bool:
        """True if the top layer changes no end, and the games beneath it have one."""
        changed = {
            key for key in self._rules.composed.changed_on_top if isinstance(self._rules.resolved.blocks[key], ENDS)
        }
        base = None if changed else beneath(self._rules)
        return base is not None and count in base.players and not self._unended_to_the_end(base, count)

    def _stuck(self) -> Iterator[Finding]:
        limit = self._rules.composed.the(d.Limit)
        for count, tally in self._each():
            if tally.stuck:
                part = share(tally.stuck, tally.games, f"random games with {players([count])}")
                what = f"{part} get stuck: no player can do anything until the limit of {limit.turns} turns"
                remedy = "end the game there: game ends NAME: CONDITION"
                yield Finding(problem("W068", limit.span, what, remedy), self._shown[count, STUCK])

    def _without_winner(self) -> Iterator[Finding]:
        """No game has a winner; or, which is only a note, some have none."""
        declared = self._rules.composed.of(d.Winners)
        counted = {count: tally for count, tally in self._each() if declared and tally.nobody}
        ended = {count: tally.games - tally.limit for count, tally in counted.items()}
        none = [count for count, tally in counted.items() if tally.nobody == ended[count] >= LEAST and not tally.won]
        if none:
            what, remedy = f"no game with {players(none)} has a winner", "can any player ever satisfy 'winners'?"
            shown = self._shown[none[0], WITHOUT_WINNER]
            yield Finding(problem("W069", declared[0].span, what, remedy), shown)
        for count in sorted(counted.keys() - none):
            some = share(counted[count].nobody, ended[count], f"random games with {players([count])}")
            told = problem("W069", declared[0].span, f"{some} end without a winner", "is that intended?")
            yield Finding(told, self._shown[count, WITHOUT_WINNER], note=True)


def _decided(end: State) -> int:
    """The last turn with a decision of a player or of chance."""
    return max((state.turns for state, _ in history(end) if len(state.raws) > 1), default=0)
