"""Parts of a hunt for workers, who receive the text of rules, and numbers; states return as the answers to them."""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

from attrs import define, frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.snapshot import Snapshot
from rulespec.experiments.hunt.counts import ExploredCounts
from rulespec.experiments.hunt.enumeration import Visited, visited
from rulespec.experiments.hunt.exploration import Exploration, exploration, stretches
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.loop import Budget, Call, results
from rulespec.experiments.workers.packing import packed, unpacked
from rulespec.game.api import State
from rulespec.game.history import begun, raw_answers

Way = tuple[int, tuple[RawAnswer, ...]]  # the seat that begins, and all answers of players and of chance


@frozen
class HuntPart:
    """The inputs of the games with one number of players, as workers receive them."""

    rules: bytes  # packed
    players: int
    without: frozenset[str]  # the laws that are known to be broken

    @classmethod
    def of(cls, table: HuntTable) -> "HuntPart":
        return cls(packed(table.rules), table.players, table.without)

    def stretch(self, seed: int, number: int, decisions: int, seconds: float | None) -> "Sent":
        """The finds of a stretch of games, in about `seconds` at most."""
        budget, found = Budget(seconds), exploration(self._table(), seed, number)
        assert found is not None  # as a worker plays like the process that asks it
        for _ in found.stretch(decisions):
            if budget.is_over:
                break
        return Sent.of(found)

    def proof(self, decisions: int, positions: int | None) -> Visited | None:
        """The result of visiting all positions."""
        return visited(self._table(), decisions, positions)

    def _table(self) -> HuntTable:
        return HuntTable(unpacked(self.rules), self.players, self.without)


@define(eq=False)
class HuntWorkers:
    """The parts of a hunt in the order in which it asks for them; they are begun before."""

    _results: Generator[Any, None, None]

    @classmethod
    def begun(
        cls,
        executor: Executor,
        budget: HuntBudget,
        tables: Sequence[HuntTable],
        beneath: Sequence[HuntTable],
        decisions: tuple[int, int],
        positions: int | None,
    ) -> "HuntWorkers":
        """Proofs and games at some tables; then games of the rules beneath, with another number of decisions."""

        def parts() -> Iterator[Call]:
            for table in tables:
                yield HuntPart.of(table).proof, decisions[0], positions
            for many, several in zip(decisions, (tables, beneath), strict=True):
                for table in several:
                    part = HuntPart.of(table)
                    for number, each in enumerate(stretches(many)):
                        yield part.stretch, budget.seed, number, each, budget.left

        return cls(results(executor, parts(), budget))

    def proof(self, table: HuntTable) -> Proof | None:
        """The next proof."""
        found: Visited | None = next(self._results)
        return None if found is None else found.proof(table)

    def stretches(self, table: HuntTable) -> Iterator[Exploration]:
        """The next stretches."""
        while True:
            sent: Sent = next(self._results)
            yield sent.received(table)

    def end(self) -> None:
        """Cancels the remaining parts."""
        self._results.close()


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
