"""Impacts: what pairs of games say is what their games say, whoever played them, and both sides are told alike."""

from collections import Counter, defaultdict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from statistics import correlation, fmean
from time import sleep
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulespec import Decision, Option, Over, Ruleset, State, View, impact
from rulespec.agents.play import Agent, coupled_playout, random_agent
from rulespec.experiments.impact import Impact
from rulespec.experiments.impact.schedule import Family, looks
from rulespec.experiments.population import game_seed
from rulespec.game.history import history
from rulespec.language.tree import declarations as d
from rulespec.rules.rulebook import EngineName
from tests.effort import DEEP, some, tried
from tests.impacts import sums_of
from tests.library import GAMES, ROOT, ruleset

ENGINES: list[EngineName] = ["native", "python"]


def first_option(seed: int) -> Agent:
    return lambda view, decision: decision.options[0]


def dreamer(seed: int) -> Agent:
    """Sleeps over each decision."""

    def decides(view: View, decision: Decision) -> Option:
        sleep(0.02)
        return decision.options[0]

    return decides


IDLE = """layer idle "A counter that nothing reads: other rules, and the same games"
add counter idle
"""
HARMLESS = """layer harmless "Nobody is skipped"
replace action Acht
    nothing
"""
RARELY = """layer rarely "An eight of hearts skips nobody"
replace action Acht
    if suit of top is not Herz: left of own left is next
"""


def made(base: Ruleset | str, variant: Ruleset | str, *given: Any, **more: Any) -> Impact:
    one, other = (ruleset(each) if isinstance(each, str) else each for each in (base, variant))
    return impact(one, other, *given, **more)


def layered(folder: Path, base: str, text: str) -> Ruleset:
    """A ruleset with a layer of this text."""
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, "utf-8")
    return ruleset(f"{base}+{path}")


# ---- what is measured


WORK = {"move", "refill", "draw", "exchange", "show", "last", "leaves", "change", "next", "reverse"}
Values = dict[tuple[str, str], float]


def own(rules: Ruleset, players: int, game: int) -> Values:
    """A game of an impact with the seed 2, played by itself and measured."""
    first = game % players
    return measured(coupled_playout(rules, players, game_seed(2, game), first).state, first)


def measured(state: State, first: int) -> Values:
    """What a game was like, counted from its log and its history, without the rows of a simulation."""
    found, kinds = defaultdict[tuple[str, str], float](int), Counter(event.kind for event in state.log)
    decisions = [here.pending for here, _ in history(state) if isinstance(here.pending, Decision)]
    for name in ("turn", "round", "draw"):
        found[f"{name}s", ""] = kinds[name]
    found["decisions", ""], found["forced", ""] = len(decisions), sum(len(each.options) == 1 for each in decisions)
    found["forced_share", ""] = found["forced", ""] / len(decisions)
    over, turn, worked = state.pending, 0, set[tuple[str, int]]()
    assert isinstance(over, Over)
    found["shared", ""] = len(over.winners) > 1
    for place in range(state.players):
        found["wins", str(place + 1)] = (first + place) % state.players in over.winners
        if state.rules.composed.of(d.Returns):
            found["gets", str(place + 1)] = float(over.returns[(first + place) % state.players])
            found["stakes", ""] += abs(float(over.returns[place])) / state.players
    for event in state.log:
        turn += event.kind == "turn"
        if event.kind in ("round ends", "game ends"):
            found["ended" if event.kind == "game ends" else "rounds_ended", event.block] += 1
        if event.kind in WORK and event.block.split(" ")[0] in ("action", "before", "after"):
            worked.add((event.block, turn))
    for block, _ in worked:
        found["action", block] += 1
    for decision in decisions:
        found["asked", f"{decision.block}: {decision.prompt.partition(': ')[2]}"] += 1
    if state.rules.score is not None:
        found["points", ""] = fmean(state.score(seat) for seat in range(state.players))
    return found


