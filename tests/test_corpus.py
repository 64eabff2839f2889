"""Every rule file of an earlier version loads, and every record that was saved with it verifies.

`corpus/files` lists the rule files with the beginnings of their hashes. `corpus/rules` holds those that have changed
since; to change another one, copy it there first.
"""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from rulespec import Ruleset, load
from rulespec.language.files import kind_at
from rulespec.records import Record
from tests.effort import some
from tests.library import ROOT

CORPUS = Path(__file__).parent / "corpus"
RECORDS = sorted((CORPUS / "records").glob("*.game"))
FILES = {line[17:]: line[:16] for line in (CORPUS / "files").read_text("utf-8").splitlines()}


def _has_changed(record: Path) -> bool:
    """Whether a rule file of the record has changed since; the quick profile tries a part of the other records."""
    stacked = re.findall(r"^rules (.*)$", record.read_text("utf-8"), re.MULTILINE)
    return any((CORPUS / "rules" / name).is_file() for part in " ".join(stacked).split() for name in part.split("+"))


CHANGED = [each for each in RECORDS if _has_changed(each)]
TRIED = sorted({*CHANGED, *some([each for each in RECORDS if each not in CHANGED], 20)})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rule files as they were."""
    folder = tmp_path_factory.mktemp("corpus")
    for name, digest in FILES.items():
        found = [path for path in (ROOT / name, CORPUS / "rules" / name) if path.is_file() and _digest(path) == digest]
        assert found, f"{name} is not as it was, and its old text is not in {CORPUS.name}/rules"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(found[0].read_bytes())
    return folder


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


@pytest.mark.parametrize("file", TRIED, ids=lambda file: file.stem)
def test_a_record_verifies_with_the_files_it_was_played_with_and_then_without_them(
    file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    library = [Path("cards"), *sorted({path.parent for path in Path("examples").glob("*/*.rules")})]
    old = Record.read(file, lambda spec: load(spec, library))

    def nowhere(spec: str) -> Ruleset:
        raise ValueError(spec)

    again = Record.parse(old.text, nowhere)
    assert again == old
    assert evolve(again, spec="x").text == evolve(old, spec="x").text


def test_every_rule_file_is_in_a_record() -> None:
    played = " ".join(re.findall(r"^rules (.*)$", "\n".join(each.read_text("utf-8") for each in RECORDS), re.MULTILINE))
    rules = [name for name in FILES if name.endswith(".rules")]
    assert len(rules) > 60
    assert len(CHANGED) >= 5 and len(TRIED) >= len(CHANGED) + 15
    stacked = {name for part in played.split() for name in part.split("+")}
    for name in rules:
        assert name in stacked or kind_at(ROOT / name) == "scenarios", name
