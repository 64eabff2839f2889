"""Honesty of an impact: the same rules are not told apart, planted changes are found, and intervals hold the truth.

What is the same is written in two ways, so that the games of a pair are other games: random players are coupled by what
a choice is called, so with new names they choose anew. A counter that nothing reads makes other rules of them, as games
by rules that are the same are not played.
"""

import re
from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from attrs import frozen
from scipy.stats import binom, binomtest, nct, skew, t

from rulespec import Ruleset, State, impact, load
from rulespec.agents.play import coupled_playout, random_agent
from rulespec.experiments.impact import Difference, Impact
from rulespec.experiments.impact.measures import common
from rulespec.experiments.impact.pairs import Pairs
from tests.effort import DEEP, some, tried
from tests.library import ROOT, SHELF, ruleset

SOURCES = {"kuhn": SHELF, "mau-mau": SHELF, "leduc": SHELF, "ksr": ROOT / "cards"}
OTHERWISE = {
    "kuhn": {"act": "done"},
    "leduc": {"act": "done"},
    "mau-mau": {"drawn": "fished", "wanted": "asked", "pile": "stock"},
    "ksr": {
        "partner": "friend",
        "follower": "heir",
        "scrap": "rubbish",
        "one": "her",
        "another": "him",
        "back": "home",
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def written(folder: Path, base: str, text: str) -> Ruleset:
    """A ruleset with a layer of this text."""
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, "utf-8")
    return load(f"{SOURCES[base] / base}.rules+{path}")


def otherwise(folder: Path, name: str) -> Ruleset:
    """The same rules with other names for what is chosen, and for piles; and an idle counter."""
    text = (SOURCES[name] / f"{name}.rules").read_text("utf-8")
    for one, other in OTHERWISE[name].items():
        text = re.sub(rf"\b{one}\b", other, text)
    path = folder / f"{name}.rules"
    path.write_text(f"{text}\ncounter idle\n", "utf-8")
    return load(path)


def allowed(runs: int) -> int:
    """How many of so many runs may make a false claim by the level, of those that 95 of 100 such tests see at most."""
    return int(binom.ppf(0.95, runs, 0.05))


def told(found: Impact) -> list[Difference]:
    """What is said to be more or less by the variant."""
    return [each for each in found.trials[0].differences if each.told in ("more", "less")]


# ---- the same rules, written in two ways

QUICK = [("kuhn", 0.05, 4)]
ALL = [("kuhn", 0.05, 1000), ("leduc", 0.0545, 1000), ("mau-mau", 0.0725, 1000), ("ksr", 0.06, 1000)]


@pytest.mark.parametrize(("name", "precision", "runs"), ALL if DEEP else QUICK)
def test_the_same_rules_are_told_apart_no_more_often_than_the_level_allows(
    name: str, precision: float, runs: int, folder: Path
) -> None:
    base, variant, lengths = ruleset(name), otherwise(folder, name), Counter[int]()
    apart, judged, differing = 0, 0, 0
    for seed in range(runs):
        found = impact(base, variant, seed=1000 + seed, precision=precision)
        [trial] = found.trials
        assert trial.stopped == "precision"
        apart += bool(told(found))
        judged += sum(each.interval is not None for each in trial.differences)
        differing += trial.differing
        lengths[trial.games] += 1
    assert differing > 0.9 * sum(games * times for games, times in lengths.items())
    assert judged >= 5 * runs
    assert not DEEP or len(lengths) > 1, lengths  # so that the rule to stop had something to decide
    assert apart <= allowed(runs), (apart, runs)


# ---- rare games that are far longer: what they do is known


COUNTED = """ruleset counted "Random players wait or hurry until it is enough"
players 2
at most 500 turns
word length: short, long
word deed: wait, hurry
cards deck in pile
    98 of short
    2 of long
zone pile, shuffled
zone lot, in a row, seen by all
counter deeds
counter points of player
set-up
    draw 1 from pile to lot
turn
    choose act from deed
    add 1 to deeds
    if act is hurry: add 1 to deeds
game ends over after turn: deeds is at least 20
winners: players, where own points is at least 0
"""
ANEW = """    choose done from deed
    add 1 to deeds
    if done is hurry: add 1 to deeds
"""
LONG = "(length of last of lot is short and deeds is at least 20) or deeds is at least 200"
ENDLESS = "length of last of lot is short and deeds is at least 20"


def expected(deeds: int) -> float:
    """How many turns it takes on average to come to so many deeds, by one or two at a time."""
    before = [0.0, 0.0]
    for _ in range(deeds):
        before.append(1 + (before[-1] + before[-2]) / 2)
    return before[-1]


@pytest.mark.parametrize("anew", [False, True], ids=["coupled", "anew"])
@pytest.mark.parametrize(("ends", "turns", "cut_off"), [(LONG, expected(200), 0.0), (ENDLESS, 500, 0.02)])
@pytest.mark.parametrize("given", some([{"games": 200}, {"games": 1000}, {"precision": 0.3}], 1), ids=str)
def test_intervals_hold_the_truth_of_rare_games_as_often_as_the_level_promises(
    anew: bool, ends: str, turns: float, cut_off: float, given: dict[str, float], folder: Path
) -> None:
    """Two games of a hundred are ten times as long, or have no end; what else differs is nothing, or chance alone."""
    (folder / "counted.rules").write_text(COUNTED, "utf-8")
    (folder / "rare.rules").write_text(
        f'layer rare "Rare"\nreplace game ends over after turn: {ends}\n' + (f"replace turn\n{ANEW}" if anew else "")
    )
    base, variant = (load(f"{folder / 'counted.rules'}{more}") for more in ("", f"+{folder / 'rare.rules'}"))
    more = 0.02 * (turns - expected(20))
    truth = {"turns": more, "decisions": more, "asked": more, "limit of turns": cut_off, "game ends over": -cut_off}
    truth |= dict.fromkeys(("wins", "shared"), -cut_off)
    runs, wrong, judged = tried(1000, 2), 0, 0
    for seed in range(runs):
        [trial] = impact(base, variant, seed=seed, **given).trials  # type: ignore[arg-type]
        missed = 0
        for each in trial.differences:
            known = truth.get(each.kind, truth.get(each.of, 0.0))
            if each.interval is not None and each.only is None:
                judged += 1
                missed += not each.interval.low - 1e-9 <= known <= each.interval.high + 1e-9
        wrong += bool(missed)
        turns_told = trial.differences[0].interval
        assert turns_told is not None
        assert "games" in given or turns_told.half <= given["precision"] * trial.differences[0].base
    assert judged >= 5 * runs
    assert wrong <= allowed(runs), (wrong, runs)


# ---- planted changes


Measured = Callable[[State], int]


def turns(end: State) -> int:
    return end.turns


def taken_back(end: State) -> int:
    return sum(event.kind == "choose" and event.block == "action Wächter" for event in end.log)


def answers(end: State) -> int:
    return sum(event.kind == "choose" for event in end.log)


@frozen
class Planted:
    """A small change, something that it moves, and how many pairs are played to find it."""

    base: str
    text: str
    measured: Measured
    kind: str
    of: str
    pairs: int

    def __str__(self) -> str:
        return self.text.split()[1]


RESTING = """layer resting "One time in twenty the Wächter does nothing"
add word fate: acts, rests
add cards fates in urn
    19 of acts
    1 of rests
add zone urn, shuffled
add zone lot, in a row, seen by all
replace action Wächter
    move lot to urn
    draw 1 from urn to lot
    if fate of last of lot is acts
        choose back from own display except card
        move back to own hand
"""
SHORTER = """layer shorter "One point fewer wins"
replace value target by players: 5 for 3, 4 for 4, 3 for 5
"""
MILD = """layer mild "A Sieben costs one card"
replace action Sieben
    add 1 to debt
"""
PLANTED = [
    Planted("ksr", SHORTER, turns, "turns", "", 200),
    Planted("ksr", RESTING, taken_back, "asked", "action Wächter: choose back from own display except card", 300),
    Planted("mau-mau", MILD, answers, "decisions", "", 350),
]


def differences(base: Ruleset, variant: Ruleset, measured: Measured, pairs: int) -> list[int]:
    """By how much the games of pairs differ, played and measured here."""
    players, seeds = min({*base.players} & {*variant.players}), range(10**9, 10**9 + pairs)
    return [
        measured(coupled_playout(variant, players, seed, seed % players).state)
        - measured(coupled_playout(base, players, seed, seed % players).state)
        for seed in seeds
    ]


def power(mean: float, deviation: float, skewness: float, pairs: int, error: float) -> float:
    """How likely it is that an interval of so many pairs does not hold 0."""
    least = t.ppf(1 - error / 2, pairs - 1) * (1 + 2 * abs(skewness) / sqrt(pairs))
    return float(nct.sf(least, pairs - 1, max(0.0, abs(mean)) / deviation * sqrt(pairs)))


@pytest.mark.parametrize("planted", PLANTED if DEEP else PLANTED[:1], ids=str)
def test_a_planted_change_is_found_as_often_as_the_numbers_promise(planted: Planted, folder: Path) -> None:
    base, variant = ruleset(planted.base), written(folder, planted.base, planted.text)
    tries, runs = tried(6000, 60), tried(200, 3)
    seen = differences(base, variant, planted.measured, tries)
    mean, deviation = fmean(seen), stdev(seen)
    measures = len(common(Pairs.of(base, variant, (random_agent,) * min(base.players), 0).sides))
    bounds = [
        power(abs(mean) + off * deviation / sqrt(tries), deviation, float(skew(seen)), planted.pairs, 0.05 / measures)
        for off in (-3, 3)
    ]
    assert bounds[0] > 0.3
    found = 0
    for seed in range(runs):
        said = told(impact(base, variant, games=planted.pairs, seed=seed))
        found += any((each.kind, each.of) == (planted.kind, planted.of) and each.difference * mean > 0 for each in said)
    assert binomtest(found, runs, bounds[0], alternative="less").pvalue > 0.001, (found, runs, bounds)
    assert binomtest(found, runs, bounds[1], alternative="greater").pvalue > 0.001, (found, runs, bounds)
