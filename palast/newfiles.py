"""Writing new files: none that is there already is touched, and where one cannot be written, none is left."""

import os
from collections.abc import Mapping
from pathlib import Path

from rulespec.language.errors import called, not_done


class NotWrittenError(Exception):
    """The files are not written; the message says why, and what to do."""


def write_new(texts: Mapping[Path, str]) -> None:
    """Writes each text to its path; a `NotWrittenError` if something is there, or it cannot be done."""
    for path in texts:
        if os.path.lexists(path):
            raise NotWrittenError(f"{called(path)} already exists; choose another name")
    made = list[Path]()
    for path, text in texts.items():
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                made.append(path)
                file.write(text)
        except (OSError, ValueError) as error:
            for each in made:
                each.unlink(missing_ok=True)
            raise NotWrittenError(not_done(f"{called(path)} cannot be written", error)) from error
