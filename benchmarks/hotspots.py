"""Show where the time of random games goes: `python benchmarks/hotspots.py --help`.

A second thread looks every millisecond at what the first is doing. So small functions do not look slower than
they are, as they would with `cProfile`; what C code does is counted for the Python function that called it.
(`cProfile` cannot be imported here anyway: it would find this file where it looks for its own `profile`.)
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import CodeType, FrameType

from speed import Game, by_hand_play, library_play

EACH = 0.001  # seconds between samples
ROWS = 25


def stack(frame: FrameType | None, home: CodeType) -> Iterator[CodeType]:
    """The functions that are running, innermost first, up to the one that started the games."""
    while frame and frame.f_code is not home:
        yield frame.f_code
        frame = frame.f_back


class Sampler(threading.Thread):
    """Counts for the thread that started it which function is at work, and which ones wait for it."""

    def __init__(self, home: CodeType) -> None:
        super().__init__(daemon=True)
        self.home = home
        self.watched = threading.get_ident()
        self.own: Counter[CodeType] = Counter()
        self.within: Counter[CodeType] = Counter()
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(EACH):
            running = list(stack(sys._current_frames().get(self.watched), self.home))  # noqa: SLF001 (its only name)
            self.own.update(running[:1])
            self.within.update(set(running))


def play_games(game: Game, seconds: float) -> int:
    """How many decisions the games of this many seconds had."""
    end = time.perf_counter() + seconds
    decisions = 0
    for number in count(1):
        decisions += game(number)
        if time.perf_counter() > end:
            break
    return decisions


def table(sampler: Sampler) -> str:
    """The functions with the most own time; shares of all looks, in percent."""
    looks = sampler.own.total()
    lines = [f"{'own %':>7} {'with callees %':>15}   function"]
    for code, own in sampler.own.most_common(ROWS):
        place = f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_qualname}"
        lines.append(f"{100 * own / looks:7.1f} {100 * sampler.within[code] / looks:15.1f}   {place}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Where the time of random ksr games goes, by function, most own time first.",
        epilog="example: python benchmarks/hotspots.py --seconds 10",
    )
    parser.add_argument("--seconds", type=float, default=5, help="how long to play (default: 5)")
    parser.add_argument("--by-hand", action="store_true", help="look at the engine written by hand instead")
    arguments = parser.parse_args()
    game = by_hand_play() if arguments.by_hand else library_play()
    game(0)
    sys.setswitchinterval(EACH / 2)
    sampler = Sampler(play_games.__code__)
    sampler.start()
    decisions = play_games(game, arguments.seconds)
    sampler.done.set()
    sampler.join()
    print(f"{decisions:,} decisions, {sampler.own.total():,} looks")
    print(table(sampler))


if __name__ == "__main__":
    main()
