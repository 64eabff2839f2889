"""Rows that a player does not see: a card that the player saw in a position is there in each sampled world."""

from collections import Counter
from random import Random

import pytest
from scipy.stats import chisquare

from rulespec import Over, Ruleset, State
from rulespec.experiments.testing.files import loaded
from rulespec.knowledge import worlds
from rulespec.language.errors import WorldsError
from tests.effort import tried
from tests.test_worlds import by_python, reached, told_apart

FRAME = """ruleset rows
players 2 to 3
at most 60 turns
word suit: Herz, Pik, Karo, Kreuz
numbers pips: 1 to 9
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone heap, in a row, seen by all
zone hand of player, seen by owner
{}game ends done: pile is empty
winners: players
"""
GOLF = """zone grid of player, in a row
set-up
    players
        draw 6 from pile to own grid
        show first 2 cards of own grid to self, secretly
turn
    draw 1 from pile to own hand
    choose n from 1 to cards in own grid
    may
        exchange position n in own grid with own hand
        show position n in own grid to self
    move own hand to heap
    choose m from 1 to cards in own grid
    show position m in own grid to players
"""
FOREHEADS = """zone brow of player, in a row, seen by others
set-up
    players: draw 4 from pile to own brow
turn
    choose victim from other players
    choose prize from brow of victim
    choose n from 1 to cards in own brow
    exchange position n in own brow with prize
    may
        move position n in own brow to heap
        draw 1 from pile to own brow
"""
MOVING_UP = """zone grid of player, in a row
set-up
    players: draw 5 from pile to own grid
turn
    choose n from 1 to 5
    show position n in own grid to self
    may: move position n in own grid to heap
    draw 1 from pile to own grid
    choose k from 1 to 3
    show last k cards of own grid to own left
"""
TOWERS = """zone tower of player, in a row, last seen by all
set-up
    players
        draw 3 from pile to own tower
        draw 2 from pile to own hand
turn
    choose card from own hand
    choose n from 1 to cards in own tower
    exchange position n in own tower with card
    choose m from 1 to cards in own tower
    show position m in own tower to self
    may: draw 1 from own tower to heap
    draw 1 from pile to own hand
    if own tower is empty: draw 2 from pile to own tower
"""
GAMES = {"golf": GOLF, "foreheads": FOREHEADS, "moving-up": MOVING_UP, "towers": TOWERS}


def rules_of(name: str) -> Ruleset:
    return loaded(FRAME.format(GAMES[name]))


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_found_wherever_cards_of_a_row_were_seen_at_their_place(name: str) -> None:
    """But for one in a hundred, which is hard to find."""
    rules, looked, missed = rules_of(name), 0, 0
    for seed in range(1, tried(40, 3)):
        random = Random(seed)
        state: State = rules.new_game(random.choice(rules.players))
        steps = random.randrange(20, 70)
        for step in range(steps + 1):
            if step in (steps // 2, steps) and not isinstance(state.pending, Over):
                for seat in range(state.players):
                    view = state.view(seat)
                    looked += 1
                    try:
                        assert view.sample(Random(seed)).view(seat) == view
                    except WorldsError:
                        missed += 1
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
    assert looked >= tried(120, 6) and missed <= looked // 12


SMALL = """ruleset small "A grid of two"
players 2
at most 12 turns
numbers pips: 1 to 7
cards deck in pile
    1 of each pips
zone pile, shuffled
zone heap, in a row, seen by all
zone hand of player, seen by owner
zone grid of player, in a row
set-up
    players: draw 2 from pile to own grid
turn
    choose n from 1 to cards in own grid
    show position n in own grid to players
    draw 1 from pile to own hand
    may: exchange position n in own grid with own hand
    move own hand to heap
game ends done: pile is empty
winners: players
"""


def test_worlds_with_rows_are_spread_evenly_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("TRIED", "LISTED", "MAX_UNLOCATED_CARDS"):
        monkeypatch.setattr(worlds, bound, 0)  # nothing is listed
    rules, several = loaded(SMALL), 0
    for seed, steps in ((1, 7), (2, 10), (3, 13), (6, 22)):
        state = reached(rules, 2, seed, steps)
        for each in (state, by_python(state))[: 1 + (steps > 7)]:
            for seat in range(2):
                view, random = each.view(seat), Random(seed)
                listed = [told_apart(world) for world in view.worlds()]
                found = Counter(told_apart(view.sample(random)) for _ in range(tried(60, 8) * len(listed)))
                assert set(found) <= set(listed)
                several += len(listed) > 5
                assert len(listed) == 1 or chisquare([found[world] for world in listed]).pvalue > 1e-6
    assert several >= 5
