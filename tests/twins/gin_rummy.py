"""Gin rummy.

OpenSpiel asks for a knock before the discard; both are put into our order, card by card. It forbids who has knocked a
meld after which he cannot come to ten points, which our rules do not, and now and then it overlooks that a card can be
thrown for a knock. These answers are left out, by counts of our own.
"""

import re
from functools import lru_cache
from itertools import combinations
from typing import Any

import pyspiel

from rulespec import Chance, Decision, Option, Over, State
from rulespec.game.history import history
from tests.twins.lockstep import Move, Twin

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = ("spades", "clubs", "diamonds", "hearts")
CARDS = [f"{rank} {suit}" for suit in SUITS for rank in RANKS]  # as OpenSpiel numbers them
NUMBERS = {card: number for number, card in enumerate(CARDS)}
UPCARD, STOCK, PASS, KNOCK, MELDS = range(52, 57)  # what OpenSpiel calls other actions; melds come after them
GO_ON = -1
Phase = pyspiel.gin_rummy.Phase
THEIR_COUNT = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
THEIR_MELDS = {each: frozenset(CARDS[card] for card in meld) for each, meld in THEIR_COUNT.int_to_meld.items()}
STOCKED = 31
SHOWN = re.compile(r"[A2-9TJQK][scdh]")  # a card, as OpenSpiel prints it
SPOTS, LAID_OFF = range(1, 7), 7

Cards = frozenset[str]


