"""Threads that play parts of a batch beside the one that steps it, and end with it."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from weakref import finalize

Play = Callable[[int], None]  # plays the part with this number
_Ends = SimpleQueue[BaseException | None]
_Turns = SimpleQueue[tuple[Play, int, _Ends] | None]


class Threads:
    """So many threads, each of which waits for its turn: to hand it over takes a third of what an executor takes."""

    def __init__(self, count: int) -> None:
        self._turns = [_Turns() for _ in range(count)]
        for turns in self._turns:
            Thread(target=_plays, args=(turns,), daemon=True).start()
        finalize(self, _dismiss, self._turns)

    def play(self, play: Play) -> None:
        """Plays all parts, the first one in this thread; what fails in another is raised once all have ended."""
        ends = _Ends()
        for part, turns in enumerate(self._turns, start=1):
            turns.put((play, part, ends))
        try:
            play(0)
        finally:
            errors = [ends.get() for _ in self._turns]
        for error in errors:
            if error is not None:
                raise error


def _plays(turns: _Turns) -> None:
    while (turn := turns.get()) is not None:
        play, part, ends = turn
        try:
            play(part)
        except BaseException as error:
            ends.put(error)
        else:
            ends.put(None)
        del turn, play, ends  # which would keep the batch while nobody else has it any more


def _dismiss(all_turns: list[_Turns]) -> None:
    for turns in all_turns:
        turns.put(None)
