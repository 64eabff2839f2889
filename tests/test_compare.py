"""Two rulesets are compared: the games on which they part are found, and nothing is found where there is nothing."""

import re
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulespec
from rulespec import RulesError, Ruleset, State
from rulespec.experiments.comparison import blocks, first_difference
from rulespec.experiments.comparison.lockstep_search import ended, retraced
from rulespec.experiments.mutation import mutants_of
from rulespec.experiments.testing.files import DrawnFile, loaded
from rulespec.language.printer import written
from rulespec.records import Record
from rulespec.records.lockstep import Lockstep, Pair, parting
from rulespec.testing import rule_files
from tests.effort import draws_until, short_of, some, tried, until_seen
from tests.library import FOLDERS, GAMES, drawn_file, ruleset

READINGS = {
    "ksr+frei": "value playable",
    "review+sich-selbst": "action Wächter",
    "review+zurueck": "action Zauberer",
    "magier+zwang": "value playable",
    "magier+gleichzeitig": "action Magier",
    "ksr+blitz": "value target",
    "ksr+reihum": "next turn",
    "ksr+geschenke": "round",
    "ksr+narrenfreiheit": "action Hofnarr",
}


@pytest.mark.parametrize("name", some([*GAMES], 6))
def test_a_ruleset_and_itself_do_not_part(name: str) -> None:
    assert first_difference(GAMES[name], GAMES[name].anew(), games=2) is None


def test_games_of_a_ruleset_and_itself_end_alike() -> None:
    step = Lockstep.of(ruleset("kuhn").game(2), ruleset("kuhn").anew().game(2))
    assert all(ended(step, str(seed))[1] for seed in range(200))


@pytest.mark.parametrize("spec", some([*READINGS], 4))
def test_a_layer_parts_from_its_base_and_the_block_that_it_changes_is_named(spec: str) -> None:
    base, layered = ruleset(spec.partition("+")[0]), ruleset(spec)
    said = blocks(base, layered)
    assert [each.key for each in said.different if each.sort == "rule"] == [READINGS[spec]]
    for one, other in ((base, layered), (layered, base)):
        state = first_difference(one, other)
        assert state is not None and state.rules is one
        pair = retraced(Lockstep.of(one.game(state.players), other.game(state.players)), state)
        assert pair is not None and pair.one == state
        found = parting(pair)
        assert found is not None and found.one != found.other
        assert first_difference(one, other) == state


TOSS = """ruleset toss
players 2
at most 6 turns
numbers pips: 1 to 3
word suit: red, blue
cards deck in pile
    1 of each pips in each suit
zone pile, shuffled
zone hand of player, seen by owner
counter points of player
turn
    choose n from pips and m from pips, by chance
    choose lucky from players, by chance
    add n times m to points of lucky
    draw 1 from pile to own hand
game ends dry: pile is empty
winners: players, with most own points
"""


def test_what_chance_chooses_is_compared_where_other_cards_are_drawn_too(tmp_path: Path) -> None:
    toss, more, fewer = tmp_path / "toss.rules", tmp_path / "more.rules", tmp_path / "fewer.rules"
    toss.write_text(TOSS, "utf-8")
    more.write_text("layer more\nadd green to suit\n", "utf-8")
    fewer.write_text(more.read_text("utf-8") + "replace game ends dry: cards in pile is at most 7\n", "utf-8")
    base, layered, shorter = (rulespec.load(spec) for spec in (toss, f"{toss}+{more}", f"{toss}+{fewer}"))
    assert first_difference(base, layered) is not None and first_difference(layered, base) is not None
    assert first_difference(layered, shorter) is not None


def test_the_order_of_reasons_is_told() -> None:
    said = blocks(ruleset("review"), ruleset("review+sechs-zuerst"))
    (order,) = said.orders
    assert (order.one, order.other) == (
        ("round ends jester", "round ends six"), ("round ends six", "round ends jester"),
    )  # fmt: skip
    assert not said.different


TWO_WAYS = """ruleset {name}
players 2 to 3
at most 40 turns
word rank: {low}, Mitte, Hoch
cards deck in pile
    3 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone row of player, in a row, seen by all
counter points of player
{value}
set-up
    players: draw 2 from pile to own hand
turn
    choose {card} from own hand
    move {card} to own row
    {tested}
    draw 1 from pile to own hand
game ends out after turn: some player where own hand is empty
winners: players, with most own points
"""

VALUE = "value best: last of (row of players, with highest its rank)"


