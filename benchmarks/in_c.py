"""`ksr` written by hand in C, built with the compiler that Python was built with, and held against the library."""

from __future__ import annotations

import ctypes
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import palast
from rulespec.game.history import moves

HERE = Path(__file__).parent
NATIVE = HERE.parent / "rulespec" / "engine" / "native"  # whose random numbers it draws
SEATS = 5


@cache
def built() -> ctypes.CDLL:
    """The library in C; ImportError without a compiler."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ksr.so"
        sources = [HERE / "ksr.c", NATIVE / "machine" / "twister.c"]
        command = [*compiler, "-std=gnu11", "-O3", "-shared", "-fPIC", f"-I{NATIVE}", *sources, "-o", target]
        try:
            subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise ImportError(f"a C compiler is needed: {getattr(error, 'stderr', error)}") from error
        library = ctypes.CDLL(str(target))
    library.twister_begins()
    library.ksr_games.argtypes = ctypes.c_int, ctypes.c_uint64, ctypes.c_int
    library.ksr_games.restype = ctypes.c_long
    return library


def game(players: int, seed: int) -> tuple[int, tuple[int, ...]]:
    """How many decisions a game has, and the points of its seats."""
    points = (ctypes.c_int * SEATS)()
    decisions = built().ksr_game(players, ctypes.c_uint64(seed), points)
    return decisions, tuple(points[:players])


def different(players: int, seeds: range) -> list[int]:
    """The seeds whose games have other points or another number of decisions than the library's."""
    rules = palast.load("ksr")
    return [seed for seed in seeds if game(players, seed) != told(palast.playout(rules, players, seed).state)]


def told(state: palast.State) -> tuple[int, tuple[int, ...]]:
    """How many decisions a finished game had, and its points."""
    decisions = sum(1 for seat, _, _ in moves(state) if seat is not None)
    return decisions, tuple(state.counter("points", seat) for seat in range(state.players))


def games(players: int, many: int) -> Callable[[int], int]:
    """Plays `many` games from a seed on; how many decisions they have."""
    wrong = different(players, range(200))
    if wrong:
        raise SystemExit(f"ksr.c does not play {len(wrong)} of 200 games as the library does, at first {wrong[0]}")
    return lambda number: int(built().ksr_games(players, number * many, many))