class GinRummy(Twin):
    spec = "gin-rummy+openspiel"
    players = (2,)
    kinds = ("deal", "discard", "stock-card", "neither", "throw", "go-on", "knock", "lay", "lay off", "stop")
    endings = (
        "gin", "knocked", "undercut", "even", "washed-out", "thrown back twice", "taken too often",
        "last knock", "last card taken in vain", "second at an end", "run in two parts", "knocker keeps a meld",
        "other keeps a meld",
    )  # fmt: skip
    faults = (
        ("smaller of its pip and 10", "smaller of its pip and 11"),
        ("own deadwood is at most 10", "own deadwood is at most 9"),
        ("outside sets of 3 to 5 cards", "outside sets of 3 to 4 cards"),
        ("hand of knocker is not empty and its fits", "hand of knocker is empty and its fits"),
        ("some card in first 10 cards of table of 7", "some card in first 10 cards of discards"),
        ("add 25 plus lead", "add 20 plus lead"),
        ("or cards in stock is at most 2,", "or cards in stock is at most 1,"),
        ("0 if lead is 0, 25 minus lead", "0 if lead is 0, 25 plus lead"),
        ("upcards is 50", "upcards is 10"),
        ("repeats is 2", "repeats is 3"),
    )

    def game(self, players: int) -> str:
        return "gin_rummy"

    def begun(self, players: int) -> "Discarding":
        return Discarding(super().begun(players))

    def ours(self, state: State, option: Option) -> Move:
        pending = state.pending
        if isinstance(pending, Chance):
            return "deal", option.text
        assert isinstance(pending, Decision)
        match pending.binds:
            case ("thrown",):
                return "throw", option.text
            case ("laid" | "lone",) if option.text in ("(enough)", "(decline)"):
                return ("stop",)
            case ("laid",):
                return "lay", frozenset(option.text.split(", "))
            case ("lone",):
                return "lay off", option.text
        return (option.text,)

    def theirs(self, state: "Discarding", action: int) -> Move:
        if state.is_chance_node():
            return "deal", CARDS[action]
        settling = state.current_phase() in (Phase.KNOCK, Phase.LAYOFF)
        if action >= MELDS:
            return "lay", THEIR_MELDS[action - MELDS]
        if action in range(len(CARDS)):
            return "lay off" if settling else "throw", CARDS[action]
        last = "stop" if settling else "neither"
        return ({UPCARD: "discard", STOCK: "stock-card", PASS: last, KNOCK: "knock", GO_ON: "go-on"}[action],)

    def their_own(self, state: "Discarding") -> int | None:
        """Who can do only one thing with his melds is not asked."""
        settling = state.current_phase() in (Phase.KNOCK, Phase.LAYOFF)
        legal: list[int] = state.legal_actions() if settling and not state.is_chance_node() else []
        return legal[0] if len(legal) == 1 and (legal[0] == PASS or legal[0] >= MELDS) else None

    def our_own(self, state: State) -> Option | None:
        pending = state.pending
        if not isinstance(pending, Decision) or pending.binds not in (("laid",), ("lone",)):
            return None
        legal = [option for option in pending.options if not self.only_ours(state, self.ours(state, option))]
        return legal[0] if len(legal) == 1 else None

    def only_ours(self, state: State, move: Move) -> bool:
        assert isinstance(state.pending, Decision)
        seat = state.pending.player
        hand = hand_of(state, seat)
        if move[0] == "knock":
            return overlooked(hand | {str(state.zone("discards")[-1])})
        return move[0] == "lay" and seat == state.value("knocker") and deadwood(hand - move[1]) > 10

    def lies_in_ours(self, state: State) -> Any:
        hands, knocker, melds = (
            [hand_of(state, seat) for seat in range(2)],
            state.value("knocker"),
            [set[Cards](), set[Cards]()],
        )
        if knocker is not None:
            his = laid_by_knocker(state, 10 - len(hands[knocker]))
            melds[knocker], melds[1 - knocker] = {*his}, {*filter(None, laid(state))} - {*his}
        discards = [*map(str, state.zone("discards"))]
        return hands, discards, len(state.zone("stock")), melds, {*map(str, state.zone("table", None, LAID_OFF))}

    def lies_in_theirs(self, state: "Discarding") -> Any:
        hands, discards = state.lying()
        named = [frozenset(CARDS[card] for card in hand) for hand in hands]
        melds = [{THEIR_MELDS[each] for each in laid} for laid in state.layed_melds()]
        off = {CARDS[card] for card in state.layoffs()}
        return named, [CARDS[card] for card in discards], state.stock_size(), melds, off

    def seen_in_theirs(self, state: "Discarding", seat: int) -> Cards:
        other = state.observation_string(seat).split(f"Player{1 - seat}:")[1].split("Stock size")[0]
        hand = [line for line in other.splitlines() if line.startswith("|")]
        own = frozenset(CARDS[card] for card in state.lying()[0][seat])
        return own | frozenset(CARDS[THEIR_COUNT.card_int(card)] for line in hand for card in SHOWN.findall(line))

    def likes(self, state: State, move: Move) -> float:
        """Melds are kept, the open card is taken if it helps, and a knock waits for gin now and then."""
        assert isinstance(state.pending, Decision)
        seat, last = state.pending.player, len(state.zone("stock")) == 2
        hand = hand_of(state, seat)
        if state.counter("upcards") > 1 and len(state.zone("stock")) == STOCKED:  # they go on as they have begun
            return {"discard": 50.0, "knock": 0.02}.get(move[0], 1.0)
        match move:
            case ("throw", card):
                return 4.0 ** -left_over(hand - {card})
            case ("discard",):
                taken = hand | {str(state.zone("discards")[-1])}
                least = min(left_over(taken - {card}) for card in taken)
                return 5.0 if least < left_over(hand) or (last and least <= 10) else 0.2
            case ("knock",):
                return 9.0 if last and drawn_last(state) == "discard" else 0.02 if left_over(hand) else 0.06
            case ("lay" | "lay off" | "stop" as kind, *cards) if seat != state.value("knocker"):
                left = hand - (cards[0] if kind == "lay" else frozenset(cards))
                wanted = points(hand_of(state, 1 - seat))
                return 4.0 ** -abs((points(left) if kind == "stop" else left_over(left)) - wanted) + 0.05
        return 1.0

    def luck(self, state: State, move: Move) -> float:
        """Neighbours in a suit are dealt, to either, so that there are runs, and cards that fit to them."""
        if len(state.zone("stock")) <= STOCKED:
            return 1.0
        card = NUMBERS[move[1]]
        return 2.0 ** sum(
            each in dealt_in(state) for each in range(card - 2, card + 3) if each // len(RANKS) == card // len(RANKS)
        )

    def ended(self, state: State) -> set[str]:
        assert isinstance(state.pending, Over)
        knocker = state.value("knocker")
        last = len(state.zone("stock")) == 2 and drawn_last(state) == "discard"
        if knocker is None:
            if state.counter("repeats") == 2:
                return {"thrown back twice"}
            if state.counter("upcards") > 49:
                return {"taken too often"}
            return {"washed-out"} | ({"last card taken in vain"} if last else set())
        met = {"last knock"} if last else set[str]()
        left, other = hand_of(state, knocker), hand_of(state, 1 - knocker)
        melds = laid_by_knocker(state, 10 - len(left))
        met |= {"knocker keeps a meld"} if melds_in(left) else set()
        met |= {"other keeps a meld"} if melds_in(other) else set()
        met |= (
            {"run in two parts"}
            if any(is_meld(one | two) for one, two in combinations(filter(None, melds), 2))
            else set()
        )
        off = [str(card) for card in state.zone("table", None, LAID_OFF)]
        met |= {"second at an end"} if not all(any(is_meld(meld | {card}) for meld in melds) for card in off) else set()
        if not left:
            return met | {"gin"}
        if state.counter("points", knocker):
            return met | {"knocked"}
        return met | {"undercut" if state.counter("points", 1 - knocker) else "even"}


