"""The table of the grammar that is kept is the one that is worked out, whatever became of the file."""

import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from lark.parsers.lalr_analysis import Shift

from rulespec.language import grammar
from tests.effort import some


def table() -> tuple[Any, ...]:
    """All that reading goes by, of a parser that is made anew; states are numbered as they are come to."""
    made = grammar.parser.__wrapped__()
    read = made.parse_interactive("", start="item").parser_state.parse_conf
    numbers, rows = {read.start_state: 0}, []
    for state in (waiting := [read.start_state]):
        row = []
        for symbol, (kind, to) in sorted(read.states[state].items()):
            if kind is Shift and to not in numbers:
                numbers[to] = len(numbers)
                waiting.append(to)
            row.append((symbol, str(kind), numbers[to] if kind is Shift else str(to)))
        rows.append(row)
    words = [(each.name, each.pattern.to_regexp(), each.priority) for each in made.terminals]
    return list(map(str, made.rules)), words, rows


def test_a_kept_table_is_the_table_and_a_damaged_or_older_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = Path(cache_from_source(grammar.__file__)).parent
    folder.mkdir(parents=True)
    worked_out = table()
    assert len(worked_out[0]) > 200 and len(worked_out[2]) > 400
    assert list(folder.iterdir()) == []  # nothing is kept where Python keeps nothing
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert table() == worked_out
    [file] = folder.iterdir()
    kept = file.read_bytes()
    assert table() == worked_out
    assert file.read_bytes() == kept
    first, _, rest = kept.partition(b"\n")
    for damaged in some((kept[: len(kept) // 2], b"", b"0" * len(first) + b"\n" + rest), 2):
        file.write_bytes(damaged)
        assert table() == worked_out
        assert file.read_bytes().startswith(first) and len(file.read_bytes()) > 0.9 * len(kept)
    file.unlink()
    folder.rmdir()
    folder.write_text("no folder")
    assert table() == worked_out
