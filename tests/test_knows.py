"""The cards that a player knows: the truth is among them, and they are the same in all worlds he cannot tell apart."""

import pickle
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulespec import SPECTATOR, Location, Over, Ruleset, State, WorldsError
from rulespec.experiments.testing.files import loaded
from rulespec.game.api import View
from rulespec.knowledge.knowing import Knowing
from tests.effort import some, tried
from tests.library import GAMES, WORLDS, drawn_file, ruleset

ROWS = ("peek", "open-top")
HINTED = sorted(path.stem for path in WORLDS.glob("*.rules"))
TRACKED = """
ruleset tracked "A row whose cards are moved by hidden and by open positions"

players 2
at most 60 turns

word suit: sun, moon
word deed: look, push, pull, slip, turn, stir, drop, top, trade, spread
numbers pips: 1 to 8
numbers slot: 1 to 3

cards deck in pile
    1 of each pips in each suit

zone pile, shuffled
zone row of player, in a row
zone hand of player, seen by owner
zone heap, in a row, last seen by all
zone bin, seen by all

set-up
    players
        draw 4 from pile to own row
        draw 1 from pile to own hand
    draw 3 from pile to heap

turn
    choose what from deed
    perform what

action look
    choose n from 1 to cards in own row
    show position n in own row to self

action push
    choose n from 1 to cards in own row
    move position n in own row to row of own left

action pull
    choose n from 1 to cards in own row, secretly
    move position n in own row to own row

action slip
    choose n from 1 to 5
    choose card from own hand
    move card to row of own left at position n
    draw 1 from pile to own hand

action turn
    move own row to heap

action stir
    if some card in own row where it is sun, openly
        move (own row, where it is sun) to own row

action drop
    draw 1 from own row to bin
    draw 1 from pile to own row

action top
    draw 1 from heap to own row

action trade
    choose n from 1 to cards in own row and m from 1 to cards in heap
    exchange position n in own row with position m in heap

action spread
    each slot
        if that slot is not 2: show position that slot in own row to self, secretly

game ends bare: pile is empty
winners: players
"""

HINTS = """
ruleset hints "The others tell a player which of their cards have a colour"

players 2
at most 12 turns

word colour: red, white
numbers rank: 1 to 12
numbers slot: 1 to 3
word deed: play, hint

cards deck in pile
    1 of each rank in each colour

zone pile, shuffled
zone hand of player, in a row, seen by others
zone discards, in a row, seen by all
note told of player by slot: colour

set-up
    players: draw 3 from pile to own hand

turn
    choose what from deed
    perform what

action play
    choose n from 1 to cards in own hand
    move position n in own hand to discards
    each slot: set own told by that slot to none
    draw 1 from pile to own hand

action hint
    choose said from (colour, where it is in colour of hand of left of active)
    each slot
        if colour of position that slot in hand of left of active is said
            set told of left of active by that slot to said

game ends out: pile is empty
winners: players
"""
TESTED = """
ruleset tested "Conditions that look at hidden cards, of all sorts"

players 2 to 3
at most 40 turns

word suit: sun, moon
word deed: count, pair, top, gate, veil, repeat, pick
numbers pips: 1 to 6
numbers slot: 1 to 3

cards deck in pile
    1 of each pips in each suit

zone pile, shuffled, refilled from bin
zone row of player, in a row
zone bin, seen by all

counter suns of player
counter said
counter rounds

set-up
    players: draw 3 from pile to own row

turn
    choose what from deed
    perform what
    if pips of first of own row is at least pips of last of own row, openly: add 1 to rounds

action count
    each slot
        if suit of position that slot in own row is sun, openly: add 1 to own suns

action pair
    if suit of first of own row is suit of last of own row, openly
        set said to 1
    otherwise
        set said to 2

action top
    if pips of last of own row is more than 3, openly
        draw 1 from own row to bin
        draw 1 from pile to own row
    otherwise
        show last of own row to other players

action gate
    choose n from 1 to cards in own row, secretly
    if suit of position n in own row is moon, openly: move position n in own row to bin
    if cards in own row is less than 3: draw 1 from pile to own row

action veil
    other players
        if pips of first of own row is 1, openly: set own suns to 0

action repeat
    perform count 2 times

action pick
    choose m from 1 to 3
    if suit of position m in own row is sun and pips of first of own row is more than 2, openly
        exchange position m in own row with first of row of own left
    otherwise if pips of position m in own row is 6, openly
        move position m in own row to own row

game ends many: some player where own suns is more than 20
game ends large: some player where total pips in own row is 18
winners: players, with most own suns
"""
COVERED = """
ruleset covered "Rows that the others see, and heaps that show their last card"

players 2 to 3
at most 60 turns

word suit: sun, moon
word deed: take, steal, cover, pass, flip, sink, show, swap
numbers pips: 1 to 8

cards deck in pile
    1 of each pips in each suit

zone pile, shuffled
zone row of player, in a row, seen by others
zone heap, in a row, last seen by all
zone hand of player, seen by owner
zone bin, seen by all

set-up
    players
        draw 3 from pile to own row
        draw 2 from pile to own hand
    draw 3 from pile to heap

turn
    choose what from deed
    perform what

action take
    choose card from row of own left
    move card to own row

action steal
    choose card from row of own left, openly
    move card to heap

action cover
    choose card from own hand
    at the same time
        move card to heap
        move own hand to hand of own left

action pass
    at the same time
        players: move last of heap to own hand
        players: move own row to heap

action flip
    choose n from 1 to cards in own row
    exchange position n in own row with last of heap

action sink
    choose card from own hand
    choose n from 1 to 4, secretly
    move card and last n cards of heap to heap

action show
    choose n from 1 to cards in own row
    show position n in own row to self

action swap
    exchange own hand with own row

game ends bare: pile is empty
winners: players
"""
PASS = """
ruleset pass "Cards change hands"

players 3
at most 30 turns

word suit: sun, moon
numbers pips: 1 to 6

cards deck in pile
    1 of each pips in each suit

zone pile, shuffled
zone hand of player, seen by owner

set-up
    players: draw 3 from pile to own hand

turn
    choose card from own hand
    move card to hand of own left

game ends out after turn: some player where own hand is empty
winners: players
"""


