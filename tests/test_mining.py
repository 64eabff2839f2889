"""Mined laws: what is proposed holds, says something new, loads as it is written; what a layer changes is told."""

from math import gcd
from operator import mul
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palast
from rulespec import Ruleset, load
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.mining import Mined, changes, mine
from rulespec.experiments.mining.declared_laws import with_laws
from rulespec.experiments.mining.fresh_games import tried as tried_again
from rulespec.experiments.mining.linear import Spanned, Unvarying, primitive, simple
from rulespec.experiments.mining.miner import conjectures_of
from rulespec.experiments.mining.sample import sample
from rulespec.game.history import answers
from rulespec.game.pipeline import beneath
from tests.effort import DEEP, tried

ROOT = Path(__file__).parents[1]
FILES = [*sorted(ROOT.glob("cards/*.rules")), *sorted(ROOT.glob("examples/games/*.rules"))]
QUICK = ("ksr", "leduc")
ANTES = """ruleset antes "Chips go into a pot"
players 2 to 4
at most 60 turns

word deed: stake, hold
word mark: white, black

cards stones in bag
    10 of each mark

zone bag, shuffled
zone hand of player, seen by owner
counter chips of player
counter pot
counter drawn

set-up
    players: add 10 to own chips

turn
    choose act from deed
    if act is stake and own chips is more than 0
        take 1 from own chips
        add 1 to pot
    draw 1 from bag to own hand
    add 1 to drawn

game ends dry after turn: bag is empty
winners: players, with most own chips
"""
TOLL = """layer toll "The pot pays a toll once"
add before turn toll
    if drawn is 7: {what}
"""


def is_game(file: Path) -> bool:
    return file.read_text("utf-8").startswith(("ruleset", "#")) and "\nruleset" in f"\n{file.read_text('utf-8')}"


def antes(folder: Path, more: str = "", layer: str = "", **how: str) -> Ruleset:
    (folder / "antes.rules").write_text(ANTES + more, "utf-8")
    if layer:
        (folder / "toll.rules").write_text(TOLL.replace("{what}", layer), "utf-8")
    spec = str(folder / "antes.rules")
    return load(f"{spec}+{folder / 'toll.rules'}" if layer else spec, **how)  # type: ignore[arg-type]


def conditions(mined: Mined) -> set[str]:
    return {law.condition for law in mined.laws}


# ---- sums


@given(st.integers(0, 2**32))
def test_sums_that_never_change_are_found_and_no_others(seed: int) -> None:
    random = Random(seed)
    width = random.randint(2, 7)
    drawn = [[random.randint(-3, 3) for _ in range(width)] for _ in range(random.randint(1, width - 1))]
    kept, wanted, unchanged, steps = Spanned(), Unvarying(width), Unvarying(width), Spanned()
    planted = [vector for vector in drawn if kept.add(vector)]
    for vector in planted:
        wanted.sees(vector)  # what is at right angles to all of them changes none of them
    rank = 0
    for _ in range(2 * width):
        by = [random.randint(-5, 5) for _ in wanted.basis]
        step = [sum(a * each[column] for a, each in zip(by, wanted.basis, strict=True)) for column in range(width)]
        unchanged.sees(step)
        rank += steps.add(step)
        assert all(sum(map(mul, vector, step)) == 0 for vector in (*planted, *unchanged.basis))
    of_all = Spanned()
    assert all(of_all.add(vector) for vector in unchanged.basis)
    assert len(unchanged.basis) == width - rank >= len(planted)
    found = simple(unchanged.basis)
    assert len(found) >= len(unchanged.basis)
    assert not any(of_all.add(vector) for vector in (*planted, *found))
    assert all(gcd(*vector) == 1 and primitive(vector) == vector for vector in found)


def test_small_coefficients_are_preferred() -> None:
    unchanged = Unvarying(4)
    for step in ([1, -1, 0, 1], [2, 0, -2, 2]):  # both keep the first three together, and what came last
        unchanged.sees(step)
    assert simple(unchanged.basis)[0] in ((1, 1, 1, 0), (1, 0, 0, -1), (0, 1, 1, 1))


