"""What is in the file of a simulation."""

import sqlite3
from pathlib import Path
from typing import Any

from rulespec.experiments.simulation.rows import COLUMNS


def in_file(path: Path) -> dict[str, list[Any]]:
    """All its tables but those that the rules alone decide."""
    database = sqlite3.connect(path)
    found = {table: database.execute(f"select * from {table}").fetchall() for table in (*COLUMNS, "about", "used")}
    database.close()
    return found
