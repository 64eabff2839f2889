"""Undo: what may be taken back, what may not and why, and that nobody learns anything by trying."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulespec import Chance, Decision, IllegalAction, Option, Over, Ruleset, State, load
from rulespec.engine.events.log import events
from rulespec.game.history import answers, history
from rulespec.language.errors import WorldsError
from rulespec.records.undo import undo
from tests.effort import draws_until, moments, some, tried
from tests.library import GAMES, HOUSE_RULES, drawn_file, ruleset

KUHN, MAUMAU, RIPOSTE, DUEL = (GAMES[name] for name in ("kuhn", "mau-mau", "riposte", "duel"))
HOUSE = [ruleset(f"ksr+{path}") for path in sorted(HOUSE_RULES.glob("*.rules"))]
RULES = [ruleset("ksr"), ruleset("magier"), ruleset("review+wertung"), KUHN, MAUMAU, RIPOSTE, DUEL, *HOUSE]

POST = """ruleset post "A card is sent on, seen by some"
players 2
at most 9 turns
numbers rank: 1 to 12
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone box
zone shelf, seen by all
set-up
    players: draw 4 from pile to own hand
turn
    choose deed from 1 to 6
    if deed is 1
        choose sent from own hand
        move sent to box
    if deed is 2: draw 1 from pile to shelf
    if deed is 3: draw 1 from pile to box
    if deed is 4: move own hand to hand of own left
    if deed is 5
        choose shown from own hand
        show shown to own left
    if deed is 6: draw 1 from pile to hand of own left
game ends bare: cards in box is at least 3
winners: players
"""


PEEK = """ruleset peek "Only one deed looks at a card that nobody sees"
players 2
at most 30 turns
numbers rank: 1 to 12
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone box
counter points of player
set-up
    players: draw 3 from pile to own hand
    draw 1 from pile to box
turn
    choose deed from 1 to 5
    if deed is 2
        draw 1 from pile to box
        if some card in box where its rank is at least 3: add 1 to own points
    if deed is 3: show box to own left, secretly
    if deed is 4: draw (smaller of 1 and rank of first of box) from pile to box
    if deed is 5
        players: add 1 to own points
game ends bare: cards in box is at least 3
winners: players
"""

MANY = """ruleset many "Five of twenty"
players 2
at most 9 turns
numbers rank: 1 to 40
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
set-up
    players: draw 20 from pile to own hand
turn
    at the same time
        players: choose 5 cards as kept from own hand
