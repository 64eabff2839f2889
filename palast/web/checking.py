"""A hunt in slices, so that the page can show its progress, and stop it at any time."""

from collections.abc import Mapping

from attrs import evolve

from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.naming import load
from palast.web.places import place_of, problem_of
from palast.web.slices import Slices
from rulespec.experiments.failures import Failure
from rulespec.experiments.hunt import Finding, Report, hunting
from rulespec.experiments.suite.saved_game import text_of
from rulespec.game.pipeline import warnings

COSTLIEST = 10  # lines that take the most work are shown
LEAST = 0.01  # of all work, so that a line is shown
FAULTS: Mapping[str, p.Fault] = {
    "E060": "law",
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
    "W068": "endless",
    "W069": "endless",
    "W070": "idle",
    "W071": "never",
    "W072": "law",
    "W078": "single",
}  # codes of findings of games; others are about the text


def checked(rules: str, texts: Mapping[str, str], games: int, seed: int, language: Language) -> Slices:
    """Warnings about the text, then a hunt through random games, a game in each slice; games are told in a language."""
    there = load(rules, texts)
    warned = [Finding(each) for each in warnings(there)]
    yield _progress(0, games, [_found(each, rules, texts, language) for each in warned])
    going = hunting(there, games=games, seed=seed)
    done = 0
    while True:
        try:
            searched, finding = next(going)
        except StopIteration as over:
            yield evolve(_progress(done, done, [], str(over.value)), costs=_costs(over.value, texts))
            return
        done = sum(searched.games.values())
        yield _progress(done, games, [] if finding is None else [_found(finding, rules, texts, language)])


def _progress(done: int, of: int, found: list[p.Found], said: str = "") -> p.Progress:
    return p.Progress(done, of, said != "", [], found, None, said)


def _costs(report: Report, texts: Mapping[str, str]) -> list[p.Cost]:
    return [
        p.Cost(each.block, place_of(each.span, texts), each.share, each.per_question)
        for each in report.costs[:COSTLIEST]
        if each.share >= LEAST
    ]


def _found(finding: Finding, rules: str, texts: Mapping[str, str], language: Language) -> p.Found:
    problem = problem_of(finding.problem, finding.level, texts)
    what = FAULTS.get(finding.problem.code, "rules")
    if finding.state is None:
        return p.Found(what, problem, None, [])
    failure = Failure(finding.problem, finding.state, rules)
    return p.Found(what, problem, text_of(failure.record), failure.told(language, whole=False).splitlines())