def true_spots(state: State, card: int) -> tuple[int, int | None]:
    """Where a card is."""
    place = next(at for at, cards in enumerate(state.position.zones) if card in cards)
    row = state.game.material.places[place].zone.ordered
    return place, state.position.zones[place].index(card) if row else None


def known(view: View, *, thorough: bool = False) -> tuple[Any, ...]:
    """All that a view knows of places and cards."""
    knowing, material = Knowing(view.perspective(), thorough=thorough), view.game.material
    sizes = [len(cards) for cards in view.perspective().sight.zones]
    at = [knowing.candidates(place, index) for place, size in enumerate(sizes) for index in range(size)]
    where = [knowing.where(card) for card in range(len(material.cards))]
    return at, where, [knowing.face_down(place) for place in range(len(sizes))]


def assert_true(state: State, view: View, seen: Counter[str]) -> None:
    """Asserts that the truth is among the candidates, and that what is certain is true."""
    knowing, material = Knowing(view.perspective()), state.game.material
    for place, cards in enumerate(state.position.zones):
        hidden = not material.places[place].seen_by(view.player)
        for index, card in enumerate(cards):
            candidates = knowing.candidates(place, index)
            assert card in candidates
            seen["hidden"] += hidden
            seen["known"] += hidden and len(candidates) == 1
            seen["narrowed"] += hidden and 1 < len(candidates) < len(material.cards) // 2
        faces = knowing.face_down(place)
        shown = [(face, card) for face, card in zip(faces, cards, strict=False) if face is not None]
        if material.places[place].zone.ordered:
            assert all(face == card for face, card in shown)
        assert {face for face, _ in shown} <= {*cards}
    for card in range(len(material.cards)):
        assert true_spots(state, card) in knowing.where(card)


def assert_same(view: View, seen: Counter[str], random: Random) -> None:
    """Asserts that kept views, and worlds that look the same, know the same."""
    expected = known(view)
    assert known(pickle.loads(pickle.dumps(view))) == expected
    try:
        world = view.sample(random)
    except WorldsError:
        return
    assert known(world.view(view.player)) == expected
    seen["worlds"] += world.position != view.perspective()._state.position


