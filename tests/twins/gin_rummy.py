"""Gin rummy.

OpenSpiel is told of a knock before the discard, and of what is laid off card by card. So what it asks is put into our
order, and what happens after a knock is settled on both sides alike: by which cards lie there, as if by chance. With
two cards left in the stock, the open card can be taken for a knock in OpenSpiel's game alone; there, everybody passes.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from rulespec import Chance, Decision, Option, Over, State
from tests.twins.lockstep import DifferError, Move, Twin

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
SUITS = ("spades", "clubs", "diamonds", "hearts")
CARDS = [f"{rank} {suit}" for suit in SUITS for rank in RANKS]  # as OpenSpiel numbers them
SHORT = dict(zip([rank + suit[0] for suit in SUITS for rank in "A23456789TJQK"], CARDS, strict=True))
UPCARD, STOCK, PASS, KNOCK = 52, 53, 54, 55  # what OpenSpiel calls other actions; melds come after them
GO_ON, STOCKED = -1, 31

Cards = frozenset[str]


class GinRummy(Twin):
    spec = "gin-rummy+openspiel"
    players = (2,)
    kinds = ("deal", "discard", "stock-card", "neither", "lay", "go-on", "knock")
    endings = ("gin", "knocked", "undercut", "even", "laid off", "washed-out", "thrown back twice", "taken too often")
    faults = (
        ("smaller of its place and 10", "smaller of its place and 11"),
        ("own deadwood is at most 10", "own deadwood is at most 9"),
        ("outside sets of 3 to 5 cards", "outside sets of 3 to 4 cards"),
        ("unless game is gin", "if game is gin"),
        ("add 25 plus lead", "add 20 plus lead"),
        ("otherwise if lead is more than 0", "otherwise if lead is more than 5"),
        ("0 if lead is 0, 25 minus lead", "0 if lead is 0, 25 plus lead"),
        ("upcards is 50", "upcards is 10"),
        ("repeats is 2", "repeats is 3"),
        ("if refusals is less than 2", "if refusals is less than 1"),
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
        return ("lay", option.text) if pending.binds == ("thrown",) else (option.text,)

    def theirs(self, state: "Discarding", action: int) -> Move:
        if state.is_chance_node():
            return "deal", CARDS[action]
        if 0 <= action < len(CARDS):
            return "lay", CARDS[action]
        return ({UPCARD: "discard", STOCK: "stock-card", PASS: "neither", KNOCK: "knock", GO_ON: "go-on"}[action],)

    def our_own(self, state: State) -> Option | None:
        pending = state.pending
        if not isinstance(pending, Decision) or pending.binds not in (("laid",), ("fitting",)):
            return None
        hand = frozenset(map(str, state.zone("hand", pending.player)))
        offered = {frozenset(map(str, option.atoms)): option for option in pending.options}
        if pending.binds == ("laid",):
            wanted = next_meld(hand)
        else:
            melds = [frozenset(map(str, state.zone("table", None, spot))) for spot in (1, 2, 3)]
            meld = next(each for each in melds if all(is_meld(each | lot) for lot in offered))
            wanted = laid_off(hand, meld, [lot for lot in offered if lot])
        if wanted not in offered:
            raise DifferError(f"not offered: {sorted(wanted)}")
        return offered[wanted]

    def their_own(self, state: "Discarding") -> int | None:
        return state.settled()

    def likes(self, state: State, move: Move) -> float:
        """Melds are kept, the open card is taken if it helps, and a knock waits for gin now and then."""
        assert isinstance(state.pending, Decision)
        hand = frozenset(map(str, state.zone("hand", state.pending.player)))
        if state.counter("upcards") > 1 and len(state.zone("stock")) == STOCKED:  # they go on as they have begun
            return 50.0 if move == ("discard",) else 1.0
        match move:
            case ("lay", card):
                return 4.0 ** -deadwood(hand - {card})
            case ("discard",):
                taken = hand | {str(state.zone("discards")[-1])}
                helps = min(deadwood(taken - {card}) for card in hand) < deadwood(hand)
                return 5.0 if helps else 0.2
            case ("knock",):
                return 9.0 if deadwood(hand) == 0 else 0.1
        return 1.0

    def ended(self, state: State) -> set[str]:
        assert isinstance(state.pending, Over)
        knocker = state.value("knocker")
        if knocker is None:
            if state.counter("repeats") == 2:
                return {"thrown back twice"}
            return {"taken too often" if state.counter("upcards") > 49 else "washed-out"}
        left = frozenset(map(str, state.zone("hand", knocker)))
        met = {"laid off"} if len(state.zone("hand", 1 - knocker)) < 10 else set[str]()
        if not left:
            return met | {"gin"}
        if state.counter("points", knocker):
            return met | {"knocked"}
        return met | {"undercut" if state.counter("points", 1 - knocker) else "even"}


class Discarding:
    """OpenSpiel's state, where a card is discarded before it is said whether that is a knock."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self._thrown: int | None = None
        self._knocker: int | None = None
        self._laid = list[Cards]()  # the melds of who has knocked
        self._off: list[int] | None = None  # what is still to be laid off

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __str__(self) -> str:
        return str(self._state)

    def legal_actions(self) -> list[int]:
        legal: list[int] = self._state.legal_actions()
        if self._thrown is None:
            return [action for action in legal if action != KNOCK]
        if KNOCK not in legal:
            return [GO_ON]
        knocked = self._state.child(KNOCK)
        return [GO_ON, KNOCK] if self._thrown in knocked.legal_actions() else [GO_ON]

    def apply_action(self, action: int) -> None:
        if self._thrown is not None:
            if action == KNOCK:
                self._knocker = self._state.current_player()
                self._state.apply_action(KNOCK)
            self._state.apply_action(self._thrown)
            self._thrown = None
        elif self._knocker is None and action < len(CARDS) and not self._state.is_chance_node():
            self._thrown = action
        else:
            self._state.apply_action(action)

    def settled(self) -> int | None:
        """What is done after a knock, and once the stock is used up."""
        if self._state.is_chance_node() or self._thrown is not None:
            return None
        player: int = self._state.current_player()
        legal: list[int] = self._state.legal_actions()
        if self._knocker is None:
            return PASS if "Phase: Wall" in str(self) else None
        hand = self._hand(player)
        melds = {self._melded(player, action): action for action in legal if action > KNOCK}
        if player == self._knocker:
            wanted = next_meld(hand)
            self._laid += [wanted] if wanted else []
        else:
            if self._off is None:
                self._off = list(self._lays_off(hand))
            for card in self._off:
                if card in legal:
                    self._off.remove(card)
                    return card
            if self._off:
                raise DifferError(f"not to be laid off: {[CARDS[card] for card in self._off]}")
            wanted = min(melds, key=lambda meld: deadwood(hand - meld), default=frozenset())
        if not wanted:
            return PASS
        if wanted not in melds:
            raise DifferError(f"not to be laid: {sorted(wanted)}")
        return melds[wanted]

    def _lays_off(self, hand: Cards) -> Iterator[int]:
        assert self._knocker is not None
        for meld in self._laid if self._hand(self._knocker) else ():
            off = laid_off(hand, meld, [lot for lot in lots(hand, 1, 10) if is_meld(meld | lot)])
            hand -= off
            yield from map(CARDS.index, off)

    def _hand(self, player: int) -> Cards:
        rows = str(self).split(f"Player{player}:")[1].split("+--")[1:2]
        return named("".join(rows))

    def _melded(self, player: int, action: int) -> Cards:
        return named(self._state.action_to_string(player, action).split("Action: ")[1])


