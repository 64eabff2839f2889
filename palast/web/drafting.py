"""Drafts: the first lines of a house rule, a scenario of the first turn, a law that holds in some games, a change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Literal

from palast.web import protocol as p
from palast.web.changing import NAME, change, free, gap
from palast.web.naming import laid, load
from palast.web.shelves import names_on
from rulespec import Chance, Decision, Ruleset
from rulespec.experiments.failures.scenario import holding
from rulespec.experiments.suite.law_games import LawGames
from rulespec.game.api import State
from rulespec.language.errors import RulesError
from rulespec.language.tree import declarations as d

GAMES = 2  # with each number of players, in which a law has to hold to be proposed

_TRIED = "drafted"
_SENTENCE = "The difference at our table, in one sentence."
_EXAMPLE = "the first turn of a game: change it into an example of your rule"


def drafted(what: p.Draftable, text: str, base: str, layers: Sequence[str]) -> p.Drafted:
    """What to write at the end of a text, and which part of it to select."""
    empty = not text.strip()
    match what:
        case "layer":
            written, chosen = _beginning(base), _SENTENCE
        case "scenario" | "law":
            example, chosen = _example(what, text, base, layers)
            written = f"{_beginning(base)}{example}" if empty else f"{gap(text)}{example}"
        case _:
            written, chosen = change(what, text, base, layers)
    start = 0 if empty else len(text)
    at = start + written.index(chosen)
    return p.Drafted(start, len(text), written, at, at + len(chosen))


def _beginning(base: str) -> str:
    name = free(NAME, names_on(base))
    return f'layer {name} "Our house rule"\n# {_SENTENCE}\ntried on {base}\n\n'


def _example(what: Literal["scenario", "law"], text: str, base: str, layers: Sequence[str]) -> tuple[str, str]:
    """A scenario or a law of the rules with the text, or of those beneath if the text has errors."""
    whole = laid(text, base, layers)
    spec, texts = whole.rules, {whole.name: text} if whole.name else {}
    try:
        rules = load(spec, texts)
    except RulesError:
        spec, texts = "+".join((base, *layers)), {}
        rules = load(spec, texts)
    taken = {key.rpartition(" ")[2] for key in rules.composed.entries}
    return _scenario(rules, taken) if what == "scenario" else _law(rules, spec, texts, taken)


def _scenario(rules: Ruleset, taken: set[str]) -> tuple[str, str]:
    """A scenario of the first turn, with minimal claims."""
    random = Random(0).random
    state = rules.begin(rules.players[0], 0, random)
    if isinstance(state.pending, Decision):
        state = _settled(state.apply(state.pending.options[0]), random)
    return holding(state, free("example", taken), _EXAMPLE), _EXAMPLE


def _settled(state: State, random: Callable[[], float]) -> State:
    while isinstance(state.pending, Chance):
        outcomes = state.pending.outcomes
        state = state.apply(outcomes[int(random() * len(outcomes))][0])
    return state


def _law(rules: Ruleset, spec: str, texts: Mapping[str, str], taken: set[str]) -> tuple[str, str]:
    """The first of some laws that holds in a few games."""
    name = free("always-so", taken)
    for condition in _conditions(rules):
        written = f"always {name}: {condition}\n"
        watched = load(f"{spec}+{_TRIED}", {**texts, _TRIED: f"layer {_TRIED}\n{written}"})
        if not any(LawGames(watched, GAMES).broken([f"always {name}"])):
            break
    return written, condition


def _conditions(rules: Ruleset) -> Iterator[str]:
    """Conditions that hold in many games, as examples; the last one always holds."""
    for counter in rules.composed.of(d.Counter):
        if counter.per_player and counter.by is None and not counter.bookkeeping:
            yield f"every player where own {counter.name} is at least 0"
    for most in (10, 20):
        for zone in rules.composed.of(d.Zone):
            if zone.per_player and zone.by is None and not zone.bookkeeping:
                yield f"every player where cards in own {zone.name} is at most {most}"
    yield "number of players is at least 1"
