"""Impacts that nobody played, of any kind that there can be: a statement about them is judged by their intervals."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve
from hypothesis import strategies as st

from rulespec.experiments.impact import Difference, Impact, Interval, Trial
from rulespec.experiments.impact.report import SHARES, Kind, Only
from rulespec.experiments.impact.sums import Exact, PairSums
from rulespec.experiments.simulation.measures import LIMIT
from rulespec.experiments.simulation.summary import Amount, SeatSummary, Simulation

SINGLE: tuple[Kind, ...] = (
    "turns",
    "rounds",
    "decisions",
    "forced",
    "forced_share",
    "draws",
    "lead_rate",
    "lead_changes",
    "led_since",
    "points",
    "stakes",
    "shared",
)
SEVERAL: tuple[Kind, ...] = ("ended", "rounds_ended", "asked", "action")
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60)
AGENTS = st.sampled_from(["random", "ismcts:50", "rollouts", "house"])


def amount(mean: float, games: int, spread: float = 1.0) -> Amount:
    """Values about a mean."""
    total = Fraction(mean) * games
    squares = (Fraction(mean) ** 2 + Fraction(spread) ** 2) * games
    return Amount(games, total, squares, mean - spread, mean + spread)


def sums_of(counted: Mapping[tuple[Exact | float, Exact | float], int]) -> PairSums:
    """Pairs of values, each with how often it came."""
    found = PairSums()
    for pair, times in counted.items():
        x, y = (Fraction(each) for each in pair)
        products = (x, y, x * x, y * y, x * y, (y - x) ** 3)
        found += PairSums(times, times * (y > x), times * (y < x), *(times * each for each in products))
    return found


def simulation(rules: str, agents: tuple[str, ...], games: int, means: Mapping[str, float]) -> Simulation:
    """One side: only what is given was measured."""
    none = Amount()
    amounts: dict[str, Any] = dict.fromkeys(
        ("turns", "rounds", "decisions", "forced", "draws", "lead_changes", "led_since", "turns_of_rounds"), none
    )
    amounts |= {kind: amount(mean, games) for kind, mean in means.items() if kind in amounts}
    seats = tuple(SeatSummary(str(seat), 0, 0, 0, none, none) for seat in range(len(agents)))
    lengths = {int(means["turns"]): games} if "turns" in means else {}
    return Simulation(
        rules, len(agents), agents, 0, games, **amounts, lengths=lengths, ended={}, rounds_ended={}, worked={},
        seats=seats, asked={}, used={}, used_by={},
    )  # fmt: skip


def trial(rules: tuple[str, str], agents: tuple[str, ...], games: int, differences: tuple[Difference, ...]) -> Trial:
    """Both sides, as far as the differences say what they are."""
    base, variant = (
        simulation(name, agents, games, {each.kind: getattr(each, side) for each in differences})
        for name, side in zip(rules, ("base", "variant"), strict=True)
    )
    differing = max((each.differing for each in differences), default=0)
    return Trial(agents, games, differing, "games", base, variant, differences)


def impact(*trials: Trial, level: float = 0.95) -> Impact:
    first = trials[0]
    names = (first.base.rules, first.variant.rules)
    return Impact(*names, len(first.agents), 0, level, 0.02, False, trials, None)


def difference(
    kind: Kind, base: float, variant: float, half: float | None, of: str = "", pairs: int = 1000, differing: int = 500
) -> Difference:
    """One whose interval is so wide to either side, if it has any."""
    mid = variant - base
    interval = None if half is None else Interval(mid - half, mid + half, "t")
    return Difference(kind, of, base, variant, pairs, differing, 0.5, interval)


@st.composite
def differences(draw: st.DrawFn, kind: Kind, of: str, pairs: int) -> Difference:
    """One measure: told or not, with an interval or without, of one side alone."""
    count = st.integers(0, pairs) if kind in (*SHARES, "led_since", "forced_share") else st.integers(0, 200 * pairs)
    count = st.integers(-3 * pairs, 3 * pairs) if kind == "gets" else count
    base = draw(count) / pairs
    told = draw(st.sampled_from(["told", "unclear", "rare", "same", "only"]))
    variant = base if told == "same" else draw(count) / pairs
    made = difference(kind, base, variant, 0.0, of, pairs, draw(st.integers(1, pairs)))
    near = draw(st.floats(0.001, 0.9)) * abs(variant - base)
    match told:
        case "told" if near:
            return evolve(made, interval=Interval(variant - base - near, variant - base + near, "t"))
        case "told" | "unclear":
            wide = abs(variant - base) + draw(st.floats(0.001, 1))
            return evolve(made, interval=Interval(variant - base - wide, variant - base + wide, "exact"))
        case "rare":
            return evolve(made, interval=None)
        case "same":
            return evolve(made, differing=0, interval=draw(st.sampled_from([None, Interval(-0.01, 0.01, "exact")])))
        case _:
            only: Only = draw(st.sampled_from(("base", "variant")))
            return evolve(made, interval=None, only=only)


@st.composite
def cut_off(draw: st.DrawFn, pairs: int) -> Difference:
    """The share of the games that end at the limit of turns: of one side, or of both, some or all of them."""
    base, variant = draw(st.sampled_from([(0, 1), (1, 0), (1, 1)]))
    share = st.integers(1, pairs).map(lambda games: games / pairs)
    return difference("ended", base and draw(share), variant and draw(share), 0.01, LIMIT, pairs)


@st.composite
def trials(draw: st.DrawFn, rules: tuple[str, str], agents: tuple[str, ...]) -> Trial:
    """Anything may not have been measured but the turns; wins are of places, or of seats where the agents differ."""
    pairs = draw(st.integers(30, 3000))
    kinds: list[Kind] = ["turns", *draw(st.lists(st.sampled_from(SINGLE[1:]), unique=True))]
    made = [draw(differences(kind, "", pairs)) for kind in kinds]
    made[0] = evolve(made[0], only=None)
    alike = len(set(agents)) == 1
    if draw(st.booleans()):
        made += [draw(differences("wins", str(n + 1) if alike else f"seat {n}", pairs)) for n in range(len(agents))]
        if not alike:
            made.append(draw(differences("began", "", pairs)))
        if draw(st.booleans()):
            made += [draw(differences("gets", str(n + 1) if alike else f"seat {n}", pairs)) for n in range(len(agents))]
        made = [evolve(each, only=None) if each.kind in ("wins", "began", "gets") else each for each in made]
    if draw(st.booleans()):
        made.append(draw(cut_off(pairs)))
    for kind in SEVERAL:
        made += [draw(differences(kind, of, pairs)) for of in draw(st.lists(WORDS, max_size=3, unique=True))]
    return trial(rules, agents, pairs, tuple(made))


@st.composite
def impacts(draw: st.DrawFn) -> Impact:
    """By one to three kinds of agents, for one to five players, of rules with any names."""
    rules, players = (draw(WORDS), draw(WORDS)), draw(st.integers(1, 5))
    made = []
    for _ in range(draw(st.integers(1, 3))):
        first = draw(AGENTS)
        agents = (first,) * players if draw(st.booleans()) else tuple(draw(AGENTS) for _ in range(players))
        made.append(draw(trials(rules, agents)))
    return impact(*made)