@pytest.mark.parametrize(
    ("base", "variant", "players"),
    some([("ksr", "ksr+kanzler", 3), ("ksr", "review", 4), ("mau-mau", "harmless", 3), ("kuhn", "double", 2)], 2, 1),
)
def test_what_is_measured_is_what_the_games_say(base: str, variant: str, players: int, tmp_path: Path) -> None:
    one, other = ruleset(base), layered(tmp_path, base, LAYERS[variant]) if variant in LAYERS else ruleset(variant)
    games = 100 if DEEP else 8
    found = impact(one, other, games=games, seed=2, players=players).trials[0]
    values = [[own(rules, players, game) for game in range(games)] for rules in (one, other)]
    seen = Counter[str]()
    for each in found.differences:
        if each.kind in ("lead_changes", "lead_rate", "led_since"):  # judged where simulations are
            continue
        xs, ys = ([game.get((each.kind, each.of), 0) for game in side] for side in values)
        assert [each.base, each.variant] == pytest.approx([fmean(xs), fmean(ys)])
        assert (each.pairs, each.differing) == (games, sum(x != y for x, y in zip(xs, ys, strict=True)))
        if len(set(xs)) > 1 < len(set(ys)):
            assert each.correlation == pytest.approx(correlation(xs, ys), abs=1e-9)
        else:
            assert each.correlation is None
        seen[each.kind] += 1
    told = {(each.kind, each.of) for each in found.differences}
    missing = {key for side in values for game in side for key, value in game.items() if value} - told
    assert missing == set()
    assert seen["turns"] == 1 and seen["wins"] == players and seen["asked"] > 0


LAYERS = {
    "harmless": HARMLESS,
    "double": """layer double "A bet of two"
replace turn
    choose act from deed
    add 1 to deeds
    if act is bet: add 2 to own stake
""",
    "called": """layer called "Two things are called otherwise"
rename Zofe to Kammerzofe
rename jester to fool
""",
    "chosen": """layer chosen "What is chosen has other names"
replace action Zofe
    choose rubbish from own hand
    move rubbish to discards
    draw 1 from pile to own hand
replace action Wächter
    choose home from own display except card
    move home to own hand
""",
    "told": """layer told "Only what is said of the rules"
remove always points-bounded
add ruling H1 "Who deals?"
    answer "Whoever likes to."
    because "It does not matter."
""",
}


def test_a_rename_makes_no_difference_and_is_told_in_the_words_of_the_base(tmp_path: Path) -> None:
    renamed, idle = layered(tmp_path, "ksr", LAYERS["called"]), layered(tmp_path, "ksr", IDLE)
    for base, variant, told in ((idle, renamed, "action Zofe"), (renamed, idle, "action Kammerzofe")):
        trial = made(base, variant, games=40).trials[0]
        assert trial.differing == 0
        assert not any(each.only for each in trial.differences)
        assert ("action", told) in {(each.kind, each.of) for each in trial.differences}
        assert trial.base.worked["action Zofe" if base is idle else "action Kammerzofe"] > 0


def test_of_rules_that_are_the_same_nothing_is_played(tmp_path: Path) -> None:
    """In whatever words, with whatever names for what is chosen; laws, scenarios, sources and rulings are no rules."""
    ksr = ruleset("ksr")
    equal = [(ksr, layered(tmp_path, "ksr", LAYERS[each])) for each in ("called", "chosen", "told")]
    equal += [(ruleset(name), ruleset(name)) for name in some([*GAMES], 14)]
    for base, variant in equal:
        found = made(base, variant, ["random", "ismcts:1000"], progress=lambda *_: pytest.fail("something is played"))
        assert found.alike and found.trials == () and found.mattered is None and not found.cut_short
    for other in (ruleset("review"), layered(tmp_path, "ksr", IDLE)):
        assert not made(ksr, other, games=1).alike
    assert len(equal) > 15