def _two_ways(tmp_path: Path) -> tuple[Ruleset, Ruleset]:
    one = TWO_WAYS.format(
        name="one", low="Tief", value=VALUE, card="card",
        tested="if cards in own row is at least 2: add 1 to own points",
    )  # fmt: skip
    other = TWO_WAYS.format(
        name="other", low="Tief", value="", card="laid",
        tested="unless not cards in own row is at least 2: add 1 to own points",
    ) + f"{VALUE}\n"  # fmt: skip
    renaming = "ruleset renamed extends other\nrename Tief to Unten\nrename row to Reihe\n"
    for name, text in (("one", one), ("other", other), ("renamed", renaming)):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    return rulespec.load(tmp_path / "one.rules"), rulespec.load(tmp_path / "renamed.rules")


def test_the_same_rules_in_other_words_and_another_order_are_the_same(tmp_path: Path) -> None:
    one, other = _two_ways(tmp_path)
    found = rulespec.compare(one, other)
    assert found.alike and found.parted is None and found.games > 10
    assert dict(found.blocks.renamed) == {"Tief": "Unten", "row": "Reihe"}


@settings(max_examples=tried(deep=6, quick=2), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rule_files())
def test_a_drawn_file_printed_and_read_again_is_the_same(file: DrawnFile) -> None:
    again = loaded(written(file.rules.composed.layers[0].tree))
    assert blocks(file.rules, again).alike
    assert first_difference(file.rules, again, games=2) is None


def test_in_a_drawn_file_the_one_block_that_is_changed_is_named_and_both_ways_part_alike() -> None:
    seen = Counter[str]()

    @settings(max_examples=tried(deep=5, quick=2), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(rule_files(), st.randoms(use_true_random=False))
    def judge(file: DrawnFile, random: Random) -> None:
        mutants = list(mutants_of(file.rules))
        for mutant in random.sample(mutants, min(3, len(mutants))):
            with suppress(RulesError):
                changed = mutant.load()
                said = blocks(file.rules, changed)
                assert [each.key for each in said.different] == [mutant.key] or said.orders
                there = first_difference(file.rules, changed, games=4)
                assert (there is None) == (first_difference(changed, file.rules, games=4) is None)
                seen["told"] += 1
                seen["parted"] += there is not None

    until_seen(judge, lambda: short_of(seen, {"told": tried(6, 3), "parted": tried(2, 1)}))


def test_what_somebody_sees_is_a_difference_even_if_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "open.rules").write_text("layer open\nreplace zone discards, seen by all\n", "utf-8")
    one, other = ruleset("ksr"), ruleset(f"ksr+{tmp_path / 'open.rules'}")
    found = rulespec.compare(one, other)
    assert found.parted is not None and found.parted.parting.what == "heard"
    assert "learns: " in str(found.parted.parting.one)


def test_the_game_on_which_they_part_is_short_and_the_same_again() -> None:
    found = rulespec.compare(ruleset("ksr"), ruleset("magier"))
    assert found.parted is not None and found.parted.state.turns == 2
    assert [each.key for each in found.parted.because] == ["value playable"]
    again = rulespec.compare(ruleset("ksr"), ruleset("magier"))
    assert again.parted is not None and again.parted.state == found.parted.state


# ---- choices that only one of the rulesets asks bit by bit


def _play(pair: Pair, random: Random, seen: Counter[str]) -> State:
    """The end of a random game in step, which parts nowhere; counts the questions that only one asks bit by bit."""
    while pair.one.raws:
        assert not pair.failed, parting(pair)
        if pair.parts is not None and not pair.waits:
            names = len(pair.lockstep.one.whole_kinds(pair.one.pc))
            seen["by the one" if pair.one.pc in pair.lockstep.one.bits else "by the other"] += 1
            seen["of several names" if names > 1 else "of one name"] += 1
        pair = pair.after(pair.one.option(random.choice(pair.one.raws)))
    assert not pair.failed, parting(pair)
    return pair.one


def _unparted(one: Ruleset, other: Ruleset, number: int, seen: Counter[str]) -> None:
    """No game parts, in step from the beginning or as a record of the one under the other rules."""
    random, players = Random(number), one.players[number % len(one.players)]
    step = Lockstep.of(one.game(players), other.game(players))
    end = _play(step.beginning(one.new_game(players)), random, seen)
    assert first_difference(one, other, games=2, seed=number) is None
    if number % 5 == 0:
        found = Record(end).under(other)
        assert (found.different, found.illegal) == (None, None)
        seen["records"] += 1


def test_the_same_rules_do_not_part_however_their_choices_are_asked() -> None:
    seen = Counter[str]()
    asked, named = tried(50, 8), tried(25, 4)
    least = {
        "by the one": asked,
        "by the other": asked,
        "of several names": named,
        "of one name": named,
        "records": tried(4, 1),
    }
    for number in draws_until(quick=2, deep=400, missing=lambda: short_of(seen, least)):
        with suppress(RulesError):  # not all choices that can be asked bit by bit can be listed
            bits = drawn_file(number, 8)
            whole = loaded(bits.text)
            _unparted(bits.rules, whole, number, seen)
            _unparted(whole, bits.rules, number, seen)


