"""Working out what the page keeps, while it is built."""

import pickle

from attrs import evolve

from palast.verdict.words import LANGUAGES
from palast.web.kept import KEPT, Kept
from palast.web.naming import load
from palast.web.shelves import found


def prepare() -> None:
    """Writes the headers of the library, and its rulesets, to where `kept` looks."""
    shelves = {language: [(path, evolve(file, text="")) for path, file in found(language)] for language in LANGUAGES}
    rulesets = [file.name for _, file in shelves["en"] if file.kind == "ruleset" and file.shelf == ""]
    rules = {name: pickle.dumps(load(name, {}).resolved) for name in rulesets}
    KEPT.write_bytes(pickle.dumps(Kept(shelves, rules)))
