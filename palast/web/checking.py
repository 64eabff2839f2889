"""Testing rules in slices, so that the page can show how far it has come, and leave it at any time."""

from collections.abc import Generator, Mapping
from math import inf

from attrs import evolve

from palast.web import protocol as p
from palast.web.naming import load
from palast.web.places import place_of, problem_of
from rulespec.checks import check
from rulespec.errors import Problem
from rulespec.failures import Failure, breach
from rulespec.hunt import Finding, hunting
from rulespec.scenarios import laid_in, outcomes, tried
from rulespec.suite.games import LawGames
from rulespec.suite.keeping import text_of
from rulespec.tree import declarations as d

EFFORT = 2_000  # answers that are tried to make a game shorter: the browser's Python is slow

FAULTS: Mapping[str, p.Fault] = {
    "W050": "law",
    "W053": "endless",
    "W054": "leak",
    "W055": "never",
    "W056": "never",
    "W057": "never",
    "W062": "endless",
    "W063": "idle",
    "W064": "idle",
    "W065": "never",
    "W066": "never",
}  # what games show; any other code is of something that the rules say

Slices = Generator[p.Progress, None, None]


def tested(rules: str, texts: Mapping[str, str], games: int, seed: int) -> Slices:
    """The scenarios and laws of rules: a scenario a slice, then random games with all numbers of players."""
    there = laid_in(load(rules, texts))
    scenarios = len(list(tried(there)))
    laws = {law.key: law for law in there.composed.of(d.Always)}
    of = scenarios + (games if laws else 0)
    done = 0
    for outcome in outcomes(there, spec=rules):
        done += 1
        what = outcome.key.partition(" ")[2]
        told = _tried(what, "scenario", outcome.tried, place_of(outcome.place, texts), outcome.problem, texts)
        yield _progress(done, of, tried=[_shown(told, outcome.failure)])
    looked, left = dict.fromkeys(laws, 0), list(laws)
    for number in range(games if laws else 0):
        playing = LawGames(there, 1, seed + number)
        new = []
        for law, state in playing.broken(tuple(left)):
            left.remove(law)
            failure = breach(state, law, spec=rules, effort=EFFORT)
            told = _law(laws[law], looked[law] + playing.looked[law], texts, failure.problem)
            new.append(_shown(told, failure))
        for law in laws:
            looked[law] += playing.looked[law]
        done += 1
        yield _progress(done, of, tried=new)
        if not left:
            break
    held = [_law(laws[law], looked[law], texts, None) for law in left]
    yield _progress(done, done, over=True, tried=held, said=f"{scenarios} scenarios, {len(laws)} laws")


def checked(rules: str, texts: Mapping[str, str], games: int, seed: int) -> Slices:
    """A hunt through random games: after what deserves a look without any, a game a slice."""
    there = load(rules, texts)
    warned = [Finding(each) for each in check(there.resolved) if each.code.startswith("W")]
    yield _progress(0, games, found=[_found(each, rules, texts) for each in warned])
    going = hunting(there, games=games, seconds=inf, seed=seed)
    done = 0
    while True:
        try:
            searched, finding = next(going)
        except StopIteration as over:
            yield _progress(done, done, over=True, said=str(over.value))
            return
        done = sum(searched.games.values())
        yield _progress(done, games, found=[] if finding is None else [_found(finding, rules, texts)])


def _progress(
    done: int, of: int, *, over: bool = False, tried: list[p.Tried] | None = None, found: list[p.Found] | None = None,
    said: str = "",
) -> p.Progress:  # fmt: skip
    return p.Progress(done, of, over, tried or [], found or [], None, said)


def _law(law: d.Always, times: int, texts: Mapping[str, str], problem: Problem | None) -> p.Tried:
    return _tried(law.name, "law", times, place_of(law.span, texts), problem, texts)


def _tried(
    name: str, what: p.Tested, times: int, place: p.Place, problem: Problem | None, texts: Mapping[str, str]
) -> p.Tried:
    told = None if problem is None else problem_of(problem, "error", texts)
    return p.Tried(name, what, problem is None, times, place, told, None, [])


def _shown(tried: p.Tried, failure: Failure | None) -> p.Tried:
    """With the game that shows what is wrong."""
    if failure is None:
        return tried
    return evolve(tried, record=text_of(failure.record), story=failure.abridged.splitlines())


def _found(finding: Finding, rules: str, texts: Mapping[str, str]) -> p.Found:
    problem = problem_of(finding.problem, finding.level, texts)
    what = FAULTS.get(finding.problem.code, "rules")
    if finding.state is None:
        return p.Found(what, problem, None, [])
    failure = Failure(finding.problem, finding.state, rules)
    return p.Found(what, problem, text_of(failure.record), failure.abridged.splitlines())
