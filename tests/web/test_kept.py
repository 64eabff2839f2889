"""What the page's build works out beforehand is what would be worked out without it."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from attr import _make
from attrs import frozen

from palast.web import kept, naming, preparing
from palast.web.shelves import shelves
from tests.library import ROOT


@pytest.fixture
def worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the build keeps, where the page looks for it."""
    for module in (kept, preparing):
        monkeypatch.setattr(module, "KEPT", tmp_path / "kept.bin")
    forget()
    preparing.prepare()
    forget()
    yield
    forget()


def forget() -> None:
    kept.kept.cache_clear()
    kept.rules.cache_clear()


@pytest.fixture
def methods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The page's module, which changes how `attrs` compiles for no longer than a test."""
    spec = importlib.util.spec_from_file_location("methods", ROOT / "web" / "methods.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "KEPT", tmp_path / "methods.bin")
    monkeypatch.setattr(_make, "compile", compile, raising=False)
    return module


def test_the_library_that_was_kept_is_the_library(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    there = shelves()
    request.getfixturevalue("worked_out")
    monkeypatch.setattr("palast.web.shelves.found", lambda: pytest.fail("the folders were searched"))
    assert shelves() == there
    assert len(there) > 50 and all(each.text for each in there)


@pytest.mark.usefixtures("worked_out")
def test_rules_that_were_kept_play_as_those_that_are_loaded() -> None:
    names = [*kept.kept().rules]
    assert {"ksr", "magier", "review"} <= {*names}
    for name in names:
        rules = naming.load(name, {})
        assert rules is kept.rules(name)
        loaded = naming.load(name, {"other": "layer other\n"})
        assert loaded is not rules
        assert (rules.digest, rules.name, [*rules.players]) == (loaded.digest, loaded.name, [*loaded.players])
        assert rules.resolved == loaded.resolved
        for players in rules.players:
            assert rules.new_game(players).pending == loaded.new_game(players).pending


def test_nothing_is_kept_where_the_page_is_not() -> None:
    forget()
    assert kept.kept() == kept.Kept()
    assert kept.rules("ksr") is None


def test_methods_that_were_kept_are_compiled_no_more_and_others_are(
    methods: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pair() -> type:
        @frozen
        class Pair:
            """Two things."""

            first: int
            second: int = 2

        return Pair

    codes = methods.keep()
    pair()
    assert len(codes) == 1
    methods.KEPT.write_bytes(methods.written(codes))
    methods.use()
    compiled = list[str]()

    def counted(text: str) -> CodeType:
        compiled.append(text)
        return compile(text, "<test>", "exec")

    monkeypatch.setattr(methods, "compiled", counted)
    made = pair()
    assert compiled == []
    assert made(1) == made(1, 2) != made(2)
    assert hash(made(1)) == hash(made(1, 2))
    assert repr(made(1)).endswith("Pair(first=1, second=2)")

    @frozen
    class Other:
        third: int

    assert len(compiled) == 1
    assert Other(3) == Other(3)