def test_chips_and_pot_are_one_sum_for_every_number_of_players(tmp_path: Path) -> None:
    mined = mine(antes(tmp_path), games=300, seen=tried(40_000, 4_000))
    said = [str(law) for law in mined.laws]
    assert "always chips-and-pot-whole: total chips in players plus pot is 10 times number of players" in said
    assert conditions(mined) & {
        "cards in hand of players is drawn",
        "cards in bag plus drawn is 20",
        "drawn plus cards in bag is 20",
    }
    trends = {law.condition for law in mined.laws if law.conjecture.amounts is None}
    assert "pot is at least earlier pot" in trends and len(trends) == 4  # stones and their number go together
    assert not any("bag plus hand" in each for each in said)  # cards are never lost, by whatever rules
    assert mined.tried >= 300 and set(mined.fresh) == {2, 3, 4}


def test_what_a_law_says_is_not_proposed_again(tmp_path: Path) -> None:
    how = {"games": tried(50, 20), "seen": tried(8_000, 2_000)}
    before = mine(antes(tmp_path), **how)
    law = next(law for law in before.laws if law.name == "chips-and-pot-whole")
    other = "\nalways rich: 10 times number of players minus pot is total chips in players\n"
    falls = "\nalways poorer: pot is at least earlier pot and drawn is at most 20\n"
    for more, gone in ((f"\n{law}\n", {law.condition}), (other, {law.condition}), (falls, None)):
        after = mine(antes(tmp_path, more), **how)
        lost = conditions(before) - conditions(after)
        assert lost >= (gone or {"pot is at least earlier pot"})
        assert len(lost) <= 2


# ---- whether it is true


@pytest.mark.parametrize("file", [file for file in FILES if is_game(file) and (DEEP or file.stem in QUICK)], ids=str)
def test_what_is_proposed_holds_in_fresh_games_and_can_be_pasted(file: Path) -> None:
    rules = palast.load(str(file))
    mined = mine(rules, games=tried(20_000, 1_000), decisions=tried(3_000_000, 30_000), seen=tried(40_000, 4_000))
    pasted = with_laws(rules, {law.name: law.behind for law in mined.laws})
    assert all(law.key in pasted.resolved.blocks and law.key not in rules.resolved.blocks for law in mined.laws)
    fresh = tried_again(pasted, [law.key for law in mined.laws], tried(20_000, 1_000), 77, tried(3_000_000, 30_000))
    assert fresh.played >= tried(300, 100)
    assert not fresh.broken


def test_the_same_seed_finds_the_same_and_so_does_the_other_engine(tmp_path: Path) -> None:
    how = {"games": tried(200, 50), "seen": tried(8_000, 1_500), "seed": 3}
    one, other = (mine(antes(tmp_path, engine=engine), **how) for engine in ("native", "python"))
    again = mine(antes(tmp_path), **how)
    assert [str(law) for law in one.laws] == [str(law) for law in again.laws] == [str(law) for law in other.laws]
    assert one.fresh == again.fresh and len(one.laws) >= 4


def test_a_rare_exception_makes_a_law_hold_nearly(tmp_path: Path) -> None:
    rules = antes(tmp_path, layer="add pot divided by 7 rounded down to pot")  # if all of them staked
    conjectures = conjectures_of(sample(rules, tried(40_000, 20_000), 0))
    found = {conjecture.written: share for conjecture, share in conjectures.nearly}
    share = found["total chips in players plus pot is 10 times number of players"]
    games = sum(len(games) for games in conjectures.sample.games.values())
    assert 0 < share < 0.02 and games > 500
    assert "total chips in players plus pot is 10 times number of players" not in {
        each.written for each in conjectures.always
    }


# ---- what a layer changes


def test_what_held_beneath_a_layer_and_fails_with_it_is_shown_by_a_short_game(tmp_path: Path) -> None:
    rules = antes(tmp_path, layer="take pot divided by 4 rounded down from pot")
    base = beneath(rules)
    assert base is not None and base == antes(tmp_path) and beneath(base) is None
    found = changes(rules, base, games=tried(600, 300), looked_into=tried(40_000, 5_000))
    (changed,) = (each for each in found.broken if each.law.name == "chips-and-pot-whole")
    assert 0.1 < changed.share < 0.9 and found.held >= 4
    assert changed.state is not None and changed.state.game.rules == rules
    assert "was always true in antes; now it fails in" in changed.said
    watched = with_laws(rules, {changed.law.name: changed.law.behind})
    watch = LawWatch(watched.game(changed.state.players))
    state, broken = watch.begin()
    for option in answers(changed.state):
        assert broken is None
        state, broken = watch.apply(state, option.text)
    assert broken is not None and broken.key == changed.law.key
    assert 8 <= changed.state.turns <= 9
    assert not any(each.law.name == "drawn-as-hand" for each in found.broken)


def test_less_than_one_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="games must be at least 1, not 0"):
        mine(antes(tmp_path), games=0)