def played(rules: Ruleset, seen: Counter[str], games: int, steps: int = 80) -> None:
    for seed in range(games):
        random = Random(seed)
        players = random.choice(rules.players)
        state = rules.new_game(players)
        for _ in range(steps):
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
            if random.random() < 0.1:
                viewers = [SPECTATOR, *range(players)]
                for viewer in viewers:
                    assert_true(state, state.view(viewer), seen)
                assert_same(state.view(random.choice(viewers)), seen, random)


@pytest.mark.parametrize("name", HINTED)
def test_in_games_of_hints_the_truth_is_among_the_candidates_and_worlds_agree(name: str) -> None:
    seen = Counter[str]()
    played(ruleset(name), seen, tried(20, 2))
    assert seen["hidden"] > 100 and seen["worlds"] > 0


@pytest.mark.parametrize("name", some(list(GAMES), 6, start=1))
def test_in_all_games_the_truth_is_among_the_candidates_and_worlds_agree(name: str) -> None:
    played(GAMES[name], Counter(), tried(5, 1), 60)


def test_rows_stay_known_while_their_cards_move_by_known_positions() -> None:
    seen = Counter[str]()
    played(loaded(TRACKED), seen, tried(100, 12))
    assert seen["known"] > 100 and seen["narrowed"] > 3 and seen["worlds"] > 5, seen


def test_in_drawn_games_the_truth_is_among_the_candidates() -> None:
    seen = Counter[str]()
    for number in range(tried(300, 25)):
        played(drawn_file(number).rules, seen, 2, 25)
    assert seen["hidden"] > 200 and seen["known"] > 0, seen


# ---- by the lists of possible worlds


def assert_listed(state: State, seen: Counter[str]) -> None:
    """Asserts that a player knows no more than the list of all worlds says, and exactly that if it is short."""
    view = state.view(0)
    worlds = [world.position.zones for world in islice(view.worlds(), 300)]
    if len(worlds) == 300:
        return
    knowing, plain = (Knowing(view.perspective(), thorough=thorough) for thorough in (True, False))
    for place, cards in enumerate(state.position.zones):
        for index in range(len(cards)):
            exact = {world[place][index] for world in worlds}
            assert exact <= {*plain.candidates(place, index)}
            found = {*knowing.candidates(place, index)}
            assert exact <= found
            seen["exact"] += exact == found
            seen["by worlds"] += found < {*plain.candidates(place, index)}


def test_a_hint_narrows_the_candidates_to_those_of_the_possible_worlds() -> None:
    seen, rules = Counter[str](), loaded(HINTS)
    for seed in range(tried(40, 10)):
        random, state = Random(seed), rules.new_game(2)
        while not isinstance(state.pending, Over):
            state = state.apply(random.choice(state.pending.options))
            if random.random() < 0.2:
                assert_listed(state, seen)
    assert seen["exact"] > 20 and seen["by worlds"] > 20


def test_a_hint_of_a_colour_leaves_the_cards_of_that_colour() -> None:
    state = loaded(HINTS).at(
        2,
        zones={
            ("hand", 0): ["1 red", "2 white", "3 red"],
            ("hand", 1): ["4 red", "5 red", "6 white"],
            "pile": ["7 red"],
        },
        active=1,
    )
    hinted = state.apply("hint").apply("red")
    for slot, colour in ((1, "red"), (2, "white"), (3, "red")):
        assert {card.attributes["colour"] for card in hinted.view(0).knows(("hand", 0), slot)} == {colour}
    assert len(hinted.view(0).knows(("hand", 0), 1)) == 10  # all red cards but the two in the other hand
    assert hinted.view(1).knows(("hand", 0), 1) == hinted.zone("hand", 0)[:1]
    played = hinted.apply("play").apply("1").view(0)  # which moves the others up, and tells which card was the first
    assert {card.attributes["colour"] for card in played.knows(("hand", 0), 1)} == {"white"}
    assert {card.attributes["colour"] for card in played.knows(("hand", 0), 2)} == {"red"}


def test_hints_of_many_players_narrow_the_candidates_and_stay_true() -> None:
    seen = Counter[str]()
    played(ruleset("hanabi"), seen, tried(30, 4), 120)
    assert seen["narrowed"] > 100, seen


