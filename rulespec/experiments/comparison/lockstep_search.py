"""The search for a game in which two rulesets diverge: both play with the same answers and the same chance."""

from collections.abc import Callable, Iterator
from random import Random

from attrs import define, field, frozen

from rulespec.engine.python.snapshot import Trace
from rulespec.experiments.loop import GameLoop
from rulespec.game.api import Ruleset, State
from rulespec.game.history import answers, beginning
from rulespec.records.lockstep import Lockstep, Pair
from rulespec.records.lockstep.coupling import keys_of

GAMES = 1000
CLOSELY = 120  # games that are compared step by step; later ones, for speed, by how they end
LISTENED = 24  # of thousands that are to go alike, in which what everybody hears is compared, too
FURTHER = 20  # games, at least, that are played on to find a shorter one

Pick = Callable[[], float]


def first_difference(one: Ruleset, other: Ruleset, *, games: int = GAMES, seed: int = 0) -> State | None:
    """The last state, by the first ruleset, of the first random game found that diverges; None if there is none.

    The games go through all numbers of players that both rulesets allow.
    """
    pair = LockstepSearch(one, other, seed).first(games)
    return None if pair is None else pair.one


def same_cards(one: Ruleset, other: Ruleset) -> bool:
    """True if both have the same cards for each number of players; games in step ignore what only one has."""
    both = [[rules.game(players).material.cards for players in rules.players] for rules in (one, other)]
    named = [[[card.name for card in cards] for cards in games] for games in both]
    return named[0] == named[1]


