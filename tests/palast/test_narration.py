"""A game as it is told: each line can be read alone, and nothing is told that nobody would announce."""

import pickle
import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import palast
import rulespec
from palast.human import Human
from rulespec import Over, Ruleset, State
from rulespec.engine.events.event import Exchanged, Moved, Shown
from rulespec.experiments.failures.story import story as failing
from rulespec.game.history import history
from rulespec.records import Record
from rulespec.wording import wording
from rulespec.wording.narration.narration import Telling
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from tests.effort import draws_until, short_of, some, tried
from tests.library import KNOWN_GAMES, SMALL, ruleset

WIDE = Page(width=100_000)


def loaded() -> list[Ruleset]:
    """All games there are, and the three rulesets; each time some of them."""
    return [ruleset(name) for name in some([*palast.rulesets(), *SMALL, *KNOWN_GAMES], 7)]


def story(rules: Ruleset, players: int, seed: int) -> tuple[list[str], Record]:
    """A random game and the lines that tell it, none of them folded, without their rules."""
    record = palast.play(rules, [palast.random_agent(seed + seat) for seat in range(players)], seed=seed)
    narrator = Narrator(rules.game(players), WIDE, wording(rules, "en"), lambda: record.state)
    lines = [*narrator.tell(record.state.log), *narrator.outcome(record.result)]
    return [re.sub(r" +\[[^\[]+\]$", "", line) for line in lines], record


def test_each_line_names_who_did_what_and_the_cards() -> None:
    compared = Counter[str]()
    for seed in draws_until(1, 3, lambda: short_of(compared, {"cards": tried(1000, 400)})):
        for rules in loaded():
            game, words = rules.game(rules.players[seed % len(rules.players)]), wording(rules, "en")
            record = palast.play(rules, [palast.random_agent(seed + seat) for seat in range(game.players)], seed=seed)
            for each in Telling(game, words).tell(record.state.log):
                for event in each.events:
                    if isinstance(event, Moved | Exchanged | Shown):
                        for card in event.named:
                            assert words.names.card(card, "the").nominative[1:] in each.text, (rules.name, card)
                        compared["cards"] += len(event.named)
                        if event.player is not None and each.active is not None:
                            assert words.names.seat(game.seat_name(event.player)) in each.text, each.text


SHOW = """ruleset show "Whose cards are these?"
players 3
at most 2 turns
numbers rank: 1 to 6
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone bin, seen by all
set-up
    players: draw 2 from pile to own hand
turn
    show hand of players to players
    move hand of own left to bin
    move own hand to bin
game ends never: cards in pile is 9
winners: players
"""


def rules_of(tmp_path: Path, text: str) -> Ruleset:
    path = tmp_path / "some.rules"
    path.write_text(text, "utf-8")
    return rulespec.load(path)


def test_cards_of_others_are_told_with_their_place(tmp_path: Path) -> None:
    lines, _ = story(rules_of(tmp_path, SHOW), 3, 1)
    text = "\n".join(lines)
    assert re.search(r"  1 Player 1 shows the \d and the \d\. Player 2 shows the \d and the \d\. Player 3 shows", text)
    assert re.search(r"moves the \d and the \d from the hand of Player 2 to the bin", text)
    assert re.search(r"moves the \d and the \d to the bin", text)


DEAL = """ruleset deal "Dealt around"
players 3
at most 3 turns
numbers rank: 1 to 7
cards deck in pile
    2 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone bin, seen by all
set-up
    draw 1 from pile to bin
    deal pile to hand of players
    self is next
turn
    own left is next
game ends never: pile is not empty
winners: players
"""


@pytest.mark.parametrize("listener", [None, 0, 1])
def test_a_deal_is_told_in_a_row_for_each_zone_dealt_to(tmp_path: Path, listener: int | None) -> None:
    state = rules_of(tmp_path, DEAL).begin(3, 0, Random(1).random)
    log = state.log if listener is None else state.view(listener).log
    telling = Telling(state.game, wording(state.rules, "en"), hearer=listener)
    told = [each for each in telling.tell(log) if each.active is None and each.what == "step"]
    text = " ".join(each.text for each in told)
    assert re.search(r"turns? up a \d in", text)
    for seat in range(3):
        hand = state.zone("hand", seat)
        drawn = [event.cards[0] for event in state.log if isinstance(event, Moved) and event.to == ("hand", seat)]
        assert sorted(map(str, drawn)) == sorted(map(str, hand)) and len(hand) == 5 - (seat > 0)
        if listener in (None, seat):
            *some, last = [f"a {str(card).split()[0]}" for card in drawn]
            cards = rf"{', '.join(some)} and {last}"
        else:
            cards = f"{len(hand)} cards( each)?"
        who = "You" if seat == listener else f"Player {seat + 1}"
        assert re.search(rf"{who}\b[^.]* gets? {cards} from the pile", text), text
    assert told[-1].text.endswith("You begin." if listener == 0 else "Player 1 begins.")


def test_the_story_of_a_failure_says_to_whom_cards_are_dealt(tmp_path: Path) -> None:
    state = rules_of(tmp_path, DEAL).begin(3, 0, Random(1).random)
    text = "\n".join(failing(state, "that", wording(state.rules, "en"))).replace("\n      ", " ")
    dealt = re.findall(r"(Player 1 turns up .*? and|Player [23]) gets (.*?) from the", text)
    assert [who[:8] for who, _ in dealt] == ["Player 1", "Player 2", "Player 3"]
    assert [len(re.findall(r"\d", cards)) for _, cards in dealt] == [5, 4, 4]


NEXT = """ruleset next "Who is next?"
players 3
at most 9 turns
counter fouls of player
turn
    self is next
    add 1 to own fouls
    own right is next
game ends enough: some player where own fouls is 3
winners: players
"""


