"""Worker threads of a batch, which end with it."""

import os
from collections.abc import Callable
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Any
from weakref import WeakSet, finalize

Play = Callable[[int], None]  # plays the part with this number
_Ends = SimpleQueue[BaseException | None]
_Turns = SimpleQueue[tuple[Play, int, _Ends] | None]


class Threads:
    """Worker threads that wait for parts to play; a hand-over takes a third of the time of an executor's.

    A fork copies no threads, so a forked process starts its own.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._turns: list[_Turns] = []
        finalize(self, _dismiss, self._turns)
        self._start()

    def play(self, play: Play) -> None:
        """Plays all parts, part 0 in this thread; errors of the others are raised once all have ended."""
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
        del turn, play, ends  # they would keep the batch alive


def _end(ends: _Ends) -> BaseException | None:
    """The error of a part, if any; an interrupt is returned once the part has ended."""
    try:
        return ends.get()
    except BaseException as interrupt:
        _end(ends)
        return interrupt


def _dismiss(all_turns: list[_Turns]) -> None:
    for turns in all_turns:
        turns.put(None)


class Alone:
    """A lock between threads that refuses reentry, as by a signal handler; forks wait for it."""

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

    def __exit__(self, *error: object) -> None:
        self._taken = False
        self._lock.release()


_locks: WeakSet[Any] = WeakSet()
_forking = RLock()  # held during a fork, with all locks in
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


if hasattr(os, "register_at_fork"):  # else a child could inherit games in the middle of a step
    os.register_at_fork(before=_hold_all, after_in_parent=_let_all_go, after_in_child=_let_all_go)