@pytest.mark.parametrize(
    ("name", "listed"),
    some([(name, listed) for listed in (1, 8) for name in ("ksr", "magier", "review", "fishing", "market")], 4),
)
def test_a_game_does_not_part_from_itself_with_its_choices_asked_bit_by_bit(name: str, listed: int) -> None:
    seen = Counter[str]()
    whole = ruleset(name)
    bits = rulespec.load(name, library=FOLDERS, listed=listed)
    for number in range(tried(20, 1)):
        _unparted(bits, whole, number, seen)
        _unparted(whole, bits, number, seen)
    assert seen["by the one"] and seen["by the other"]


def test_a_changed_block_parts_games_however_their_choices_are_asked() -> None:
    seen = Counter[str]()
    for number in draws_until(
        quick=2, deep=150, missing=lambda: short_of(seen, dict.fromkeys(("asked", "listed"), tried(2, 1)))
    ):
        with suppress(RulesError):
            file = drawn_file(number, 8)
            whole = loaded(file.text)
            pairs = zip(mutants_of(file.rules), mutants_of(whole), strict=True)
            mutants = list(islice(pairs, tried(10_000, 40)))
            asked, listed = [mutant.load() for mutant in Random(number).choice(mutants)]
            there = first_difference(whole, asked, games=3)
            if there is not None:  # they differ in what can be chosen, too, and not only in how it is asked
                seen["asked"] += 1
                assert retraced(_step(whole, listed, there), there) is not None
            there = first_difference(whole, listed, games=3)
            if there is not None and _parts_in(_step(whole, listed, there), there) != "option":
                seen["listed"] += 1
                assert retraced(_step(whole, asked, there), there) is not None


def _step(one: Ruleset, other: Ruleset, state: State) -> Lockstep:
    return Lockstep.of(one.game(state.players), other.game(state.players))


def _parts_in(step: Lockstep, state: State) -> str:
    pair = retraced(step, state)
    assert pair is not None
    found = parting(pair)
    assert found is not None
    return found.what


LOTS = """ruleset lots
players 2
at most 4 turns
word rank: {ranks}
word suit: Pik, Herz
cards deck in row
    1 of each rank in each suit
zone row, seen by all
zone box, seen by all
counter points
turn
    choose {chosen}
    {then}
game ends out after turn: row is empty
winners: players
"""
ANY = "2 to 3 cards as lot from row"


def _lots(
    path: Path, chosen: str, listed: int, then: str = "move lot to box", ranks: str = "Ass, Bube, Dame"
) -> Ruleset:
    path.write_text(LOTS.format(chosen=chosen, then=then, ranks=ranks), "utf-8")
    return rulespec.load(path, listed=listed)


def test_cards_in_another_order_are_asked_for_in_that_order(tmp_path: Path) -> None:
    seen = Counter[str]()
    then = "add cards in lot to points"
    bits = _lots(tmp_path / "bits.rules", ANY, 1, then)
    whole = _lots(tmp_path / "whole.rules", ANY, 10_000, then, "Dame, Ass, Bube")
    assert not Lockstep.of(bits.game(2), whole.game(2)).alike
    for number in range(5):
        _unparted(bits, whole, number, seen)
        _unparted(whole, bits, number, seen)
    assert seen["by the one"] > 5 and seen["by the other"] > 5


OTHERS = [
    "2 cards as lot from row",
    "3 cards as lot from row",
    f"{ANY}, where not lot repeats suit",
    f"{ANY}, where cards in lot is 2 or not lot repeats rank",
    f"{ANY}, where cards in lot is 3 or lot repeats rank",
]


@pytest.mark.parametrize(
    ("other", "listed"), some([(other, listed) for listed in ((1, 10_000), (10_000, 1)) for other in OTHERS], 5)
)
def test_where_other_answers_can_be_given_that_is_said_of_whole_answers(
    other: str, listed: tuple[int, int], tmp_path: Path
) -> None:
    for number, chosen in enumerate(((ANY, other), (other, ANY))):
        paths = [tmp_path / f"{number}.{side}.rules" for side in range(2)]
        found = rulespec.compare(
            *(_lots(path, said, most) for path, said, most in zip(paths, chosen, listed, strict=True))
        )
        assert found.parted is not None and found.parted.parting.what == "option"
        assert [each.key for each in found.parted.because] == ["turn"]
        parts = found.parted.parting
        answers = {
            text for said in (parts.one, parts.other) for text in re.findall("'([^']* (?:Pik|Herz))'", said.text)
        }
        assert len(answers) == 1, answers
        for said, path in zip((parts.one, parts.other), paths, strict=True):
            begun = rulespec.load(path).new_game(2)
            offered = {begun.option(raw).text for raw in begun.raws}
            assert ("can answer" in said.text) == (answers <= offered)