def test_a_next_player_who_was_overruled_is_not_told(tmp_path: Path) -> None:
    lines, record = story(rules_of(tmp_path, NEXT), 3, 1)
    told = [line for line in lines if line.endswith(" is next.")]
    turns = [event.player or 0 for event in record.state.log if event.kind == "turn"]
    assert turns == [0, 2, 1, 0, 2, 1, 0]
    assert [re.sub(r"^ +\d* *", "", line) for line in told] == [
        f"Player {seat + 1} gets 1 foul. Player {(seat - 1) % 3 + 1} is next." for number, seat in enumerate(turns)
    ][:-1]


BOOKS = """ruleset books "Keeping books"
players 2
at most 4 turns
word suit: red, black
cards deck in pile
    4 of each suit
zone pile, shuffled
zone aside, seen by all, for bookkeeping
counter turns_so_far
counter begun, each round
counter lucky
counter debt of player, for bookkeeping
counter gifts of player
counter now of player, each turn
note lead: suit, for bookkeeping
before turn counting
    add 1 to turns_so_far
turn
    draw 1 from pile to aside
    at the same time
        add 1 to begun
        set lead to red
    choose colour from suit
    set lead to colour
    add 1 to own debt
    add 1 to own now
    if colour is red: add 1 to lucky
game ends never: cards in pile is 9
winners: players
"""


def test_what_only_keeps_books_is_left_out_and_can_be_looked_up(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, BOOKS)
    told = ""
    for seed in range(5):
        lines, record = story(rules, 2, seed)
        told += "\n".join(lines)
        for name in ("turns_so_far", "begun", "lucky"):
            assert record.state.view(1).counter(name) == record.state.counter(name)
        assert record.state.view(1).counter("debt", 0) > 0
        assert record.state.view(1).note("lead") is not None
        assert any(event.kind == "change" and "debt" in str(event) for event in record.state.view(1).log)
    assert set(re.findall(r"turns_so_far|begun|lucky|debt|lead|aside|gifts|now", told)) == {"lucky", "now"}
    assert not re.search(r"^ +now: ", told, re.MULTILINE)  # what a turn counts is over with it


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ("", set()),
        ("score: own points", {"Points: Player 1: 2, Player 2: 0."}),
        ("score: fewest own points", {"Points: Player 2: 0, Player 1: 2."}),
        ("score: own worth", {"Worths: Player 1: 6, Player 2: -2."}),
        ("score: own points times 0", set()),
    ],
)
def test_the_standings_are_the_score_that_the_rules_declare(tmp_path: Path, score: str, told: set[str]) -> None:
    text = """ruleset worth "What a player is worth"
players 2
at most 9 turns
counter points of player, for bookkeeping
value worth of player: own points times 3 minus points of own left
round
    self is next
turn
    add 2 to own points
    own left is next
round ends soon: some player where own points is 2
after round paying
    nothing
game ends then after round: some player where own points is 2
winners: players, with most own points
"""
    lines, _ = story(rules_of(tmp_path, text + score + "\n"), 2, 1)
    assert {line.strip() for line in lines if "Player 1: " in line and "What each" not in line} == told


EVERY_OTHER_TURN = """ruleset duel "A round every other turn"
players 2
at most {} turns
numbers worth: 1 to 9
word suit: sun
cards deck in pile
    1 of each worth in sun
zone pile, shuffled
zone hand of player, seen by owner
zone heap of player, seen by all
counter points of player
score: own points
round
    move heap of players and hand of players to pile
    players: draw 1 from pile to own hand
turn
    choose laid from own hand
    move laid to own heap
round ends spent: every player where own hand is empty
    add 1 to points of (players, with most total worth in own heap)
game ends never after round: own points is less than 0
winners: players
"""


def _calls(work: Callable[[], object]) -> int:
    """How many functions are called."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("person", [None, 0])
def test_twice_as_long_a_game_costs_twice_as_much_to_tell(tmp_path: Path, person: int | None) -> None:
    costs = []
    for turns in (60, 120):
        path = tmp_path / f"{turns}.rules"
        path.write_text(EVERY_OTHER_TURN.format(turns), "utf-8")
        rules = rulespec.load(path)
        states = [rules.new_game(2)]
        while not isinstance(states[-1].pending, Over):
            states.append(states[-1].apply(states[-1].pending.options[0]))
        last = Record(states[-1])
        assert sum(event.kind == "round ends" for event in last.state.log) > turns // 3

        def watched(last: Record = last, rules: Ruleset = rules) -> None:
            for _ in Narrator(rules.game(2), WIDE, wording(rules, "en"), lambda: last.state).tell(last.state.log):
                pass

        def heard(states: list[State] = states, rules: Ruleset = rules) -> None:
            now = states[0]
            human = Human(rules.game(2), WIDE, lambda: now)
            for now in states:
                human.hear(now.view(0))

        work = watched if person is None else heard
        work()  # what is worked out once for the rules is no part of it
        costs.append(_calls(work))
    assert costs[1] < 2.3 * costs[0]


def test_news_are_what_the_log_has_more_than_it_had(tmp_path: Path) -> None:
    compared = 0
    for rules in loaded():
        _, record = story(rules, rules.players[-1], 1)
        views = [state.view(0) for state, _ in history(record.state)][::25]
        for earlier, later in pairwise(views):
            assert (
                later.news(earlier) == later.log[len(earlier.log) :] == pickle.loads(pickle.dumps(later)).news(earlier)
            )
            compared += len(later.news(earlier))
        assert views[-1].news(None) == views[-1].log
    assert compared > tried(1000, 400)
