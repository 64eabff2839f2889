"""Threads that play parts of a batch beside the one that steps it, and end with it."""

import os
from collections.abc import Callable
from queue import SimpleQueue
from threading import RLock, Thread
from types import TracebackType
from typing import Any
from weakref import WeakSet, finalize

Play = Callable[[int], None]  # plays the part with this number
_Ends = SimpleQueue[BaseException | None]
_Turns = SimpleQueue[tuple[Play, int, _Ends] | None]


class Threads:
    """So many threads, each of which waits for its turn: to hand it over takes a third of what an executor takes.

    A fork copies no threads, so a process that was forked starts its own.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._turns: list[_Turns] = []
        finalize(self, _dismiss, self._turns)
        self._start()

    def play(self, play: Play) -> None:
        """Plays all parts, the first one in this thread; what fails in another is raised once all have ended."""
        if self._process != os.getpid():
            self._start()
        ends = _Ends()
        for part, turns in enumerate(self._turns, start=1):
            turns.put((play, part, ends))
        try:
            play(0)
        finally:
            errors = [_end(ends) for _ in self._turns]
        for error in errors:
            if error is not None:
                raise error

    def _start(self) -> None:
        self._process = os.getpid()
        self._turns[:] = [_Turns() for _ in range(self._count)]
        for turns in self._turns:
            Thread(target=_plays, args=(turns,), daemon=True).start()


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


def _end(ends: _Ends) -> BaseException | None:
    """How a part has ended; an interrupt does not leave parts behind that are still being played, and is told then."""
    try:
        return ends.get()
    except BaseException as interrupt:
        _end(ends)
        return interrupt


def _dismiss(all_turns: list[_Turns]) -> None:
    for turns in all_turns:
        turns.put(None)


class Alone:
    """A lock that a thread waits for, but a signal's handler within the same thread is refused; a fork waits for it."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._taken = False
        _locks.add(self._lock)

    def __enter__(self) -> None:
        self._lock.acquire()
        if self._taken:
            self._lock.release()
            raise RuntimeError("the games are being stepped already")
        self._taken = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._taken = False
        self._lock.release()


_locks: WeakSet[Any] = WeakSet()
_forking = RLock()  # held by the thread that forks, together with
_held: list[Any] = []


def _hold_all() -> None:
    _forking.acquire()
    for lock in list(_locks):
        lock.acquire()
        _held.append(lock)


def _let_all_go() -> None:
    while _held:
        _held.pop().release()
    _forking.release()


if hasattr(
    os, "register_at_fork"
):  # so a child never finds games half-way through a step that nobody there goes on with
    os.register_at_fork(before=_hold_all, after_in_parent=_let_all_go, after_in_child=_let_all_go)
