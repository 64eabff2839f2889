"""Hearts: one hand. OpenSpiel asks for three cards one by one, and so does our layer."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from rulespec import Chance, Decision, Option, State
from tests.twins.lockstep import LETTERS, Move, Twin, hand_in

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
HEIGHTS = {rank: 2.0**place for place, rank in enumerate(RANKS)}
SUITS = ("clubs", "diamonds", "hearts", "spades")
WAYS = ("nowhere", "to-the-left", "across", "to-the-right")
SEATS = range(4)
DEALT = 1 + 52


class Hearts(Twin):
    spec = "hearts+openspiel"
    players = (4,)
    kinds = (
        "way",
        "deal",
        "pass",
        "lead",
        "lead a heart",
        "follow",
        "throw off",
        "throw off a heart",
        "throw off the queen",
    )
    endings = ("counted", "shot the moon")
    faults = (
        ("13 if it is queen", "12 if it is queen"),
        ("add 26 to points of players who are not", "add 26 to points of players who are"),
        ("own left if passing is to-the-left", "own right if passing is to-the-left"),
        ("where its suit is led, with highest", "where its suit is led, with lowest"),
        ("else its suit is led else it is not too-early", "else its suit is led"),
        ("some card in taken of players where its worth is at least 1", "hearts is in taken of players"),
        ("is empty and its worth is at least 1)", "is empty and its worth is at least 2)"),
        ("            taker is next\n", ""),
        ("26 minus own points", "25 minus own points"),
        ("own hand except one except another", "own hand except one"),
    )

    def game(self, players: int) -> str:
        return "hearts"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            return ("way" if option.text in WAYS else "deal"), option.text
        assert isinstance(state.pending, Decision)
        if state.pending.block == "round":
            return "pass", option.text
        return _kind(state.value("led"), option.text), option.text

    def theirs(self, state: Any, action: int) -> Move:
        history = state.history()
        if not history:
            return "way", WAYS[action]
        if len(history) < DEALT:
            return "deal", _card(action)
        played = len(history) - DEALT - (12 if history[0] else 0)
        if played < 0:
            return "pass", _card(action)
        led = _card(history[-(played % 4)]).split()[1] if played % 4 else None
        return _kind(led, _card(action)), _card(action)

    def seen_in_theirs(self, state: Any, seat: int) -> Iterator[str]:
        """The hand, with the cards that are laid aside to be passed."""
        text = state.information_state_string(seat)
        yield from hand_in(text.partition("Hand:")[2].split("\n\n")[0])
        if "Received" not in text:
            yield from (
                f"{LETTERS[card[0]]} {LETTERS[card[1]]}"
                for card in re.findall(r"\b[2-9TJQKA][SHDC]\b", text.partition("Passed Cards:")[2].split("\n")[0])
            )

    def likes(self, state: State, move: Move) -> float:
        """One collects what counts: the others pass him high cards, give him what counts, and lie low."""
        assert isinstance(state.pending, Decision)
        seat, (kind, card) = state.pending.player, move
        shooter = _shooter(state)
        rank, suit = card.split()
        height = HEIGHTS[rank]
        counts = suit == "hearts" or card == "queen spades"
        if kind == "pass":
            return 1 / height if seat == shooter else height
        if not kind.startswith("throw off"):
            return height if seat == shooter else 1 / height
        wanted = seat != shooter and state.value("taker") == shooter
        return (100.0 if counts == wanted else 0.1) * height

    def ended(self, state: State) -> tuple[str, ...]:
        return ("shot the moon" if 26 in [state.value("harm", seat) for seat in SEATS] else "counted",)


@lru_cache(maxsize=1)  # of all moves that there are in a state
def _shooter(state: State) -> int:
    """Who takes all that counts, if anybody does."""

    def strength(seat: int) -> tuple[int, float]:
        return state.value("harm", seat), sum(HEIGHTS[card.name.split()[0]] for card in state.zone("hand", seat))

    return max(SEATS, key=strength)


def _card(action: int) -> str:
    return f"{RANKS[action // 4]} {SUITS[action % 4]}"


def _kind(led: str | None, card: str) -> str:
    suit = card.split()[1]
    heart = " a heart" if suit == "hearts" else ""
    if led is None:
        return f"lead{heart}"
    if suit == led:
        return "follow"
    return f"throw off{' the queen' if card == 'queen spades' else heart}"


TWIN = Hearts()
