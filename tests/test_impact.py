"""Impacts: what pairs of games say is what their games say, whoever played them, and both sides are told alike."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rulespec import Ruleset, impact
from rulespec.impacts import Impact
from rulespec.play import Agent, random_agent
from rulespec.rulebook import Engine
from tests.library import ruleset

ENGINES: list[Engine] = ["native", "python"]


def first_option(seed: int) -> Agent:
    return lambda view, decision: decision.options[0]


HARMLESS = """layer harmless "Nobody is skipped"
replace action Acht
    nothing
"""


def made(base: Ruleset | str, variant: Ruleset | str, *given: Any, **more: Any) -> Impact:
    one, other = (ruleset(each) if isinstance(each, str) else each for each in (base, variant))
    return impact(one, other, *given, **more)


def layered(folder: Path, base: str, text: str) -> Ruleset:
    """A ruleset with a layer of this text."""
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, "utf-8")
    return ruleset(f"{base}+{path}")


# ---- whoever plays, in whatever chunks


def test_an_impact_is_the_same_whatever_the_workers_and_the_chunks(tmp_path: Path) -> None:
    found, variant = list[Impact](), layered(tmp_path, "maumau", HARMLESS)
    kinds = ["random", (first_option, random_agent, "random")]
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(3) as threads:
        executors: list[Executor | None] = [None, threads, processes]
        for executor, chunk in zip(executors, (None, 3, 7), strict=True):
            found.append(made("maumau", variant, kinds, 25, 3, executor, players=3, chunk=chunk))
    assert all(each == found[0] for each in found)
    assert [(each.games, each.stopped) for each in found[0].trials] == [(25, "games")] * 2
    assert 0 < found[0].trials[0].differing < 25
    assert made("maumau", variant, "random", 25, 4, players=3).trials[0] != found[0].trials[0]


def test_both_engines_have_the_same_impact() -> None:
    rules = [ruleset(each) for each in ("ksr", "review")]
    both = [[Ruleset(each.resolved, engine) for each in rules] for engine in ENGINES]
    found = [impact(base, variant, games=12) for base, variant in both]
    assert found[0] == found[1]
    assert found[0].trials[0].differing


def test_the_other_way_round_all_differences_are_turned_round() -> None:
    one, other = made("ksr", "review", games=400), made("review", "ksr", games=400)
    there = {(each.kind, each.of.replace("Narr", "Hofnarr")): each for each in other.trials[0].differences}
    seen = 0
    for each in one.trials[0].differences:
        if each.kind == "asked":
            continue
        back = there[each.kind, each.of]
        assert (each.base, each.variant, each.differing) == (back.variant, back.base, back.differing)
        if each.interval is not None and back.interval is not None:
            assert (each.interval.low, each.interval.high) == (-back.interval.high, -back.interval.low)
            seen += 1
    assert seen > 10


def test_the_same_rules_differ_nowhere() -> None:
    found = made("ksr", "ksr", games=60)
    assert found.alike and found.trials[0].differing == 0 and found.mattered is None
    assert {each.told for each in found.trials[0].differences} == {"same"}
    assert found.trials[0].base == found.trials[0].variant


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "games is a number, 1 or more"),
        ({"precision": 0}, "precision is more than 0"),
        ({"precision": float("nan")}, "precision is more than 0"),
        ({"seconds": -1}, "seconds is more than 0"),
        ({"level": 1}, "level is more than 0 and less than 1"),
        ({"seed": "x"}, "a seed is a whole number"),
        ({"players": 2}, "2 players are not allowed by both rulesets, which have in common: 3, 4, 5"),
        ({"agents": "nobody"}, "no agent 'nobody'"),
        ({"agents": []}, "nobody plays"),
        ({"agents": ("random",) * 4, "players": 3}, "4 agents for 3 players"),
        (
            {"variant": "kuhn"},
            "allowed by both: ksr is for 3, 4, 5 players, kuhn for 2 players",
        ),
    ],
)
def test_what_makes_no_impact_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made("ksr", **{"variant": "review", "games": 3, **given})


# ---- the first game in which the rule mattered


@pytest.mark.parametrize(
    ("base", "variant", "by", "because"),
    [
        ("ksr", "ksr+blitz", "base", "value target"),
        ("ksr", "ksr+frei", "base", "value playable"),
        ("ksr", "magier", "base", "value playable"),
        ("ksr", "review", "variant", "action Mundschenk"),
        ("ksr", "ksr+kanzler", "variant", "action Kanzler"),
        ("ksr+kanzler", "ksr", "base", "action Kanzler"),
    ],
)
def test_the_first_game_in_which_the_rule_mattered_is_shown(base: str, variant: str, by: str, because: str) -> None:
    found = made(base, variant, games=30).mattered
    assert found is not None
    assert (found.by, because in found.because) == (by, True)
    assert found.record.rules.name == {"base": base, "variant": variant}[by]
    assert found.game == 0 and not found.record.finished
    assert found.base != found.variant
    assert found.record.comments[0].text == f"by the base: {found.base} / by the variant: {found.variant}"
    own = found.base if by == "base" else found.variant
    if "no action" in found.base + found.variant:  # where a rule is at work, it has just been
        assert own.removesuffix(f" [{because}]") in [str(event) for event in found.record.state.log]


def test_the_game_that_is_shown_is_the_first_pair_that_differs(tmp_path: Path) -> None:
    variant, later = layered(tmp_path, "maumau", HARMLESS), 0
    for seed in range(6):
        found = made("maumau", variant, games=20, seed=seed, players=2)
        first, mattered = found.trials[0].first, found.mattered
        assert first is not None and mattered is not None
        assert mattered.game == first and "action Acht" in mattered.because
        if first:
            assert made("maumau", variant, games=first, seed=seed, players=2).trials[0].differing == 0
            later += 1
    assert later


def test_the_same_search_on_all_seats_is_told_by_who_begins_and_other_players_by_their_seats() -> None:
    rules = ruleset("kuhn")
    for agents, of in (("rollouts:2", ["1", "2"]), (("rollouts:2", "rollouts:3"), rules.game(2).seat_names)):
        found = impact(rules, rules, agents, 4, 1, players=2).trials[0]
        wins = [each.of for each in found.differences if each.kind == "wins"]
        assert wins and {*wins} <= {*of}, agents
        assert any(each.kind == "began" for each in found.differences) <= (agents != "rollouts:2")