class Discarding:
    """OpenSpiel's state, where a card is discarded before it is said whether that is a knock."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self._taken: int | None = None  # the last open card, which it gives only to who knocks
        self._thrown: int | None = None
        self._seat = 0  # who has taken or thrown it

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __str__(self) -> str:
        return str(self._state)

    def legal_actions(self) -> list[int]:
        legal: list[int] = self._state.legal_actions()
        phase = self._state.current_phase()
        if self._state.is_chance_node() or phase not in (Phase.DISCARD, Phase.WALL):
            return legal
        if phase == Phase.WALL and self._taken is None:
            return [UPCARD, PASS]
        knocks: list[int] = self._state.child(KNOCK).legal_actions() if KNOCK in legal else []
        freely = legal if self._taken is None else [*self._hand(), self._taken]
        goes_on = [action for action in freely if action in range(len(CARDS))]
        if self._thrown is None:
            return sorted({*goes_on, *knocks})
        return [GO_ON] * (self._thrown in goes_on) + [KNOCK] * (self._thrown in knocks)

    def apply_action(self, action: int) -> None:
        phase, chance = self._state.current_phase(), self._state.is_chance_node()
        if action == UPCARD and phase == Phase.WALL:
            self._seat, self._taken = self._state.current_player(), self._state.upcard()
        elif self._thrown is not None:
            if action == GO_ON and self._taken is not None:  # in vain
                self._state.apply_action(PASS)
                return
            if action == KNOCK:
                self._state.apply_action(KNOCK)
            self._state.apply_action(self._thrown)
            self._taken = self._thrown = None
        elif self._taken is not None or (phase == Phase.DISCARD and not chance):
            self._seat, self._thrown = self._state.current_player(), action
        else:
            self._state.apply_action(action)

    def lying(self) -> tuple[list[list[int]], list[int]]:
        """The hands, and the open cards one by one."""
        hands, upcard = self._state.hands(), self._state.upcard()
        open_cards = [*self._state.discard_pile(), *([] if upcard is None else [upcard])]
        if self._taken is not None:
            hands[self._seat].append(open_cards.pop())
        if self._thrown is not None:
            hands[self._seat].remove(self._thrown)
            open_cards.append(self._thrown)
        return hands, open_cards

    def _hand(self) -> list[int]:
        hand: list[int] = self._state.hands()[self._state.current_player()]
        return hand


def hand_of(state: State, seat: int) -> Cards:
    return frozenset(map(str, state.zone("hand", seat)))


def laid(state: State) -> list[Cards]:
    """What lies on each spot for melds."""
    return [frozenset(map(str, state.zone("table", None, spot))) for spot in SPOTS]


def laid_by_knocker(state: State, cards: int) -> list[Cards]:
    """The melds of who has knocked, of so many cards in all; they lie before those of the other."""
    melds = laid(state)
    return next(melds[:many] for many in range(len(melds) + 1) if sum(map(len, melds[:many])) == cards)


def drawn_last(state: State) -> str:
    """From where the last card was drawn."""
    answers = ((here.pending, option.text) for here, option in reversed([*history(state)]))
    return next(text for asked, text in answers if isinstance(asked, Decision) and asked.binds == ("drawn",))


@lru_cache(maxsize=1)  # of all cards that can be dealt next
def dealt_in(state: State) -> set[int]:
    return {NUMBERS[card] for seat in range(2) for card in hand_of(state, seat)}


def place(card: str) -> int:
    return RANKS.index(card.split()[0]) + 1


def points(cards: Cards) -> int:
    return sum(min(10, place(card)) for card in cards)


def is_meld(cards: Cards) -> bool:
    if len(cards) < 3:
        return False
    places, suits = {place(card) for card in cards}, {card.split()[1] for card in cards}
    return len(places) == 1 or (len(suits) == 1 and max(places) - min(places) == len(cards) - 1)


@lru_cache(100_000)
def melds_in(cards: Cards) -> tuple[Cards, ...]:
    groups = [[card for card in cards if word in card.split()] for word in (*RANKS, *SUITS)]
    lots = (frozenset(lot) for group in groups for size in (3, 4, 5) for lot in combinations(group, size))
    return tuple(filter(is_meld, lots))


@lru_cache(100_000)
def deadwood(cards: Cards) -> int:
    """What the cards outside melds are worth, if as few points as possible are left."""
    return min((deadwood(cards - meld) for meld in melds_in(cards)), default=points(cards))


@lru_cache(100_000)
def rests(cards: Cards) -> frozenset[Cards]:
    """What can be left outside melds."""
    return frozenset({cards}).union(*(rests(cards - meld) for meld in melds_in(cards)))


def overlooked(cards: Cards) -> bool:
    """Whether OpenSpiel can overlook a knock with one of eleven cards.

    It lays out as many points as it can, and only then throws the dearest of the rest; another card might save more.
    """
    least = deadwood(cards)
    best = [rest for rest in rests(cards) if points(rest) == least]
    return any(least - max(points(frozenset({card})) for card in rest) > 10 for rest in best if rest)


def left_over(cards: Cards) -> int:
    """The same by OpenSpiel's count, which is fast, for who only wants to play well."""
    count: int = THEIR_COUNT.min_deadwood([NUMBERS[card] for card in cards])
    return count


TWIN = GinRummy()
