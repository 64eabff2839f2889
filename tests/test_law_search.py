"""Laws that fall late or seldom: how near a table is to breaking one, and games that go on from where it was near."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import palast
from rulespec import Ruleset
from rulespec.experiments.hunt import hunt
from rulespec.experiments.hunt.law_search import broken_by_nearing
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.laws import LawWatch, circumstances, nearness
from rulespec.testing import DrawnFile, rule_files
from tests.effort import short_of, tried, until_seen

GAMES, LONG = 120, 24
CLIMB = """ruleset climb "One of three answers is a step"
players 2 to 3
at most 30 turns
counter steps
counter gone
turn
    choose n from 1 to 3
    add 1 to gone
    if n is 2: add 1 to steps
game ends late after turn: gone is {long}
winners: players
always {law}
"""
RELATIONS = ("", "not", "at least", "more than", "at most", "less than", "not less than")
OTHERS = ["own hand is empty", "own display is not empty", "own display repeats colour", "it is doubled",
          "Zofe is in own display", "own left is complete", "muted is Zofe"]  # fmt: skip


def climbing(folder: Path, law: str) -> Ruleset:
    path = folder / "climb.rules"
    path.write_text(CLIMB.format(long=LONG, law=law), "utf-8")
    return palast.load(str(path))


def test_a_law_is_at_no_distance_from_failing_just_where_it_fails() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=tried(deep=2_000, quick=5))
    @given(rule_files())
    def at_each_table(file: DrawnFile) -> None:
        for players in file.rules.players:
            game = file.rules.game(players)
            named = zip(game.plan.named_laws, game.plan.laws, strict=True)
            laws = [(number, key, law) for number, (key, law) in enumerate(named) if not law.compares]
            chance = Random(players)
            state = file.rules.begin(players, 0, chance.random)
            for _ in range(20):
                for number, key, law in laws:
                    now, near = state.snapshot, nearness(game, key, state.snapshot)
                    assert (near == 0) is (
                        now.failing([(number, None, circumstances(game, now, law.asks), {})]) == number
                    )
                    seen["fails" if near == 0 else "near" if near == 1 else "far"] += 1
                    seen["of a moment"] += bool(law.asks)
                if not state.raws:
                    break
                state = state.next(chance.choice(state.raws), chance.random)

    until_seen(at_each_table, lambda: short_of(seen, dict.fromkeys(("fails", "near", "of a moment"), tried(31, 10))))


def test_so_it_is_with_every_comparison_of_every_sort(tmp_path: Path) -> None:
    path = tmp_path / "many.rules"
    compared = [f"cards in own display is {how} {n}" for how in RELATIONS for n in (0, 2, 5)]
    said = [f"{which} player where {each}" for which in ("some", "no", "every") for each in [*compared, *OTHERS]]
    said += [f"{a} {word} ({b})" for a, b in zip(said[::3], said[7::3], strict=False) for word in ("and", "or")]
    said += [f"not ({each})" for each in said]
    path.write_text("layer many\n" + "".join(f"always l{n}: {each}\n" for n, each in enumerate(said)), "utf-8")
    rules, seen = palast.load(f"ksr+{path}"), Counter[int]()
    game, chance = rules.game(3), Random(2)
    watches = {law: LawWatch(game, [law]) for law in game.plan.named_laws if law.startswith("always l")}
    state = rules.begin(3, 0, chance.random)
    for _ in range(tried(25, 12)):
        for law, watch in watches.items():
            near = nearness(game, law, state.snapshot)
            assert (near == 0) is not watch.holds(state), said[int(law.removeprefix("always l"))]
            seen[near] += 1
        state = state.next(chance.choice(state.raws), chance.random)
    assert len(watches) > 100 and len(seen) > tried(10, 6) and seen[0] > 500 and sum(seen.values()) - seen[0] > 500


@pytest.mark.parametrize("most", [13, 16])
def test_a_law_falls_though_it_takes_many_steps_that_seldom_come_together(tmp_path: Path, most: int) -> None:
    rules = climbing(tmp_path, f"few when asked: steps is less than {most}")
    ((law, state),) = broken_by_nearing(rules, HuntBudget(effort=GAMES), ())
    assert (law, state.counter("steps")) == ("always few", most)
    plain = [palast.play(rules, [palast.random_agent(seed + seat) for seat in range(2)]) for seed in range(GAMES)]
    assert max(each.state.counter("steps") for each in plain) < 16  # random games do not come so far


@pytest.mark.parametrize(
    "law", [f"few: steps is at most {LONG}", f"fair after game: gone is {LONG}", "calm: steps is at most gone"]
)
def test_a_law_that_holds_is_not_broken_however_near_a_game_comes(tmp_path: Path, law: str) -> None:
    assert list(broken_by_nearing(climbing(tmp_path, law), HuntBudget(effort=GAMES // tried(4, 8)), ())) == []


def test_a_law_of_what_is_offered_is_broken_step_by_step_as_well(tmp_path: Path) -> None:
    path, left = tmp_path / "climb.rules", "24 minus steps"
    text = CLIMB.format(long=LONG, law="many when asked: answers is at least 12")
    text = text.replace("1 to 3", f"1 to 24, where it is at most {left}")
    path.write_text(text.replace("n is 2", f"n times 3 is at most {left}"), "utf-8")
    ((law, state),) = broken_by_nearing(palast.load(str(path)), HuntBudget(effort=GAMES), ())
    assert (law, state.counter("steps")) == ("always many", 13)


def test_the_same_seed_breaks_the_same_law_by_the_same_game(tmp_path: Path) -> None:
    rules = climbing(tmp_path, "few: steps is less than 13")
    one, other = (list(broken_by_nearing(rules, HuntBudget(effort=GAMES, seed=3), ())) for _ in range(2))
    assert one == other and len(one) == 1


def test_the_tenth_round_is_reached_and_its_law_broken(tmp_path: Path) -> None:
    path = tmp_path / "tenth.rules"
    path.write_text(
        "layer tenth\nadd counter rounds\nadd after round counting: add 1 to rounds\n"
        "always short after round: rounds is less than 10\n",
        "utf-8",
    )
    rules = palast.load(f"ksr+{path}")
    others = {*rules.game(3).plan.named_laws} - {"always short"}
    ((law, state),) = broken_by_nearing(rules, HuntBudget(effort=GAMES), others)
    assert (law, state.counter("rounds")) == ("always short", 10)


def test_palast_check_shows_such_a_law_like_any_other(tmp_path: Path) -> None:
    report = hunt(climbing(tmp_path, "few when asked: steps is less than 14"), games=60)
    (found,) = [finding for finding in report.findings if finding.problem.code == "W050"]
    assert "steps is 14" in found.problem.message
    assert found.state is not None and found.state.counter("steps") == 14


def test_what_the_top_layer_changed_is_its_own_even_of_rules_that_are_equal(tmp_path: Path) -> None:
    rules = climbing(tmp_path, "few: steps is at most 5")
    layer, turn = tmp_path / "same.rules", CLIMB[CLIMB.index("turn\n") : CLIMB.index("game ends")]
    layer.write_text(f'layer same "Says the turn once more"\nreplace {turn}', "utf-8")
    replaced = palast.load(f"{tmp_path / 'climb.rules'}+{layer}")
    assert replaced == rules
    assert rules.composed.changed_on_top == rules.composed.entries.keys()
    assert replaced.composed.changed_on_top == {"turn"}
