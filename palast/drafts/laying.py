"""Rules with a text laid on them, and what it breaks there."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from rulespec import Over, Ruleset
from rulespec.agents.play import playout
from rulespec.experiments.scenarios import outcomes
from rulespec.experiments.suite.law_games import LawGames
from rulespec.game.loading import remembered
from rulespec.game.pipeline import ruleset
from rulespec.language.errors import RulesError
from rulespec.language.files import TEXTS, path_of
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source
from rulespec.rules.compose import File

GAMES = 10  # with the fewest players and with the most
LAW_GAMES = 4  # with each number of players, in which laws are looked at


@frozen
class Broken:
    """The laws and the scenarios of rules that do not hold, by their names."""

    laws: tuple[str, ...]
    scenarios: tuple[str, ...]


def laid(rules: Ruleset, name: str, text: str) -> Ruleset | None:
    """The rules with a layer; None where it does not load."""
    file = File(Source(path_of(name), text), _paths(rules))
    try:
        return ruleset([*rules.composed.layers, file], rules.resolved.listed)
    except RulesError:
        return None


def laid_with_texts(rules: Ruleset, name: str, text: str, texts: Mapping[str, str]) -> Ruleset:
    """The rules with a layer and what it says to people; a `RulesError` where something is wrong with it."""
    said = tuple(Source(f"{name}.{language}{TEXTS}", each) for language, each in texts.items())
    file = File(Source(path_of(name), text), _paths(rules), said)
    return remembered((*rules.composed.files, file), rules.resolved.listed)


def _paths(rules: Ruleset) -> frozenset[str]:
    return frozenset(layer.path for layer in rules.composed.layers)


@frozen
class Course:
    """How random games go."""

    end: bool  # whether all of them end before the limit of turns
    won: bool  # whether somebody wins each of them


def course(rules: Ruleset) -> Course:
    """How some random games go, with the fewest players and with the most."""
    limit, won = rules.composed.the(d.Limit).turns, True
    for players in {rules.players[0], rules.players[-1]}:
        for seed in range(GAMES):
            state = playout(rules, players, seed, seed % players).state
            if state.turns > limit:
                return Course(end=False, won=False)
            won = won and isinstance(state.pending, Over) and bool(state.pending.winners)
    return Course(end=True, won=won)


def broken_laws(rules: Ruleset, laws: Iterable[str] | None = None) -> tuple[str, ...]:
    """The names of laws that are broken in some random games."""
    keys = [each.key for each in rules.composed.of(d.Always)] if laws is None else [f"always {law}" for law in laws]
    return tuple(key.removeprefix("always ") for key, _ in LawGames(rules, LAW_GAMES).broken(keys))


def broken_scenarios(rules: Ruleset, names: Iterable[str] | None = None, without: Iterable[str] = ()) -> Iterator[str]:
    """The names of scenarios that do not hold, where some laws are not looked at."""
    wanted = None if names is None else [*names]
    for outcome in outcomes(rules, wanted, without=[f"always {law}" for law in without]):
        if not outcome.held:
            yield outcome.key.removeprefix("scenario ")
