"""The finds of a stretch, to send to another process: each state as the answers that lead to it."""

from attrs import frozen

from rulespec.api import State
from rulespec.experiments.hunt.counts import ExploredCounts
from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.history import begun, raw_answers
from rulespec.plan.options import RawAnswer
from rulespec.run.snapshot import Snapshot

Way = tuple[int, tuple[RawAnswer, ...]]  # the seat that begins, and all answers of players and of chance


@frozen
class Sent:
    """The finds of an `Exploration`: each state is the number of one of the `ways`."""

    ways: tuple[Way, ...]
    numbers: tuple[int, int, int, int]  # games, decisions, unfinished games, work
    met: dict[int, int]
    ends: dict[int, int]
    came_near: dict[int, tuple[int, int]]
    broken: dict[str, int]
    counted: ExploredCounts

    @classmethod
    def of(cls, found: Exploration) -> "Sent":
        """The finds of this process."""
        ways = _Ways()
        return cls(
            numbers=(found.games, found.decisions, found.left, found.work),
            met={mark: ways.number(snapshot) for mark, snapshot in found.met.items()},
            ends={mark: ways.number(snapshot) for mark, snapshot in found.ends.items()},
            came_near={what: (level, ways.number(snapshot)) for what, (level, snapshot) in found.came_near.items()},
            broken={law: ways.number(state.snapshot) for law, state in found.broken.items()},
            counted=ExploredCounts.of(found.table.game, found.read),
            ways=ways.all(found.table),
        )

    def received(self, table: HuntTable) -> Exploration:
        """The finds of another process, at a table of this one."""
        states = [_played(table, way) for way in self.ways]
        found = Exploration(table, None, {}, 0)
        found.games, found.decisions, found.left, found.work = self.numbers
        found.met = {mark: states[at].snapshot for mark, at in self.met.items()}
        found.ends = {mark: states[at].snapshot for mark, at in self.ends.items()}
        found.came_near = {what: (level, states[at].snapshot) for what, (level, at) in self.came_near.items()}
        found.broken = {law: states[at] for law, at in self.broken.items()}
        found.read = self.counted
        return found


class _Ways:
    """Numbers for snapshots; the same one has the same number, and one that is equal another."""

    def __init__(self) -> None:
        self._snapshots = list[Snapshot]()
        self._numbers = dict[int, int]()

    def number(self, snapshot: Snapshot) -> int:
        if id(snapshot) not in self._numbers:
            self._numbers[id(snapshot)] = len(self._snapshots)
            self._snapshots.append(snapshot)
        return self._numbers[id(snapshot)]

    def all(self, table: HuntTable) -> tuple[Way, ...]:
        states = (State(table.game, snapshot) for snapshot in self._snapshots)
        return tuple((begun(state).first, tuple(raw_answers(state))) for state in states)


def _played(table: HuntTable, way: Way) -> State:
    first, answers = way
    state = table.rules.new_game(table.players, first)
    for raw in answers:
        state = state.next(raw)
    return state
