"""Palastgeflüster by the short rule sheet (`ksr`), written by hand: a limit of speed to compare with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeVar

PERSONS = ("Hofmarschall", "Schatzmeister", "Zauberer", "Zofe", "Mundschenk", "Wächter", "Hofnarr")
COLOURS = ("rot", "gelb", "grün", "blau", "violett")
NEUTRAL = -1  # the owner of a neutral card
TARGET = {3: 6, 4: 5, 5: 4}  # 000:88-89
HAND = 6  # 000:6

SENTENCES = {  # of options, which fill in their atoms, and of events, which put the seat before
    "turn": "play {}",
    "next turn": "choose seat {} to be next",
    "partner": "swap with seat {}",
    "number": "swap {}",
    "mine": "pass {}",
    "theirs": "pass {}",
    "scrap": "discard {}",
    "exchange": "exchange {}",
    "back": "take back {}",
    "draw": "draw {}",
    "open": "turn over {}",
    "show": "show {}",
    "whisper": "end the round by a duplicate; points for {}",
    "six": "end the round with six persons; points for {}",
    "jester": "end the round by the muted Hofnarr; points for {}",
    "favour": "end the game; won by {}",
}

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Option:
    """One answer to what is pending."""

    block: str
    atoms: tuple[Any, ...]  # cards, or a seat or a number

    @property
    def text(self) -> str:
        return ", ".join(map(str, self.atoms))

    def __str__(self) -> str:
        return SENTENCES[self.block].format(self.text)


class Card:
    """A person's card, or a king's card; copies are different cards."""

    __slots__ = ("drawn", "laid", "name", "owner", "person")

    def __init__(self, person: str, owner: int, name: str) -> None:
        self.person = person
        self.owner = owner
        self.name = name
        self.laid = Option("turn", (self,))  # the most frequent options never change, so they are made once
        self.drawn = Option("draw", (self,))

    def __str__(self) -> str:
        return self.name


Cards = tuple[Card, ...]
Log = tuple[Any, str, int, tuple[Any, ...]] | None  # what came before, and the fields of an event


class Event(NamedTuple):
    """Something that happened."""

    block: str
    seat: int
    atoms: tuple[Any, ...]

    def __str__(self) -> str:
        return f"seat {self.seat}: " + SENTENCES[self.block].format(", ".join(map(str, self.atoms)))


@dataclass(slots=True, eq=False)
class Decision:
    """A player is asked."""

    player: int
    block: str
    options: tuple[Option, ...]

    @property
    def prompt(self) -> str:
        return SENTENCES[self.block].format("…") + "?"

    def offers(self, option: Option) -> bool:
        return option in self.options


@dataclass(slots=True, eq=False)
class Chance:
    """A card leaves a shuffled pile."""

    block: str
    cards: Cards

    @property
    def outcomes(self) -> tuple[tuple[Option, Fraction], ...]:
        each = Fraction(1, len(self.cards))
        return tuple([(card.drawn, each) for card in self.cards])

    def offers(self, option: Option) -> bool:
        return option.block == "draw" and option.atoms[0] in self.cards


@dataclass(slots=True, eq=False)
class Over:
    """The game has ended."""

    returns: tuple[Fraction, ...]
    winners: tuple[int, ...]


@cache
def offer(block: str, *atoms: Any) -> Option:
    """The option of this block with these atoms, made once."""
    return Option(block, atoms)


@cache
def deck(players: int) -> Cards:
    """One coloured set for each player and two neutral ones (000:4-5,7)."""
    coloured = [Card(p, i, f"{p} {c}") for i, c in enumerate(COLOURS[:players]) for p in PERSONS]
    return (*coloured, *(Card(p, NEUTRAL, f"{p} braun {copy}") for p in PERSONS for copy in (1, 2)))


KINGS = tuple([Card(person, NEUTRAL, person) for person in PERSONS[1:]])  # 000:9, R1
NO_CARD = Card("", NEUTRAL, "")


@dataclass(slots=True, eq=False)
class State:
    """Everything at one moment; never changed once `new_game`, `apply` or `sample` has handed it out."""

    points: tuple[int, ...]
    active: int
    pending: Decision | Chance | Over
    hands: tuple[Cards, ...] = ()
    displays: tuple[Cards, ...] = ()
    pile: Cards = ()
    discards: Cards = ()
    closed: Cards = KINGS
    open: Cards = ()
    played: int = 0  # cards in this round, R13
    card: Card = NO_CARD  # the one played in this turn
    bound: tuple[Any, ...] = ()  # what the action has been told so far: partner, number, own cards
    last: Log = None

    def _copy(self) -> State:
        return State(
            self.points, self.active, self.pending, self.hands, self.displays, self.pile, self.discards,
            self.closed, self.open, self.played, self.card, self.bound, self.last,
        )  # fmt: skip

    def apply(self, option: Option) -> State:
        """The state after this option."""
        pending = self.pending
        if isinstance(pending, Over) or not pending.offers(option):
            raise ValueError("not offered")
        new = self._copy()
        ANSWERS[pending.block](new, option.atoms)
        return new

    def sample(self, random: Callable[[], float]) -> State:
        """The state after chance, a whole deal in one go, with the draws that card by card would take."""
        assert isinstance(self.pending, Chance)
        pile = list(self.pending.cards)
        draws = to_deal(self) if self.pending.block == "deal" else 1
        new = self._copy()
        ANSWERS[self.pending.block](new, tuple([pile.pop(int(random() * len(pile))) for _ in range(draws)]))
        return new

    @property
    def log(self) -> tuple[Event, ...]:
        events = []
        log = self.last
        while log:
            log, block, seat, atoms = log
            events.append(Event(block, seat, atoms))
        return tuple(events[::-1])


def new_game(players: int, first: int = 0) -> State:
    if players not in TARGET or not 0 <= first < players:
        raise ValueError("3 to 5 players, the first of them one of theirs")
    state = State((0,) * players, first, Chance("deal", ()))
    begin_round(state)
    return state


def play(players: int, agents: Sequence[Callable[[State, Decision], Option]], rng: Random) -> State:
    """The finished game of these agents, one for each seat; chance draws from `rng.random()` alone."""
    state = new_game(players)
    while not isinstance(pending := state.pending, Over):
        if isinstance(pending, Decision):
            state = state.apply(agents[pending.player](state, pending))
        else:
            state = state.sample(rng.random)
    return state


def put(row: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*row[:place], item, *row[place + 1 :])


def without(cards: Cards, card: Card) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# ---- The course of the game. Each function writes on a state that nobody has seen yet,
# ---- until something is pending.


def begin_round(s: State) -> None:  # 000:30-33, R15: the active player starts
    players = len(s.points)
    s.hands = s.displays = ((),) * players
    s.discards = ()
    s.bound = ()
    s.played = 0
    s.pile = deck(players)
    s.pending = Chance("deal", s.pile)


def to_deal(s: State) -> int:
    return len(s.pile) - len(deck(len(s.hands))) + HAND * len(s.hands)


def deal(s: State, cards: Cards) -> None:  # 000:6, the whole hand of one seat, then the next
    players = len(s.hands)
    dealt = HAND * players - to_deal(s)
    hands = list(s.hands)
    for place, card in enumerate(cards, dealt):
        seat = (s.active + place // HAND) % players
        hands[seat] += (card,)
        s.last = (s.last, "draw", seat, (card,))
    s.hands = tuple(hands)
    gone = set(cards)
    s.pile = tuple([card for card in s.pile if card not in gone])
    if dealt + len(cards) < HAND * players:
        s.pending = Chance("deal", s.pile)
    else:
        begin_turn(s, s.active)


def begin_turn(s: State, seat: int) -> None:
    s.active = seat
    s.bound = ()
    hand = s.hands[seat]
    there = {card.person for card in s.displays[seat]}
    new = [card.laid for card in hand if card.person not in there]
    s.pending = Decision(seat, "turn", tuple(new or [card.laid for card in hand]))  # 000:17-19, R3


def lay(s: State, atoms: tuple[Any, ...]) -> None:  # 000:11-14
    (card,) = atoms
    seat = s.active
    row = s.displays[seat]
    s.hands = put(s.hands, seat, without(s.hands[seat], card))
    s.displays = put(s.displays, seat, (*row, card))
    s.card = card
    s.played += 1
    s.last = (s.last, "turn", seat, atoms)
    person = card.person
    muted = s.open and s.open[-1].person == person  # 000:46-49
    if person in [other.person for other in row]:  # 000:19-21, before the jester: R14
        end_round(s, "whisper", others(s))
    elif len(row) + 1 == HAND:  # 000:24-28, before the jester: R12
        end_round(s, "six", (seat,))
    elif not muted:
        ACTIONS[person](s)
    elif person == "Hofnarr":  # 000:83-85
        end_round(s, "jester", others(s))
    else:
        go_on(s)


def others(s: State) -> tuple[int, ...]:
    return tuple([seat for seat in range(len(s.hands)) if seat != s.active])


def go_on(s: State) -> None:
    if s.card.owner != NEUTRAL:  # 000:36-37
        begin_turn(s, s.card.owner)
        return
    lengths = [len(row) for row in s.displays]  # 000:38-40
    fewest = min(lengths)
    if lengths.count(fewest) == 1:  # R17
        begin_turn(s, lengths.index(fewest))
    else:
        ask(s, s.active, "next turn", [seat for seat, length in enumerate(lengths) if length == fewest])


def follow(s: State, atoms: tuple[Any, ...]) -> None:
    s.last = (s.last, "next turn", s.active, atoms)
    begin_turn(s, atoms[0])


def end_round(s: State, block: str, scoring: tuple[int, ...]) -> None:
    s.points = tuple([points + (seat in scoring) for seat, points in enumerate(s.points)])
    s.last = (s.last, block, s.active, scoring)
    if max(s.points) < TARGET[len(s.points)]:
        begin_round(s)
        return
    ranks = [(points, len(row)) for points, row in zip(s.points, s.displays, strict=True)]  # 000:88-90, R6
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == max(ranks)])
    s.last = (s.last, "favour", s.active, winners)
    s.pending = Over(tuple([Fraction(rank == max(ranks), len(winners)) for rank in ranks]), winners)


def ask(s: State, player: int, block: str, atoms: Iterable[Any]) -> None:
    s.pending = Decision(player, block, tuple([offer(block, atom) for atom in atoms]))


# ---- The persons.


def hofmarschall(s: State) -> None:  # 000:43-51, R7
    if not s.closed:
        s.closed, s.open = KINGS, ()
    s.pending = Chance("open", s.closed)


def turn_over(s: State, atoms: tuple[Any, ...]) -> None:
    s.closed = without(s.closed, atoms[0])
    s.open += atoms
    s.last = (s.last, "open", s.active, atoms)
    go_on(s)


def schatzmeister(s: State) -> None:  # 000:53-54
    s.last = (s.last, "show", s.active, s.hands[s.active])
    go_on(s)


def zauberer(s: State) -> None:  # 000:56-60; here every hand holds a card, or the round had ended
    ask(s, s.active, "partner", others(s))


def choose_number(s: State, atoms: tuple[Any, ...]) -> None:
    s.last = (s.last, "partner", s.active, atoms)
    s.bound = atoms
    most = min(len(s.hands[s.active]), len(s.hands[atoms[0]]))
    ask(s, s.active, "number", range(1, most + 1))


def choose_mine(s: State, atoms: tuple[Any, ...]) -> None:
    s.last = (s.last, "number", s.active, atoms)
    s.bound += atoms
    ask_cards(s, s.active, "mine")


def choose_theirs(s: State, atoms: tuple[Any, ...]) -> None:  # neither has seen what the other passes
    s.bound += (atoms,)
    ask_cards(s, s.bound[0], "theirs")


def ask_cards(s: State, player: int, block: str) -> None:
    sets = combinations(s.hands[player], s.bound[1])
    s.pending = Decision(player, block, tuple([Option(block, cards) for cards in sets]))


def swap(s: State, theirs: tuple[Any, ...]) -> None:
    partner, _, mine = s.bound
    kept = [card for card in s.hands[s.active] if card not in mine]
    left = [card for card in s.hands[partner] if card not in theirs]
    s.hands = put(put(s.hands, s.active, (*kept, *theirs)), partner, (*left, *mine))
    s.last = ((s.last, "mine", s.active, mine), "theirs", partner, theirs)
    go_on(s)


def zofe(s: State) -> None:  # 000:62-63
    ask(s, s.active, "scrap", s.hands[s.active])


def scrap(s: State, atoms: tuple[Any, ...]) -> None:
    s.hands = put(s.hands, s.active, without(s.hands[s.active], atoms[0]))
    s.discards += atoms
    s.last = (s.last, "scrap", s.active, atoms)
    s.pending = Chance("draw", s.pile)  # never empty, R16


def draw(s: State, atoms: tuple[Any, ...]) -> None:
    s.pile = without(s.pile, atoms[0])
    s.hands = put(s.hands, s.active, s.hands[s.active] + atoms)
    s.last = (s.last, "draw", s.active, atoms)
    go_on(s)


def mundschenk(s: State) -> None:  # 000:65-71, R13
    options = []
    if s.played > 2:
        rows = [(row, {card.person for card in row}) for row in s.displays]
        for (row, there), (other_row, other_there) in combinations(rows, 2):
            for one in row:
                for two in other_row:
                    fits = one.person not in other_there and two.person not in there
                    if (fits or one.person == two.person) and one is not s.card and two is not s.card:
                        options.append(offer("exchange", one, two))
    if options:
        s.pending = Decision(s.active, "exchange", tuple(options))
    else:
        go_on(s)  # R16


def exchange(s: State, atoms: tuple[Any, ...]) -> None:
    one, two = atoms
    places = {one: two, two: one}
    s.displays = tuple([tuple([places.get(card, card) for card in row]) for row in s.displays])
    s.last = (s.last, "exchange", s.active, atoms)
    go_on(s)


def waechter(s: State) -> None:  # 000:80-81
    if len(s.displays[s.active]) > 1:
        ask(s, s.active, "back", s.displays[s.active][:-1])
    else:
        go_on(s)


def back(s: State, atoms: tuple[Any, ...]) -> None:
    s.displays = put(s.displays, s.active, without(s.displays[s.active], atoms[0]))
    s.hands = put(s.hands, s.active, s.hands[s.active] + atoms)
    s.last = (s.last, "back", s.active, atoms)
    go_on(s)


PERFORM = (hofmarschall, schatzmeister, zauberer, zofe, mundschenk, waechter, go_on)
ACTIONS = dict(zip(PERSONS, PERFORM, strict=True))
ANSWERS: dict[str, Callable[[State, tuple[Any, ...]], None]] = {
    "deal": deal,
    "turn": lay,
    "next turn": follow,
    "open": turn_over,
    "partner": choose_number,
    "number": choose_mine,
    "mine": choose_theirs,
    "theirs": swap,
    "scrap": scrap,
    "draw": draw,
    "exchange": exchange,
    "back": back,
}
