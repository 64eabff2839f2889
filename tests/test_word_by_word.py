"""Blocks that are done for each word of a list: how often, in which order, and what is known of it before play."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulespec import Chance, Decision
from rulespec.adapters.encoding import limits
from rulespec.experiments.leaks import find_leak
from tests.framed import Write, writing
from tests.test_native import in_step

FRAME = """ruleset game "Ware by ware"
players 2 to 3
at most 20 turns
word ware: tea, silk, gold
word help: scan
numbers pips: 2, 5 to 6
cards goods in pile
    8 of each ware
zone pile
zone bin, in a row, seen by all
zone hand of player, seen by owner
zone stall of ware, seen by all
counter sold of ware
counter sum
set-up
    players: draw 3 from pile to own hand
action scan
    each ware: add 1 to sold of that ware
game ends far: cards in bin is at least 20
winners: players, with most cards in own hand
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writing(tmp_path, f"{FRAME}turn\n    ", "\n    choose end from own hand\n    move end to bin\n")


@pytest.mark.parametrize(
    ("turn", "sold", "total"),
    [
        (["each ware: add 1 to sold of that ware"], (1, 1, 1), 0),
        (["each (ware, where it is not silk): add 2 to sold of that ware"], (2, 0, 2), 0),
        (["each (ware except gold): add 1 to sold of that ware"], (1, 1, 0), 0),
        (["each (ware, where sold of it is 0): add 1 to sold of ware"], (3, 3, 3), 0),  # it is settled before the first
        (["each pips: add that pips to sum"], (0, 0, 0), 13),
        (["each (pips, where it is at least 5)", "    set sum to sum times 10 plus that pips"], (0, 0, 0), 56),
        (["each (gold plus ware): set sum to sum times 2 plus number of (that ware except silk)"], (0, 0, 0), 5),
        (["each ware", "    each pips: add that pips to sold of that ware"], (13, 13, 13), 0),
        (["each ware", "    if some ware where it is that ware and it is gold: add 1 to sum"], (0, 0, 0), 1),
        (["each ware", "    players: add 1 to sold of that ware"], (2, 2, 2), 0),
        (["each ware: add 1 to sum", "each ware: add 1 to sum"], (0, 0, 0), 6),
        (["each ware: nothing", "each (ware, where sold of it is 1): add 1 to sum"], (0, 0, 0), 0),
    ],
)
def test_a_block_is_done_for_each_word_in_order(
    write: Write, turn: list[str], sold: tuple[int, ...], total: int
) -> None:
    state = write(*turn).at(2, zones={("hand", 0): ["tea 1"]})
    assert tuple(state.counter("sold", word) for word in ("tea", "silk", "gold")) == sold
    assert state.counter("sum") == total


def test_a_lapse_ends_the_part_of_that_word_alone(write: Write) -> None:
    rules = write(
        "each ware",
        "    choose card from own hand, where it is that ware",
        "    move card to stall of that ware",
        "    add 1 to sold of that ware",
        "perform scan",
    )
    state = rules.at(2, zones={("hand", 0): ["tea 1", "gold 1", "gold 2"]})
    asked = []
    while isinstance(state.pending, Decision) and state.active == 0 and state.pending.prompt != "end":
        asked.append([str(each) for each in state.pending.options])
        state = state.apply(state.pending.options[0])
        if state.counter("sold", "gold") == 2:
            break
    assert [len(each) for each in asked] == [1, 2]
    assert [state.counter("sold", word) for word in ("tea", "silk", "gold")] == [2, 1, 2]


def test_words_that_are_left_are_kept_in_a_position_and_both_engines_go_on_from_it(write: Write) -> None:
    rules = write(
        "each (ware, where cards in stall of it is at most 4)",
        "    players",
        "        may",
        "            choose card from own hand, where it is that ware",
        "            move card to stall of that ware",
        "    each (pips, where it is not 6): draw 1 from pile to own hand",
        "perform scan",
    )
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += in_step(rules.game(rules.players[seed % 2]), Random(seed), 60)
    assert seen["Lapse"] >= 3 and seen["ends"] >= 3
    waiting = rules.at(2, zones={("hand", 0): ["tea 1"]})
    assert ((1, 2),) in waiting.position.stack
    assert not isinstance(waiting.pending, Chance)


def test_how_often_chance_can_decide_is_counted(write: Write) -> None:
    once, often = (limits(write(f"{each}draw 1 from pile to own hand").game(2)).draws for each in ("", "each ware: "))
    assert often == once + 20 * 2


def test_no_word_of_a_block_is_an_answer(write: Write) -> None:
    without, within = (write(f"{each}draw 1 from pile to own hand").game(2) for each in ("", "each ware: "))
    assert within.vocabulary == without.vocabulary


@pytest.mark.parametrize(("of", "leaks"), [("hand of own left", True), ("stall of tea", False)])
def test_words_that_hidden_cards_decide_are_found_as_a_leak(write: Write, of: str, leaks: bool) -> None:
    words = f"each (ware, where some card in {of} where ware of it is that ware)"
    rules = write(words, "    choose card from own hand", "    move card to bin")
    assert (find_leak(rules, effort=1_500) is not None) == leaks
