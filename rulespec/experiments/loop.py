"""The loop of every experiment: a population of games, observers that play and watch them, a judge, a stopping rule.

A batch of games is determined by a few numbers, so any process can play it. Batches are judged in their order,
so the result does not depend on the workers.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from time import process_time
from typing import Any, Generic, Literal, TypeVar

from attrs import define, field

Seen = TypeVar("Seen")
News = TypeVar("News")
Result = TypeVar("Result")

# the reason why no more are played: enough is known; all were; the time is up; a keyboard interrupt
Stopped = Literal["precision", "games", "seconds", "interrupted"]

Batch = tuple[Any, ...]  # the numbers of some games: the arguments of whatever observes them
Call = tuple[Any, ...]  # a function of a module, or a method of a frozen object, with its arguments


@define(eq=False)
class Budget:
    """A bound of processor time, in seconds, summed over all processes; None is no bound.

    The time of this process counts from the beginning, unless only `batches` count. Once the time is up, the
    experiment was `cut` short.
    """

    seconds: float | None = None
    batches: bool = field(default=False, kw_only=True)
    cut: bool = field(init=False, default=False)
    _begun: float = field(init=False, factory=process_time)
    _spent: float = field(init=False, default=0.0)

    @property
    def left(self) -> float | None:
        """The seconds that are left, if there is a bound."""
        own = 0.0 if self.batches else process_time() - self._begun
        return None if self.seconds is None else self.seconds - self._spent - own

    def spend(self, seconds: float, *, elsewhere: bool) -> None:
        """Counts the time of a batch, which another process may have played."""
        if elsewhere or self.batches:
            self._spent += seconds

    @property
    def is_over(self) -> bool:
        """True if the time is up."""
        self.cut = self.cut or (self.left is not None and self.left <= 0)
        return self.cut


@define(eq=False)
class GameLoop(Generic[Seen, News]):
    """Games that are played, observed and judged batch by batch.

    A subclass gives the `population`, `observe`, `judge`, and perhaps a stopping rule beside the time.
    """

    budget: Budget = field(kw_only=True, factory=Budget)
    stopped: Stopped = field(init=False, default="games")

    def population(self) -> Iterable[Batch]:
        """The batches of games, drawn as they are needed."""
        raise NotImplementedError

    def observe(self, *batch: Any, **named: Any) -> Seen:
        """Plays a batch and returns the records of its observers."""
        raise NotImplementedError

    @property
    def task(self) -> Callable[..., Seen]:
        """The function that observes a batch; if workers are to play, it can be pickled."""
        return self.observe

    def judge(self, seen: Seen) -> Iterable[News]:
        """The news of the next batch: its records, unless a subclass judges them."""
        return (seen,)  # type: ignore[return-value]

    def stops(self) -> Stopped | None:
        """The reason to stop before the next batch; None to go on."""
        return "seconds" if self.budget.is_over else None

    def run(self, executor: Executor | None = None) -> Generator[News, None, None]:
        """Plays and judges all batches, here or by the workers of an executor; it can be left at any time."""
        calls = ((self.task, *batch) for batch in self.population())
        with closing(results(executor, calls, self.budget)) as found:
            while (reason := self.stops()) is None:
                seen = next(found, _NOTHING)
                if seen is _NOTHING:
                    return
                yield from self.judge(seen)
            self.stopped = reason

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Ends at a `KeyboardInterrupt`, with `stopped` set: batches judged before it still count."""
        try:
            yield
        except KeyboardInterrupt:
            self.stopped = "interrupted"


_NOTHING: Any = object()


def results(executor: Executor | None, calls: Iterable[Call], budget: Budget) -> Generator[Any, None, None]:
    """The results of calls, in order; closing the iterator cancels those under way."""
    with closing((_timed(*call) for call in calls) if executor is None else _queued(executor, calls)) as found:
        for result, seconds in found:
            budget.spend(seconds, elsewhere=executor is not None)
            yield result


def _queued(executor: Executor, calls: Iterable[Call]) -> Generator[tuple[Any, float], None, None]:
    from rulespec.experiments.workers.queue import in_order  # not at the top, as multiprocessing takes its time

    return in_order(executor, _timed, calls)


def _timed(task: Callable[..., Result], *given: Any) -> tuple[Result, float]:
    begun = process_time()
    return task(*given), process_time() - begun


def driven(going: Generator[News, None, Result], tell: Callable[[News], object]) -> Result:
    """Exhausts a generator, passes all that it yields to a callback, and returns its result."""
    while True:
        try:
            tell(next(going))
        except StopIteration as over:
            result: Result = over.value
            return result
