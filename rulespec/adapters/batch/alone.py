"""A lock of a batch, which is stepped by one thread at a time."""

import os
from threading import RLock
from typing import Any
from weakref import WeakSet


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
            raise RuntimeError("another thread is already stepping these games")
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
