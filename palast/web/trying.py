"""Testing scenarios and laws in slices, so that the page can show the progress, and stop it at any time."""

from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.intended import intended
from palast.web.naming import load
from palast.web.places import place_of, problem_of
from palast.web.slices import Slices
from rulespec.editing.assistance import Repair
from rulespec.experiments.failures import Failure, breach
from rulespec.experiments.scenarios import Outcome, laid_in, outcomes, tried
from rulespec.experiments.suite.law_games import LawGames
from rulespec.experiments.suite.saved_game import text_of
from rulespec.language.errors import Problem
from rulespec.language.printer import part
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Span

EFFORT = 2_000  # answers tried to shorten a game, as the browser's Python is slow


def tested(rules: str, texts: Mapping[str, str], games: int, seed: int, language: Language) -> Slices:
    """The scenarios, one in each slice and those of the texts first, then random games that check the laws.

    Games that fail are told in a language.
    """
    loaded = load(rules, texts)
    top = loaded.composed.layers[-1]
    there = laid_in(loaded)
    above = [layer.path for layer in loaded.composed.layers if layer.tree.header.kind == "layer"]
    report = _Report(rules, texts, top.tree if top.name in texts else None, above, language)
    scenarios = {scenario.key: scenario for scenario in tried(there)}
    laws = {law.key: law for law in there.composed.of(d.Always)}
    of = len(scenarios) + (games if laws else 0)
    yield _progress(0, of)
    done = 0
    for keys in report.own_first([*scenarios.values()]):
        for outcome in outcomes(there, keys, spec=rules) if keys else ():
            done += 1
            changed = there.composed.entries[outcome.key].changed
            place = outcome.place if changed is None else changed.span
            yield _progress(done, of, [report.scenario(scenarios[outcome.key], outcome, place)])
    looked, left = dict.fromkeys(laws, 0), list(laws)
    for number in range(games if laws else 0):
        playing = LawGames(there, 1, seed + number)
        new = []
        for law, state in playing.broken(tuple(left)):
            left.remove(law)
            failure = breach(state, law, spec=rules, effort=EFFORT)
            new.append(report.law(laws[law], looked[law] + playing.looked[law], failure))
        for law in laws:
            looked[law] += playing.looked[law]
        done += 1
        yield _progress(done, of, new)
        if not left:
            break
    held = [report.law(laws[law], looked[law], None) for law in left]
    yield _progress(done, done, held, said=f"{len(scenarios)} scenarios, {len(laws)} laws")


@frozen
class _Report:
    """Makes the results, with changes to the top text that accept a failure."""

    rules: str
    texts: Mapping[str, str]
    top: d.RuleFile | None
    layers: Sequence[str]  # their paths, which cannot change each other's laws
    language: Language

    def own_first(self, scenarios: Sequence[d.Scenario]) -> tuple[Collection[str], Collection[str]]:
        """The keys of the scenarios of the top text, and of the others."""
        own = [each.key for each in scenarios if self._is_own(each)]
        return own, [each.key for each in scenarios if each.key not in own]

    def scenario(self, written: d.Scenario, outcome: Outcome, place: Span) -> p.Tried:
        """The result of a scenario."""
        shown = self._shown(outcome.failure)
        return p.Tried(
            written.name, written.title or "", "scenario", outcome.held, outcome.tried, outcome.all, outcome.changed,
            place_of(place, self.texts), self._problem(outcome.problem), self._fixes(written, outcome.held), *shown,
        )  # fmt: skip

    def law(self, law: d.Always, times: int, failure: Failure | None) -> p.Tried:
        """The result of a law after `times` checks."""
        place = place_of(law.span, self.texts)
        problem = None if failure is None else failure.problem
        return p.Tried(
            law.name, part(law.condition), "law", failure is None, times, False, False,
            place, self._problem(problem), self._fixes(law, failure is None), *self._shown(failure),
        )  # fmt: skip

    def _problem(self, problem: Problem | None) -> p.Problem | None:
        return None if problem is None else problem_of(problem, "error", self.texts)

    def _fixes(self, broken: d.Scenario | d.Always, held: bool) -> list[Repair]:
        if held or self.top is None or self._is_own(broken):
            return []
        beside = isinstance(broken, d.Always) and broken.span.source.path in self.layers
        return [] if beside else intended(broken, self.top, self.texts)

    def _is_own(self, each: d.Scenario | d.Always) -> bool:
        return self.top is not None and each.span.source.path == self.top.span.source.path

    def _shown(self, failure: Failure | None) -> tuple[str | None, list[str]]:
        """The record of a failure, and its story."""
        if failure is None:
            return None, []
        return text_of(failure.record), failure.told(self.language, whole=False).splitlines()


def _progress(done: int, of: int, tried: Sequence[p.Tried] = (), said: str = "") -> p.Progress:
    return p.Progress(done, of, said != "", [*tried], [], None, said)
