"""Measure how long a start takes: the command, an import, the first load, a changed house rule: `--help` tells more."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
HOUSE_RULE = ROOT / "examples" / "house_rules" / "kanzler.rules"  # of about ten lines
CHANGES = {  # what is there, and what instead, with another number each time
    "a title": ('"A chancellor at court"', '"A chancellor at court, {}"'),
    "a number in a block": ("hand is not empty", "hand is not empty and cards in pile is at least {}"),
    "a line more in a block": ("    show hand", "    add {} to own points\n    show hand"),
}
STARTS = {
    "python": "pass",
    "import attrs, lark": "import attrs, lark",
    "import palast": "import palast",
    "palast --version": "from palast.__main__ import main; main(['--version'])",
    'palast.load("ksr")': "import palast; palast.load('ksr')",
}
LOADS = """
import json, sys
from importlib import import_module
from pathlib import Path
from time import process_time

import palast

try:
    import_module("rulespec.game.loading")  # all that a load needs
except ModuleNotFoundError:
    pass  # an earlier version imports it with the package
palast.load

def spent(spec):
    begun = process_time()
    palast.load(spec)
    return process_time() - begun

first = spent("ksr")
path, text, changes = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
times = {"warm": []} | {f"changed: {what}": [] for what in changes}
for number in range(2, 22):
    for what, (old, new) in changes.items():
        path.write_text(text.replace(old, new.format(number)), "utf-8")
        times[f"changed: {what}"].append(spent(f"ksr+{path}"))
    times["warm"].append(spent("ksr"))
print(json.dumps({"first": first} | {name: sorted(each)[len(each) // 2] for name, each in times.items()}))
"""


def main() -> None:
    told = argparse.ArgumentParser(
        description="The processor's time of processes that start, beside importing the two libraries; of the first "
        "load of a ruleset in a process that has imported all, and of a house rule in which one thing is another each "
        "time, beside a warm load: the second of the same files. All in turns; medians over the rounds.",
        epilog="example: python benchmarks/starting.py --rounds 21",
    )
    told.add_argument("--rounds", type=int, default=9, help="(default: 9)")
    how = told.parse_args()
    environment = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)
    starts, loads = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as folder:
        loading = (str(Path(folder) / HOUSE_RULE.name), HOUSE_RULE.read_text("utf-8"), json.dumps(CHANGES))
        for number in range(how.rounds + 1):
            for what, script in STARTS.items():
                seconds, _ = spent(environment, script)
                if number:  # the first round compiles modules
                    starts[what].append(seconds)
            _, said = spent(environment, LOADS, *loading)
            for what, seconds in json.loads(said).items() if number else ():
                loads[what].append(seconds)
    libraries = starts["import attrs, lark"]
    print("a process | milliseconds | : import attrs, lark\n---|---|---")
    for what, times in starts.items():
        print(f"{what} | {1000 * median(times):.0f} | {ratio(times, libraries):.2f}")
    print("\na load | milliseconds | : a warm load\n---|---|---")
    for what, times in loads.items():
        print(f"{what} | {1000 * median(times):.1f} | {ratio(times, loads['warm']):.1f}")


def ratio(times: list[float], others: list[float]) -> float:
    """The median of the ratios within a round."""
    return median(one / other for one, other in zip(times, others, strict=True))


def spent(environment: dict[str, str], script: str, *arguments: str) -> tuple[float, str]:
    """Seconds of the processor of a process of its own, and what it prints besides."""
    command = [sys.executable, "-c", f"{script}\nimport time; print(time.process_time())", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, encoding="utf-8")
    *said, seconds = done.stdout.splitlines()
    return float(seconds), "\n".join(said)


if __name__ == "__main__":
    main()
