"""Go fish. OpenSpiel knows no suits; its returns are in other units: who wins pays nobody, the others pay for him."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from rulespec import Chance, Decision, Option, State
from tests.twins.lockstep import Move, Twin

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PHASES = {"Deal": "deal", "Fish": "fish", "EmptyDraw": "draw anew"}


class GoFish(Twin):
    spec = "go-fish+openspiel"
    players = range(2, 7)
    kinds = ("deal", "ask and get", "ask in vain", "ask when the pond is dry", "fish", "draw anew")
    endings = ("one won", "several won", "fished what he asked for", "could not ask", "dealt a book")
    faults = (
        ("if own left is not active or cards in own hand is less than dealt", "if own left is not active"),
        (
            "it is 4): move own held by that rank to own books\n\nturn",
            "it is 3): move own held by that rank to own books\n\nturn",
        ),
        ("if own hand is empty: draw 1", "if own hand is empty: draw 2"),
        ("(other players, where own hand is not empty) and", "other players and"),
        ("move held of whom by wanted", "move first of held of whom by wanted"),
        ("        set vain to 0\n        active is next\n", "        set vain to 0\n"),
        (
            "            show own catch to other players\n            active is next\n",
            "            show own catch to other players\n",
        ),
        ("draw 1 from pond to own catch", "draw 2 from pond to own catch"),
        ("if wanted is in own catch", "if wanted is in own hand"),
        ("with most cards in own books", "with fewest cards in own books"),
    )

    def game(self, players: int) -> str:
        return f"go_fish(players={players})"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            phase = "deal" if not state.turns else "fish" if state.zone("hand", state.active) else "draw anew"
            return phase, option.text.split()[0]
        seat, wanted = option.text.removeprefix("seat ").split(", ")
        held = [card.attributes["rank"] for card in state.zone("hand", int(seat))]
        return _asking(wanted in held, not state.zone("pond")), int(seat), wanted

    def theirs(self, state: Any, action: int) -> Move:
        phase, _, *hands, pond = str(state).split("\n")
        if state.is_chance_node():
            return PHASES[phase], RANKS[action]
        seat, wanted = divmod(action, 13)
        return _asking("abcdefghijklm"[wanted] in hands[seat], not pond), seat, RANKS[wanted]

    def paid(self, state: Any) -> list[float]:
        returns = state.returns()
        return [max(each, 0.0) for each in returns] if any(returns) else [1 / len(returns)] * len(returns)

    def seen_in_theirs(self, state: Any, seat: int) -> Iterator[str]:
        (own,) = re.findall(r"^Your cards:(.*)$", state.observation_string(seat), re.MULTILINE)
        for each in own.split():
            yield from [RANKS["abcdefghijklm".index(each[0])]] * int(each[1:])

    def called(self, card: str) -> str:
        return card.split()[0]

    def likes(self, state: State, move: Move) -> float:
        """Who knows what the others hold empties their hands, and his own."""
        assert isinstance(state.pending, Decision)
        kind, _, wanted = move
        own = [card.attributes["rank"] for card in state.zone("hand", state.pending.player)]
        return 4.0 ** own.count(wanted) * (10.0 if kind == "ask and get" else 1.0)

    def luck(self, state: State, move: Move) -> float:
        """A book is dealt now and then, and seldom a second one."""
        seats = range(state.players)
        if move[0] != "deal" or any(state.zone("books", seat) for seat in seats):
            return 1.0
        hands = (state.zone("hand", seat) for seat in seats)
        dealt = next(hand for hand in hands if len(hand) < state.value("dealt"))
        return 4.0 ** [card.attributes["rank"] for card in dealt].count(move[1])

    def ended(self, state: State) -> Iterator[str]:
        most = sorted(len(state.zone("books", seat)) for seat in range(state.players))[-2:]
        yield "several won" if most[0] == most[1] else "one won"
        yield from ("fished what he asked for" for event in state.log if event.kind == "show")
        yield from ("could not ask" for event in state.log if event.kind == "lapse")
        dealing = takewhile(lambda event: event.kind != "turn", state.log)
        yield from ("dealt a book" for event in dealing if event.kind == "move")


def _asking(held: bool, dry: bool) -> str:
    return "ask and get" if held else "ask when the pond is dry" if dry else "ask in vain"


TWIN = GoFish()
