"""Liar's dice, one die each. OpenSpiel asks who can only call the other a liar, too."""

from collections.abc import Iterator
from typing import Any

from rulespec import Chance, Option, State
from tests.twins.lockstep import Move, Twin

FACES = ("one", "two", "three", "four", "five", "six")
LIAR = 12


class LiarsDice(Twin):
    spec = "liars-dice+openspiel"
    players = (2,)
    kinds = ("die", "open", "raise", "doubt")
    sees = ("cup",)
    sights = (("zone cup of player, seen by owner", "zone cup of player, seen by all"),)
    endings = ("false", "just true", "more than true", "true by sixes", "nothing higher")
    faults = (
        ("word face: one, two, three, four", "word face: one, two, four, three"),
        ("1 to cards in cup of players and pips", "1 to cards in own cup and pips"),
        ("        set bid to opening\n", ""),
        ("where raise is more than bid or", "where raise is at least bid or"),
        ("kind is more than claimed)", "kind is at least claimed)"),
        ("            set claimed to kind\n", ""),
        ("if matching is at least bid", "if matching is more than bid"),
        ("it is claimed or it is six)", "it is claimed)"),
        ("it is claimed or it is six)", "it is claimed or it is one)"),
        ("2 times cards in own cup minus 1", "cards in own cup minus 1"),
    )

    def game(self, players: int) -> str:
        return "liars_dice"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            return "die", option.text.split()[-1]
        if option.text == "(decline)":
            return ("doubt",)
        many, face = option.text.split(", ")
        return ("raise" if state.counter("bid") else "open"), int(many), face

    def theirs(self, state: Any, action: int) -> Move:
        if state.is_chance_node():
            return "die", FACES[action]
        if action == LIAR:
            return ("doubt",)
        return ("raise" if len(state.history()) > 2 else "open"), action // 6 + 1, FACES[action % 6]

    def their_own(self, state: Any) -> int | None:
        return LIAR if not state.is_chance_node() and state.legal_actions() == [LIAR] else None

    def seen_in_theirs(self, state: Any, seat: int) -> list[str]:
        return [FACES[int(state.information_state_string(seat)[0]) - 1]]

    def called(self, card: str) -> str:
        return next(word for word in card.split() if word in FACES)

    def likes(self, state: State, move: Move) -> float:
        """Bids rise slowly: so there are many of them, up to the highest."""
        return 1.0 if move[0] == "doubt" else 0.6 ** (6 * int(move[1]) + FACES.index(str(move[2])) - _height(state))

    def ended(self, state: State) -> Iterator[str]:
        rolls = (str(event).split() for event in state.log if event.kind == "draw")
        dice = [word for roll in rolls for word in roll if word in FACES]
        bid, face = state.counter("bid"), state.value("claimed")
        bare = dice.count(face)
        matching = sum(each in (face, "six") for each in dice)
        yield "false" if matching < bid else "just true" if matching == bid else "more than true"
        if bare < bid <= matching:
            yield "true by sixes"
        if bid == 2 and face == "six":
            yield "nothing higher"


def _height(state: State) -> int:
    """Where the last bid stands among all that there are."""
    bid = state.counter("bid")
    return 6 * bid + FACES.index(state.value("claimed")) if bid else 6


TWIN = LiarsDice()
