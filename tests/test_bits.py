"""Choices that are asked bit by bit: the same answers as when they are listed, each in one way, and no dead end."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulespec import Decision, Ruleset, State, load

FRAME = """ruleset bits
players 2
at most 3 turns
word suit: sun, moon, star
numbers pip: 1 to 4
word mood: glad, sad
cards deck in market
    1 of each pip in each suit except star
cards more in market
    1 of sun
cards rest in stock
    1 of each pip in star
zone market, in a row, seen by all
zone stock, seen by all
zone laid of player, in a row, seen by all
zone kept of player, seen by all
counter points of player
counter sum
note friend: player
note liking: mood
turn
    add 7 to sum
{choice}
game ends done after turn: sum is at least 7
winners: players
"""

SINGLE = (
    "1 to 3 cards as lot from market",
    "0 to 2 cards as lot from market",
    "9 cards as lot from market",
    "10 cards as lot from market",
    "0 cards as lot from market",
    "2 to 3 cards as lot from market, where total pip in lot is at most 5",
    "1 to 4 cards as lot from market, where total pip in lot is 7",
    "0 to 3 cards as lot from market, where total pip in lot is at least 11 or total pip in lot is less than 2",
    "2 to 4 cards as lot from market, where not lot repeats pip",
    "2 to 4 cards as lot from market, where not lot repeats suit",
    "2 cards as lot from market, where lot repeats pip",
    "3 cards as lot from market, where lot repeats suit and total pip in lot is 6",
    "2 to 5 cards as lot from market, where different suit in lot is 1",
    "2 to 3 cards as lot from market, where different pip in lot is cards in lot minus 1",
    "1 to 3 cards as lot from market, where every card in lot where its suit is moon",
    "1 to 3 cards as lot from market, where no card in lot where its pip is 2 or its pip is 3",
    "1 to 3 cards as lot from market, where some card in lot where its pip is more than 3",
    "1 to 2 cards as lot from market, where sun is in lot",
    "1 to 2 cards as lot from market, where not sun is in lot and 4 is not in pip of market",
    "1 to 3 cards as lot from market, where first of market is in lot",
    "1 to 3 cards as lot from market, preferring total pip in lot is 12 else total pip in lot is 11",
    "1 to 3 cards as lot from market, preferring total pip in lot is 99",
    "1 to 3 cards as lot from market, preferring total pip in lot is at least 8, with fewest cards in lot",
    "1 to 3 cards as lot from market, with most total pip in lot then fewest different suit in lot",
    "0 to 3 cards as lot from market, with lowest total pip in lot",
    "1 to 3 cards as lot from market, where total pip in (lot, where its suit is sun) is 3",
    "1 to 3 cards as lot from market, where number of (lot, where its suit is sun) is cards in lot minus 1",
    "2 to 3 cards as lot from market, where total pip in lot is total pip in stock minus 3",
    "1 to 2 cards as lot from (market, where its pip is more than 2)",
    "2 cards as lot from stock plus (market, with most its pip)",
    "1 to 3 cards as lot from market, where total pip in lot is at most 4, if several",
    "3 cards as lot from market, where total pip in lot is 11 and not lot repeats suit, if several",
    "4 cards as lot from market, where not lot repeats suit",
)
SEVERAL = (
    "2 cards as lot from market and 2 cards as rest from market",
    "2 cards as lot from market and 1 cards as rest from stock plus market",
    "1 to 2 cards as lot from market and 2 cards as rest from market, where not rest repeats pip and sun is in lot",
    "2 cards as lot from market and 2 cards as rest from market, where total pip in lot is total pip in rest",
    "gift from market and 2 cards as lot from market, where total pip in lot is pip of gift",
    "gift from market and 2 cards as lot from market, where not suit of gift is in lot",
    "2 cards as lot from market and gift from market, where total pip in lot is less than pip of gift",
    "n from 1 to 9 and 2 cards as lot from market, where total pip in lot is n",
    "2 cards as lot from market and n from 1 to 9, where total pip in lot is n times 2",
    "victim from players and wish from mood and 1 to 2 cards as lot from market, where total pip in lot is 4",
    "one and another from market",
    "one and another from market, where suit of one is suit of another",
    "one and another from players and gift from market, where pip of gift is 2",
    "one and another from market and gift from market, where pip of gift is pip of one plus pip of another",
    "one and another from market, preferring pip of one is pip of another else suit of one is suit of another",
    "one and another from market, with most pip of one plus pip of another",
    "n from 0 to 3 and k from 0 to 3, where n plus k is 4",
    "mine from market and theirs from stock, where pip of mine is pip of theirs",
    "mine from market and theirs from market, where pip of mine is more than pip of theirs, if several",
)
AFTERWARDS = (
    ("2 cards as lot from market, so that afterwards not own laid repeats pip", "move lot to own laid"),
    ("1 to 3 cards as lot from market, so that afterwards total pip in own laid is 6", "move lot to own laid"),
    ("1 to 3 cards as lot from market, so that afterwards total pip in market is 16", "move lot to own laid"),
    ("1 to 8 cards as lot from market, so that afterwards different suit in market is 1", "move lot to own laid"),
    (
        "2 to 3 cards as lot from market, where total pip in lot is 6, so that afterwards (cards in market is 6) and "
        "not own laid repeats suit",
        "move lot to own laid",
    ),
    ("2 cards as lot from market, so that afterwards own points is 5", "add total pip in lot to own points"),
    ("one and another from market, so that afterwards not own laid repeats suit", "move one and another to own laid"),
    (
        "mine from market and theirs from stock, so that afterwards total pip in market is 22",
        "exchange mine with theirs",
    ),
)
TAIL = "    if lot is empty: add 1 to sum\n"


def written(folder: Path, choice: str, then: str = "", *, may: bool = False) -> Path:
    lines = [f"choose {choice}", *([then] if then else []), "add 1 to own points"]
    if may:
        lines = ["may", *(f"    {line}" for line in lines)]
    path = folder / "bits.rules"
    path.write_text(FRAME.format(choice="\n".join(f"    {line}" for line in lines)), "utf-8")
    return path


def answers(rules: Ruleset) -> Counter[tuple[Any, ...]]:
    """What can come of a turn, in how many ways; and that nobody comes to an end before."""
    waiting, found = [rules.at(2, zones={("laid", 0): ["1 star"]})], Counter[tuple[Any, ...]]()
    while waiting:
        state = waiting.pop()
        if isinstance(state.pending, Decision) and state.turns == 1:
            assert state.pending.options
            assert len({option.text for option in state.pending.options}) == len(state.pending.options)
            waiting += [state.apply(option) for option in state.pending.options]
        else:
            found[said(state)] += 1
    return found


def said(state: State) -> tuple[Any, ...]:
    """What the names of the choice stand for at the end, and what has come of it."""
    return tuple(state.position[2][: len(state.rules.resolved.bound["turn"])]), state.position[:2]


@pytest.mark.parametrize("may", [False, True])
@pytest.mark.parametrize(
    ("choice", "then"), [*((choice, "") for choice in (*SINGLE, *SEVERAL)), *AFTERWARDS], ids=lambda each: each[:60]
)
def test_bit_by_bit_leads_to_the_same_answers_and_to_each_in_one_way(
    choice: str, then: str, may: bool, tmp_path: Path
) -> None:
    path = written(tmp_path, choice, then, may=may)
    listed, bits = answers(load(path)), answers(load(path, listed=1))
    assert bits == listed
    assert set(listed.values()) == {1}
