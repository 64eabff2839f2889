"""Measure what an editor waits for at a keystroke, beside parsing alone: `python benchmarks/assistance.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

from palast.rulesets import assist, found
from rulespec.language import parser
from rulespec.language.tree.source import Source, read
from rulespec.language.trees import parse

BLOCKS = """add counter coins{0} of player, never above 9
add value wealth{0} of player: own points plus own coins{0}
add call player rich{0} if own coins{0} is at least 3
add after turn tax{0}
    if self is rich{0}
        take 1 from own coins{0}
    otherwise
        add 1 to own coins{0}
add always wealthy{0}: some player where (wealth{0} of it) is at least coins{0} of it
"""


def main() -> None:
    told = argparse.ArgumentParser(
        description="Milliseconds of the processor for a rule file in which one remark was typed, and as a multiple of "
        "reading its lines; and for one of 200 lines on `ksr` in which a number was typed, as a multiple of reading "
        "its block. All entrants in turns.",
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
    print("what | milliseconds | times reading\n---|---|---")
    compared(how.rounds, lambda number: entrants(f"{text}# {number}\n", how.on, number))
    compared(how.rounds, in_two_hundred_lines)


def compared(rounds: int, entered: Callable[[int], dict[str, Callable[[], object]]]) -> None:
    """Prints how long some entrants take, which are made anew each time; the first of them is reading."""
    times: dict[str, list[float]] = {}
    for number in range(rounds):
        for what, done in entered(number).items():
            times.setdefault(what, []).append(spent(done))
    reading = median(next(iter(times.values())))
    for what, each in times.items():
        print(f"{what} | {1000 * median(each):.1f} | {median(each) / reading:.1f}")


def entrants(text: str, on: str, number: int) -> dict[str, Callable[[], object]]:
    """What is done with a new text, in this order."""
    at = text.rindex("\n", 0, len(text) - 1) - 3
    return {
        "reading the lines": lambda: _read(text, number),
        "a keystroke": lambda: assist(text, at, on=on, name="mine"),
        "the cursor moved": lambda: assist(text, at - 9, on=on, name="mine"),
        "a name misspelt": lambda: assist(text.replace("own hand", "own hnad"), at, on=on, name="mine"),
        "a word misspelt": lambda: assist(text.replace("choose", "chose"), at, on=on, name="mine"),
    }


def in_two_hundred_lines(number: int) -> dict[str, Callable[[], object]]:
    """What is done with a layer of 200 lines in one block of which another number was typed."""
    text = "".join(['layer mine "Mine"\n', *(BLOCKS.format(each) for each in range(22))])
    changed = text.replace("take 1 from own coins7", f"take {number + 2} from own coins7")
    block = changed[changed.index("add after turn tax7") : changed.index("add always wealthy7")]
    return {
        "of 200 lines: reading the block": lambda: _read(f'layer mine "Mine"\n{block}', number),
        "of 200 lines: a keystroke": lambda: assist(changed, changed.index(block), on="ksr", name="mine"),
    }


def _read(text: str, number: int) -> object:
    """Reads all of a text, as if nothing had been read of it before."""
    parser._parsed.cache_clear()  # noqa: SLF001 (what was read before is remembered by what it says)
    return parse(Source(f"read {number}", text))  # and by where it stands


def spent(done: Callable[[], object]) -> float:
    """Seconds of the processor."""
    begun = process_time()
    done()
    return process_time() - begun


if __name__ == "__main__":
    main()
