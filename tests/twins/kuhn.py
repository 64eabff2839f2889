"""Kuhn poker."""

from typing import Any

from rulespec import Chance, Option, State
from tests.twins.lockstep import Move, Twin

RANKS = ("Jack", "Queen", "King")


class Kuhn(Twin):
    spec = "kuhn"
    players = (2,)
    kinds = ("deal", "pass", "bet")
    endings = ("nobody bet", "folded", "called")
    faults = (
        ("word rank: Jack, Queen, King", "word rank: Queen, Jack, King"),
        ("        add 1 to own stake\n", "        add 2 to own stake\n"),
        ("draw 1 from pile to own hand", "draw 1 from pile to hand of own left"),
        ("if act is bet: add 1", "if act is bet: add 2"),
        ("if act is bet: add", "if act is pass: add"),
        ("act is pass and own stake is less than stake of own left", "act is pass"),
        ("showdown after turn: deeds is at least 2", "showdown after turn: deeds is at least 3"),
        ("with highest rank of first of own hand", "with lowest rank of first of own hand"),
        ("    add own stake to chips of own left\n", "    add stake of own left to chips of own left\n"),
        ("        take own stake from chips of own left", "        take 1 from chips of own left"),
    )

    def game(self, players: int) -> str:
        return "kuhn_poker"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            return "deal", option.text
        return (option.text,)

    def theirs(self, state: Any, action: int) -> Move:
        return ("deal", RANKS[action]) if state.is_chance_node() else (("pass", "bet")[action],)

    def seen_in_theirs(self, state: Any, seat: int) -> list[str]:
        return [RANKS[int(state.observation_string(seat)[0])]]

    def ended(self, state: State) -> tuple[str, ...]:
        stakes = sorted(state.counter("stake", seat) for seat in range(2))
        return ({(1, 1): "nobody bet", (1, 2): "folded", (2, 2): "called"}[stakes[0], stakes[1]],)


TWIN = Kuhn()
