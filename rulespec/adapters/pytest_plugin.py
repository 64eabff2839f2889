"""Rule files as pytest tests: each scenario and each law is a test; `pytest_rulespec` collects the files."""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any, assert_never

import pytest

from rulespec.experiments.failures import Failure, breach
from rulespec.experiments.scenarios import outcomes
from rulespec.experiments.scenarios.ways import SOME
from rulespec.experiments.suite.law_games import LawGames
from rulespec.experiments.suite.saved_game import kept
from rulespec.experiments.suite.suite import Load, Suite, Unloadable, Untested, suites
from rulespec.experiments.suite.trial import EFFORT
from rulespec.game.api import State
from rulespec.game.loading import load
from rulespec.language.errors import Problem, RulesError
from rulespec.language.files import announced

KEPT = "rulespec"  # the folder in pytest's cache for games


class RuleFile(pytest.File):
    """A rule file, with the scenarios and laws of each ruleset that it is tested as."""

    def collect(self) -> Iterator[pytest.Item]:
        called, ways = _called(self.path), self._number("rule_ways")
        for found in suites(called, Path(called), _load(), alone=True):
            match found:
                case Suite(on=on):
                    for key in found.scenarios:
                        yield Scenario.from_parent(self, name=_named(key, on), key=key, suite=found, ways=ways)
                    games = Games(found, self._number("rule_games"))
                    for key in found.laws:
                        yield Law.from_parent(self, name=_named(key, on), key=key, suite=found, games=games)
                case Unloadable(on=on, error=error):
                    yield Unloaded.from_parent(self, name=_named("load", on), error=error)
                case Untested():  # the file was named explicitly
                    pass
                case _:
                    assert_never(found)

    def _number(self, name: str) -> int | None:
        """An ini option as a positive number, if it is set."""
        said = str(self.config.getini(name) or "")
        if said and not (said.isdecimal() and int(said)):
            raise self.CollectError(f"{name} must be a positive integer, not {said}")
        return int(said) if said else None


class Games:
    """The random games that check all laws of a suite, played when the first law is tested."""

    def __init__(self, suite: Suite, games: int | None) -> None:
        self.suite = suite
        self._games = games

    @cached_property
    def broken(self) -> dict[str, State]:
        """The laws that fail, each with a state that breaks it."""
        return dict(LawGames(self.suite.rules, self._games).broken(self.suite.laws))


class _RuleTest(pytest.Item):
    """A test whose failure is a message instead of a traceback.

    It has `funcargs`, as functions and doctests do: plugins such as pytest-lsp fail on items without them.
    """

    def __init__(self, **others: Any) -> None:
        super().__init__(**others)
        self.funcargs: dict[str, object] = {}

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


class _Declared(_RuleTest):
    """A test declared in this rule file, or in one that it extends."""

    def __init__(self, *, key: str, suite: Suite, **others: Any) -> None:
        super().__init__(**others)
        self._key = key
        self._suite = suite
        self._place = suite.rules.composed.entries[key].declaration.span

    def reportinfo(self) -> tuple[Path, int, str]:
        return Path(self._place.source.path).absolute(), self._place.line - 1, self.name


class Scenario(_Declared):
    """A scenario."""

    def __init__(self, *, ways: int | None, **others: Any) -> None:
        super().__init__(**others)
        self._ways = SOME if ways is None else ways

    def runtest(self) -> None:
        for outcome in outcomes(self._suite.rules, [self._key], spec=self._suite.spec, ways=self._ways):
            if outcome.problem is not None:
                raise BrokenRule(self, outcome.problem, outcome.failure)


class Law(_Declared):
    """A law, checked in the games of its suite."""

    def __init__(self, *, games: Games, **others: Any) -> None:
        super().__init__(**others)
        self._games = games

    def runtest(self) -> None:
        state = self._games.broken.get(self._key)
        if state is not None:
            failure = breach(state, self._key, spec=self._suite.spec, effort=EFFORT)
            raise BrokenRule(self, failure.problem, failure)


class BrokenRule(Exception):
    """A failed scenario or law, with its game, if there is one, and where that is kept."""

    def __init__(self, test: pytest.Item, problem: Problem, failure: Failure | None) -> None:
        super().__init__(problem)
        self._told = str(failure or problem)
        folder = _cache(test.config)
        if failure and folder:
            self._told += f"\n\n{kept(failure, folder, 'Game saved to ')}"

    def __str__(self) -> str:
        return self._told


def _cache(config: pytest.Config) -> Path | None:
    """Our folder in pytest's cache; None if there is no cache, or it cannot be written."""
    cache = getattr(config, "cache", None)
    with suppress(OSError):
        return cache and Path(_called(cache.mkdir(KEPT)))
    return None


def _load() -> Load:
    """`rulespec.load` with the folders of installed packages."""
    return partial(load, library=announced())


def _called(path: Path) -> str:
    """A path relative to the working directory."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _named(name: str, on: str) -> str:
    return f"{name}[{on}]" if on else name
