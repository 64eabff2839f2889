"""Faults planted in house rules and games in `rules/planted`, sound rules that look like them, and what to say of each.

A fault is named by a warning or an error with one of its codes, which says its words or marks a line in which they
stand. Where no code was made for a kind of fault, any code does. Of a sound rule nothing is said but in notes.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PLANTED = Path(__file__).parent / "rules" / "planted"

ANY: frozenset[str] = (
    frozenset()
)  # points or cards that get lost, no winner, too short a draw, what is overwritten, a telling note
LAW = frozenset({"W050"})
ENDLESS = frozenset({"W053", "W062", "W068"})
LEAK = frozenset({"W054"})
EMPTY = frozenset({"W055", "W056"})
NEVER = frozenset({"W056", "W065", "W066"})
INDIFFERENT = frozenset({"W063"})
UNCHANGED = frozenset({"W064"})


class Fault(NamedTuple):
    """The codes that name a fault, the words of the message or of the marked line, and what the file is laid on."""

    codes: frozenset[str]
    words: tuple[str, ...]
    base: str = ""


FAULTS: Mapping[str, Fault] = {
    "alms-giving": Fault(INDIFFERENT, ("choose victim",), "mau-mau"),
    "all-kings": Fault(NEVER, ("round ends kings",), "ksr"),
    "bank": Fault(LAW, ("always paid-by-bank",)),
    "beggar": Fault(LEAK, ("may", "choose alms")),
    "cart": Fault(LAW, ("always weighed",)),
    "chambermaid": Fault(LAW, ("always six-each",), "review"),
    "cheap-queen": Fault(NEVER, ("over-the-moon",), "hearts"),
    "chest": Fault(LAW, ("always coins-few",), "ksr"),
    "compost": Fault(ENDLESS, ("at most 300 turns", "300 turns", "move plant-card to compost")),
    "confidant": Fault(INDIFFERENT, ("choose confidant",), "magier"),
    "crowd": Fault(NEVER, ("round ends crowd",), "ksr"),
    "deal": Fault(ANY, ("draw 6 from pile",)),
    "dice": Fault(NEVER, ("if one plus two is 1",)),
    "doors": Fault(INDIFFERENT, ("choose way",)),
    "giants": Fault(EMPTY, ("choose giant", "may openly")),
    "honour": Fault(ANY, ("first of (players, with most own tricks) is next", "honour"), "oh-hell"),
    "kettle": Fault(ENDLESS | NEVER, ("500 turns", "game ends boiling")),
    "king-answers": Fault(LEAK, ("may", "choose king"), "mau-mau"),
    "kitty": Fault(ANY, ("kitty",), "pig"),
    "ladder": Fault(NEVER, ("game ends twelve",)),
    "laps": Fault(ENDLESS | NEVER, ("400 turns", "round ends lap")),
    "long-rounds": Fault(LAW, ("always all-dealt",), "oh-hell"),
    "majority": Fault(ANY, ("winners",)),
    "mask": Fault(frozenset({"W073"}), ("set own hint to face of hidden", "hint")),
    "pot": Fault(ANY, ("set pot to 0", "1000 turns")),
    "quintet": Fault(frozenset({"W069"}), ("winners",)),
    "rout": Fault(frozenset({"W065"}), ("rout",), "hearts"),
    "rows": Fault(ENDLESS, ("200 turns",)),
    "swap": Fault(ENDLESS, ("400 turns",)),
    "talon-again": Fault(ENDLESS, ("3000 turns",), "durak"),
    "three-aces": Fault(LAW, ("always whole",), "mau-mau"),
    "throw-back": Fault(ENDLESS, ("2000 turns", "move own catch to pond"), "go-fish"),
    "tied-again": Fault(UNCHANGED, ("winners", "tied-again"), "ksr"),
    "toll": Fault(LAW, ("always solvent",)),
    "trumps": Fault(ANY, ("set trump to suit of card",)),
    "two-sixes": Fault(NEVER | INDIFFERENT, ("double", "sixes is at least 2"), "pig"),
}

SOUND: Mapping[str, str] = {name: fault.base for name, fault in FAULTS.items()} | {
    "five-cards": "durak",
    "nine-each": "ksr",
    "with-sixes": "mau-mau",
}


def spec(folder: str, name: str) -> str:
    """What the file of this name is checked as."""
    base = SOUND[name]
    return f"{base}+{_path(folder, name)}" if base else str(_path(folder, name))


def alarms(findings: Collection[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What is more than a note."""
    return [finding for finding in findings if finding["level"] != "note"]


def named(name: str, findings: Collection[Mapping[str, Any]]) -> bool:
    """Whether a planted fault is named for the right reason."""
    fault = FAULTS[name]
    return any(
        (not fault.codes or finding["code"] in fault.codes) and any(word in _marked(finding) for word in fault.words)
        for finding in alarms(findings)
    )


def _path(folder: str, name: str) -> Path:
    return PLANTED / folder / f"{name}.rules"


def _marked(finding: Mapping[str, Any]) -> str:
    """The message, and the line that it marks where that is a line of a planted file."""
    path = Path(finding["path"] or "")
    lines = path.read_text("utf-8").splitlines() if path.parent.parent == PLANTED else []
    line = finding["line"]
    return f"{finding['message']}\n{lines[line - 1] if line and line <= len(lines) else ''}"
