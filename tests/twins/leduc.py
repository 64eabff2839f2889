"""Leduc poker, in which OpenSpiel numbers the cards: two of each rank, one after the other."""

import re
from typing import Any

from rulespec import Chance, Option, State
from tests.twins.lockstep import Move, Twin

RANKS, SUITS = ("Jack", "Queen", "King"), ("hearts", "spades")
DEEDS = ("fold", "match", "raise")


class Leduc(Twin):
    spec = "leduc"
    players = (2,)
    kinds = ("deal", *DEEDS)
    sees = ("hand", "board")
    endings = ("folded", "pair", "higher", "alike")
    faults = (
        ("        add 1 to own stake\n", "        add 2 to own stake\n"),
        ("raises is less than 2", "raises is less than 3"),
        ("2 if board is empty, 4 otherwise", "2"),
        ("counter raises, each round", "counter raises"),
        ("counter spoken, each round", "counter spoken"),
        (
            "rank of first of own hand is rank of first of board",
            "rank of first of own hand is not rank of first of board",
        ),
        ("with highest rank of first of own hand", "with lowest rank of first of own hand"),
        ("    opener is next\n", ""),
        ("        add stake of own left to own chips", "        add 1 to own chips"),
        ("spoken is at least 2 and own stake", "spoken is at least 1 and own stake"),
    )

    def game(self, players: int) -> str:
        return "leduc_poker"

    def ours(self, state: State, option: Option) -> Move:
        return ("deal", *option.text.split()) if isinstance(state.pending, Chance) else (option.text,)

    def theirs(self, state: Any, action: int) -> Move:
        return ("deal", RANKS[action // 2], SUITS[action % 2]) if state.is_chance_node() else (DEEDS[action],)

    def seen_in_theirs(self, state: Any, seat: int) -> list[str]:
        cards = re.findall(r"\[(?:Private|Public): (\d)\]", state.observation_string(seat))
        return [f"{RANKS[int(card) // 2]} {SUITS[int(card) % 2]}" for card in cards]

    def likes(self, state: State, move: Move) -> float:
        return 0.2 if move[0] == "fold" else 1.0

    def ended(self, state: State) -> tuple[str, ...]:
        first, other = (state.zone("hand", seat)[0].attributes["rank"] for seat in range(2))
        board = [card.attributes["rank"] for card in state.zone("board")]
        if state.counter("stake", 0) != state.counter("stake", 1):
            return ("folded",)
        if first == other:
            return ("alike",)
        return ("pair" if board[0] in (first, other) else "higher",)


TWIN = Leduc()
