"""A search for a game on which two rulesets part: both are played with the same answers and the same chance."""

from collections.abc import Callable, Iterator

from attrs import define, field

from rulespec.api import Ruleset, State
from rulespec.history import answers, beginning
from rulespec.lockstep import Lockstep, Pair
from rulespec.play import numbers

GAMES = 200


def first_difference(one: Ruleset, other: Ruleset, *, games: int = GAMES, seed: int = 0) -> State | None:
    """The end of the first game found on which two rulesets part, by the rules of the one; None if there is none.

    The games are played with each number of players in turn that both allow.
    """
    for pair in Search(one, other, seed).partings(games):
        return pair.one
    return None


@define
class Search:
    """Random games in step; the same seed plays the same games."""

    one: Ruleset
    other: Ruleset
    seed: int
    played: int = field(default=0, init=False)
    _steps: dict[int, Lockstep] = field(factory=dict, init=False)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that both allow."""
        return tuple(players for players in self.one.players if players in self.other.players)

    def partings(self, games: int) -> Iterator[Pair]:
        """Games that part, as they are found; each ends where it parts."""
        counts = self.players
        while counts and self.played < games:
            players = counts[self.played % len(counts)]
            found = self._game(self._step(players), f"{self.seed} {self.played}")
            self.played += 1
            if found is not None:
                yield found

    def _step(self, players: int) -> Lockstep:
        if players not in self._steps:
            self._steps[players] = Lockstep.of(self.one.game(players), self.other.game(players))
        return self._steps[players]

    def _game(self, step: Lockstep, seed: str) -> Pair | None:
        """One game, to where it parts or to its end."""
        pick = numbers(seed)
        first = int(pick() * len(step.seats))
        if not step.alike:
            return _card_by_card(step, first, pick)
        drawn, other_drawn = numbers(f"{seed} drawn"), numbers(f"{seed} drawn")
        one, other = (
            self.one.begin(len(step.seats), first, drawn),
            self.other.begin(len(step.seats), first, other_drawn),
        )
        logs = None, None
        while not step.apart(one, other, logs):
            raws = one.raws
            if not raws:
                return None
            raw = raws[int(pick() * len(raws))]
            logs = one.raw_log, other.raw_log
            one, other = one.next(raw, drawn), other.next(step.counterpart(one, other, raw), other_drawn)
        return retraced(step, one)


def retraced(step: Lockstep, state: State) -> Pair | None:
    """The game that led to a state, draw by draw, up to where it parts."""
    pair = step.beginning(beginning(state))
    for option in answers(state):
        if pair.failed:
            break
        pair = pair.after(option)
    return pair if pair.failed else None


def _card_by_card(step: Lockstep, first: int, pick: Callable[[], float]) -> Pair | None:
    """A game of which every draw is looked at: of the cards that both have, the same is drawn in both."""
    pair = step.beginning(State.begin(step.one.game, first))
    while not pair.failed:
        raws = list(step.one.options(pair.one).values()) if pair.one.raws else []
        if not raws:
            return None
        pair = pair.after(pair.one.option(raws[int(pick() * len(raws))]))
    return pair
