"""Pig. OpenSpiel's returns are in other units: who wins gets 1, and the others pay for it."""

from typing import Any

from rulespec import SPECTATOR, Chance, Option, Over, State
from tests.twins.lockstep import Move, Twin

LIMIT = 1000  # decisions


class Pig(Twin):
    spec = "pig+openspiel"
    players = range(2, 7)
    kinds = ("die", "roll", "stop")
    endings = ("won", "nobody won")
    sights = ()
    faults = (
        ("home after turn: own points is at least 100", "home after turn: own points is at least 99"),
        ("home after turn: own points is at least 100", "home after turn: own points is more than 100"),
        ("if pips is 1: set gathered", "if pips is 2: set gathered"),
        ("choose pips from 1 to 6", "choose pips from 1 to 5"),
        ("otherwise: add pips to gathered", "otherwise: add 2 to gathered"),
        ("add gathered to own points\n        set gathered to 0", "add gathered to own points"),
        ("active is next", "active is next\n    otherwise: own right is next"),
        ("at most 1000 turns", "at most 999 turns"),
        ("if gathered is more than 0: active is next", "if gathered is more than 2: active is next"),
        ("if act is stop", "if act is roll"),
    )

    def game(self, players: int) -> str:
        return f"pig(players={players})"

    def ours(self, state: State, option: Option) -> Move:
        return ("die", int(option.text)) if isinstance(state.pending, Chance) else (option.text,)

    def theirs(self, state: Any, action: int) -> Move:
        return ("die", action + 1) if state.is_chance_node() else (("roll", "stop")[action],)

    def our_own(self, state: State) -> Option | None:
        """OpenSpiel ends the game before the die of the last decision is rolled."""
        if isinstance(state.pending, Chance) and state.view(SPECTATOR).turns == LIMIT:
            return state.pending.options[0]
        return None

    def paid(self, state: Any) -> list[float]:
        return [float(each > 0) for each in state.returns()]

    def seen_in_theirs(self, state: Any, seat: int) -> None:
        return None

    def likes(self, state: State, move: Move) -> float:
        if move[0] == "roll":
            return 1.0
        return 0.2 if state.counter("gathered") else 0.01 if state.players < 6 else 30.0  # by six, games that never end

    def ended(self, state: State) -> tuple[str, ...]:
        assert isinstance(state.pending, Over)
        return ("won" if state.pending.winners else "nobody won",)


TWIN = Pig()