@define(eq=False)
class LockstepSearch(GameLoop[Pair | None, Pair | None]):
    """Random games played in step; they are determined by the seed. The news of each is where it diverges."""

    one: Ruleset
    other: Ruleset
    seed: int
    played: int = field(default=0, init=False)
    _steps: dict[int, Lockstep] = field(factory=dict, init=False)
    _games: int = field(default=0, init=False)  # to be played in all
    _most: int | None = field(default=None, init=False)  # answers in a game

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that both allow."""
        return tuple(players for players in self.one.players if players in self.other.players)

    def first(self, games: int, most: int | None = None) -> Pair | None:
        """The next game that diverges, after at most `most` answers; None once `games` in all are played."""
        self._games, self._most = games, most
        return next(filter(None, self.run()), None)

    def population(self) -> Iterator[tuple[int, str]]:
        """The numbers of players in turn, each with a seed."""
        counts = self.players
        while counts and self.played < self._games:
            yield counts[self.played % len(counts)], f"{self.seed} {self.played}"

    def observe(self, players: int, seed: str) -> Pair | None:
        step = self.step(players)
        closely = self.played < CLOSELY or self._most is not None or not step.alike
        self.played += 1
        return self._game(step, seed, self._most) if closely else _by_its_end(step, seed)

    def short(self, games: int) -> Pair | None:
        """The shortest of the first game that diverges and those found soon after it."""
        best = self.first(games)
        further = min(games, max(2 * self.played, self.played + FURTHER))
        found = best
        while best is not None and found is not None:
            found = self.first(further, len(answers(best.one)) - 1)
            best = found or best
        return best

    def step(self, players: int) -> Lockstep:
        """Both rulesets in step for a number of players, memoised."""
        if players not in self._steps:
            self._steps[players] = Lockstep.of(self.one.game(players), self.other.game(players))
        return self._steps[players]

    def _game(self, step: Lockstep, seed: str, most: int | None) -> Pair | None:
        """A game up to where it diverges; None if it comes to its end."""
        pick = Random(seed).random
        first = int(pick() * len(step.seats))
        if not step.alike:
            return _card_by_card(step, first, pick, most)
        drawn, other_drawn = Random(f"{seed} drawn").random, Random(f"{seed} drawn").random
        one = self.one.begin(len(step.seats), first, drawn)
        other = self.other.begin(len(step.seats), first, other_drawn)
        pair = Pair(step, one, other)
        answered = 0
        while not pair.failed:
            raws = pair.one.raws
            if not raws or answered == most:
                return None
            pair = pair.next(raws[int(pick() * len(raws))], drawn, other_drawn)
            answered += 1
        return retraced(step, pair.one)


def _by_its_end(step: Lockstep, seed: str) -> Pair | None:
    """A game that the engine plays by both rulesets, if it goes otherwise by one, up to where it diverges."""
    end, alike = ended(step, seed)
    return None if alike else retraced(step, end)


def ended(step: Lockstep, seed: str) -> tuple[State, bool]:
    """The end of a game that the engine plays by both rulesets, and whether it ended alike by both."""
    one, other = _played_out(step, seed)
    heard = [
        [len(account.game.hearer(seat).heard(end.snapshot)) for seat in step.seats]
        for account, end in ((step.one, one.end), (step.other, other.end))
    ]
    return one.end, one == other and heard[0] == heard[1]


def games_alike(one: Ruleset, other: Ruleset, *, games: int, turns: int, seed: int = 0) -> int | None:
    """How many games went alike by two rulesets, so many with each number of players; None once one does not.

    They are fewer if so many `turns` are played by then. If both have the same cards, games begin and players
    answer as in `first_difference`. Else games are coupled, and compared in the parts that both have.
    """
    search, same = LockstepSearch(one, other, seed), same_cards(one, other)
    numbers = search.players
    begun = min(LISTENED // len(numbers), games) if same and numbers else 0
    if begun and search.first(begun * len(numbers)) is not None:
        return None
    played = begun * len(numbers)
    for players in numbers:
        step, made = search.step(players), 0
        for number in range(begun, games):
            if made >= turns:
                break
            here, there = _played_out(step, f"{seed} {players} {number}", coupled=not (same and step.alike))
            if here != there or here.turns != there.turns:
                return None
            played, made = played + 1, made + here.turns
    return played


@frozen
class PlayedOut:
    """A game that the engine played: its end, and the features compared with the game under other rules."""

    end: State = field(eq=False)
    offered: list[int]  # how many answers there were each time
    table: object  # what lay where, counted and was noted
    winners: object

    @property
    def turns(self) -> int:
        return self.end.turns


def _played_out(step: Lockstep, seed: str, *, coupled: bool = False) -> tuple[PlayedOut, PlayedOut]:
    """A game by both rulesets with equal random numbers, or coupled ones."""
    random, found = Random(seed), list[PlayedOut]()
    first, *words = [random.getrandbits(64) for _ in range(2 + len(step.seats))]
    for account in (step.one, step.other):
        game = account.game
        offered: Trace = ([], [], [])
        begun = State.begin(game, first % len(step.seats)).snapshot
        if coupled:
            end = begun.coupled(keys_of(game), words[0], offered)
        else:
            end = begun.playout(tuple(words[1:]), words[0], offered)
        state = State(game, end)
        found.append(PlayedOut(state, offered[0], account.table(state), end.outcome()[0]))
    return found[0], found[1]


def retraced(step: Lockstep, state: State) -> Pair | None:
    """The game that led to a state, replayed draw by draw up to where it diverges."""
    pair = step.beginning(beginning(state))
    for option in answers(state):
        if pair.failed:
            break
        pair = pair.after(option)
    return pair if pair.failed else None


def _card_by_card(step: Lockstep, first: int, pick: Pick, most: int | None) -> Pair | None:
    """A game whose draws are coupled one by one: of the cards that both rulesets have, both draw the same."""
    pair = step.beginning(State.begin(step.one.game, first))
    answered = 0
    while not pair.failed:
        raws = list(step.one.options(pair.one).values()) if pair.one.raws else []
        if not raws or answered == most:
            return None
        answered += not step.one.waits_for_chance(pair.one)
        pair = pair.after(pair.one.option(raws[int(pick() * len(raws))]))
    return pair
