"""Spades: one hand. OpenSpiel tells both partners what their side gets."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from rulespec import Chance, Decision, Option, State
from tests.twins.lockstep import Move, Twin, hand_in

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DRAWS, BIDS = 52, 4  # before the first card
NIL = 52  # the action of the least bid


class Spades(Twin):
    spec = "spades+openspiel"
    players = (4,)
    kinds = ("deal", "bid", "bid nil", "lead", "lead a spade", "follow", "trump", "throw off")
    endings = ("made", "set", "nil made", "nil failed", "bags", "ten bags")
    faults = (
        (
            "replace value counted of player: own tricks",
            "replace value counted of player: 0 if own bid is 0, own tricks otherwise",
        ),
        ("100 if own tricks is 0", "99 if own tricks is 0"),
        ("0 minus 100 otherwise", "0 minus 99 otherwise"),
        ("otherwise: take 10 times own contract", "otherwise: take 9 times own contract"),
        ("divided by 10 rounded down", "divided by 11 rounded down"),
        ("bid of own partner is at most 13", "bid of own partner is at most 14"),
        ("if led is none and it is spades", "if led is none and it is spades and spades is not in taken"),
        ("preferring it is spades else its suit is led, with highest", "where its suit is led, with highest"),
        ("value partner of player: left of own left", "value partner of player: own left"),
        ("nil of own partner plus own excess to own points", "nil of own partner to own points"),
    )

    def game(self, players: int) -> str:
        return "spades"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            return "deal", option.text
        assert isinstance(state.pending, Decision)
        if state.pending.block == "round":
            return _bid(int(option.text))
        return _kind(state.value("led"), option.text), option.text

    def theirs(self, state: Any, action: int) -> Move:
        history = state.history()
        if len(history) < DRAWS:
            return "deal", _card(action)
        played = len(history) - DRAWS - BIDS
        if played < 0:
            return _bid(action - NIL)
        led = _card(history[-(played % 4)]).split()[1] if played % 4 else None
        return _kind(led, _card(action)), _card(action)

    def seen_in_theirs(self, state: Any, seat: int) -> Iterator[str]:
        return hand_in(state.observation_string(seat).split("\n\n")[0])

    def likes(self, state: State, move: Move) -> float:
        """Low bids. One side lies low, the other takes all it can: which of them is which, the first bid says."""
        assert isinstance(state.pending, Decision)
        if state.pending.block == "round":
            return 4.0 if move[1] == 0 else 1 / float(move[1])
        greedy = (state.pending.player + state.counter("bid", 0)) % 2 == 0
        height = _height(move[1])
        return height if greedy else 1 / height

    def ended(self, state: State) -> Iterator[str]:
        for seat in range(4):
            bid, tricks = state.counter("bid", seat), state.counter("tricks", seat)
            if bid == 0:
                yield "nil failed" if tricks else "nil made"
        for seat in range(2):
            over = sum(state.counter("tricks", each) - state.counter("bid", each) for each in (seat, seat + 2))
            yield "set" if over < 0 else "made"
            if over > 0:
                yield "bags" if over < 10 else "ten bags"


def _bid(number: int) -> Move:
    return "bid" if number else "bid nil", number


def _card(action: int) -> str:
    return f"{RANKS[action % 13]} {SUITS[action // 13]}"


@cache
def _height(card: str) -> float:
    rank, suit = card.split()
    return 2.0 ** (RANKS.index(rank) + (13 if suit == "spades" else 0))


def _kind(led: str | None, card: str) -> str:
    suit = card.split()[1]
    if led is None:
        return "lead a spade" if suit == "spades" else "lead"
    return "follow" if suit == led else "trump" if suit == "spades" else "throw off"


TWIN = Spades()
