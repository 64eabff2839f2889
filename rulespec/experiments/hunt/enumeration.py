"""Proofs: where all positions that games can come to are few enough, all of them are visited."""

from attrs import frozen

from rulespec.experiments.explorers import explorer_of
from rulespec.experiments.hunt.exploration import laws_of
from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.game.api import State

POSITIONS = 50_000  # by default; in a longer hunt one for every other decision, as long as they fit into
EVERY = 2
HOPEFUL = 32 << 20  # bytes, or where it is known of most of them which others they lead to
BYTES = 4 << 30


@frozen
class Visited:
    """The result of visiting all positions, as plain data; each broken law with a way to its position."""

    positions: int
    games: int
    ends: bool
    laws: tuple[str, ...]
    broken: tuple[tuple[str, tuple[int, ...]], ...]

    def proof(self, table: HuntTable) -> Proof:
        """The proof, with states of a table."""
        fails = tuple((law, _reached(_starts(table), way)) for law, way in self.broken)
        return Proof(table.players, self.positions, self.games, self.ends, self.laws, fails)


def visited(table: HuntTable, decisions: int, positions: int | None = None) -> Visited | None:
    """The result for one number of players; None if there are too many positions.

    By default these are as many as suit a hunt of so many `decisions`. A law that compares with an earlier table, or
    speaks of circumstances, is not proved.
    """
    made = explorer_of(table.game, laws_of(table), compares=False)
    if made is None or positions == 0:
        return None
    explorer, laws = made
    snapshots = tuple(start.snapshot for start in _starts(table))
    most = max(POSITIONS, decisions // EVERY) if positions is None else positions
    hopeful = HOPEFUL if positions is None else BYTES
    number, ends, complete, acyclic, _, broken = explorer.visits(snapshots, most, BYTES, hopeful)
    if not complete:
        return None
    fails = tuple((laws[law], tuple(way)) for law, way in broken)
    hold = tuple(name for name in laws.values() if name not in dict(fails))
    return Visited(number, ends, acyclic, hold, fails)


def proof(table: HuntTable, decisions: int, positions: int | None = None) -> Proof | None:
    """The same with states of this process."""
    found = visited(table, decisions, positions)
    return None if found is None else found.proof(table)


def _starts(table: HuntTable) -> list[State]:
    return [table.rules.new_game(table.players, seat) for seat in range(table.players)]


def _reached(starts: list[State], way: tuple[int, ...]) -> State:
    """The state after some answers, by their numbers."""
    first, *answers = way
    state = starts[first]
    for answer in answers:
        state = state.next(state.raws[answer])
    return state