def named(text: str) -> Cards:
    return frozenset(SHORT[each] for each in re.findall("[A2-9TJQK][scdh]", text))


def place(card: str) -> int:
    return RANKS.index(card.split()[0]) + 1


def is_meld(cards: Cards) -> bool:
    if len(cards) < 3:
        return False
    places, suits = {place(card) for card in cards}, {card.split()[1] for card in cards}
    return len(places) == 1 or (len(suits) == 1 and max(places) - min(places) == len(cards) - 1)


def lots(cards: Cards, least: int, most: int) -> Iterator[Cards]:
    for size in range(least, most + 1):
        yield from map(frozenset, combinations(sorted(cards), size))


@lru_cache(100_000)
def melds_in(cards: Cards) -> tuple[Cards, ...]:
    groups = [frozenset(card for card in cards if word in card.split()) for word in (*RANKS, *SUITS)]
    return tuple(lot for group in groups for lot in lots(group, 3, 5) if is_meld(lot))


@lru_cache(100_000)
def deadwood(cards: Cards) -> int:
    """What the cards outside melds are worth, if as few points as possible are left."""
    loose = sum(min(10, place(card)) for card in cards)
    return min((deadwood(cards - meld) for meld in melds_in(cards)), default=loose)


def next_meld(hand: Cards) -> Cards:
    """One that who has knocked can lay, and go on to no more than ten points: another for other cards."""
    legal = [meld for meld in melds_in(hand) if deadwood(hand - meld) <= 10]
    return Random(repr(sorted(hand))).choice(legal) if legal else frozenset()


def laid_off(hand: Cards, meld: Cards, fitting: Sequence[Cards]) -> Cards:
    """What is laid off on a meld, of what fits: another for other cards, and now and then nothing.

    OpenSpiel lets no more than two cards be laid off at an end of a run.
    """
    ends = range(min(map(place, meld)) - 2, max(map(place, meld)) + 3)
    near = [lot for lot in fitting if all(place(card) in ends for card in lot)]
    ways = [frozenset[str](), *sorted(near, key=sorted)]
    return Random(repr(sorted(hand))).choice(ways)


TWIN = GinRummy()
