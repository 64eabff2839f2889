"""Measure what an editor waits for at a keystroke, beside parsing alone: `python benchmarks/assistance.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

from palast.rulesets import assist, found
from rulespec.language import parser
from rulespec.tree.source import Source, read


def main() -> None:
    told = argparse.ArgumentParser(
        description="Milliseconds of the processor for a rule file in which one remark was typed, and as a multiple of "
        "reading its lines; all entrants in turns.",
        epilog="example: python benchmarks/assistance.py --file reihum",
    )
    told.add_argument("--on", default="ksr")
    told.add_argument("--file", default="kanzler")
    told.add_argument("--rounds", type=int, default=60, help="(default: 60)")
    how = told.parse_args()
    path = found(how.file)
    if path is None:
        told.error(f"there is no rule file '{how.file}'")
    text = read(path).text
    times: dict[str, list[float]] = {}
    for number in range(how.rounds):
        for what, done in entrants(f"{text}# {number}\n", how.on).items():
            times.setdefault(what, []).append(spent(done))
    reading = median(times["reading the lines"])
    print("what | milliseconds | times reading\n---|---|---")
    for what, each in times.items():
        print(f"{what} | {1000 * median(each):.1f} | {median(each) / reading:.1f}")


def entrants(text: str, on: str) -> dict[str, Callable[[], object]]:
    """What is done with a new text, in this order."""
    at = text.rindex("\n", 0, len(text) - 1) - 3
    return {
        "reading the lines": lambda: _read(text),
        "a keystroke": lambda: assist(text, at, on=on, name="mine"),
        "the cursor moved": lambda: assist(text, at - 9, on=on, name="mine"),
        "a name misspelt": lambda: assist(text.replace("own hand", "own hnad"), at, on=on, name="mine"),
        "a word misspelt": lambda: assist(text.replace("choose", "chose"), at, on=on, name="mine"),
    }


def _read(text: str) -> object:
    parser._parsed.cache_clear()  # noqa: SLF001 (what was read before is remembered)
    return parser.parse(Source("mine", text))


def spent(done: Callable[[], object]) -> float:
    """Seconds of the processor."""
    begun = process_time()
    done()
    return process_time() - begun


if __name__ == "__main__":
    main()