def test_games_without_rounds_or_a_score_are_told_without_them(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text((ROOT / "tests" / "rules" / "bad" / "base.rules").read_text("utf-8"), "utf-8")
    plain = str(tmp_path / "base.rules")
    kinds = {each.kind for each in made(plain, layered(tmp_path, plain, IDLE), games=30).trials[0].differences}
    assert kinds.isdisjoint({"rounds", "rounds_ended", "points", "lead_changes", "led_since"}) and "turns" in kinds
    chips = made("kuhn", layered(tmp_path, "kuhn", LAYERS["double"]), games=40).trials[0]
    kinds = {each.kind for each in chips.differences}
    assert "rounds" not in kinds and {"turns", "wins", "led_since", "gets", "stakes"} <= kinds


def test_dearer_stakes_are_told_where_nothing_else_changes(tmp_path: Path) -> None:
    trial = made("kuhn", layered(tmp_path, "kuhn", LAYERS["double"]), games=400).trials[0]
    told = {(each.kind, each.of) for each in trial.differences if each.told == "more"}
    assert ("stakes", "") in told and not any(kind in ("turns", "decisions", "wins") for kind, _ in told)
    got = [each for each in trial.differences if each.kind == "gets"]
    assert [each.of for each in got] == ["1", "2"]
    for each in (lambda one: one.base, lambda one: one.variant):
        assert sum(map(each, got)) == pytest.approx(0)


def test_what_only_one_ruleset_has_is_marked_and_not_judged() -> None:
    for base, variant, only in (("ksr", "ksr+kanzler", "variant"), ("ksr+kanzler", "ksr", "base")):
        found = [each for each in made(base, variant, games=40).trials[0].differences if each.only]
        assert {each.only for each in found} == {only}
        assert {each.told for each in found} == {"only here"} and not any(each.interval for each in found)
        assert {each.of.partition(":")[0] for each in found} == {"action Kanzler"}


def test_seats_have_their_names_where_their_players_differ(tmp_path: Path) -> None:
    found = made("mau-mau", layered(tmp_path, "mau-mau", IDLE), ("random", first_option), games=10).trials[0]
    assert [each.of for each in found.differences if each.kind == "wins"] == ["seat 0", "seat 1"]
    assert [each.kind for each in found.differences].count("began") == 1


# ---- when it is enough


def test_it_ends_once_the_turns_and_the_wins_are_known_well_enough(tmp_path: Path) -> None:
    variant = layered(tmp_path, "mau-mau", HARMLESS)
    found = made("mau-mau", variant, precision=0.15, players=2).trials[0]
    assert found.stopped == "precision" and found.games in looked(found.games)
    for each in found.differences:
        if each.kind in ("turns", "wins"):
            assert each.interval is not None
            assert each.interval.half <= 0.15 * (each.base if each.kind == "turns" else 1)
    kuhn = made("kuhn", layered(tmp_path, "kuhn", IDLE)).trials[0]
    assert (kuhn.stopped, kuhn.games) == ("precision", 1000)  # though no turns differ: there are 3 at most


def test_it_does_not_end_before_the_turns_are_known_however_rarely_they_differ(tmp_path: Path) -> None:
    """Two games of a hundred are ten times as long, or cut off: 18 pairs of 1,000 tell nothing of the mean."""
    base, precision = str(tmp_path / "rare.rules"), 0.3 if DEEP else 0.45
    Path(base).write_text(RARE, "utf-8")
    for name, text, longer in (("long", LONG, 2.0), ("endless", ENDLESS, 9.8)):
        variant = layered(tmp_path, base, text)
        [trial] = made(base, variant, precision=precision).trials
        turns = trial.differences[0]
        assert turns.kind == "turns" and turns.interval is not None
        assert trial.games > 2000 and turns.differing >= 50, name
        assert turns.told == "more" and turns.interval.low <= longer <= turns.interval.high
        assert turns.interval.half <= precision * turns.base
        few = made(base, variant, games=1000).trials[0].differences[0]
        assert few.differing < 50 and few.interval is not None and few.interval.method == "exact"
        assert few.interval.low <= longer <= few.interval.high


RARE = """ruleset rare "A long game now and then"
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
game ends over after turn: deeds is at least 10
winners: players, where own points is at least 0
score: own points
"""
LONG = """layer long "Long games are long"
replace game ends over after turn: (length of last of lot is short and deeds is at least 10) or deeds is at least 110
"""
ENDLESS = """layer endless "Two games of a hundred never end"
replace game ends over after turn: length of last of lot is short and deeds is at least 10
"""


def looked(most: int) -> list[int]:
    """Where it is looked at random players."""
    return list(looks(1000, 250, most))


def test_it_is_looked_at_whole_chunks_each_a_quarter_later() -> None:
    assert looked(3000) == [1000, 1250, 1750, 2250, 3000]
    assert looked(700) == [700]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=200, max_size=300), st.integers(1, 1000))
