"""Proofs about games whose positions were all visited."""

from attrs import field, frozen

from rulespec.game.api import State
from rulespec.wording.amounts import many, players


@frozen
class Proof:
    """A proof from all positions with one number of players.

    `laws` hold in all of them; `ends` is True if no position can recur, so that every game ends.
    """

    players: int
    positions: int
    games: int  # ways in which a game can end
    ends: bool
    laws: tuple[str, ...]
    broken: tuple[tuple[str, State], ...] = field(repr=False)

    def __str__(self) -> str:
        """Such as: proved with 2 players from all 58 positions: every game ends; 3 laws hold."""
        told = ["every game ends"] if self.ends else []
        told += [f"{many(len(self.laws), 'law')} {'holds' if len(self.laws) == 1 else 'hold'}"] if self.laws else []
        by, all_ = f"with {players([self.players])}", f"all {self.positions:,} positions"
        return f"proved {by} from {all_}: {'; '.join(told)}" if told else f"visited {all_} {by}"
