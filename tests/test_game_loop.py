"""The loop of experiments: batches are judged in order, by workers as without; time, a rule or Ctrl-C ends it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

from attrs import define, field

from rulespec.experiments.loop import Budget, GameLoop, Stopped
from rulespec.experiments.population import deals, spread


def squared(number: int) -> int:
    return number * number


@define(eq=False)
class Squares(GameLoop[int, int]):
    """Squares of numbers, up to some sum."""

    most: int
    sum: int = field(init=False, default=0)

    def population(self) -> Iterator[tuple[int]]:
        return ((number,) for number in range(100))

    @property
    def task(self) -> Callable[[int], int]:
        return squared

    def judge(self, seen: int) -> Iterator[int]:
        self.sum += seen
        yield seen

    def stops(self) -> Stopped | None:
        return super().stops() if self.sum < self.most else "precision"


def test_workers_find_the_same_in_the_same_order() -> None:
    with ProcessPoolExecutor(2) as workers:
        here, there = Squares(most=1000), Squares(most=1000)
        found = [*here.run()], [*there.run(workers)]
    assert found[0] == found[1] == [number * number for number in range(15)]
    assert here.stopped == there.stopped == "precision"


def test_all_are_played_if_nothing_stops_it() -> None:
    loop = Squares(most=10**9)
    assert len([*loop.run()]) == 100 and loop.stopped == "games"


def test_no_batch_is_played_once_the_time_is_up() -> None:
    loop = Squares(most=1000, budget=Budget(0.0))
    assert [*loop.run()] == [] and loop.stopped == "seconds" and loop.budget.cut


def test_time_of_batches_alone_counts_if_it_is_to_be() -> None:
    budget = Budget(1.0, batches=True)
    budget.spend(0.4, elsewhere=False)
    assert budget.left == 0.6 and not budget.is_over
    budget.spend(0.6, elsewhere=True)
    assert budget.is_over


def test_an_interrupt_keeps_the_judged_batches() -> None:
    loop = Squares(most=1000)
    with loop.interruptible():
        for square in loop.run():
            if square == 4:
                raise KeyboardInterrupt
    assert loop.stopped == "interrupted" and loop.sum == 5


def test_deals_take_turns_in_players_and_seats_and_differ_by_purpose() -> None:
    one = [*deals([2, 3], 4, 7)]
    assert [(each.players, each.first) for each in one] == [
        (2, 0),
        (3, 0),
        (2, 1),
        (3, 1),
        (2, 0),
        (3, 2),
        (2, 1),
        (3, 0),
    ]
    assert len({each.chance.random() for each in [*one, *deals([2, 3], 4, 7, "mining")]}) == 16


def test_many_numbers_of_players_are_spread_from_the_fewest_to_the_most() -> None:
    assert spread(range(2, 7)) == [2, 3, 4, 5, 6]
    assert spread(range(2, 50))[::7] == [2, 49] and len(spread(range(2, 50))) == 8