def test_a_look_sees_the_widths_and_not_whether_there_is_a_difference(pairs: list[tuple[int, int]], by: int) -> None:
    family = Family(0.95, (("turns", ""), ("points", "")), (3000, 3000))
    apart = [(2 * x + 1, 2 * y) for x, y in pairs]  # all of them differ, so that nothing is too rare
    further = [(x, y + 2 * by) for x, y in apart]
    widths = [family.widest({("turns", ""): sums_of(Counter(each))}, 0.02) for each in (apart, further)]
    assert widths[0] is not None and widths[0] == pytest.approx(widths[1])


def test_what_was_played_until_the_time_was_over_is_told(tmp_path: Path) -> None:
    idle = layered(tmp_path, "kuhn", IDLE)
    found = made("kuhn", idle, ["random", first_option], seconds=1e-9)
    assert [each.stopped for each in found.trials] == ["seconds", "seconds"]
    assert found.trials[0].games == 250 and found.trials[1].games < 10  # so many as are over before the clock goes on
    assert not found.cut_short
    whole = made("kuhn", idle, ["random", first_option], games=250).trials[0]
    assert found.trials[0].differences == whole.differences
    assert made("kuhn", idle, first_option, seconds=1e-9).cut_short
    assert not made("kuhn", idle, first_option, games=1).cut_short


def test_the_time_is_that_of_the_processors_and_not_of_the_clock(tmp_path: Path) -> None:
    """However long somebody thinks who does not compute, as on a machine that is busy with other things."""
    found = made("kuhn", layered(tmp_path, "kuhn", IDLE), dreamer, games=3, seconds=0.2).trials[0]
    assert (found.stopped, found.games) == ("games", 3)


def test_what_was_played_until_it_was_interrupted_is_told() -> None:
    def interrupts(who: str, done: int, of: int) -> None:
        assert (who, of >= done) == ("random", True)
        if done == 20:
            raise KeyboardInterrupt

    found = made("ksr", "review", ["random", "rollouts"], 60, progress=interrupts, chunk=10)
    assert [(each.stopped, each.games) for each in found.trials] == [("interrupted", 20)]
    alone = made("ksr", "review", games=20).trials[0]
    assert [each.base for each in found.trials[0].differences] == [each.base for each in alone.differences]
    assert found.mattered is not None


# ---- whoever plays, in whatever chunks


def test_an_impact_is_the_same_whatever_the_workers_and_the_chunks(tmp_path: Path) -> None:
    found, variant = list[Impact](), layered(tmp_path, "mau-mau", HARMLESS)
    kinds = ["random", (first_option, random_agent, "random")]
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(3) as threads:
        executors: list[Executor | None] = [None, threads, processes]
        for executor, chunk in zip(executors, (None, 3, 7), strict=True):
            found.append(made("mau-mau", variant, kinds, 25, 3, executor, players=3, chunk=chunk))
    assert all(each == found[0] for each in found)
    assert [(each.games, each.stopped) for each in found[0].trials] == [(25, "games")] * 2
    assert 0 < found[0].trials[0].differing < 25
    assert made("mau-mau", variant, "random", 25, 4, players=3).trials[0] != found[0].trials[0]


def test_both_engines_have_the_same_impact() -> None:
    rules = [ruleset(each) for each in ("ksr", "review")]
    both = [[Ruleset(each.resolved, engine) for each in rules] for engine in ENGINES]
    found = [impact(base, variant, games=12) for base, variant in both]
    assert found[0] == found[1]
    assert found[0].trials[0].differing


def test_the_other_way_round_all_differences_are_turned_round() -> None:
    one, other = (made(*rules, games=tried(250, 100)) for rules in (("ksr", "review"), ("review", "ksr")))
    there = {(each.kind, each.of.replace("Narr", "Hofnarr")): each for each in other.trials[0].differences}
    seen = 0
    for each in one.trials[0].differences:
        if each.kind == "asked":
            continue
        back = there[each.kind, each.of]
        assert (each.base, each.variant, each.differing) == (back.variant, back.base, back.differing)
        if each.interval is not None and back.interval is not None:
            assert [each.interval.low, each.interval.high] == pytest.approx([-back.interval.high, -back.interval.low])
            seen += 1
    assert seen > tried(10, 4)


