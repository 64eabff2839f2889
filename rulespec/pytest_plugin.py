"""Rule files in a pytest run: each law of a file is a test; `pytest_rulespec` says which files are collected."""

import os
from collections.abc import Iterator
from functools import cached_property, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import rulespec
from rulespec import State
from rulespec.errors import RulesError
from rulespec.failures import Failure, breach
from rulespec.suite.games import LawGames
from rulespec.suite.suite import Load, Refused, Suite, Untested, suites

LIBRARY = "rulespec.library"  # entry points of packages that bring rule files: each gives the folders of them
KEPT = "rulespec"  # where in pytest's cache games are kept


class RuleFile(pytest.File):
    """A rule file, with the laws of each ruleset that it is tested as."""

    def collect(self) -> Iterator[pytest.Item]:
        for found in suites(_called(self.path), self.path, _load()):
            match found:
                case Refused(on=on, error=error):
                    yield Unloaded.from_parent(self, name=_named("load", on), error=error)
                case Suite():
                    yield from self._laws(found)
                case Untested():  # somebody named a file that nobody would have to
                    pass

    def _laws(self, suite: Suite) -> Iterator[pytest.Item]:
        games = Games(suite, self._games())
        for law in suite.laws:
            yield Law.from_parent(self, name=_named(law, suite.on), law=law, games=games)

    def _games(self) -> int | None:
        """How many games the project wants for each number of players, if it says so."""
        said = str(self.config.getini("rule_games") or "")
        if said and not said.isdecimal():
            raise pytest.UsageError(f"rule_games = {said}: this is not a number of games")
        return int(said) if said else None


class Games:
    """The random games in which all laws of a suite are looked at, played when the first of them is tested."""

    def __init__(self, suite: Suite, games: int | None) -> None:
        self.suite = suite
        self._games = games

    @cached_property
    def broken(self) -> dict[str, State]:
        """The laws that do not hold."""
        return dict(LawGames(self.suite.rules, self._games).broken(self.suite.laws))


class _RuleTest(pytest.Item):
    """A test that fails with what there is to say, which has nothing to do with lines of Python."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        match excinfo.value:
            case BrokenRule() | RulesError() as broken:
                return str(broken)
            case _:
                return super().repr_failure(excinfo, style)


class Unloaded(_RuleTest):
    """A file that does not load."""

    def __init__(self, *, error: RulesError, **others: Any) -> None:
        super().__init__(**others)
        self._error = error

    def runtest(self) -> None:
        raise self._error

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, max(0, self._error.errors[0].line - 1), self.name


class Law(_RuleTest):
    """A law of a ruleset."""

    def __init__(self, *, law: str, games: Games, **others: Any) -> None:
        super().__init__(**others)
        self._law = law
        self._games = games
        self._place = games.suite.rules.composed.entries[law].declaration.span

    def runtest(self) -> None:
        state = self._games.broken.get(self._law)
        if state is not None:
            raise BrokenRule(self, breach(state, self._law, spec=self._games.suite.spec))

    def reportinfo(self) -> tuple[Path, int, str]:
        return Path(self._place.source.path).absolute(), self._place.line - 1, self.name


class BrokenRule(Exception):
    """What failed, as a game."""

    def __init__(self, test: pytest.Item, failure: Failure) -> None:
        super().__init__(failure)
        self._failure = failure
        cache = getattr(test.config, "cache", None)  # somebody may do without it
        self._kept = failure.save(cache.mkdir(KEPT)) if cache else None

    def __str__(self) -> str:
        kept = f"\n\nThis game is kept in {_called(self._kept)}" if self._kept else ""
        return f"{self._failure}{kept}"


def _load() -> Load:
    """Loads rules by name or path; a name is looked up in the folders of what is installed."""
    folders = [folder for each in entry_points(group=LIBRARY) for folder in each.load()()]
    return partial(rulespec.load, library=folders)


def _called(path: Path) -> str:
    """A path as seen from the working folder."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _named(name: str, on: str) -> str:
    return f"{name}[{on}]" if on else name
