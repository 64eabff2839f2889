"""Proofs: where all positions that games can come to are few enough, all of them are visited."""

from rulespec.api import State
from rulespec.hunt.exploring import explorer_of
from rulespec.hunt.proof import Proof
from rulespec.hunt.walk import HuntTable
from rulespec.run.explorer import Way

POSITIONS = 50_000  # by default; in a longer hunt one for every other decision, as long as they fit into
EVERY = 2
HOPEFUL = 32 << 20  # bytes, or where it is known of most of them which others they lead to
BYTES = 4 << 30


def proof(table: HuntTable, decisions: int, positions: int | None = None) -> Proof | None:
    """What can be proved of the games with one number of players; None if there are too many positions.

    By default these are as many as suit a hunt of so many `decisions`. A law that compares with an earlier table, or
    speaks of circumstances, is not proved.
    """
    made, game = explorer_of(table, compares=False), table.game
    if made is None or positions == 0:
        return None
    explorer, laws = made
    starts = [table.rules.new_game(game.players, seat) for seat in range(game.players)]
    snapshots = tuple(start.snapshot for start in starts)
    most = max(POSITIONS, decisions // EVERY) if positions is None else positions
    hopeful = HOPEFUL if positions is None else BYTES
    number, ends, complete, acyclic, _, broken = explorer.visits(snapshots, most, BYTES, hopeful)
    if not complete:
        return None
    fails = tuple((laws[law], _reached(starts, way)) for law, way in broken)
    hold = tuple(name for name in laws.values() if name not in dict(fails))
    return Proof(game.players, number, ends, acyclic, hold, fails)


def _reached(starts: list[State], way: Way) -> State:
    """The state after some answers, by their numbers."""
    first, *answers = way
    state = starts[first]
    for answer in answers:
        state = state.next(state.raws[answer])
    return state