def test_conditions_of_all_sorts_exclude_nothing_that_is_true() -> None:
    seen = Counter[str]()
    played(loaded(TESTED), seen, tried(100, 5), 100)
    assert seen["narrowed"] > 50 and seen["known"] > 15, seen


def test_cards_that_cover_the_last_one_for_a_moment_mislead_nobody() -> None:
    seen, rules = Counter[str](), loaded(COVERED)
    played(rules, seen, tried(100, 15), 60)
    assert seen["known"] > 100 and seen["narrowed"] > 10, seen


# ---- the answers of a view


def peeked() -> State:
    """A game in which the first player has seen the first two of their four cards."""
    return ruleset("peek").begin(2, 0, Random(1).random)


def test_a_card_that_was_looked_at_stays_known_until_it_moves_out_of_sight() -> None:
    state = peeked()
    first, second, third, _ = state.zone("row", 0)
    view = state.view(0)
    assert view.knows(("row", 0), 1) == (first,) and view.knows(second) == (Location("row", 0, None, 2),)
    assert view.knows(second.name) == view.knows(second)
    assert third in view.knows(("row", 0), 3) and len(view.knows(("row", 0), 3)) == 37
    assert first in state.view(1).knows(("row", 0), 1) and len(state.view(1).knows(("row", 0), 1)) == 37
    [top] = state.zone("heap")
    taken = state.apply("pick-up").apply("1")
    for player in (0, 1):  # both saw which card went where
        assert taken.view(player).knows(("row", 0), 1) == (top,)
        assert taken.view(player).knows(first) == (Location("heap", None, None, 1),)
    assert taken.view(0).knows(("row", 0), 2) == (second,)


def test_a_card_that_was_given_away_is_known_to_both_and_to_nobody_else() -> None:
    state = loaded(PASS).begin(3, 0, Random(1).random)
    given = state.zone("hand", 0)[0]
    state = state.apply(given.name)
    there = (Location("hand", 1, None, None),)
    assert state.view(0).knows(given) == there == state.view(1).knows(given)
    assert {spot.seat for spot in state.view(2).knows(given)} == {None, 0, 1}
    assert str(there[0]) == "hand of seat 1"


def test_open_zones_are_known_by_position() -> None:
    view = peeked().view(SPECTATOR)
    [top] = view.knows("heap", 1)
    assert (top,) == view.zone("heap") and view.knows(top) == (Location("heap", None, None, 1),)
    assert str(view.knows(top)[0]) == "heap, position 1"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("heap", 2), "'heap' has no position 2: it has 1 to 1"),
        (("heap", 0), "'heap' has no position 0: it has 1 to 1"),
        ((("drawn", 0), 1), "'drawn' has no position 1: it is empty"),
        (("row", 1), "'row' exists once per player"),
        ((("row", 2), 1), "seat must be from 0 to 1, not 2"),
        (("hep", 1), "hep"),
        (("3 clbs",), "unknown card '3 clbs'; did you mean '3 clubs'?"),
    ],
)
def test_unknown_cards_and_positions_are_refused(asked: tuple[object, ...], said: str) -> None:
    with pytest.raises(LookupError) as refused:
        peeked().view(0).knows(*asked)  # type: ignore[call-overload]
    assert said in str(refused.value)


# ---- engines


@pytest.mark.native
def test_both_engines_know_the_same() -> None:
    seen = Counter[str]()
    texts = {
        "tracked": TRACKED,
        "hints": HINTS,
        "covered": COVERED,
        **{name: (WORLDS / f"{name}.rules").read_text("utf-8") for name in ROWS},
    }
    for name, text in texts.items():
        rules = loaded(text)
        one, other = (evolve(rules, wanted=engine).new_game(2) for engine in ("python", "native"))
        random = Random(name)
        for _ in range(tried(200, 30)):
            if isinstance(one.pending, Over):
                break
            answer = random.choice(one.pending.options).text
            one, other = one.apply(answer), other.apply(answer)
            if random.random() < 0.2:
                for player in (SPECTATOR, 0, 1):
                    expected = known(one.view(player), thorough=player == 0)
                    assert known(other.view(player), thorough=player == 0) == expected
                    seen[name] += sum(len(each) == 1 for each in expected[0])
    assert all(seen[name] > 10 for name in ("tracked", "covered", *ROWS))
