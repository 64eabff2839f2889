"""Crazy eights, by two to six. OpenSpiel first lets chance decide who deals: here it is always the last player."""

from collections.abc import Iterator
from typing import Any

from rulespec import Chance, Option, State
from tests.twins.lockstep import Move, Twin, hand_in

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DRAW, PASS, NAME = 52, 53, 54  # actions; who deals is numbered from 52, too
TENS = ("jack", "queen", "king", "ace")


class CrazyEights(Twin):
    spec = "crazy-eights+openspiel"
    players = range(2, 7)
    kinds = ("card", "follow suit", "follow rank", "play an eight", "name", "draw", "pass")
    endings = ("out", "out by an eight", "blocked", "an eight left", "tens left", "others left")
    faults = (
        ("2 for 6, 2 for 7", "1 for 6, 2 for 7"),
        ("value dealt by players: 7 for 2, 5 otherwise", "value dealt by players: 7 for 2, 6 otherwise"),
        ("or its rank is rank of last of stack or", "or"),
        ("or last of stack is eight\n        move stack to pile\n", "or last of stack is eight\n"),
        ("        set wanted to suit of card\n", ""),
        ("    set wanted to wish\n", ""),
        ("or drawn is 5", "or drawn is 6"),
        ("    if pile is not empty: set passes to 0\n", ""),
        ("passes is more than number of players", "passes is number of players"),
        ("minus 7 otherwise", "minus 6 otherwise"),
    )

    def game(self, players: int) -> str:
        return f"crazy_eights(players={players})"

    def ours(self, state: State, option: Option) -> Move:
        word, *others = option.text.split()
        if isinstance(state.pending, Chance):
            return "card", word, others[0]
        if option.text == "(decline)":
            return ("draw" if state.zone("pile") and state.counter("drawn") < 5 else "pass",)
        if not others:
            return "name", word
        return _play(word, others[0], state.value("wanted"))

    def theirs(self, state: Any, action: int) -> Move:
        if state.is_chance_node():
            return "card", *_card(action)
        if action >= NAME:
            return "name", SUITS[action - NAME]
        if action >= DRAW:
            return ("draw" if action == DRAW else "pass",)
        return _play(*_card(action), _wanted(state.history()))

    def their_own(self, state: Any) -> int | None:
        return None if state.history() else DRAW + state.num_players() - 1

    def seen_in_theirs(self, state: Any, seat: int) -> Iterator[str]:
        return hand_in(state.observation_string(seat).partition("Previous card")[0])

    def called(self, card: str) -> str:
        return " ".join(card.split()[:2])

    def likes(self, state: State, move: Move) -> float:
        """An eight is kept to the very end, and nobody else goes out if he can help it: so the pile is used up."""
        last = len(state.zone("hand", state.active)) == 1
        if move[0] == "play an eight":
            return 20.0 if last else 0.02
        return 1.0 if move[0] in ("draw", "pass", "name") else 0.1 if last else 5.0

    def ended(self, state: State) -> Iterator[str]:
        hands = [state.zone("hand", seat) for seat in range(state.players)]
        if all(hands):
            yield "blocked"
        else:
            yield "out by an eight" if state.zone("stack")[-1].attributes["rank"] == "eight" else "out"
        left = {card.attributes["rank"] for hand in hands for card in hand}
        if "eight" in left:
            yield "an eight left"
        if left & {*TENS}:
            yield "tens left"
        if left - {"eight", *TENS}:
            yield "others left"


def _card(action: int) -> tuple[str, str]:
    return RANKS[action // 4], SUITS[action % 4]


def _play(rank: str, suit: str, wanted: Any) -> Move:
    kind = "play an eight" if rank == "eight" else "follow suit" if suit == wanted else "follow rank"
    return kind, rank, suit


def _wanted(history: list[int]) -> str:
    """The suit that was named, or is that of the card on top: not one that has been drawn."""
    for before, action in zip(history[-2::-1], history[:0:-1], strict=True):
        if action >= NAME:
            return SUITS[action - NAME]
        if action < DRAW and before != DRAW:
            return SUITS[action % 4]
    raise AssertionError


TWIN = CrazyEights()
