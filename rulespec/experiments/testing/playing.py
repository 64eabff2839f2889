"""A game of which each answer is a number that Hypothesis chooses, so that it shrinks by leaving out and lowering some.

What is drawn depends on who draws for which statement for which time, and not on what came before: so an answer that is
left out changes little of what follows. In a game of wishes an answer names the card that somebody would like to have,
and cards are dealt so that he has it: then a few answers say all that a short game is about.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from typing import Literal

from attrs import define, field, frozen

from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.experiments.rarity import happened
from rulespec.game.api import Ruleset, State
from rulespec.rules.material import Card

Habit = Literal["wishing", "any", "seeking"]

ANSWERS = 5000  # numbers of answers
STOP = 3 * 1000 + 1  # none: here the game is left; as no end of the range, and no number in the text, it seldom comes
WISHES = 24  # answers for which cards are dealt, at most: each has the game played again
SOUGHT = 4  # one answer of so many is the one after which something new happens
TRIED = 8  # answers for that


@frozen
class Table:
    """Who plays, and what is settled of a game before it begins."""

    rules: Ruleset
    players: int
    first: int
    seed: int
    habit: Habit


@frozen
class Course:
    """A game as it was played: its states, from the first to the last, and what led from each to the next."""

    states: tuple[State, ...]
    options: tuple[Option, ...]


def played(table: Table, answer: Callable[[int], int], most: int, *, whole: bool = False) -> Course:
    """A game of so many answers at most; a whole one is played on to its end, as its seed has it."""
    answers: list[int] = []
    wishes: dict[int, _Wish] = {}
    while True:
        game = _Playing(table, answer, most, answers, wishes)
        wish = game.play()
        if wish is None:
            if whole:
                game.play_on()
            return Course(tuple(game.states), tuple(game.options))
        wishes[game.at] = wish


@frozen
class _Wish:
    """Somebody wants to have a card when he is asked."""

    seat: int
    card: str


@define
class _Playing:
    table: Table
    answer: Callable[[int], int]  # the next number, after so many
    most: int
    answers: list[int]  # the numbers so far
    wishes: dict[int, _Wish]  # by the answer they are for
    state: State = field(init=False)
    states: list[State] = field(init=False)
    options: list[Option] = field(factory=list)
    at: int = 0  # how many answers have been given
    used: set[str] = field(factory=set)  # cards that have come up in answers
    draws: Counter[tuple[int, int]] = field(factory=Counter)
    seen: Counter[int] = field(factory=Counter)  # what has happened, in a game of those who seek

    def __attrs_post_init__(self) -> None:
        self.state = self.table.rules.new_game(self.table.players, self.table.first)
        self.states = [self.state]

    def play(self) -> _Wish | None:
        """Plays the game, or finds that a card has to be dealt to somebody."""
        while not isinstance(pending := self.state.pending, Over):
            if isinstance(pending, Chance):
                self._goes_on(self._drawn(pending))
                continue
            if self.at == len(self.answers):
                number = self.answer(self.at) if self.at < self.most else STOP
                if number == STOP:
                    return None
                self.answers.append(number)
            option = self._answered(pending, self.answers[self.at])
            if isinstance(option, _Wish):
                return option
            self.used.update(_cards(option))
            self.at += 1
            self._goes_on(option)
        return None

    def play_on(self) -> None:
        """Plays to the end."""
        while not isinstance(pending := self.state.pending, Over):
            if isinstance(pending, Chance):
                self._goes_on(self._drawn(pending))
            else:
                self.at += 1
                self._goes_on(pending.options[number_of(self.table.seed, self.at) % len(pending.options)])

    def _goes_on(self, option: Option) -> None:
        after = self.state.apply(option)
        if self.table.habit == "seeking":
            self.seen.update(happened(self.state, after))
        self.state = after
        self.states.append(after)
        self.options.append(option)

    # ---- answers

    def _answered(self, decision: Decision, number: int) -> Option | _Wish:
        options = decision.options
        if self.table.habit == "seeking" and number % SOUGHT == SOUGHT - 1:
            return self._sought(decision, number // SOUGHT)
        if all(len(option.atoms) == 1 and isinstance(option.atoms[0], Card) for option in options):
            return self._named(decision, number)
        return options[number % len(options)]

    def _named(self, decision: Decision, number: int) -> Option | _Wish:
        """The card of that number; if it cannot be had, the nearest one before it: the least number is its own."""
        deck = _deck(self.table.rules)
        number %= len(deck)
        places = {deck[option.text]: option for option in decision.options}
        if number not in places and self.table.habit == "wishing" and self.at < WISHES and self.at not in self.wishes:
            card = next(name for name, place in deck.items() if place == number)
            if self._free(card):
                return _Wish(decision.player, card)
        return places[max((place for place in places if place <= number), default=max(places))]

    def _free(self, card: str) -> bool:
        return card not in self.used and all(wish.card != card for wish in self.wishes.values())

    def _sought(self, decision: Decision, number: int) -> Option:
        """The answer after which something happens that has happened least so far."""
        many = len(decision.options)
        tried = [decision.options[(number + at * (many // TRIED or 1)) % many] for at in range(min(many, TRIED))]
        return min(tried, key=lambda option: self._new(happened(self.state, self.state.apply(option))))

    def _new(self, marks: Iterable[int]) -> int:
        return min((self.seen[mark] for mark in marks), default=len(self.options))

    # ---- draws

    def _drawn(self, chance: Chance) -> Option:
        position = self.state.position
        free, wanted = list(chance.options), dict[int, Option]()
        if self.wishes:
            names = {option.text: option for option in chance.options}
            for at, wish in self.wishes.items():
                if at >= self.at and wish.card in names:
                    option = names[wish.card]
                    free.remove(option)
                    if wish.seat == position.own:
                        wanted[at] = option
        if wanted:
            return wanted[min(wanted)]
        site = (position.pc, position.own)
        self.draws[site] += 1
        left = free or chance.options
        return left[number_of(self.table.seed, *site, self.draws[site]) % len(left)]


def number_of(seed: int, *about: int) -> int:
    """A number that follows from the seed and what it is about; all are 0 of the seed 0."""
    if seed == 0:
        return 0
    return int.from_bytes(blake2b(repr((seed, about)).encode(), digest_size=6).digest())


@cache
def _deck(rules: Ruleset) -> dict[str, int]:
    """A number for each card, which does not depend on how many play."""
    names = (card.name for players in reversed(rules.players) for card in rules.game(players).material.cards)
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _cards(option: Option) -> list[str]:
    return [atom.name for atom in option.atoms if isinstance(atom, Card)]