def test_games_that_a_rule_leaves_as_they_are_differ_nowhere(tmp_path: Path) -> None:
    found = made("ksr", layered(tmp_path, "ksr", IDLE), games=60)
    assert not found.alike and found.trials[0].differing == 0 and found.mattered is None
    assert {each.told for each in found.trials[0].differences} == {"same"}
    assert evolve(found.trials[0].base, rules="idle") == evolve(found.trials[0].variant, rules="idle")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "games must be an integer of at least 1"),
        ({"precision": 0}, "precision must be above 0"),
        ({"precision": float("nan")}, "precision must be above 0"),
        ({"seconds": -1}, "seconds must be above 0"),
        ({"level": 1}, "level must be above 0 and below 1"),
        ({"seed": "x"}, "seed must be an integer"),
        ({"players": 2}, "players must be allowed by both rulesets"),
        ({"agents": "nobody"}, "unknown agent 'nobody'"),
        ({"agents": []}, "agents must not be empty"),
        ({"agents": ("random",) * 4, "players": 3}, "one item for each of 3 players, not 4"),
        (
            {"variant": "kuhn"},
            "suits both rulesets: ksr needs 3, 4, 5 players, kuhn needs 2 players",
        ),
    ],
)
def test_what_makes_no_impact_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made("ksr", **{"variant": "review", "games": 3, **given})


# ---- the first game in which the rule mattered


@pytest.mark.parametrize(
    ("base", "variant", "by", "because"),
    some(
        [
            ("ksr", "ksr+blitz", "base", "value target"),
            ("ksr", "ksr+frei", "base", "value playable"),
            ("ksr", "magier", "base", "value playable"),
            ("ksr", "review", "variant", "action Mundschenk"),
            ("ksr", "ksr+kanzler", "variant", "action Kanzler"),
            ("ksr+kanzler", "ksr", "base", "action Kanzler"),
        ],
        4,
    ),
)
def test_the_first_game_in_which_the_rule_mattered_is_shown(base: str, variant: str, by: str, because: str) -> None:
    found = made(base, variant, games=30).mattered
    assert found is not None
    assert (found.by, because in found.because) == (by, True)
    assert found.record.rules.name == {"base": base, "variant": variant}[by]
    assert found.game == 0 and not found.record.finished
    assert found.base != found.variant
    assert found.record.comments[0].text == f"base: {found.base} / variant: {found.variant}"
    own = found.base if by == "base" else found.variant
    if "no action" in found.base + found.variant:  # where a rule is at work, it has just been
        assert own.removesuffix(f" [{because}]") in [str(event) for event in found.record.state.log]


def test_the_game_that_is_shown_is_the_first_pair_that_differs(tmp_path: Path) -> None:
    variant, later = layered(tmp_path, "mau-mau", RARELY), 0
    for seed in range(6):
        found = made("mau-mau", variant, games=20, seed=seed, players=2)
        first, mattered = found.trials[0].first, found.mattered
        assert first is not None and mattered is not None
        assert mattered.game == first and "action Acht" in mattered.because
        if first:
            assert made("mau-mau", variant, games=first, seed=seed, players=2).trials[0].differing == 0
            later += 1
    assert later


def test_the_same_search_on_all_seats_is_told_by_who_begins_and_other_players_by_their_seats(tmp_path: Path) -> None:
    rules, idle = ruleset("kuhn"), layered(tmp_path, "kuhn", IDLE)
    for agents, of in (("rollouts:2", ["1", "2"]), (("rollouts:2", "rollouts:3"), rules.game(2).seat_names)):
        found = impact(rules, idle, agents, 4, 1, players=2).trials[0]
        wins = [each.of for each in found.differences if each.kind == "wins"]
        assert wins and {*wins} <= {*of}, agents
        assert any(each.kind == "began" for each in found.differences) <= (agents != "rollouts:2")
