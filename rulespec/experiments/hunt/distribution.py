"""Parts of a hunt that workers do, with what is sent there: the text of rules, and numbers."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from time import process_time
from typing import Any, TypeVar

from attrs import define, frozen

from rulespec.experiments.hunt.enumeration import Visited, visited
from rulespec.experiments.hunt.exploration import Exploring, exploring, stretches
from rulespec.experiments.hunt.observer import Budget
from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.hunt.transfer import Sent
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.workers.packing import packed, unpacked
from rulespec.experiments.workers.queue import Chunk, in_order

T = TypeVar("T")


@frozen
class HuntPart:
    """What decides the games with one number of players; it is sent to the workers."""

    rules: bytes  # packed
    players: int
    without: frozenset[str]  # the laws that are known to be broken

    @classmethod
    def of(cls, table: HuntTable) -> "HuntPart":
        return cls(packed(table.rules), table.players, table.without)

    def stretch(self, seed: int, number: int, decisions: int, seconds: float | None) -> tuple[Sent, float]:
        """What a stretch of games showed, and the processor time that it took, at most so many `seconds` or so."""
        begun = process_time()
        found = exploring(self._table(), seed, number)
        assert found is not None  # as a worker plays like the process that asks it
        for _ in found.stretch(decisions):
            if seconds is not None and process_time() - begun >= seconds:
                break
        return Sent.of(found), process_time() - begun

    def proof(self, decisions: int, positions: int | None) -> tuple[Visited | None, float]:
        """What visiting all positions told, and the processor time that it took."""
        begun = process_time()
        return visited(self._table(), decisions, positions), process_time() - begun

    def _table(self) -> HuntTable:
        return HuntTable(unpacked(self.rules), self.players, self.without)


@define(eq=False)
class HuntWorkers:
    """The parts of a hunt in the order in which it asks for them; they are begun before."""

    _budget: Budget
    _results: Generator[tuple[Any, float], None, None]

    @classmethod
    def begun(
        cls,
        executor: Executor,
        budget: Budget,
        tables: Sequence[HuntTable],
        beneath: Sequence[HuntTable],
        decisions: tuple[int, int],
        positions: int | None,
    ) -> "HuntWorkers":
        """Proofs and games at some tables; then games of the rules beneath, with another number of decisions."""

        def parts() -> Iterator[Chunk]:
            for table in tables:
                yield HuntPart.of(table).proof, decisions[0], positions
            for many, several in zip(decisions, (tables, beneath), strict=True):
                for table in several:
                    part = HuntPart.of(table)
                    for number, each in enumerate(stretches(many)):
                        yield part.stretch, budget.seed, number, each, budget.left

        return cls(budget, in_order(executor, done, parts()))

    def proof(self, table: HuntTable) -> Proof | None:
        """The next proof."""
        found: Visited | None = self._next()
        return None if found is None else found.proof(table)

    def stretches(self, table: HuntTable) -> Iterator[Exploring]:
        """The next stretches."""
        while True:
            sent: Sent = self._next()
            yield sent.received(table)

    def _next(self) -> Any:
        found, seconds = next(self._results)
        self._budget.spend(seconds)
        return found

    def end(self) -> None:
        """Cancels what was not asked for."""
        self._results.close()


def done(task: Callable[..., T], *given: Any) -> T:
    """Does one of several tasks."""
    return task(*given)