game ends bare: pile is not empty
winners: players
"""


@pytest.fixture
def post(tmp_path: Path) -> State:
    """Seat 0 holds 1 to 4, seat 1 holds 5 to 8."""
    (tmp_path / "post.rules").write_text(POST, "utf-8")
    state = load(tmp_path / "post.rules").new_game(2)
    for card in range(1, 9):
        state = state.apply(str(card))
    return state


def at(rules: Ruleset, *said: str, players: int = 3, **laid: Any) -> State:
    """A position, and what came of some answers."""
    state = rules.at(players=players, **laid)
    for answer in said:
        state = state.apply(answer)
    return state


def refused(state: State, player: int | None = None) -> str:
    with pytest.raises(IllegalAction) as caught:
        undo(state, player)
    return str(caught.value)


# ---- facts


def test_at_the_beginning_there_is_nothing_to_take_back() -> None:
    state = ruleset("ksr").new_game(3)
    assert refused(state) == refused(state, 1) == "no decision to undo"
    dealt = state.apply(state.pending.options[0]) if isinstance(state.pending, Chance) else state
    assert refused(dealt) == "no decision to undo"


def test_a_card_that_was_laid_out_was_seen() -> None:
    state = at(ruleset("ksr"), "Zofe rot", zones={("hand", 0): ["Zofe rot", "Wächter rot"]})
    assert refused(state) == "gelb has seen Zofe rot since [turn (000:11-14)]"


def test_a_choice_that_has_shown_nothing_can_be_taken_back() -> None:
    zones = {("hand", 0): ["Zauberer rot", "Zofe rot"], ("hand", 1): ["Zofe gelb"], ("hand", 2): ["Zofe grün"]}
    before = at(ruleset("ksr"), "Zauberer rot", zones=zones)
    assert undo(before.apply("gelb")) == before
    assert undo(before.apply("gelb").apply("1")) == before.apply("gelb")


def test_a_discard_can_be_taken_back_until_a_card_is_drawn_for_it() -> None:
    before = at(ruleset("ksr"), "Zofe rot", zones={("hand", 0): ["Zofe rot", "Wächter rot"]})
    discarded = before.apply("Wächter rot")
    assert undo(discarded) == before
    drawn = discarded.apply("Hofnarr gelb")
    assert refused(drawn, 0) == "rot has seen Hofnarr gelb since [action Zofe (000:62-63, R16)]"


def test_an_exchange_of_cards_that_lie_open_can_be_taken_back() -> None:
    zones = {("hand", 0): ["Mundschenk rot"], ("display", 1): ["Zofe gelb"], ("display", 2): ["Hofnarr grün"]}
    zones |= {("hand", 1): ["Zofe rot"]}
    before = at(ruleset("ksr"), "Mundschenk rot", zones=zones, counters={"played": 2})
    assert undo(before.apply("Zofe gelb, Hofnarr grün")) == before


def test_what_chance_has_shown_cannot_be_taken_back(post: State) -> None:
    state = post.apply("2")
    assert undo(state) == post
    assert refused(state.apply("9")) == "a draw has shown 9 since [turn]"


def test_a_commitment_can_be_taken_back_until_somebody_else_commits() -> None:
    zones = {("hand", 0): ["Zauberer rot", "Zofe rot"], ("hand", 1): ["Zofe gelb", "Hofnarr rot"]}
    before = at(ruleset("ksr"), "Zauberer rot", "gelb", "1", zones=zones)
    committed = before.apply("Zofe rot")
    assert undo(committed) == before
    assert refused(committed.apply("Zofe gelb"), 0).startswith("gelb has decided since")


def test_the_last_commitment_of_an_exchange_shows_cards_and_stays() -> None:
    zones = {("hand", 0): ["Zauberer rot", "Zofe rot"], ("hand", 1): ["Zofe gelb", "Hofnarr rot"]}
    state = at(ruleset("ksr"), "Zauberer rot", "gelb", "1", "Zofe rot", "Zofe gelb", zones=zones)
    rule = "[action Zauberer (000:56-60, R16, 000:59-60)]"
    assert refused(state) == f"the secret choice of rot has been revealed since {rule}"


def test_the_last_of_several_guesses_brings_the_others_to_light() -> None:
    wette = ruleset("ksr+wette")
    zones = {("hand", 0): ["Schatzmeister gelb"], ("hand", 1): ["Zofe rot"]}
    state = at(wette, "Schatzmeister gelb", zones=zones, counters={"played": 2})
    one = state.apply("gelb")
    two = one.apply("gelb")
    assert (undo(one), undo(two)) == (state, one)
    assert refused(two.apply("rot")) == "the secret choice of gelb has been revealed since [after turn guessing]"


def test_a_bet_can_be_taken_back_until_it_is_answered() -> None:
    state = KUHN.at(players=2, zones={("hand", 0): ["Jack"], ("hand", 1): ["King"]}, counters={("stake", 0): 1})
    bet = state.apply("bet")
    assert undo(bet) == undo(bet, 0) == state
    assert refused(bet, 1) == "no decision to undo"


def test_a_showdown_shows_both_hands() -> None:
    def dealt(*cards: str) -> State:
        state = KUHN.new_game(2)
        for card in cards:
            state = state.apply(card)
        return state

    bet = dealt("Jack", "King").apply("bet")
    assert undo(bet.apply("pass")) == bet, "who folds shows nothing"
    shown = bet.apply("bet")
    assert isinstance(shown.pending, Over)
    assert refused(shown) == "seat 1 has seen Jack since [game ends showdown]"
    assert refused(shown, 0).startswith("seat 1 has decided since")


def test_who_is_asked_next_can_show_what_he_holds() -> None:
    zones = {("hand", 0): ["Bube Kreuz", "As Pik"], ("hand", 1): ["Acht Pik"], "stack": ["As Kreuz"]}
    state = at(MAUMAU, "Bube Kreuz", players=2, zones=zones, counters={"wish": "Kreuz"})
    assert refused(state.apply("Pik")) == "later events depend on hidden cards [turn]"


def test_a_card_that_nobody_saw_can_be_taken_back(post: State) -> None:
    assert undo(post.apply("1").apply("2")) == post.apply("1")


def test_the_card_that_another_has_seen_is_named_to_whoever_saw_it_too(post: State) -> None:
    assert refused(post.apply("4")) == "seat 1 has seen 1 since [turn]"
    assert refused(post.apply("5").apply("3")) == "seat 1 has seen 3 since [turn]"


def test_a_card_that_only_the_other_has_seen_is_not_named(post: State) -> None:
    drawing = post.apply("6")
    assert {refused(drawing.apply(card)) for card in ("9", "10", "11")} == {"seat 1 has seen a card since [turn]"}


def test_a_draw_that_nobody_sees_can_be_taken_back_and_leaves_no_trace(post: State) -> None:
    drawing = post.apply("3")
    assert isinstance(drawing.pending, Chance)
    drawn = [drawing.apply(option) for option in drawing.pending.options]
    assert len(set(drawn)) == 4
    assert {undo(state) for state in drawn} == {post}
    assert all(undo(state).log == post.log for state in drawn)


def test_how_many_cards_another_has_picked_so_far_does_not_show(tmp_path: Path) -> None:
    (tmp_path / "many.rules").write_text(MANY, "utf-8")
    state = load(tmp_path / "many.rules").new_game(2)
    for card in range(1, 41):
        state = state.apply(str(card))
    for own in ("1", "2", "3", "4", "5"):
        state = state.apply(own)
    assert isinstance(state.pending, Decision) and state.pending.player == 1
    picked = state.apply("21")
    assert refused(state, 0) == refused(picked, 0) == "seat 1 is in the middle of a decision [turn]"
    assert undo(picked) == state


def test_a_card_that_all_know_is_not_learned_when_it_is_laid() -> None:
    hands = {("hand", 0): ["Schatzmeister rot", "Wächter rot", "Zofe rot"], ("hand", 1): ["Zofe gelb"]}
    shown = at(ruleset("ksr"), "Schatzmeister rot", zones=hands)
    assert shown.pending == at(ruleset("ksr"), zones=hands | {("hand", 0): ["Wächter rot", "Zofe rot"]}).pending
    laid = shown.apply("Wächter rot")
    assert undo(laid) == shown
    unshown = at(ruleset("ksr"), "Wächter rot", zones=hands)
    assert refused(unshown) == "gelb has seen Wächter rot since [turn (000:11-14)]"


def test_a_hand_of_which_one_card_is_unknown_gives_something_away() -> None:
    hands = {("hand", 0): ["Schatzmeister rot", "Zofe rot", "Wächter rot"], ("hand", 1): ["Zofe gelb"]}
    drawn = at(ruleset("ksr"), "Schatzmeister rot", "Zofe rot", "Wächter rot", "Hofnarr gelb", zones=hands)
    assert refused(drawn.apply("Hofnarr gelb")) == "gelb has seen Hofnarr gelb since [turn (000:11-14)]"


def test_rules_that_have_not_looked_yet_hinder_nothing() -> None:
    lives = {("lives", seat): 3 for seat in range(3)}
    state = at(DUEL, "axe silver 1", zones={("hand", 0): ["axe iron 1", "sword iron 1"]}, counters=lives)
    chosen = state.apply("axe iron 1")
    assert undo(chosen) == state, "the turn looks at the card only after the next choice"
    assert "has seen axe iron 1" in refused(chosen.apply("seat 1"))


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("1", ""),
        ("2", "later events depend on hidden cards [turn]"),
        ("3", "another player may have seen cards secretly since [turn]"),
        ("4", "later events depend on hidden cards [turn]"),
        ("5", ""),
    ],
)
def test_only_lines_that_ran_count(deed: str, said: str) -> None:
    state = load("peek", texts={"peek": PEEK}).new_game(2)
    while isinstance(state.pending, Chance):
        state = state.apply(state.pending.options[0])
    after = state.apply(deed)
    while isinstance(after.pending, Chance):
        after = after.apply(after.pending.options[0])
    if said:
        assert refused(after, 0) == said
    else:
        assert undo(after, 0) == state


def test_who_is_not_asked_shows_that_he_has_nothing_to_answer_with() -> None:
    hands = {("hand", 0): ["star 1"], ("hand", 1): ["star 5"], ("hand", 2): ["moon 2"]}
    state = RIPOSTE.at(3, zones=hands).apply("star 1")
    assert isinstance(state.pending, Decision) and state.pending.player == 1
    expected = "later events depend on hidden cards [turn]"
    assert refused(state.apply("(decline)")) == expected


def test_a_seat_that_does_not_exist_is_a_lookup_error() -> None:
    with pytest.raises(LookupError):
        undo(ruleset("ksr").new_game(3), 3)


# ---- properties


@pytest.mark.parametrize("rules", some(RULES, 3), ids=lambda rules: rules.name)
def test_what_can_be_taken_back_has_told_nobody_anything_and_leaves_no_trace(rules: Ruleset) -> None:
    taken_back = 0
    for now in played(rules, rules.players[0], seed=4, most=tried(120, 45)):
        try:
            before = undo(now)
        except IllegalAction:
            continue
        taken_back += 1
        assert isinstance(before.pending, Decision)
        redone = before
        for option in answers(now)[len(answers(before)) :]:
            redone = redone.apply(option)
        assert redone == now
        assert events(redone.raw_log) == events(now.raw_log)
        for seat in range(now.players):
            known = before.view(seat).heard
            assert now.view(seat).heard[: len(known)] == tuple(known)
            assert possible(before.view(seat).sample(Random(taken_back)), now, seat)
    assert taken_back or rules in (MAUMAU, RIPOSTE)


@pytest.mark.parametrize("spec", ["ksr", "review+wertung"])
def test_nearly_all_that_cannot_be_taken_back_has_told_somebody_something(spec: str) -> None:
    told = []
    for now in played(ruleset(spec), 3, seed=4, most=tried(120, 50)):
        *_, (before, option) = history(now)
        if not isinstance(before.pending, Decision):
            continue
        try:
            undo(now)
        except IllegalAction:
            told.append(any(learned(before, option, now, seat) for seat in range(3)))
    assert told.count(True) > tried(20, 8)
    assert told.count(False) <= 2, "whoever knows one card of a hand is taken for one who does not"


def learned(before: State, option: Option, now: State, seat: int) -> bool:
    """Whether there is a world that a player thought possible and does not any more."""
    assert isinstance(before.pending, Decision)
    for number in range(8):
        world = before.view(seat).sample(Random(number))
        if seat == before.pending.player:
            if world.apply(option.text).view(seat) != now.view(seat):
                return True
        elif not possible(world, now, seat):
            return True
    return False


def played(rules: Ruleset, players: int, seed: int, most: int) -> Iterator[State]:
    """The states of the beginning of a random game."""
    random, state = Random(seed), rules.new_game(players)
    for _ in range(most):
        if isinstance(state.pending, Over):
            return
        state = state.apply(random.choice(state.pending.options))
        yield state


def possible(world: State, now: State, seat: int) -> bool:
    """Whether an answer in another world leads to what a player sees now."""
    assert isinstance(world.pending, Decision)
    return any(world.apply(option).view(seat) == now.view(seat) for option in world.pending.options)


@pytest.mark.parametrize("rules", some(RULES, 3, start=1), ids=lambda rules: rules.name)
def test_an_answer_to_undo_is_the_same_in_every_world_of_the_one_who_takes_back(rules: Ruleset) -> None:
    shares = []
    for share, now in moments(rules, tried(40, 2), 90):
        shares.append(share)
        player = len(shares) % now.players
        world = now.view(player).sample(Random(len(shares)))
        assert _answer(now, player) == _answer(world, player)
    assert max(shares) == 1 and sum(shares) >= len(shares) * 0.4


def test_an_answer_to_undo_is_the_same_in_every_world_of_drawn_rules() -> None:
    answered = Counter[bool]()
    for number in draws_until(
        quick=8, deep=400, missing=lambda: {each for each in (True, False) if answered[each] < tried(40, 5)}
    ):
        rules, random = drawn_file(number).rules, Random(number)
        for step, now in enumerate(played(rules, rules.players[0], number, 25)):
            if step % 5 or isinstance(now.pending, Over):
                continue
            player = step % now.players
            try:
                world = now.view(player).sample(random)
            except WorldsError:
                continue
            assert _answer(now, player) == _answer(world, player), (number, step)
            answered[isinstance(_answer(now, player), str)] += 1


def _answer(state: State, player: int) -> Any:
    try:
        return undo(state, player).view(player)
    except IllegalAction as refusal:
        return str(refusal)
