"""What is kept of rules for the next start is what would be worked out, and nothing that has changed is taken."""

import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import palast
from palast.rulesets import folders
from rulespec import Ruleset
from rulespec.game import loading
from rulespec.game.pipeline import warnings
from rulespec.language import cache as kept
from rulespec.language import files, trees
from rulespec.language.errors import RulesError
from rulespec.rules import finding
from rulespec.rules.compose import File
from tests.effort import DEEP, some, tried
from tests.library import ROOT


@pytest.fixture
def kept_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for what is kept, where all is kept that lies in the library."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(kept, "_BEGUN", time.time() + kept.SETTLED + 1)
    place = Path(cache_from_source(kept.__file__)).parent
    place.mkdir(parents=True)
    forget()
    state = kept._state
    state.cache_clear()
    yield place
    state.cache_clear()
    forget()


def forget() -> None:
    """Forgets what this process remembers, as if it had just begun."""
    loading.remembered.cache_clear()
    trees.parse.cache_clear()


def there(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


@pytest.mark.parametrize("spec", some(["kuhn", "ksr", "magier", "ksr+wertung", "review", "skat+ramsch"], 2))
def test_rules_that_were_kept_are_the_rules(spec: str, kept_at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = palast.load(spec)
    assert there(kept_at)
    forget()
    monkeypatch.setattr(trees, "_read", lambda source: pytest.fail(f"{source.path} was parsed"))
    monkeypatch.setattr(loading, "_made", lambda *_: pytest.fail("the rules were made"))
    again = palast.load(spec)
    assert again is not made
    assert again.resolved == made.resolved
    assert (again.digest, again.name, [*again.players]) == (made.digest, made.name, [*made.players])
    assert [layer.file for layer in again.composed.layers] == [layer.file for layer in made.composed.layers]
    monkeypatch.undo()
    for players in made.players:
        games = [rules.new_game(players).playout((1,) * players, 7) for rules in (made, again)]
        assert [str(event) for event in games[0].view(0).log] == [str(event) for event in games[1].view(0).log]
    assert warnings(again) == warnings(made)
    assert pickle.loads(pickle.dumps(again)).resolved == again.resolved


def test_what_has_changed_is_worked_out_anew(kept_at: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    library = copied(tmp_path, monkeypatch)
    assert loading.load("ksr", library).title != "Changed"
    place = library / "ksr.rules"
    place.write_text(place.read_text("utf-8").replace('"Palastgeflüster"', '"Changed"', 1), "utf-8")
    forget()
    changed = loading.load("ksr", library)
    assert changed.composed.layers[0].file.source.text == place.read_text("utf-8")
    texts = library / "ksr.en.texts"
    texts.write_text(texts.read_text("utf-8") + "\naction Nobody\n    He does nothing.\n", "utf-8")
    forget()
    with pytest.raises(RulesError, match="unknown block 'action Nobody'"):
        loading.load("ksr", library)


def test_other_modules_libraries_and_pythons_work_it_out_anew(kept_at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    palast.load("ksr")
    before = there(kept_at)
    made = list[Ruleset]()
    whole = loading._made

    def noted(files: tuple[File, ...], listed: int) -> Ruleset:
        made.append(whole(files, listed))
        return made[-1]

    monkeypatch.setattr(loading, "_made", noted)
    for number, state in enumerate(("one", "other", "other"), 1):
        monkeypatch.setattr(kept, "_state", lambda state=state: state)
        forget()
        palast.load("ksr")
        assert len(made) == min(number, 2)
    assert there(kept_at).keys() == before.keys()  # in the same place
    assert there(kept_at) != before


def test_each_module_counts_when_it_was_written_and_one_that_is_being_written_keeps_all_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for number in range(100):
        (tmp_path / f"module{number}.py").write_text("")
    (tmp_path / "room").mkdir()
    deep = tmp_path / "room" / "rules.lark"
    deep.write_text("")
    monkeypatch.setattr(kept, "_PACKAGE", tmp_path)
    monkeypatch.setattr(kept, "_BEGUN", time.time() + kept.SETTLED + 1)
    first = kept._state.__wrapped__()
    assert str(deep) in first and first == kept._state.__wrapped__()
    os.utime(deep, (1, 1))
    second = kept._state.__wrapped__()
    assert second not in ("", first)
    (tmp_path / "room" / "more.py").write_text("")
    assert kept._state.__wrapped__() not in ("", first, second)
    monkeypatch.setattr(kept, "_BEGUN", time.time())
    assert kept._state.__wrapped__() == ""


def test_nothing_is_kept_of_what_does_not_come_along_nor_of_rules_that_are_wrong(
    kept_at: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.rules"
    mine.write_text('layer mine "Mine"\n\nadd counter coins\n', "utf-8")
    palast.load("ksr")
    before = there(kept_at)
    palast.load(f"ksr+{mine}")
    assert there(kept_at) == before
    library = copied(tmp_path, monkeypatch)
    place = library / "ksr.rules"
    place.write_text(place.read_text("utf-8").replace("from own hand", "from own hnad"), "utf-8")
    forget()
    with pytest.raises(RulesError):
        loading.load("ksr", library)
    texts = [path.read_bytes() for path in kept_at.iterdir()]
    assert not any(b"hnad" in text and b"Rules" in text for text in texts)


def test_a_file_that_is_damaged_is_none_and_is_written_anew(kept_at: Path) -> None:
    palast.load("ksr")
    whole = there(kept_at)
    for shorter in (0, 1, 32, 40, 10_000):
        for name, data in whole.items():
            (kept_at / name).write_bytes(data[:shorter])
        forget()
        assert palast.load("ksr").name == "ksr"
        assert {name: len(data) for name, data in there(kept_at).items()} == {
            name: len(data) for name, data in whole.items()
        }


def test_where_nothing_can_be_kept_all_is_as_ever(kept_at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_at.rmdir()
    assert palast.load("ksr").name == "ksr"  # the folder is not there
    forget()
    kept_at.mkdir()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert palast.load("ksr").name == "ksr"
    assert there(kept_at) == {}


def test_no_more_is_kept_than_there_is_room_for(kept_at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MANY", 3)
    for number in range(6):
        kept.keep(f"thing {number}", [f"text {number}"], number)
        for path in kept_at.iterdir():
            os.utime(path, (path.stat().st_mtime - 10,) * 2)
    assert len(there(kept_at)) == 3
    assert [kept.recalled(f"thing {number}", [f"text {number}"]) for number in range(6)] == [None] * 3 + [3, 4, 5]
    assert kept.recalled("thing 5", ["text 5", ""]) is None
    assert kept.recalled("thing 5", ["text", " 5"]) is None


def test_all_that_a_load_looks_at_is_told_of_its_files() -> None:
    stack = finding.stack("ksr+kanzler", folders())
    told = [*loading._told_by(stack)]
    for file in stack:
        assert file.source.text in told
        assert all(source.text in told for source in file.texts)
    assert stack[-1].elsewhere
    assert [*loading._told_by(stack)] == told
    assert [*loading._told_by(reversed(stack))] != told


def compiled_in(prefix: Path) -> None:
    """Puts the compiled modules of this process where others look for theirs; for speed: making them took longest."""
    for module in [*sys.modules.values()]:
        told = getattr(module, "__spec__", None)
        if told and told.origin and told.cached and os.path.isfile(told.cached):
            place = prefix.joinpath(*Path(told.origin).parent.parts[1:])
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(told.cached, place)


def test_processes_that_start_together_keep_what_each_can_read(tmp_path: Path) -> None:
    name = "ksr" if DEEP else "kuhn"
    script = f"import palast; print(palast.load({name!r}).digest)"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path)}
    compiled_in(tmp_path)
    told = set[str]()
    for many in (tried(deep=3, quick=2), tried(deep=3, quick=1)):  # the later ones read what the first have kept
        running = [
            subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True)
            for _ in range(many)
        ]
        told |= {process.communicate()[0] for process in running}
        assert not any(process.returncode for process in running)
    assert told == {f"{palast.load(name).digest}\n"}
    kinds = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    assert {".kept"} < kinds <= {".pyc", ".lark", ".kept"}


def copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library in a folder of its own, of which something is kept, too."""
    library = folder / "library"
    library.mkdir()
    for path in (ROOT / "cards").glob("ksr.*"):
        (library / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(files, "LASTING", [f"{library}{os.sep}"])
    return library


def test_a_load_imports_no_pass_no_parser_and_no_engine_before_it_needs_them() -> None:
    script = "import sys, palast, rulespec.game.loading; palast.load; print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    late = ("lark", "rulespec.rules.checks", "rulespec.plan", "rulespec.engine.python", "rulespec.knowledge")
    assert "rulespec.rules.resolve.ruleset" in imported
    assert not {*late, "rulespec.language.parser", "rulespec.rules.resolve.resolution"} & {*imported}
