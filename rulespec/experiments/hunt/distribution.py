"""Parts of a hunt for workers, who receive the text of rules, and numbers."""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

from attrs import define, frozen

from rulespec.experiments.hunt.enumeration import Visited, visited
from rulespec.experiments.hunt.exploration import Exploration, exploration, stretches
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.proof import Proof
from rulespec.experiments.hunt.transfer import Sent
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.loop import Budget, Call, results
from rulespec.experiments.workers.packing import packed, unpacked


@frozen
class HuntPart:
    """The inputs of the games with one number of players, as workers receive them."""

    rules: bytes  # packed
    players: int
    without: frozenset[str]  # the laws that are known to be broken

    @classmethod
    def of(cls, table: HuntTable) -> "HuntPart":
        return cls(packed(table.rules), table.players, table.without)

    def stretch(self, seed: int, number: int, decisions: int, seconds: float | None) -> Sent:
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
